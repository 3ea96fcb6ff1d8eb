"""Scenes for an open page: one event after another, each with the table at that moment.

The templates of the table draw every scene. Only regions that differ from the last scene are sent.
"""

from collections.abc import Callable, Iterable
from typing import Final

from spyring.engine.game import Game
from spyring.server.core.payloads import SeatCard
from spyring.server.replays.scenes import Scene
from spyring.web.look import Look, look_of
from spyring.web.screen import Json, Screen
from spyring.web.templates import environment
from spyring.web.words import Words

MAX_SCENES: Final = 12  # in one answer; a page asks for more while it shows them
REGIONS: Final = ("hand", "players")  # beside the board
Merge = Callable[[Json, list[Json]], Json]


def as_it_lay(view: Json, scene: Json, parts: Iterable[str]) -> Json:
    """The view of a finished game, with these parts of the table from an earlier scene."""
    return view | {"table": view["table"] | {part: scene["table"][part] for part in parts}}


def drawn(
    game: Game, words: Words, seats: list[SeatCard], scenes: Iterable[Scene], merge: Merge | None = None
) -> list[Json]:
    """Scenes for the page; ``merge`` combines the views of a scene into one, with open hands."""
    look = look_of(game, words)
    before: dict[str, str] = {}
    shown: list[Json] | None = None
    sent: list[Json] = []
    for scene in scenes:
        seen, *each = scene.views
        if merge is not None and each:
            seen = merge(seen, each)
        screen = Screen(game, words, seen, [], [], seats)
        screen.kept = True
        changed: Json = {}
        if scene.views != shown:
            hands = [Screen(game, words, view, [], [], seats) for view in each]
            now = regions(look, screen, hands, replay=merge is not None)
            changed = {name: text for name, text in now.items() if text != before.get(name)}
            before, shown = now, scene.views
        sent.append(_caption(look, screen, scene) | {"regions": changed})
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
        "sound": look.sound(kind.name),
        "said": scene.told.sentence,
        "fields": fields,
        "prop": look.prop(screen, kind.name, fields).strip(),
    }


def regions(look: Look, screen: Screen, hands: list[Screen], replay: bool = False) -> dict[str, str]:
    """The regions of a table that scenes change."""
    table = {"replay": replay}
    context = {"look": look, "screen": screen, "words": screen.words, "hands": hands, "table": table}
    context["pieces"] = environment().get_template("parts/pieces.html").make_module(context)
    others = {name: environment().get_template(f"parts/{name}.html").render(context) for name in REGIONS}
    return {"board": look.board(screen), **others}
