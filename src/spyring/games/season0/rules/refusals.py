"""What several chapters answer to a move that is not possible."""

from typing import Final

from spyring.engine.words import _

NOT_ASKED: Final = _("This is not what is asked now.")
NOT_IN_HAND: Final = _("You do not hold this card.")
SAME_CITY: Final = _("It is in this city already.")
NOT_WHOLE: Final = _("This Event cannot be carried out completely now.")
