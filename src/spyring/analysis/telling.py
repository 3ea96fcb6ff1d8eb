"""An analysis in words for one reader, and as a picture: what pages and the terminal share."""

from dataclasses import dataclass
from typing import Any, Final

from spyring.analysis.beliefs import said, title_of
from spyring.engine.game import Game
from spyring.engine.i18n import Translate, _, english, filled

Json = dict[str, Any]

BETTER: Final = _(
    "{seat} chose “{played}”. “{best}” was better by about {loss} percentage points (±{error})."
)
PART_MORE: Final = _("{part}: +{points} at the end, better in {share} of 10 simulated games.")
PART_LESS: Final = _("{part}: −{points} at the end, but better overall.")
BELIEVED: Final = _("{truth}. From what {seat} could know, the chance of this was {chance}%.")
BELIEVED_OTHERWISE: Final = _(
    "{truth}. {seat} could give this a chance of {chance}%, and {other} {other_chance}%."
)
CHANCE_TO_WIN: Final = _("chance to win")
CHANCE_TO_SUCCEED: Final = _("chance to complete the objectives")
TRUE: Final = _("with everything known")
KNOWN: Final = _("with what the seat could know")
SOURCES: Final = {"chance": _("luck"), "own": _("own decisions"), "others": _("the others' decisions")}

WIDTH, HEIGHT = 960, 340
LEFT, RIGHT, TOP, BOTTOM = 44, 130, 12, 28
MAX_BANDS: Final = 80
MAX_POINTS: Final = 600  # of a line


def points(chance: float) -> str:
    """A chance as people read it: in points of a hundred."""
    return str(round(100 * abs(chance)))


def signed(chance: float) -> str:
    """The same with its sign."""
    return f"{'−' if round(100 * chance) < 0 else '+'}{points(chance)}"


@dataclass(frozen=True, slots=True)
class Teller:
    """Says what an analysis found."""

    game: Game
    analysis: Json
    translate: Translate = english

    def title(self, seat: str) -> str:
        """A seat as people read it."""
        seats = self.analysis["seats"]
        return self.translate(self.game.seat_titles(len(seats))[seats.index(seat)])

    def measure(self) -> str:
        """What the curve shows."""
        return self.translate(CHANCE_TO_SUCCEED if self.analysis["cooperative"] else CHANCE_TO_WIN)

    def move(self, text: str) -> str:
        """A move in words."""
        moves = self.game.moves
        return moves.say(moves.parse(text), self.translate).rstrip(".")

    def decision(self, found: Json) -> str:
        """A mistake in a sentence."""
        values = {
            "seat": self.title(found["seat"]),
            "played": self.move(found["played"]),
            "best": self.move(found["best"]),
            "loss": points(found["loss"]),
            "error": points(found["error"]),
        }
        return filled(self.translate(BETTER), values)

    def because(self, found: Json) -> list[str]:
        """Why the better move is better: the parts of the score that differ."""
        return [
            filled(
                self.translate(PART_MORE if part["points"] > 0 else PART_LESS),
                {
                    "points": f"{abs(part['points']):.1f}",
                    "part": self.game.part_title(part["part"], self.translate),
                    "share": str(round(10 * part["worlds"])),
                },
            )
            for part in found["because"]
        ]

    def belief(self, found: Json) -> str:
        """What could be believed, in a sentence."""
        values = {
            "truth": said(self.game, found["text"], found["fields"], self.translate),
            "seat": self.title(found["seat"]),
            "chance": points(found["chance"]),
            "other": title_of(self.game, found["likeliest"], self.translate),
            "other_chance": points(found["likeliest_chance"]),
        }
        misled = found["likeliest_chance"] > found["chance"]
        return filled(self.translate(BELIEVED_OTHERWISE if misled else BELIEVED), values)

    def worst(self) -> list[Json]:
        """The decisions, the costliest first."""
        return sorted(self.analysis["decisions"], key=lambda found: -found["loss"])

    # -- the picture -----------------------------------------------------------------------------------------

    def x(self, number: int) -> float:
        """Where a move stands in the picture."""
        last = max(1, len(self.analysis["curve"]) - 1)
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / last, 1)

    def y(self, chance: float) -> float:
        """Where a chance stands."""
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance), 1)

    def path(self, seat: str, kind: str) -> str:
        """A line of the curve: ``true`` or ``known``."""
        found = self._points(seat, kind)
        return f"M{' L'.join(found)}" if found else ""

    def gap(self, seat: str) -> str:
        """The space between how a seat stood and what it could know."""
        known = self._points(seat, "known")
        return f"M{' L'.join([*self._points(seat, 'true'), *reversed(known)])}Z" if known else ""

    def _points(self, seat: str, kind: str) -> list[str]:
        *curve, last = self.analysis["curve"]
        return [
            f"{self.x(point['number'])},{self.y(point[kind][seat])}"
            for point in [*curve[:: -(-len(curve) // MAX_POINTS) or 1], last]
            if seat in point[kind]
        ]

    def bands(self) -> list[Json]:
        """The picture cut into bands that lead to a move each, wide enough to be clicked."""
        moves = len(self.analysis["curve"]) - 1
        step = max(1, -(-moves // MAX_BANDS))
        return [
            {"move": move, "x": self.x(move), "end": self.x(min(moves, move + step))}
            for move in range(0, moves, step)
        ]

    def lines(self) -> list[Json]:
        """The lines of all seats; where all win or lose together the true one is drawn once."""
        seats = self.analysis["seats"]
        return [
            {
                "number": number,
                "title": self.title(seat),
                "true": self.path(seat, "true") if number == 0 or not self.analysis["cooperative"] else "",
                "known": self.path(seat, "known"),
                "gap": self.gap(seat),
            }
            for number, seat in enumerate(seats)
        ]

    def labels(self) -> list[Json]:
        """Where the names of the lines stand: beside their last third, none over another."""
        seats, curve = self.analysis["seats"], self.analysis["curve"]
        at = max(0, len(curve) - 2)
        wanted = sorted((self.y(curve[at]["true"][seat]), number) for number, seat in enumerate(seats))
        found: list[Json] = []
        floor = float(HEIGHT - BOTTOM)
        for y, number in reversed(wanted):
            floor = min(y, floor)
            found.append({"number": number, "y": round(floor + 4.0, 1), "title": self.title(seats[number])})
            floor -= 16.0
        return found

    def turns(self) -> list[Json]:
        """The turning points at which somebody's chance changed by a point at least."""
        found = self.analysis["turning_points"]
        return [one for one in found if any(abs(swing) >= 0.01 for swing in one["swing"].values())]
