"""The pages by what they are for. Every route answers people with a page, also when it refuses."""
