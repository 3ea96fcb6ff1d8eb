"""Setup, and how a round starts and ends (EST-2, EST-4, EST-7.5)."""

from typing import ClassVar, Final

from spyring.engine.frame import Frame
from spyring.engine.knowledge import ALL_KNOW
from spyring.engine.seats import PUBLIC
from spyring.games.estoril import scoring
from spyring.games.estoril import words as w
from spyring.games.estoril.box import MISSIONS, OPEN_MISSIONS, ROUNDS
from spyring.games.estoril.generated import Table
from spyring.games.estoril.grid import REWARD, Layout
from spyring.games.estoril.rules.deployment import DEPLOY
from spyring.games.estoril.tiles import is_up, own


class BeginGame(Frame[Table]):
    """Starting tiles, missions, the draw pile and the first player (EST-2)."""

    clause: ClassVar[str] = "EST-2.1"

    def resolve(self, t: Table) -> None:
        seats = int(t.seats)
        t.hands = [t.config.box.starters(seat) for seat in range(seats)]
        for seat in range(seats):
            own(t, seat, t.hands[seat])
        self.deal_missions(t)
        t.pile = t.config.box.pile[:]
        t.shuffle(t.pile)
        t.round = t.config.box.first_round
        t.first = t.roll(seats)
        t.emit(w.FIRST_PLAYER, PUBLIC, t.first)
        t.replace(BEGIN_ROUND)

    def deal_missions(self, t: Table) -> None:
        """Open missions, then those between neighbours, then agendas without strength (EST-R7, EST-R46)."""
        seats = int(t.seats)
        missions = list(range(MISSIONS))
        t.shuffle(missions)
        t.missions = tuple(
            missions.pop() for _mission in range(1 if t.config.secret_missions else OPEN_MISSIONS)
        )
        for mission in t.missions:
            t.emit(w.MISSION_OPEN, PUBLIC, mission)
        if t.config.secret_missions:
            t.between = tuple(missions.pop() for _seat in range(seats))
            for seat in range(seats):
                other = (seat + 1) % seats
                t.emit(w.MISSION_BESIDE, 1 << seat | 1 << other, seat, other, t.between[seat])
        if t.config.recruiting_agenda:
            if t.config.box.strength_mission in missions:
                missions.remove(t.config.box.strength_mission)
            t.agendas = tuple(missions.pop() for _seat in range(seats))
            for seat in range(seats):
                t.emit(w.AGENDA, 1 << seat, seat, t.agendas[seat])


class BeginRound(Frame[Table]):
    """Six of the eight boards in random spots and turns, each with a reward (EST-4.1 to EST-4.3)."""

    clause: ClassVar[str] = "EST-4.1"

    def resolve(self, t: Table) -> None:
        boards = t.config.box.in_play[:]
        t.shuffle(boards)
        in_grid = t.config.box.in_grid
        turns = [int(t.roll(4)) for _board in range(in_grid)]
        lay_out(t, Layout(t.config.sites, tuple(boards[:in_grid]), tuple(turns)))
        t.emit(w.ROUND_BEGINS, PUBLIC, t.round + 1)
        for spot in range(in_grid):
            deal_reward(t, boards[spot])
            if t.event_log is not None:
                self.announce(t, spot, boards[spot])
        t.replace(END_ROUND)
        t.push(DEPLOY)

    def announce(self, t: Table, spot: int, board: int) -> None:
        t.emit(w.BOARD_LAID, PUBLIC, board, spot, t.layout.turns[spot])
        if is_up(t, REWARD + board):
            t.emit(w.REWARD_OPEN, PUBLIC, board, t.tiles[REWARD + board])
        else:
            t.emit(w.REWARD_SECRET, PUBLIC, board)


def lay_out(t: Table, layout: Layout) -> None:
    """Lay out the empty boards of a new round."""
    t.layout = layout
    t.turn = t.first
    t.free = layout.whole
    t.open = [layout.outer] * int(t.seats)


def deal_reward(t: Table, board: int) -> None:
    """Put the next tile of the pile on the reward space, face down if that is Top Secret (EST-4.3)."""
    place = REWARD + board
    tile = t.pile.pop()
    t.tiles[place] = tile
    if not t.config.box.top_secret[place]:
        t.known.reveal(tile)
    elif t.known.seen[tile] == PUBLIC:
        t.known.deal([tile], ALL_KNOW)


class EndRound(Frame[Table]):
    """A new first player and a new round; after round 4 the points are counted (EST-7.5, EST-10.1)."""

    clause: ClassVar[str] = "EST-7.5"

    def resolve(self, t: Table) -> None:
        if t.round + 1 < ROUNDS:
            t.first = (t.first + 1) % t.seats
            t.round += 1
            t.replace(BEGIN_ROUND)
            return
        t.finish()
        if t.event_log is not None:
            self.announce(t)

    def announce_ties(self, t: Table, mission: int, points: list[int]) -> None:
        """Announce the rule that divides the points of tied missions."""
        kinds = (w.FIRST_PLACE_TIED, w.SECOND_PLACE_TIED) if t.config.second_place else (w.MISSION_TIED,)
        places = sorted({point for point in points if point}, reverse=True)
        for kind, place in zip(kinds, places, strict=False):
            if points.count(place) > 1:
                t.emit(kind, PUBLIC, mission, points.count(place))

    def announce(self, t: Table) -> None:
        seats = int(t.seats)
        for mission in scoring.scored_missions(t):
            points = scoring.mission_points(t, mission)
            for seat in range(seats):
                t.emit(w.MISSION_SHOWN, PUBLIC, mission, seat, points[seat])
            self.announce_ties(t, mission, points)
        for seat in range(len(t.agendas)):
            t.emit(w.AGENDA_SHOWN, PUBLIC, seat, t.agendas[seat], scoring.agenda_points(t, seat))
        rows = scoring.breakdown(t)
        totals = sorted([(sum(rows[seat].values()), seat) for seat in range(seats)])
        for total, seat in totals:  # from last to first
            t.emit(w.FINAL_SCORE, PUBLIC, seat, total)


BEGIN_ROUND: Final = BeginRound()
END_ROUND: Final = EndRound()
