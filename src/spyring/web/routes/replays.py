"""Finished games: step by step, from any seat or all seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse

from spyring.engine.game import Game
from spyring.server.core.http.routing import TableId
from spyring.server.core.payloads import EventText, TableCard
from spyring.server.core.tables.conceding import RESIGNED, together
from spyring.server.replays.payloads import ReplayStep
from spyring.server.replays.replays import LookBack
from spyring.web.compression import scenes_response
from spyring.web.routes.answering import Count, Reader, ReaderDep, go, pages
from spyring.web.scenes import MAX_SCENES, as_it_lay, drawn
from spyring.web.screen import Json, PageContext, ReplayBar, of_replay
from spyring.web.words import Words

router = pages()

MAX_SENTENCES = 2  # sentences about a step; the log has all of them
LOG_STEPS = 8  # of the log that a step shows
Seen = Annotated[str, Query(pattern=r"^([0-7]|none|all)$")]  # the viewer


@router.get("/tables/{table}/replay")
async def replay(table: TableId, reader: ReaderDep, step: int = 0, seat: Seen = "all") -> Response:
    """A finished game after ``step`` moves. ``seat`` is a number, ``none`` for a spectator, or ``all``."""
    card = await reader.services.lobby.table(table, reader.caller)
    game = reader.services.shelf.game(card.game)
    eyes = _eyes(seat, card)
    scene = await reader.services.replays.look_back(table, reader.caller, step, eyes, LOG_STEPS)
    scene = await _closing(reader, reader.look(game).closing, scene, eyes)
    try:
        return _drawn(reader, game, card, scene, seat)
    except Exception:
        if not scene.archived:
            raise
    return reader.page("told.html", card=card, scene=scene, seat=seat, code=reader.caller.code)


async def _closing(
    reader: Reader, closing: Mapping[str, Sequence[str]], scene: LookBack, eyes: Sequence[int | None]
) -> LookBack:
    """The last step shows the table at the moment that decided the game."""
    last = scene.steps[0]
    decided = last.step == last.steps and not scene.archived and not scene.outcome.get("conceded")
    if not decided or not closing:
        return scene
    lay = await reader.services.scenes.last_of(last.table, reader.caller, closing["after"], eyes)
    if lay is None:
        return scene
    views = [
        as_it_lay(one.view, seen, closing["parts"]) for one, seen in zip(scene.steps, lay.views, strict=True)
    ]
    steps = [one.model_copy(update={"view": view}) for one, view in zip(scene.steps, views, strict=True)]
    return replace(scene, steps=steps)


def _drawn(reader: Reader, game: Game, card: TableCard, scene: LookBack, seat: str) -> Response:
    """A step on the current board, which may fail for an archived game."""
    table, words, code = card.id, Words(reader.words.language, card.names), reader.caller.code
    now, *each = scene.steps
    if each:
        now = now.model_copy(update={"view": _by_all(now.view, [one.view for one in each])})
    bar = ReplayBar(
        step=now.step,
        steps=now.steps,
        seat=seat,
        sentence=_history(game, words, now, scene.told),
        reason=now.reason,
        mover=None if now.mover is None else card.seats[now.mover].title,
        told=any(step == now.step for step, _told in scene.told),
        ended_at=scene.ended_at,
    )
    coded = {"code": code} if code else {}
    context = PageContext(
        id=table,
        path=f"/tables/{table}",
        number=now.step,
        step=now.step,
        status="over",
        scenes=f"/tables/{table}/replay/scenes?{urlencode(coded | {'seat': seat})}",
        replay=bar,
        code=code,
        invitation=card.invitation,
    )
    screen = of_replay(game, now, card.seats, words, scene.told)
    hands = [of_replay(game, one, card.seats, words, []) for one in each]
    return reader.table_page(screen, context, card=card, hands=hands, opening=now.step == 0)


def _history(game: Game, words: Words, now: ReplayStep, told: list[tuple[int, EventText]]) -> str | None:
    """A step in words: the weightiest public events, or else the secret decision."""
    if now.step == 0 or now.sentence is None:
        return None
    here = [line for step, line in told if step == now.step and line.fields["kind"] != RESIGNED]
    weighty = [line for line in here if game.events[line.fields["kind"]].weight] or here
    if weighty:
        return " ".join(line.sentence for line in weighty[:MAX_SENTENCES])
    return words("In secret: {move}", move=now.sentence)


@router.get("/tables/{table}/replay/scenes")
async def scenes(
    table: TableId, until: Count, reader: ReaderDep, seat: Seen = "all", skip: Count = 0
) -> Response:
    """The scenes of one step."""
    card = await reader.services.lobby.table(table, reader.caller)
    game, wanted = reader.services.shelf.game(card.game), range(skip, skip + MAX_SCENES)
    found, count = await reader.services.scenes.of_step(
        table, reader.caller, until, _eyes(seat, card), wanted
    )
    words = Words(reader.words.language, card.names)
    shown = await run_in_threadpool(drawn, game, words, card.seats, found, _by_all)
    return scenes_response({"scenes": shown, "all": count}, reader.request.headers)


def _eyes(seat: str, card: TableCard) -> list[int | None]:
    """The viewers of a picture; the first one has the log."""
    first = [int(seat) if seat.isdecimal() else None]
    return [*first, *range(len(card.seats))] if seat == "all" else [*first]


@router.get("/tables/{table}/replay/turn")
async def turn(
    table: TableId, reader: ReaderDep, step: int = 0, seat: Seen = "all", way: int = 1
) -> Response:
    """Go to the start of the next or the last turn."""
    card = await reader.services.lobby.table(table, reader.caller)
    game = reader.services.shelf.game(card.game)
    chapters = {kind.name for kind in game.events.kinds if kind.chapter}
    begins = {*reader.look(game).turns, *chapters}
    step = await reader.services.replays.turn(table, reader.caller, step, way, begins)
    query = {"step": step, "seat": seat, **({"code": reader.caller.code} if reader.caller.code else {})}
    return go(f"/tables/{table}/replay?{urlencode(query)}")


def _by_all(public: Json, views: list[Json]) -> Json:
    """The combined view of all seats."""
    return {**together([public, *views]), "you": None}


@router.get("/tables/{table}/record")
async def record(table: TableId, reader: ReaderDep) -> Response:
    """The record of a finished game as a file."""
    text = await reader.services.replays.record(table, reader.caller)
    return PlainTextResponse(
        text, headers={"Content-Disposition": f'attachment; filename="{table}.spyring.txt"'}
    )
