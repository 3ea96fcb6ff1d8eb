"""Notifies people whose turn it is: by push to their browsers, and by mail.

Nothing here may disturb a game. A table only says that it has changed; the recipients are found later,
stored, and served by a bounded outbox. A failed delivery is a line in the journal.
"""
