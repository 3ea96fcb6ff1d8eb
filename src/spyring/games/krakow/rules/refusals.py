"""Sentences that refuse a move in more than one chapter."""

from typing import Final

from spyring.engine.i18n import _

NOT_ASKED: Final = _("This is not what is asked now.")
NOT_IN_HAND: Final = _("You do not hold this card.")
