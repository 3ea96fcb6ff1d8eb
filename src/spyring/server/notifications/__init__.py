"""Calling people back to tables at which they are asked: by push to their browsers, and by mail.

Nothing here may disturb a game: a table only says that something has changed; who is to be called is found
out later, stored, sent by an outbox that is bounded, and what cannot be delivered is a line in the journal.
"""
