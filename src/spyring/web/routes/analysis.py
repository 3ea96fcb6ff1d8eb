"""The look back at a finished game: chances, luck, turning points, and better moves."""

from typing import Any

from fastapi import Response

from spyring.analysis.telling import HEIGHT, KNOWN, LEFT, RIGHT, SOURCES, TRUE, WIDTH, Teller, signed
from spyring.server.core.http.routing import TableId
from spyring.web.routes.answering import ReaderDep, pages

router = pages()
MAX_SENTENCES = 2  # of a turning point


@router.get("/tables/{table}/analysis")
async def analysis(table: TableId, reader: ReaderDep) -> Response:
    """An analysis, its progress, or the button that asks for it."""
    services, caller = reader.services, reader.caller
    found = await services.analyses.card(table, caller)
    card = await services.lobby.table(table, caller)
    game = services.shelf.game(card.game)
    shown: dict[str, Any] = {}
    if found.analysis is not None:
        end = await services.replays.look_back(table, caller, 2**31 - 1, [None])
        earlier = end.steps[0].steps + 1 - len(found.analysis["curve"])  # moves before its record begins
        told: dict[int, str] = {}
        for one in found.analysis["turning_points"]:
            then = await services.replays.look_back(table, caller, one["move"] + earlier, [None])
            said = [line.sentence for _step, line in then.told][:MAX_SENTENCES]
            told[one["move"]] = " ".join(said) or then.steps[0].sentence or one["line"]
        shown = {
            "teller": Teller(game, found.analysis, caller.translate_for(game)),
            "earlier": earlier,
            "told": told,
        }
    return reader.page(
        "analysis.html",
        card=card,
        found=found,
        look=reader.look(game),
        code=caller.code,
        frame={"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT},
        signed=signed,
        sources=SOURCES,
        kinds={"true": TRUE, "known": KNOWN},
        **shown,
    )
