"""Every change of the schema, oldest first."""
