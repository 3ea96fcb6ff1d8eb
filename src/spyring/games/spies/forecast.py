"""Who is ahead in Spies!, as far as a seat can tell: the records, and the secrets still at home."""

from spyring.engine.forecast import Estimate, Forecast, sure
from spyring.engine.position import Json
from spyring.games.spies import words as w
from spyring.games.spies.box import FIRST_YEAR, Box
from spyring.games.spies.scoring import AT_HOME, CAPTURED, CASHED, KILLED


def forecast(box: Box, view: Json) -> list[Forecast]:
    """What each seat would score if the war started now: its best nation counts (SPY-R52)."""
    table = view["table"]
    found: list[Forecast] = []
    for seat in view["seats"]:
        nations = [row for row in table["nations"] if table["runners"][row["nation"]] == seat]
        if len(view["seats"]) == 2:  # Russia counts for nobody (SPY-R53)
            nations = [row for row in nations if row["nation"] != w.NATION_IDS[w.RUSSIA]]
        each = [Forecast(seat, _parts(box, table, row)) for row in nations]
        best = each[0]
        for one in each:
            if one.likely > best.likely:
                best = one
        found.append(best)
    return found


def _parts(box: Box, table: Json, row: Json) -> list[Estimate]:
    """For everything in the record, its value times the factor of its box (SPY-17.3)."""
    nation = row["nation"]
    values = [float(value) for value in box.value]
    strengths = [float(strength) for strength in box.strength if strength]
    booty = [one for one in table["secrets"] if _in_record(one, nation)]
    cashed = [(one["value"], values, one["off"]["year"]) for one in booty]
    captives = [one for one in table["spies"] if _in_record(one, nation)]
    spies = [(one["strength"], strengths, one["off"]["year"]) for one in captives]
    left = [one for one in table["secrets"] if _at_home(box, table, one, nation)]
    home = [(one["value"], values, table["year"]) for one in left]
    killed = sum(row["markers"][year] * box.marker * box.factors[year] for year in range(w.YEARS))
    brought = [_sum(CASHED, box, cashed), _sum(CAPTURED, box, spies)]
    return [*brought, sure(KILLED, killed), _sum(AT_HOME, box, home)]


def _in_record(one: Json, nation: str) -> bool:
    return one["off"] is not None and one["off"]["box"] == "record" and one["off"]["nation"] == nation


def _at_home(box: Box, table: Json, one: Json, nation: str) -> bool:
    """Whether a secret would enter the record at the end (SPY-17.2)."""
    if one["at"] is None or one["control"] not in (None, nation) or one["at"] not in box.city_ids:
        return False
    printed = box.owner[box.city_ids.index(one["at"])]
    owner = table["territory"].get(one["at"], w.NATION_IDS[printed] if 0 <= printed < w.NATIONS else None)
    return bool(owner == nation)


def _sum(title: str, box: Box, things: list[tuple[int | None, list[float], int]]) -> Estimate:
    """The sum of things with known or unknown values in boxes of different years."""
    low = likely = high = 0.0
    for value, possible, year in things:
        factor = box.factors[year - FIRST_YEAR]
        if value is not None:
            low, likely, high = low + value * factor, likely + value * factor, high + value * factor
        else:
            low += min(possible) * factor
            likely += sum(possible) / len(possible) * factor
            high += max(possible) * factor
    return title, low, likely, high
