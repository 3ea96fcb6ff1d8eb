"""How a game of Season 0 is evaluated, and what it leaves to the campaign."""

from typing import Final

from spyring.engine.i18n import _
from spyring.engine.outcome import Outcome
from spyring.engine.position import Json
from spyring.engine.reason import Reason
from spyring.games.season0 import words as w
from spyring.games.season0.aliases import alias_number
from spyring.games.season0.box import MAX_AGENTS, MAX_SURVEILLANCE, STICKER_IDS, TRACK_SYMBOLS
from spyring.games.season0.campaign.file import CampaignFile
from spyring.games.season0.generated import Table

REASONS: Final = (
    _("Success: every objective is complete."),
    _("Adequate: one objective is incomplete."),
    _("Failing: two or more objectives are incomplete."),
)
FORMER: Final = (  # in the results of stored games
    _("{one} was still open when the game ended: {cause}."),
    _("Objectives still open at the end: {n}, including {one}. The game ended: {cause}."),
)
CLAUSES: Final = ("SZ-16.4", "SZ-16.5", "SZ-16.6")


def completed(t: Table) -> int:
    """How many objectives are complete."""
    return t.status.count(w.COMPLETE)


def evaluation(t: Table) -> int:
    """SUCCESS, ADEQUATE or FAILING, by the number of incomplete objectives (SZ-16.4 to SZ-16.6)."""
    return min(len(t.status) - completed(t), w.FAILING)


def outcome(t: Table) -> Outcome:
    """All seats win or lose together (SZ-1.1)."""
    seats = int(t.seats)
    found = evaluation(t)
    done = completed(t)
    winners = (1 << seats) - 1 if found == w.SUCCESS else 0
    parts = tuple({_("objectives complete"): done} for _seat in range(seats))
    share = float(done) / float(len(t.status))
    return Outcome(winners, (1,) * seats, (done,) * seats, parts, REASONS[found], CLAUSES[found], share)


def calendar_row(t: Table) -> Json:
    """How the calendar tells of this game (SZ-16.9)."""
    return {
        "month": w.MONTH_IDS[t.config.month],
        "attempt": t.config.attempt,
        "evaluation": w.EVALUATION_IDS[evaluation(t)],
        "seats": int(t.seats),
        "funding": t.config.funding,
        "objectives": {card.id: t.status[n] == w.COMPLETE for n, card in enumerate(t.config.objectives)},
    }


def legacy(t: Table) -> Json:
    """What the game returns to the campaign: its data with the current passports, and a report."""
    config = t.config
    assert config.legacy is not None
    data = {key: value for key, value in config.legacy.items() if key != "report"}
    if "aliases" in data:
        data["aliases"] = passports(t, data["aliases"])
    data["report"] = report(t)
    return data


def passports(t: Table, rows: list[Json]) -> list[Json]:
    """The aliases with their current losses and gains."""
    found: list[Json] = []
    for row in rows:
        number = alias_number(row)
        if t.config.aliases[number] is not None:
            slots = [STICKER_IDS[held] or None for held in t.slots[number]]
            boxes = [TRACK_SYMBOLS[symbol] for symbol in t.uncovered[number]]
            now = {"uncovered": boxes, "slots": slots, "burned": bool(t.burned >> number & 1)}
            row = {**row, **now}
        found.append(row)
    return found


def final_score(file: CampaignFile, watched: tuple[int, ...]) -> Json:
    """The score of the year: from the evaluations, and from the state of the world (SZ-4.7).

    If a month was played twice, only the last evaluation counts.
    """
    points = file.content.final
    last = {row["month"]: row["evaluation"] for row in file.log["calendar"]}
    counts = {name: list(last.values()).count(name) for name in w.EVALUATION_IDS}
    counts["protocol"] = sum(key.startswith("protocol ") for key in file.log["opened"])
    counts["flag"] = sum(flag in file.log["flags"] for flag in points["flags"])
    counts["watched"] = watched.count(MAX_SURVEILLANCE)
    counts["burned"] = sum(bool(alias["burned"]) for alias in file.data["aliases"])
    parts = {name: count * int(points[name]) for name, count in counts.items()}
    score = max(0, sum(parts.values()))
    ending = next(e for e in file.content.endings if score >= e["from"])
    return {"score": score, "parts": parts, "name": ending["name"], "text": ending["text"]}


def report(t: Table) -> Json:
    """How the game went, for the six steps after it (SZ-16)."""
    config = t.config
    ids = config.box.ids
    objectives: list[Json] = []
    for number, card in enumerate(config.objectives):
        complete = t.status[number] == w.COMPLETE
        seat = t.done_by[number]
        objectives.append(
            {
                "id": card.id,
                "status": "complete" if complete else "failed",
                "entry": card.complete if complete else card.failed,
                "seat": w.SEAT_IDS[seat] if seat >= 0 else None,
            }
        )
    return {
        "evaluation": w.EVALUATION_IDS[evaluation(t)],
        "cause": w.CAUSE_IDS[t.cause] if t.cause >= 0 else None,
        "seats": int(t.seats),
        "objectives": objectives,
        "tokens": {ids[city]: t.tokens[city] for city in range(w.CITIES) if t.tokens[city]},
        "safehouses": [ids[city] for city in range(w.CITIES) if t.safe[city]],
        "game_end": [ids[card] for card in t.game_end],
        "notes": dict(t.notes),
    }


# -- what decided it -----------------------------------------------------------------------------------------


def verdict(t: Table, seat: int) -> list[Reason]:
    """What decided the evaluation of the group, and what this seat did for it."""
    return [*group_verdict(t), seat_verdict(t, seat)]


def group_verdict(t: Table) -> list[Reason]:
    """What ended the game and when, and each objective that was missed."""
    missing = [card.name for card, status in zip(t.config.objectives, t.status) if status != w.COMPLETE]
    if not missing:
        return [Reason(_("Every objective was completed in time."))]
    lines: list[Reason] = []
    open_still = t.cause >= 0 and t.cause != w.BY_OBJECTIVES
    if open_still:
        values = {"n": str(int(t.month_turn)), "cause": w.CAUSE.titles[t.cause]}
        lines.append(Reason(_("The game ended on turn {n}: {cause}."), values))
        lines.extend(why_it_ran_out(t))
    for name in missing:
        text = _("{one} was still open.") if open_still else _("{one} was missed.")
        lines.append(Reason(text, {"one": name}))
    return lines


def why_it_ran_out(t: Table) -> list[Reason]:
    """Where the pieces went that ran out."""
    if t.cause == w.BY_AGENTS:
        full = t.agents.count(MAX_AGENTS)
        return [Reason(_("Cities full of agents at the end: {n}."), {"n": str(full)})] if full else []
    if t.cause == w.BY_TOKENS:
        most = max(t.tokens)
        tied = [str(city["name"]) for city, n in zip(t.config.box.cities, t.tokens) if n == most]
        return [Reason(_("Most incidents: {city}, {n}."), {"city": one, "n": str(most)}) for one in tied]
    return []


def seat_verdict(t: Table, seat: int) -> Reason:
    """What a seat itself completed."""
    own = [n for n, status in enumerate(t.status) if status == w.COMPLETE and t.done_by[n] == seat]
    done = [t.config.objectives[number].name for number in own]
    values = {"seat": w.SEAT.titles[seat], "all": str(completed(t)), "of": str(len(t.status))}
    for number, name in enumerate(done):
        values[f"name{number}"] = name
    text, yours = DONE[min(len(done), 3)]
    return Reason(text, values, yours=yours)


DONE: Final = (  # by the number of objectives
    (
        _("{seat} completed no objectives; the team completed {all} of {of}."),
        _("You completed no objectives; the team completed {all} of {of}."),
    ),
    (
        _("{seat} completed one objective: {name0}."),
        _("You completed one objective: {name0}."),
    ),
    (
        _("{seat} completed two objectives: {name0} and {name1}."),
        _("You completed two objectives: {name0} and {name1}."),
    ),
    (
        _("{seat} completed all the objectives: {name0}, {name1} and {name2}."),
        _("You completed all the objectives: {name0}, {name1} and {name2}."),
    ),
)
