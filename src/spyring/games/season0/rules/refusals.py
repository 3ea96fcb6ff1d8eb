"""What several chapters answer to a move that is not possible."""

from typing import Final

from spyring.engine.i18n import _

NOT_ASKED: Final = _("This is not what is asked now.")
NOT_IN_HAND: Final = _("You do not hold this card.")
SAME_CITY: Final = _("It is in this city already.")
NO_SEAT: Final = _("There is no such seat at this table.")
NO_AGENT: Final = _("There is no agent in this city.")
NO_SAFEHOUSE: Final = _("There is no safehouse in this city.")
NO_TEAM: Final = _("This team is not on the board.")
LOWEST_TEAM: Final = _("Of teams alike in one city, move the one with the lowest number.")
NO_EVENT: Final = _("You hold no Event.")
WEAKNESS: Final = _("A weakness of your alias forbids it.")
NOT_CREATED: Final = _("This alias is not created.")
BURNED: Final = _("This alias is burned.")
NO_SLOT: Final = _("This alias has no empty slot.")
UNITS: Final = _("There are not enough units left.")
