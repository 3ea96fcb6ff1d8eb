"""What the operator of a server can do: people, tables, backups, and what is wrong."""
