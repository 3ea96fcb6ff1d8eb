"""SZ-R38: decisions of the group."""

from typing import Any, ClassVar, Final, cast

from spyring.engine.frame import NOT_ASKED, Frame
from spyring.engine.seats import PUBLIC
from spyring.engine.verb import FINE, Verb
from spyring.games.season0 import words as w
from spyring.games.season0.generated import Table

HOST: Final = 0


class Vote:
    """The progress of a group decision: the proposed move or -1, its proposer, masks of the seats that agreed
    and refused, and the number of dropped proposals.
    """

    def __init__(self, proposal: int, proposer: int, agreed: int, refused: int, dropped: int) -> None:
        self.proposal = proposal
        self.proposer = proposer
        self.agreed = agreed
        self.refused = refused
        self.dropped = dropped

    def pack(self) -> list[Any]:
        return [self.proposal, self.proposer, self.agreed, self.refused, self.dropped]

    def fits(self, seats: int) -> bool:
        """Whether it is a valid vote for this many seats."""
        proposed = self.proposal >= 0
        voted = self.agreed | self.refused
        return -1 <= self.proposer < seats and proposed == (self.proposer >= 0) and 0 <= voted < 1 << seats


NO_VOTE: Final[list[Any]] = [-1, -1, 0, 0, 0]


class Proposal(Verb[Table]):
    """One of the choices of the group: proposed, or carried out if one seat decides alone."""

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Group, t.stack[-1])
        return w.VOTE_FIRST if frame.vote.proposal >= 0 else self.choice_fault(t, move)

    def choice_fault(self, t: Table, move: int) -> int:
        """Why the group cannot choose this."""
        return FINE

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Group, t.stack[-1])
        if frame.alone(t) >= 0:
            frame.accept(t, move)
        else:
            frame.emit_proposal(t, seat, move)
            t.replace(frame.voting([move, seat, 1 << seat, 0, frame.vote.dropped]))


class Agree(Verb[Table]):
    """Agree to the proposal."""

    name: ClassVar[str] = "agree"
    clause: ClassVar[str] = "SZ-R38"

    def fault(self, t: Table, seat: int, move: int) -> int:
        frame = cast(Group, t.stack[-1])
        return FINE if frame.vote.proposal >= 0 else NOT_ASKED

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Group, t.stack[-1])
        t.emit(w.AGREED, PUBLIC, seat)
        frame.count(t, frame.vote.agreed | 1 << seat, frame.vote.refused)


class Refuse(Agree):
    """Refuse the proposal."""

    name: ClassVar[str] = "refuse"

    def play(self, t: Table, seat: int, move: int) -> None:
        frame = cast(Group, t.stack[-1])
        t.emit(w.REFUSED, PUBLIC, seat)
        frame.count(t, frame.vote.agreed, frame.vote.refused | 1 << seat)


AGREE: Final = Agree()
REFUSE: Final = Refuse()


class Group(Frame[Table]):
    """Any seat proposes one of the choices, the others agree or refuse. After as many refused proposals as
    there are seats, the host (the first seat) decides alone (SZ-R38). The verbs are the choices, followed by
    ``AGREE`` and ``REFUSE``. The vote is the last argument of ``__init__``.
    """

    clause: ClassVar[str] = "SZ-R38"

    def __init__(self, vote: list[Any]) -> None:
        self.vote = Vote(*vote)

    def choices(self, t: Table) -> list[int]:
        """The moves that the group chooses from; if there are none, nothing is asked."""
        return super().legal(t, HOST)

    def accept(self, t: Table, move: int) -> None:
        """Carry out the choice of the group; remove this frame, or replace it."""
        raise NotImplementedError

    def nothing(self, t: Table) -> None:
        """Continue if there is nothing to choose."""
        t.done()

    def voting(self, vote: list[Any]) -> "Group":
        """The same question with another vote."""
        kind: Any = type(self)
        found: Group = kind(*super().pack(), vote)
        return found

    def pack(self) -> list[Any]:
        return [*super().pack(), self.vote.pack()]

    def alone(self, t: Table) -> int:
        """The seat that decides alone, or -1."""
        if t.config.group_decision_host or self.vote.dropped >= t.seats:
            return HOST
        return -1

    def emit_proposal(self, t: Table, seat: int, move: int) -> None:
        """Announce the proposal."""
        t.emit(w.PROPOSAL_MADE, PUBLIC, seat)

    def deciders(self, t: Table) -> int:
        if self.vote.proposal >= 0:
            return (1 << t.seats) - 1 & ~(self.vote.agreed | self.vote.refused)
        if not self.choices(t):
            return 0
        alone = self.alone(t)
        return (1 << t.seats) - 1 if alone < 0 else 1 << alone

    def shared(self, t: Table) -> bool:
        return self.vote.proposal < 0

    def legal(self, t: Table, seat: int) -> list[int]:
        return [w.AGREE, w.REFUSE] if self.vote.proposal >= 0 else self.choices(t)

    def count(self, t: Table, agreed: int, refused: int) -> None:
        """Whether the proposal is accepted, dropped, or still open."""
        vote = self.vote
        seats = int(t.seats)
        needed = seats // 2 + 1 if t.config.group_decision_majority else seats
        if agreed.bit_count() >= needed:
            self.accept(t, vote.proposal)
        elif seats - refused.bit_count() < needed:
            t.replace(self.voting([-1, -1, 0, 0, vote.dropped + 1]))
        else:
            t.replace(self.voting([vote.proposal, vote.proposer, agreed, refused, vote.dropped]))

    def resolve(self, t: Table) -> None:
        self.nothing(t)

    def other_fault(self, t: Table, seat: int) -> int:
        return w.VOTE_FIRST if self.vote.proposal >= 0 else NOT_ASKED

    def view(self, t: Table, seat: int) -> dict[str, Any]:
        vote = self.vote
        return {
            "proposal": t.game.moves.name(vote.proposal) if vote.proposal >= 0 else None,
            "proposer": w.SEAT.label(vote.proposer) if vote.proposer >= 0 else None,
            "agreed": [w.SEAT.label(other) for other in range(t.seats) if vote.agreed >> other & 1],
        }
