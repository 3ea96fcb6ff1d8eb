"""Who is ahead in Kraków, as far as a seat can tell: points so far, points of the districts now, and the
group.
"""

from spyring.engine.forecast import Estimate, Forecast, guessed, sure
from spyring.engine.i18n import _
from spyring.engine.position import Json
from spyring.games.krakow.box import Box


def forecast(box: Box, view: Json) -> list[Forecast]:
    """What each seat would score if the year ended now."""
    table = view["table"]
    districts = team_points(table)
    found: list[Forecast] = []
    for row in table["players"]:
        parts = [sure(_("own"), row["points"])]
        if table["season"] != "year-end" or _is_dividing(view):
            parts.append(sure(_("current districts"), districts[row["team"]]))
        parts.append(_group(table, row))
        found.append(Forecast(row["seat"], parts))
    return found


def team_points(table: Json) -> dict[str, int]:
    """What the districts would give each member of a team now (KRK-12.2, KRK-12.3)."""
    points = {"white": 0, "black": 0}
    for row in table["districts"]:
        white, black = (sum(field[team] for field in row["fields"].values()) for team in ("white", "black"))
        if white != black:
            points["white" if white > black else "black"] += row["points"]
    return points


def _is_dividing(view: Json) -> bool:
    """Whether gold is still being divided, so that the districts are not counted yet."""
    return view["asked"] is not None and str(view["asked"]["clause"]).startswith("KRK-11")


def _group(table: Json, row: Json) -> Estimate:
    """The points of a seat's group. The viewer knows its own group; for another seat it may be any group that
    no seat known to the viewer serves.
    """
    served = [player["identity"] for player in table["players"] if player["identity"]]
    if row["identity"]:
        return sure(_("group"), table["groups"][row["identity"]])
    return guessed(_("group"), [float(n) for group, n in table["groups"].items() if group not in served])
