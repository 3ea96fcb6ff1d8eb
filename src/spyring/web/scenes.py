"""Scenes for the director of an open page: what happened, one event after another, each with the table as it
was then.

Every scene is drawn by the same templates as the table itself. What goes over the wire is the whole text of
each region for the first scene, and for every later one only the lines that differ from the scene before.
"""

import gzip
import json
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import Final

from fastapi import Request, Response

from spyring.engine.game import Game
from spyring.server.payloads import SeatCard
from spyring.server.tables.scenes import Scene
from spyring.web.look import Look, look_of
from spyring.web.screen import Json, Screen
from spyring.web.templates import environment
from spyring.web.words import Words

MOST: Final = 12  # scenes in one answer; a page asks for more while it shows them
REGIONS: Final = ("board", "hand", "players")
Merge = Callable[[Json, list[Json]], Json]
Change = tuple[int, int, list[str]]  # lines from, to, and what takes their place


def drawn(
    game: Game, words: Words, seats: list[SeatCard], scenes: Iterable[Scene], merge: Merge | None = None
) -> list[Json]:
    """Scenes as the page gets them; ``merge`` makes one view of the several that a scene holds, whose hands
    then lie open.
    """
    look = look_of(game, words)
    before: dict[str, list[str]] = {}
    shown: list[Json] | None = None
    sent: list[Json] = []
    for scene in scenes:
        seen, *each = scene.views
        if merge is not None and each:
            seen = merge(seen, each)
        screen = Screen(game, words, seen, [], [], seats)
        screen.kept = True
        parts: Json = {}
        if scene.views != shown:
            hands = [Screen(game, words, view, [], [], seats) for view in each]
            now = regions(look, screen, hands, replay=merge is not None)
            parts = {
                name: changes(before[name], lines) if before else lines
                for name, lines in now.items()
                if lines != before.get(name)
            }
            before, shown = now, scene.views
        sent.append(_caption(look, screen, scene) | {"first": len(sent) == 0, "parts": parts})
    return sent


def _caption(look: Look, screen: Screen, scene: Scene) -> Json:
    kind = look.game.events[scene.told.fields["kind"]]
    fields = {name: label for name, label in scene.told.fields.items() if name != "kind"}
    return {
        "number": scene.number,
        "at": scene.at,
        "kind": kind.name,
        "weight": kind.weight,
        "icon": kind.icon,
        "said": scene.told.sentence,
        "fields": fields,
        "prop": look.prop(screen, kind.name, fields).strip(),
    }


def regions(look: Look, screen: Screen, hands: list[Screen], replay: bool = False) -> dict[str, list[str]]:
    """The regions of a table that a scene changes, line by line."""
    table = {"replay": replay}
    context = {"look": look, "screen": screen, "words": screen.words, "hands": hands, "table": table}
    return {
        name: environment().get_template(f"parts/{name}.html").render(context).split("\n") for name in REGIONS
    }


def changes(before: list[str], after: list[str]) -> list[Change]:
    """What makes one text out of another. Most of a board stays as it is before and after what changes, and
    need not be compared with anything else.

    >>> changes(["a", "b", "c"], ["a", "x", "y", "c"])
    [(1, 2, ['x', 'y'])]
    >>> changes(["a", "a"], ["a", "a", "a"]), changes(["a"], ["a"])
    ([(2, 2, ['a'])], [])
    """
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = shorter - first
    last = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    steps = SequenceMatcher(None, before[first : len(before) - last], after[first : len(after) - last])
    return [
        (first + begin, first + end, after[first + left : first + right])
        for tag, begin, end, left, right in steps.get_opcodes()
        if tag != "equal"
    ]


def scenes_answer(request: Request, scenes: list[Json], count: int) -> Response:
    """Some scenes, and how many there are in all; pressed, for nothing that anybody sent comes back in it."""
    content = json.dumps({"scenes": scenes, "all": count}, ensure_ascii=False).encode()
    headers = {"Vary": "Accept-Encoding, Accept-Language, Cookie"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = gzip.compress(content, 5)
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type="application/json")
