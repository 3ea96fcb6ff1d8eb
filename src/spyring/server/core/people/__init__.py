"""People: guests and accounts, and the credentials that identify them."""
