"""Communication at a table: chat, private notes, pointing, and the answers and hints of bots."""
