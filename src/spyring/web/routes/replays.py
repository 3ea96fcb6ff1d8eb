"""Finished games: step by step, from any seat or all at once, and on from there against bots."""

from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from spyring.server.payloads import Person
from spyring.web.printing import board_of, look_of, page
from spyring.web.routes.answering import AForm, AHall, AVisitor, AWords, as_somebody, go, pages
from spyring.web.screen import Json, of_replay

router = pages()

TOLD_STEPS = 8  # how far back the log of a step reaches


@router.get("/tables/{table}/replay")
async def replay(
    request: Request,
    table: str,
    hall: AHall,
    visitor: AVisitor,
    words: AWords,
    step: int = 0,
    seat: str = "all",
) -> Response:
    """A finished game after so many moves. ``seat`` is a number, ``none`` for a spectator, or ``all``."""
    card = await hall.table(table, visitor.person, translate=words.translate)
    game = hall.game(card.game)
    viewer = int(seat) if seat.isdigit() else None
    first = await hall.replay(table, visitor.person, 0, viewer, translate=words.translate)
    step = max(0, min(step, first.steps))
    steps = [
        await hall.replay(table, visitor.person, at, viewer, translate=words.translate)
        for at in range(max(0, step - TOLD_STEPS), step + 1)
    ]
    hands = []
    if seat == "all":
        seen = [
            await hall.replay(table, visitor.person, step, at, translate=words.translate)
            for at in range(len(card.seats))
        ]
        hands = [of_replay(game, [one], card.seats, words) for one in seen]
        steps[-1] = steps[-1].model_copy(
            update={"view": together(steps[-1].view, [one.view for one in seen])}
        )
    screen = of_replay(game, steps, card.seats, words)
    now = steps[-1]
    facts = {
        "id": table,
        "path": f"/tables/{table}",
        "number": step,
        "step": step,
        "status": "over",
        "replay": {
            "step": step,
            "steps": now.steps,
            "seat": seat,
            "sentence": now.sentence,
            "reason": now.reason,
            "mover": None if now.mover is None else card.seats[now.mover].title,
        },
        "undo": None,
        "lesson": None,
    }
    return page(
        request,
        visitor,
        "table.html",
        screen=screen,
        hands=hands,
        table=facts,
        card=card,
        game=game,
        board=board_of(game.name),
        talk=[],
        notebook="",
        notice="",
    )


@router.get("/tables/{table}/replay/turn")
async def turn(
    table: str, hall: AHall, visitor: AVisitor, words: AWords, step: int = 0, seat: str = "all", way: int = 1
) -> Response:
    """To where the next turn begins, or the one before."""
    card = await hall.table(table, visitor.person)
    look = look_of(hall.game(card.game), words)
    begins = {*getattr(look, "turns", ()), *getattr(look, "chapters", ())}
    on = 1 if way > 0 else -1
    at = await hall.replay(table, visitor.person, 0)
    step = max(0, min(step, at.steps))
    while 0 <= step + on <= at.steps:
        step += on
        at = await hall.replay(table, visitor.person, step)
        if any(told.fields["kind"] in begins for told in at.events):
            break
    return go(f"/tables/{table}/replay?step={step}&seat={quote(seat)}")


def together(public: Json, views: list[Json]) -> Json:
    """What all seats know put together: whatever is unknown to everybody stays unknown.

    >>> together({"you": None, "hand": [None, None]}, [{"hand": ["x", None]}, {"hand": [None, "y"]}])
    {'you': None, 'hand': ['x', 'y']}
    """
    return {**_merged([public, *views]), "you": None}


def _merged(parts: list[Any]) -> Any:
    first = next((part for part in parts if part is not None), None)
    if isinstance(first, dict):
        return {key: _merged([part.get(key) for part in parts if isinstance(part, dict)]) for key in first}
    if isinstance(first, list):
        same = [part for part in parts if isinstance(part, list) and len(part) == len(first)]
        return [_merged([part[at] for part in same]) for at in range(len(first))]
    return first


@router.get("/tables/{table}/record")
async def record(table: str, hall: AHall, visitor: AVisitor) -> Response:
    """The record of a finished game as a file."""
    text = await hall.record(table, visitor.person)
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{table}.spyring.txt"'}
    )


@router.post("/tables/{table}/play-on")
async def play_on(request: Request, table: str, hall: AHall, form: AForm) -> Response:
    """On from this step against bots."""

    async def sit_down(person: Person) -> str:
        card = await hall.play_on(table, person, form.number("step") or 0, form.number("seat") or 0)
        return f"/tables/{card.id}"

    return await as_somebody(request, form.visitor, sit_down)
