"""The routes of pages. Errors are pages, too."""
