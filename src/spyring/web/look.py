"""The look of a game: its board, hand and texts, inside the frame that all tables share.

A game draws itself in ``web/board.html`` of its folder. A macro or ``{% set %}`` with the name of a member of
:class:`Look` replaces the default. A game that draws nothing is shown in words. The template may have other
macros of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from spyring.engine.campaign import OPTION as CAMPAIGN
from spyring.engine.game import Game
from spyring.web.screen import Choice, Line, Screen
from spyring.web.templates import environment, file_of, of_game
from spyring.web.words import Words

PLAIN: Final = "plain/board.html"
SOUNDS: Final = {"s-laurel": "points", "s-eye": "shutter", "s-eye-half": "shutter"}  # by icon


class Look:
    """One game in one language, as its pages show it.

    Drawn for a reader's screen, each a macro of ``board.html``:

    ================ ======================================================================================
    ``board``        ``(screen)``: the board, within one element of class ``board`` that fills the stage
    ``hand``         ``(screen)``: the reader's own things, secrets first; only for players
    ``badge``        ``(screen, seat)``: the small sign of a seat, always the same
    ``player``       ``(screen, seat)``: public facts about a seat, beside its name
    ``standing``     ``(screen, seat)``: the one fact that shows who is ahead, for phones
    ``together``     ``(screen)``: how the table is doing, in a cooperative game
    ``says``         ``(screen, choice)``: the text of a button, if it says more than the move
    ``cost``         ``(screen, choice)``: the cost of a choice, on its button; it needs a second click
    ``vain``         ``(screen, choice)``: why a choice brings nothing, on its button; it is dimmed
    ``prop``         ``(screen, kind, fields)``: what an event shows above its place, or nothing
    ``again``        ``(screen, line)``: what a line of the log opened, as a title and its text
    ``revealed``     ``(screen, seat)``: what is revealed about a seat at the end
    ``plural``       ``(screen, seat)``: something, if the title of a seat is a plural
    ``decided``      ``(screen)``: what decided the game
    ``dossier``      ``(screen)``: the campaign, on its own page; see ``keeps``
    ================ ======================================================================================

    Drawn in lists: ``glance(table)``, a thumbnail of the board from the public view of the table.

    Drawn without a table: ``poster()`` for the home page, ``minute()`` (the game in four pictures) and
    ``box()`` (its components) for the pages about the game.

    Texts and settings: the members with a type below.
    """

    blurb: str = ""
    """The game in two sentences."""
    facts: str = ""
    """Seats, kind and length in one line."""
    quick: Mapping[str, Any] = {}
    """The table of "Play now": ``seats``, ``options``, and in a cooperative game the seats that the player
    holds ``also``. By default all seats, default options, and bots in the other seats.
    """
    fullest: int = 6
    """The most things in a hand (its element of class ``cards``)."""
    hushed: Sequence[str] = ()
    """Kinds of events without a line in the log, because the board shows them."""
    upfront: Sequence[str] = ()
    """Verbs whose choices are beside the question, though the table shows their arguments; ``Frame verb`` for
    the choices of one frame only.
    """
    seating: Mapping[int, str] = {}
    """Notes about the seats, by the number of seats."""
    turns: Sequence[str] = ()
    """Kinds of events that start a turn: a line in the log, and a stop in replays."""
    sounds: Mapping[str, str] = {}
    """Sounds of kinds of events, where :meth:`sound` would choose another one: ``card``, ``piece``, ``seal``,
    ``shutter``, ``message``, ``points``, ``alarm``, ``motif``, or "" for silence.
    """
    instrument: Mapping[str, Any] = {}
    """What plays those sounds, as ``js/sound.js`` explains."""
    closing: Mapping[str, Sequence[str]] = {}
    """The board of a finished game shows these ``parts`` of the table as they were at the last event of a
    kind in ``after``.
    """
    keeps: str = ""
    """The part of the table that holds the campaign; if it is there, the table has a dossier."""
    leaves_out: str = ""
    """What the projected scores leave out, in a line below them."""
    breakdown: Mapping[str, str] = {}
    """Titles for the parts of a score, instead of the game's own."""

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

    def __getattr__(self, name: str) -> Callable[..., Markup]:
        """A macro of the game, or its default: ``look.board(screen)``."""
        drawn: dict[str, Callable[..., Markup]] = self.__dict__.get("_drawn", {})
        if name not in drawn:
            raise AttributeError(name)
        return drawn[name]

    # -- drawn for a reader's screen -------------------------------------------------------------------------

    def badge(self, screen: Screen, seat: str) -> Markup:
        """The sign of a seat, drawn once for a screen."""
        if seat not in screen.badges:
            screen.badges[seat] = self._draw("badge", screen, seat)
        return screen.badges[seat]

    def badges(self, screen: Screen) -> dict[str, Markup]:
        """The signs of all seats."""
        return {seat: self.badge(screen, seat) for seat in screen.seats}

    def says(self, screen: Screen, choice: Choice) -> str:
        """The text of a choice's button."""
        said = self._drawn["says"](screen, choice).strip() if "says" in self._own else ""
        return said or choice.said

    def cost(self, screen: Screen, choice: Choice) -> Markup:
        """The cost of a choice; nothing in most games."""
        return self._draw("cost", screen, choice) if "cost" in self._own else Markup()

    def vain(self, screen: Screen, choice: Choice) -> Markup:
        """Why a legal choice brings nothing; empty in most games."""
        return self._draw("vain", screen, choice) if "vain" in self._own else Markup()

    def again(self, screen: Screen, line: Line) -> Markup:
        """What a line of the log opened, to be read again; nothing in most games."""
        return self._draw("again", screen, line) if "again" in self._own else Markup()

    def sound(self, event: str) -> str:
        """The sound of a kind of event, by its icon and weight unless the game says otherwise."""
        kind = self.game.events[event]
        usual = SOUNDS.get(kind.icon) or ("seal" if kind.weight > 1 else "piece")
        return self.sounds.get(event, "motif" if kind.chapter else usual)

    def has_dossier(self, screen: Screen) -> bool:
        """Whether this table has a campaign."""
        return bool(self.keeps and screen.table.get(self.keeps))

    @property
    def campaigns(self) -> list[tuple[str, str]]:
        """The campaigns of the game and their titles; most games have none."""
        found = [option for option in self.game.options if option.name == CAMPAIGN]
        return [
            (str(value), self.words.translate(title))
            for option in found
            for value, title in zip(option.values, option.titles, strict=True)
            if value != option.default
        ]

    # -- drawn without a table -------------------------------------------------------------------------------

    def poster(self) -> Markup:
        """The picture on the home page."""
        return self._draw_once("poster")

    def glance(self, table: Mapping[str, Any] | None) -> Markup:
        """A thumbnail of the public table; else the poster."""
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
        """Draw a macro without arguments only once."""
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
    """Cached: running the templates of a game is slow."""
    return Look(game, Words(language))
