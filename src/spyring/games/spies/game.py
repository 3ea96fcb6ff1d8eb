"""Spies! as the rest of the program knows it."""

from typing import Final

from spyring.engine.boxed import BoxedGame
from spyring.engine.encoding import Encoding
from spyring.engine.errors import BadPosition
from spyring.engine.forecast import Forecast
from spyring.engine.kinds import FREE_FOR_ALL
from spyring.engine.options import Option, Value
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.words import _
from spyring.games.spies import box as boxes
from spyring.games.spies import news, notation, scoring, standing, view
from spyring.games.spies.box import NATION_IDS, NATIONS, POLICE, SECRETS, SPIES, YEARS
from spyring.games.spies.encoding import SpiesEncoding
from spyring.games.spies.places import ALL_SPIES, OVER, SET_UP
from spyring.games.spies.rules import BEGIN_GAME, FRAMES, TURNS, frame_of
from spyring.games.spies.rules.diplomacy import MOST_PARTS, MOST_TALKS
from spyring.games.spies.strategy import SpiesStrategy
from spyring.games.spies.table import SHARES, Agreement, Table, components

OPTIONS: Final = (
    Option(
        "game",
        ("standard", "advanced"),
        "standard",
        _("The standard game, or the advanced one with action points, all chits and special events."),
        "SPY-1.4",
        title=_("Game"),
        titles=(_("standard"), _("advanced")),
    ),
    Option(
        "reaction_poll",
        ("sequential", "simultaneous"),
        "sequential",
        _("Whether nations are asked for reactions in order, or all at once: then the earliest counts."),
        "SPY-R1",
        title=_("Reactions"),
        titles=(_("one after another"), _("all at once")),
    ),
    Option(
        "escape_doublecross",
        ("injured", "any"),
        "injured",
        _("Who may answer an Escape with a Double Cross."),
        "SPY-R6",
        title=_("Double Cross on an Escape"),
        titles=(_("only the injured nation"), _("any nation")),
    ),
    Option(
        "reversed_sanction_escape",
        ("no", "yes"),
        "no",
        _("Whether the new victim of a Sanction that was turned round may Escape."),
        "SPY-R8",
        title=_("Escape from a turned Sanction"),
        titles=(_("no"), _("yes")),
    ),
    Option(
        "overseas_police",
        ("two", "one"),
        "two",
        _("How many police may stand in an overseas city."),
        "SPY-R19",
        title=_("Police overseas"),
        titles=(_("two in a city"), _("one in a city")),
    ),
    Option(
        "secrets_per_spy",
        ("one", "many"),
        "one",
        _("How many secrets a spy can control at a time."),
        "SPY-R21",
        title=_("Secrets of a spy"),
        titles=(_("one"), _("several")),
    ),
    Option(
        "cash_where_taken",
        ("no", "yes"),
        "no",
        _("Whether a secret can be cashed that was taken in the capital or at the Drop itself."),
        "SPY-R26",
        title=_("Cashing where it was taken"),
        titles=(_("no"), _("yes")),
    ),
    Option(
        "albania",
        ("full", "spies_only"),
        "full",
        _("Whether Albania becomes Italian altogether, or only for spies."),
        "SPY-R38",
        title=_("Albania"),
        titles=(_("fully Italian"), _("home for spies only")),
    ),
    Option(
        "final_home_secrets",
        ("all", "national_only"),
        "all",
        _("Which secrets that lie at home at the end count."),
        "SPY-R42",
        title=_("Secrets at home at the end"),
        titles=(_("all"), _("only National ones")),
    ),
    Option(
        "shared_nations",
        ("allies", "apart"),
        "allies",
        _("Whether two nations of one seat spare each other."),
        "SPY-R43",
        title=_("Two nations of one seat"),
        titles=(_("are allies"), _("are like any others")),
    ),
    Option(
        "intercept_drop",
        ("play_and_cash", "play_only"),
        "play_and_cash",
        _("When a Drop may be intercepted."),
        "SPY-R45",
        title=_("Intercepting a Drop"),
        titles=(_("when it is played, and at each cashing"), _("only when it is played")),
    ),
    Option(
        "source_memory",
        ("off", "on"),
        "off",
        _("Whether what a Source showed stays in sight."),
        "SPY-R48",
        title=_("What a Source showed"),
        titles=(_("is seen once"), _("stays in sight")),
    ),
    Option(
        "tile_list",
        ("open", "closed"),
        "open",
        _("Whether the list of all tiles may be consulted."),
        "SPY-R50",
        title=_("List of tiles"),
        titles=(_("open"), _("closed")),
    ),
    Option(
        "russia_info",
        ("controller", "both"),
        "controller",
        _("With two seats: who sees the hidden pieces of Russia."),
        "SPY-R53",
        title=_("Russia's pieces with two seats"),
        titles=(_("whoever runs it"), _("both")),
    ),
    Option(
        "setup_placement",
        ("in_order", "simultaneous"),
        "in_order",
        _("Whether the nations place their pieces in turn, or all at once and unseen."),
        "SPY-R54",
        title=_("Set-up"),
        titles=(_("in turn"), _("all at once")),
    ),
    Option(
        "diplomacy_ap",
        ("per_turn", "per_talk"),
        "per_turn",
        _("When talks with an opponent cost an action point."),
        "SPY-R59",
        title=_("Price of talks"),
        titles=(_("once per opponent and turn"), _("every time")),
    ),
    Option(
        "record_faces",
        ("hidden", "open"),
        "hidden",
        _("Whether pieces in the record lie face up."),
        "SPY-R62",
        title=_("Pieces in the record"),
        titles=(_("face down"), _("face up")),
    ),
)
PAIRS: Final[dict[tuple[int, ...], str]] = {
    (0, 1): _("Germany and Italy"),
    (3, 4): _("France and Britain"),
}


class Spies(BoxedGame[Table]):
    """Two to five seats, always five nations; the rulings of the ledger are options."""

    def unpack_box(self, text: str) -> None:
        self.box = boxes.read(text)
        self.codes = notation.Codes(self.box)
        self.name = "spies"
        self.title = _("Spies!")
        self.kind = FREE_FOR_ALL
        self.ledger = "SPY"
        self.end_clause = "SPY-17.1"
        self.rules_version = 2
        self.box_name = self.box.name
        self.seats = tuple(SHARES)
        self.options = OPTIONS
        self.moves = notation.moves(self.box)
        self.events = news.events(self.box)
        self.strategy = SpiesStrategy()
        self.frames = {frame.__name__: frame for frame in FRAMES}

    def lay(self, seats: int, options: dict[str, Value], legacy: Json | None) -> Table:
        table = Table(self, seats, Agreement(self.box, self.codes, seats, options))
        table.clear()
        return table

    def open(self, state: Table) -> None:
        state.push(BEGIN_GAME)

    def look(self, state: Table, seat: int) -> Json:
        return view.look(state, seat)

    def forecast(self, view: Json) -> list[Forecast]:
        return standing.forecast(self.box, view)

    def encoded(self) -> Encoding[Table]:
        return SpiesEncoding(self, self.box)

    def judge(self, state: Table) -> Outcome:
        return scoring.judge(state)

    def seat_names(self, seats: int) -> tuple[str, ...]:
        return tuple("-".join(NATION_IDS[nation] for nation in share) for share in SHARES[seats])

    def seat_titles(self, seats: int) -> tuple[str, ...]:
        titles = notation.NATION_TITLES
        return tuple(titles[share[0]] if len(share) == 1 else PAIRS[share] for share in SHARES[seats])

    def longest(self, seats: int, options: dict[str, Value]) -> int:
        """No game has more decisions.

        In a turn a hand grows by the tile and by cashing only, so at most all chits and one for each secret
        are played. A poll asks five nations at the most; it follows a chit, the fall of a chit, a search, a
        step into a city, a comparison (one for each Discovery, turned twice) or the cashing of a secret.
        Between two spaces moved each own spy changes the status of each secret once (SPY-R67), police are
        moved once, each secret is relieved once, and there are three talks with each of four opponents.
        """
        chits = sum(self.box.count) + SECRETS
        steps = SPIES * self.box.reach
        polls = 5 * chits + ALL_SPIES + steps + SECRETS
        secrets = (steps + 1) * SPIES * SECRETS
        police = 1 + 2 * POLICE + 2 * SECRETS
        searches = 1 + ALL_SPIES + steps + 2 * SECRETS
        talk = MOST_TALKS * (NATIONS - 1) * (3 + 2 * (MOST_PARTS + 2))
        turn = 2 + 3 * chits + NATIONS * polls + secrets + police + searches + talk + 2 * steps + chits
        placed = SECRETS + 2 * NATIONS * (POLICE + SPIES) + NATIONS
        return placed + YEARS * NATIONS * turn

    def components(self, seats: int) -> dict[str, int]:
        return components(self.box)

    def box_facts(self) -> object:
        return self.box.facts()

    def resume(self, state: Table) -> None:
        """A scenario is at one of the steps of a turn."""
        if state.step in (SET_UP, OVER):
            raise BadPosition("This position has no stack, so it does not say what is being decided.")
        state.push(TURNS)
        state.push(frame_of(int(state.step)))


GAME: Final = Spies()
