"""SPY-P12: reaction windows and the cancel graph.

A deed (a search, a Discovery, a Sanction and so on) opens a window. Every nation whose position entitles it
is asked, in turn order starting after the nation on turn, whether or not it holds the chit (SPY-R1, SPY-R2).
A chit opens a new poll about that chit. When all pass, the last chit stands and cancels the one before it.
What that one had answered can then be answered again, with any chit still held.

    Discovery <- Cover <- Discovery            Double Cross <- Cover <- Escape <- Double Cross
    Sanction <- Escape or Double Cross         Drop, Source <- Intercept
    Papers, Recruit and Intercept are final.
"""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import UNSEEN, Frame
from spyring.engine.i18n import _
from spyring.engine.notation import Domain
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb, Verbs
from spyring.games.spies import words as w
from spyring.games.spies.box import NEUTRAL
from spyring.games.spies.generated import Table
from spyring.games.spies.nations import eyes_of, insiders
from spyring.games.spies.places import ALL_NATIONS
from spyring.games.spies.rules.chits import chit_fault, play_chit

OPENING = -1  # the nations to ask are not known yet
ANSWERED_BY: Final = {w.ESCAPE: w.DOUBLE_CROSS, w.DOUBLE_CROSS: w.COVER, w.DISCOVERY: w.COVER}  # else Escape
ANSWER_IT = _("{nation}: {other} answers with {chit}; play {answer} against it or pass")
LET_IT_STAND = _("{nation}: {other} answers with {chit}; you cannot play {answer} against it")
OTHERS_ANSWER = _("{other} answers with {chit}; {seat} may play {answer} against it.")


class LetStand(Verb[Table]):
    """Pass: do not answer what was played last."""

    name: ClassVar[str] = "pass"
    clause: ClassVar[str] = "SPY-P12"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Reaction, t.stack[-1])
        frame.choose(t, seat, move)


class Answer(LetStand):
    """Play a chit against what was played last."""

    name: ClassVar[str] = "answer"
    clause: ClassVar[str] = "SPY-14.3"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Reaction, t.stack[-1])
        chit = move - w.ANSWER
        if chit not in frame.allowed(t):
            return w.NOT_THIS_CHIT
        return chit_fault(t, frame.nation_for(t, seat), chit)

    def add(self, t: Table, seat: int, moves: list[int]) -> None:
        frame = cast(Reaction, t.stack[-1])
        nation = frame.nation_for(t, seat)
        for chit in frame.allowed(t):
            if chit_fault(t, nation, chit) == FINE:
                moves.append(w.ANSWER + chit)


LET_STAND: Final = LetStand()
ANSWER: Final = Answer()


class Reaction(Frame[Table]):
    """A window. ``a``, ``b`` and ``c`` describe the deed. ``chain`` holds the chits played so far as nation *
    10 + chit. ``left`` is a mask of the nations still to be asked, and ``answers`` are unseen choices in
    simultaneous polls (SPY-R1).
    """

    window: ClassVar[str] = ""
    opens: ClassVar[list[int]] = []
    """What :meth:`openers` returns, if it is always the same."""
    verbs: ClassVar[Verbs] = (LET_STAND, ANSWER)
    data: ClassVar[tuple[str, ...]] = ("a", "b", "c", "chain", "left", "answers")

    def __init__(self, a: int, b: int, c: int, chain: list[int], left: int, answers: list[int]) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.chain = chain
        self.left = left
        self.answers = answers

    # -- what a window writes ------------------------------------------------------------------------------

    def like(self, chain: list[int], left: int, answers: list[int]) -> "Reaction":
        """The same window with other progress."""
        kind: Any = type(self)
        window: Reaction = kind(self.a, self.b, self.c, chain, left, answers)
        return window

    def opening(self, t: Table) -> int:
        """A mask of the nations that may answer the deed itself."""
        raise NotImplementedError

    def openers(self, t: Table) -> list[int]:
        """The chits that answer the deed itself."""
        return self.opens

    def injured(self, t: Table) -> int:
        """The nation that loses if the first answer of the chain is valid, or ``NEUTRAL``."""
        return NEUTRAL

    def deed(self) -> int:
        """The chit that a valid first answer cancels, as nation * 10 + chit, or -1."""
        return -1

    def stands(self, t: Table) -> None:
        """The deed succeeds; removes the frame."""
        raise NotImplementedError

    def answered(self, t: Table, chit: int) -> None:
        """The first answer of the chain is valid; removes the frame."""
        t.done()

    # -- polling -------------------------------------------------------------------------------------------

    def entitled(self, t: Table) -> int:
        """A mask of the nations that may answer what was played last."""
        chain = self.chain
        if not chain:
            return self.opening(t)
        last = w.chit_of_played_chit(chain[-1])
        before = w.nation_of_played_chit(chain[-2]) if len(chain) > 1 else self.injured(t)
        if last == w.ESCAPE:
            if not t.config.game_advanced:
                return 0
            if t.config.escape_doublecross_any:
                return ALL_NATIONS & ~(1 << w.nation_of_played_chit(chain[-1]))
            return 1 << before if before != NEUTRAL else 0
        if last in (w.DOUBLE_CROSS, w.COVER):
            return 1 << before if before != NEUTRAL else 0
        return 0

    def allowed(self, t: Table) -> list[int]:
        """The chits that answer what was played last."""
        if not self.chain:
            return self.openers(t)
        return [ANSWERED_BY.get(w.chit_of_played_chit(self.chain[-1]), w.ESCAPE)]

    def nation_for(self, t: Table, seat: int) -> int:
        """The nation for which a seat decides now, or -1: the first in the order of the poll."""
        for nation in self.polled(t):
            if t.runner[nation] == seat:
                return nation
        return -1

    def polled(self, t: Table) -> list[int]:
        """The nations that are asked now, in the order of the poll."""
        found: list[int] = []
        turn = int(t.turn)
        for place in range(turn + 1, turn + w.NATIONS + 1):
            if self.left >> place % w.NATIONS & 1:
                found.append(place % w.NATIONS)
                if not t.config.reaction_poll_simultaneous:
                    break
        return found

    def deciders(self, t: Table) -> int:
        seats = 0
        if self.left > 0:
            for nation in self.polled(t):
                seats |= 1 << t.runner[nation]
        return seats

    def legal(self, t: Table, seat: int) -> list[int]:
        moves = [w.PASS]
        ANSWER.add(t, seat, moves)
        return moves

    def verb_of(self, t: Table, move: int) -> Verb[Any] | None:
        if move == w.PASS:
            return LET_STAND
        return ANSWER if w.family(move) == w.ANSWER else None

    def choose(self, t: Table, seat: int, move: int) -> None:
        """A seat passes or answers; a simultaneous poll shows that once all have chosen."""
        nation = self.nation_for(t, seat)
        left = self.left & ~(1 << nation)
        if t.config.reaction_poll_simultaneous:
            t.replace(self.like(self.chain, left, self.with_answer(nation, move)))
        elif move == w.PASS:
            t.replace(self.like(self.chain, left, self.answers))
        else:
            self.lay(t, nation, move - w.ANSWER)

    def with_answer(self, nation: int, move: int) -> list[int]:
        """The answers chosen so far, plus this one."""
        if move == w.PASS:
            return self.answers
        return [*self.answers, w.played_chit(nation, move - w.ANSWER)]

    def lay(self, t: Table, nation: int, chit: int) -> None:
        """Play a chit, and ask the nations that may answer it."""
        play_chit(t, nation, chit)
        t.replace(self.like([*self.chain, w.played_chit(nation, chit)], OPENING, []))

    def resolve(self, t: Table) -> None:
        if self.left == OPENING:
            t.replace(self.like(self.chain, self.entitled(t), []))
        elif self.answers:
            chosen = self.earliest(t, self.answers)
            self.lay(t, w.nation_of_played_chit(chosen), w.chit_of_played_chit(chosen))
        else:
            self.conclude(t)

    def earliest(self, t: Table, answers: list[int]) -> int:
        """Of several answers, that of the nation that would have been asked first."""
        found = answers[0]
        for answer in answers:
            if self.place(t, answer) < self.place(t, found):
                found = answer
        return found

    def place(self, t: Table, answer: int) -> int:
        """How many nations are asked before the one that answered."""
        return (w.nation_of_played_chit(answer) - int(t.turn) - 1) % w.NATIONS

    def conclude(self, t: Table) -> None:
        """All have passed: the last chit stands and cancels the one before it. What that one had answered can
        be answered again (SPY-R1), unless all have just passed on the same question.
        """
        chain = self.chain
        if not chain:
            self.stands(t)
            return
        if t.config.edition < 2:
            self.conclude_whole(t)
            return
        fallen = chain[-2] if len(chain) > 1 else self.deed()
        if fallen >= 0:
            t.emit(w.CANCELLED, PUBLIC, w.nation_of_played_chit(fallen), w.chit_of_played_chit(fallen))
        if len(chain) == 1:
            self.answered(t, w.chit_of_played_chit(chain[0]))
            return
        before = self.like(chain[:-2], OPENING, [])
        if before.entitled(t) == self.entitled(t) and before.allowed(t) == self.allowed(t):
            before.conclude(t)
        else:
            t.replace(before)

    def conclude_whole(self, t: Table) -> None:
        """The first edition: cancel every second chit of the chain at once."""
        chain = self.chain
        fallen = [self.deed()] if len(chain) % 2 and self.deed() >= 0 else []
        for at in range(len(chain)):
            if (len(chain) - 1 - at) % 2 and chain[at] not in fallen:
                fallen.append(chain[at])
        for one in fallen:
            t.emit(w.CANCELLED, PUBLIC, w.nation_of_played_chit(one), w.chit_of_played_chit(one))
        if len(chain) % 2:
            self.answered(t, w.chit_of_played_chit(chain[0]))
        else:
            self.fell(t)

    def fell(self, t: Table) -> None:
        """The first edition: what happens when the first answer was cancelled."""
        t.replace(self.like([], OPENING, []))

    # -- what others see -----------------------------------------------------------------------------------

    def determinize(self, t: Table, seat: int) -> Frame[Table]:
        """In other worlds, unseen choices of others are passes."""
        if not self.answers:
            return self
        eyes = eyes_of(t, seat)
        return self.like(self.chain, self.left, self.answers_seen(eyes))

    def answers_seen(self, eyes: int) -> list[int]:
        """What the nations in the mask ``eyes`` have chosen."""
        return [one for one in self.answers if eyes >> w.nation_of_played_chit(one) & 1]

    def seen_as(self, t: Table, seat: int, move: int, observer: int) -> int:
        nation = self.nation_for(t, seat)
        if not t.config.reaction_poll_simultaneous or insiders(t, nation) >> observer & 1:
            return move
        if self.left != 1 << nation:
            return UNSEEN
        chosen = self.with_answer(nation, move)
        return w.ANSWER + self.earliest(t, chosen) if chosen else w.PASS

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        eyes = eyes_of(t, seat)
        nation = self.nation_for(t, seat)
        return {
            "window": self.window,
            "nation": w.NATION_IDS[nation] if nation >= 0 else None,
            "about": self.about(t),
            "chain": [
                {
                    "nation": w.NATION_IDS[w.nation_of_played_chit(played)],
                    "chit": w.CHIT_IDS[w.chit_of_played_chit(played)],
                }
                for played in self.chain
            ],
            "left": [w.NATION_IDS[n] for n in range(w.NATIONS) if self.left > 0 and self.left >> n & 1],
            "allowed": [w.CHIT_IDS[chit] for chit in self.allowed(t)],
            "chosen": [w.CHIT_IDS[w.chit_of_played_chit(one)] for one in self.answers_seen(eyes)],
            **self.asks(t, nation),
        }

    def asks(self, t: Table, nation: int) -> dict[str, str]:
        """Once a chit has been played, the question is about that chit, not about the deed."""
        if not self.chain:
            return {}
        able = nation < 0 or not chit_fault(t, nation, self.allowed(t)[0])
        return {"ask": ANSWER_IT if able else LET_IT_STAND, "wait": OTHERS_ANSWER}

    def things(self, t: Table) -> dict[str, tuple[Domain, int]]:
        """What the window is about; this is public."""
        return {}

    def about(self, t: Table) -> dict[str, str]:
        """The same as labels."""
        return {name: domain.label(number) for name, (domain, number) in self.things(t).items()}

    def places(self, t: Table, seat: int) -> dict[str, str]:
        nation = self.nation_for(t, seat)
        places = {"nation": w.NATION.titles[nation] if nation >= 0 else "", **self.titles(t)}
        if self.chain:
            last = self.chain[-1]
            places["other"] = w.NATION.titles[w.nation_of_played_chit(last)]
            places["chit"] = w.CHIT.titles[w.chit_of_played_chit(last)]
            places["answer"] = w.CHIT.titles[self.allowed(t)[0]]
        return places

    def titles(self, t: Table) -> dict[str, str]:
        """The same in the sentences of the window."""
        return {name: domain.title(number) for name, (domain, number) in self.things(t).items()}
