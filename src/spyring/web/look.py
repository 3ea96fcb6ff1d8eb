"""What a game's own pages offer to the frame that all tables share: its board, its hand, its texts.

A game draws itself in ``web/board.html`` of its folder. Every macro and every ``{% set %}`` there that has
the name of a member of :class:`Look` takes the place of the default; whatever a game does not write stays as
it is here, down to a game that draws nothing and is shown in words. Nothing else of the template is looked
at, so it may have as many macros of its own as it likes.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from spyring.engine.game import Game
from spyring.web.screen import Choice, Screen
from spyring.web.templates import environment, file_of, of_game
from spyring.web.words import Words

PLAIN: Final = "plain/board.html"


class Look:
    """One game in one language, as its pages show it.

    Drawn for a reader's screen, each a macro of ``board.html``:

    ================ ======================================================================================
    ``board``        ``(screen)``: the board, within one element of class ``board`` that fills the stage
    ``hand``         ``(screen)``: what lies before the reader, secrets first; only for a reader who plays
    ``badge``        ``(screen, seat)``: the sign of a seat, small and always the same
    ``player``       ``(screen, seat)``: the facts about a seat that all may know, beside its name
    ``standing``     ``(screen, seat)``: the one fact that tells who is ahead, for the ribbon of a phone
    ``together``     ``(screen)``: the same where all win or lose together: how the table is doing
    ``says``         ``(screen, choice)``: what its button says, where that is more than the move alone says
    ``cost``         ``(screen, choice)``: what a choice costs, said on its button; it is asked for once more
    ``vain``         ``(screen, choice)``: why a choice brings nothing, said in the same way; it is hardly lit
    ``prop``         ``(screen, kind, fields)``: what an event shows above where it happens, or nothing
    ``revealed``     ``(screen, seat)``: what comes to light about a seat in the end
    ``decided``      ``(screen)``: what decided the game
    ``dossier``      ``(screen)``: what outlives a game, on a page of its own; see ``keeps``
    ================ ======================================================================================

    Drawn in lists: ``glance(table)``, the board as small as a stamp, from the public view of the table.

    Drawn without a table: ``poster()`` for the front door, ``minute()`` (the game in four pictures) and
    ``box()`` (what is in it) for the pages about the game.

    Said: the members with a type below.
    """

    blurb: str = ""
    """What the game is about, in two sentences."""
    facts: str = ""
    """Seats, kind and length in one line."""
    quick: Mapping[str, Any] = {}
    """The table of "Play now": ``seats``, ``options``, and where all win or lose together the seats that the
    player holds ``also``; by default all seats, the usual rules, and bots in the other seats.
    """
    fullest: int = 6
    """The most things that can lie in a hand (its element of class ``cards``); there is room for them all."""
    hushed: Sequence[str] = ()
    """Kinds of events that need no line in the log, because the board says it."""
    upfront: Sequence[str] = ()
    """Verbs whose choices stand beside the question, though the table shows what they are about."""
    seating: Mapping[int, str] = {}
    """What to know about the seats of a table, by how many there are."""
    turns: Sequence[str] = ()
    """Kinds of events with which a turn begins: a line above them in the log, a place to stop in replays."""
    closing: Mapping[str, Sequence[str]] = {}
    """What the board of a finished game shows as it lay before it was put away: these ``parts`` of the table
    as they were at the last event of a kind in ``after``.
    """
    keeps: str = ""
    """The part of the table that outlives a game; where it is there, the table has a dossier."""
    breakdown: Mapping[str, str] = {}
    """Parts of a score as people read them; else as the game itself calls them."""

    def __init__(self, game: Game, words: Words) -> None:
        self.game = game
        self.words = words
        self.template = of_game(game, "board.html") or PLAIN
        own, plain = ({**_module(name, game, words).__dict__} for name in (self.template, PLAIN))
        self._drawn = {**plain, **own}
        self._pictures: dict[str, Markup] = {}
        self._own = frozenset(own)
        for name in Look.__annotations__:
            if name in own:
                setattr(self, name, own[name])

    # -- drawn for a reader's screen -------------------------------------------------------------------------

    def board(self, screen: Screen) -> Markup:
        """The board."""
        return self._draw("board", screen)

    def hand(self, screen: Screen) -> Markup:
        """What lies before the reader."""
        return self._draw("hand", screen)

    def badge(self, screen: Screen, seat: str) -> Markup:
        """The sign of a seat, drawn once for all the places of a screen where it stands."""
        if seat not in screen.badges:
            screen.badges[seat] = self._draw("badge", screen, seat)
        return screen.badges[seat]

    def badges(self, screen: Screen) -> dict[str, Markup]:
        """The signs of all seats."""
        return {seat: self.badge(screen, seat) for seat in screen.seats}

    def player(self, screen: Screen, seat: str) -> Markup:
        """The facts about a seat."""
        return self._draw("player", screen, seat)

    def standing(self, screen: Screen, seat: str) -> Markup:
        """The one fact that tells who is ahead."""
        return self._draw("standing", screen, seat)

    def together(self, screen: Screen) -> Markup:
        """How all are doing who win or lose together."""
        return self._draw("together", screen)

    def says(self, screen: Screen, choice: Choice) -> str:
        """What the button of a choice says."""
        said = self._drawn["says"](screen, choice).strip() if "says" in self._own else ""
        return said or choice.said

    def cost(self, screen: Screen, choice: Choice) -> Markup:
        """What a choice costs; nothing in most games."""
        return self._draw("cost", screen, choice) if "cost" in self._own else Markup()

    def vain(self, screen: Screen, choice: Choice) -> Markup:
        """Why a choice that the rules allow brings nothing; there is none in most games."""
        return self._draw("vain", screen, choice) if "vain" in self._own else Markup()

    def prop(self, screen: Screen, kind: str, fields: Mapping[str, str]) -> Markup:
        """What an event shows while its scene is played."""
        return self._draw("prop", screen, kind, fields)

    def revealed(self, screen: Screen, seat: str) -> Markup:
        """What comes to light about a seat in the end."""
        return self._draw("revealed", screen, seat)

    def decided(self, screen: Screen) -> Markup:
        """What decided the game."""
        return self._draw("decided", screen)

    def dossier(self, screen: Screen) -> Markup:
        """What outlives the game."""
        return self._draw("dossier", screen)

    def has_dossier(self, screen: Screen) -> bool:
        """Whether something at this table outlives the game."""
        return bool(self.keeps and screen.table.get(self.keeps))

    # -- drawn without a table -------------------------------------------------------------------------------

    def poster(self) -> Markup:
        """The picture on the front door."""
        return self._draw_once("poster")

    def glance(self, table: Mapping[str, Any] | None) -> Markup:
        """The board as small as a stamp, with what everybody may see of this table; else the poster."""
        return self.poster() if table is None or "glance" not in self._own else self._draw("glance", table)

    def minute(self) -> Markup:
        """The game in a minute."""
        return self._draw_once("minute")

    def box(self) -> Markup:
        """What is in the box."""
        return self._draw_once("box")

    # -- the other files of its folder -----------------------------------------------------------------------

    @property
    def style(self) -> str:
        """The address of ``style.css``, "" without one."""
        return file_of(self.game, "style.css")

    @property
    def signs(self) -> str:
        """The template ``signs.svg``, "" without one."""
        return of_game(self.game, "signs.svg")

    @property
    def lesson(self) -> str:
        """The template of the guided first game, "" without one."""
        return of_game(self.game, "lesson.html")

    @property
    def aid(self) -> str:
        """The template of the player aid, "" without one."""
        return of_game(self.game, "aid.html")

    def _draw_once(self, macro: str) -> Markup:
        """What is told nothing looks the same whenever it is drawn."""
        if macro not in self._pictures:
            self._pictures[macro] = self._draw(macro)
        return self._pictures[macro]

    def _draw(self, macro: str, *arguments: object) -> Markup:
        drawn: Markup = self._drawn[macro](*arguments)
        return drawn


def _module(template: str, game: Game, words: Words) -> Any:
    return environment().get_template(template).make_module({"game": game, "words": words})


def look_of(game: Game, words: Words) -> Look:
    """The look of a game in the language of these words."""
    return _look(game, words.language)


@lru_cache(maxsize=256)
def _look(game: Game, language: str) -> Look:
    """Saves to run through a game's templates, which make its macros and tables of texts."""
    return Look(game, Words(language))
