"""Finished games: step by step, from any seat or all at once, and on from there against bots."""

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from spyring.server.payloads import Person
from spyring.web.printing import board_of, page
from spyring.web.routes.answering import AForm, AHall, AVisitor, AWords, as_somebody, pages
from spyring.web.screen import of_replay

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
    screen = of_replay(game, steps, card.seats, words)
    hands = []
    if seat == "all":
        for at in range(len(card.seats)):
            seen = await hall.replay(table, visitor.person, step, at, translate=words.translate)
            hands.append(of_replay(game, [seen], card.seats, words))
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
