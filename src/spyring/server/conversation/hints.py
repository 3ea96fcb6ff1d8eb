"""Hints: a bot suggests a move and gives its reason, where no opponent is a person."""

import asyncio
from typing import Final

from cachetools import LRUCache

from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _, filled, minus
from spyring.engine.kinds import COOPERATIVE
from spyring.server.conversation.payloads import Hint
from spyring.server.core.bots.bot_pool import BotPool
from spyring.server.core.bots.levels import ADVISER
from spyring.server.core.bots.thoughts import Thought, from_text
from spyring.server.core.caller import Caller
from spyring.server.core.problems import Conflict, Forbidden
from spyring.server.core.tables.live_table import LiveTable
from spyring.server.core.tables.live_tables import LiveTables
from spyring.server.core.tables.presenting import move_card

CLEAR_CHOICE_PERCENT: Final = 60  # per cent of its thoughts
MAX_CACHED_HINTS: Final = 500
Decision = tuple[str, int, int]  # the table, the seat and its number

CHANCE_TO_WIN: Final = _("Chance to win: {n} percentage points.")
ALL_OBJECTIVES: Final = _("Chance to complete every objective: {n} percentage points.")
MORE: Final = _("{part}: {n} points at the end, better in {a} of 10 simulated games.")
LESS: Final = _("{part}: {n} points at the end.")
COMPARED: Final = _("Compared with: {move}.")
NONE_BETTER: Final = _(
    "Simulated games show none of these moves to be better: {moves}. Choose the one you like."
)
NO_CLEAR_ADVANTAGE: Final = _("Simulated games show no clear advantage over: {move}.")


class Hints:
    """Hints for people who play only against bots, or all together. Each decision costs one bot's move,
    however often the hint is requested. It waits in the bots' queue, under the person and address of the
    caller.
    """

    def __init__(self, live_tables: LiveTables, bot_pool: BotPool) -> None:
        self.live_tables = live_tables
        self.bot_pool = bot_pool
        self._kept: LRUCache[Decision, asyncio.Task[tuple[int, str | None]]] = LRUCache(MAX_CACHED_HINTS)

    async def ask(self, table: str, caller: Caller) -> Hint:
        """A move for the seat that the caller speaks for, with its reason."""
        live = await self.live_tables.for_action(table, caller)
        seat = live.require_player(caller).seat
        if live.game.kind != COOPERATIVE and not alone(live, caller):
            raise Forbidden("not-alone", _("Advice is available only in games against bots."))
        if seat not in live.deciders():
            raise Conflict("not-asked", _("It is not your turn to decide."))
        decision = table, seat, live.number(seat)
        if decision not in self._kept:
            person = caller.require_person().id
            thought = self.bot_pool.choose(live.running, seat, ADVISER.name, person, caller.origin)
            self._kept[decision] = asyncio.create_task(thought)
        move, why = await asyncio.shield(self._kept[decision])  # others may wait for it, too
        if live.number(seat) != decision[2] or move not in live.running.state.legal(seat):
            raise Conflict("moved-on", _("The game has moved on. Ask again."))
        book, translate = live.game.moves, live.translate_for(caller)
        why_so = reason(why, translate, live.game)
        return Hint(move=move_card(book, move, translate), reason=why_so, detail=detail(why, translate))


def alone(live: LiveTable, caller: Caller) -> bool:
    """Whether no other person sits at the table."""
    return all(chair.person in (None, caller.id) for chair in live.chairs)


def reason(why: str | None, translate: Translate, game: Game) -> str:
    """A bot's reason in words for players: the purpose of the move, and its advantages over the best
    alternative.
    """
    if why is None:
        return translate(_("There is no other choice."))
    thought = from_text(why)
    purpose = [] if thought.purpose is None else [thought.purpose.say(translate)]
    lines = [*purpose, *claimed(thought, translate, game)]
    return " ".join(lines) or compared(thought, translate)


def claimed(thought: Thought, translate: Translate, game: Game) -> list[str]:
    """How the game continues after the move and after another one, in the same imagined worlds."""
    if not thought.other:
        return []
    lines: list[str] = []
    for part, gain, better, worlds in thought.claims:
        if not part:
            text = ALL_OBJECTIVES if game.kind == COOPERATIVE else CHANCE_TO_WIN
            lines.append(minus(translate(text).format(n=f"{100 * gain:+.0f}")))
            continue
        values = {
            "part": game.part_title(part, translate),
            "n": f"{gain:+.1f}",
            "a": str(round(10 * better / worlds)),
        }
        lines.append(filled(translate(MORE if gain > 0.0 else LESS), values))
    equals = list(dict.fromkeys(spoken(move, translate, game) for move in thought.equals))
    if len(equals) > 1:
        return [*lines, filled(translate(NONE_BETTER), {"moves": "; ".join(equals)})]
    other = spoken(thought.other, translate, game)
    ahead = any(gain > 0.0 for _part, gain, _better, _worlds in thought.claims)
    return [*lines, translate(COMPARED if ahead else NO_CLEAR_ADVANTAGE).format(move=other)]


def spoken(move: str, translate: Translate, game: Game) -> str:
    """A move in notation, in words."""
    return game.moves.say(game.moves.parse(move), translate)


def detail(why: str | None, translate: Translate) -> str:
    """How the bot found the move, for curious readers."""
    if why is None:
        return ""
    thought = from_text(why)
    if "tries" not in thought.values:
        return "" if thought.purpose is None else thought.how(translate)
    tried = translate(_("A bot tried {tries} continuations.")).format(tries=thought.values["tries"])
    shown = thought.purpose is None or thought.other  # in the reason
    return tried if shown else f"{compared(thought, translate)} {tried}"


def compared(thought: Thought, translate: Translate) -> str:
    """How much better it is than other moves."""
    if "share" not in thought.values:
        return thought.how(translate)
    clear = _("No other choice is nearly as good.")
    close = _("Other choices are nearly as good.")
    return translate(clear if int(thought.values["share"]) >= CLEAR_CHOICE_PERCENT else close)
