"""Draw the architecture from the imports of the sources (``make picture``): docs/pictures/architecture*.svg.

A box is a package or a module, with the start of its docstring. An arrow leads to what it imports. Boxes that
import each other share a frame. If a longer path of arrows leads to the same box, the direct arrow is left
out; otherwise nearly every box would have one to the engine.
"""

import ast
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
PICTURES = ROOT / "docs" / "pictures"
PACKAGES = {"architecture.svg": "spyring", "architecture-server.svg": "spyring.server"}
LEFT_OUT = {"spyring.__main__"}

BOX, GAP, ROW_GAP, MARGIN, LINE = 204, 24, 42, 26, 15  # pixels
LANE = 24  # the width of an arrow that passes a row of boxes
FRAME = 10  # around boxes that import each other
LETTERS, LINES = 27, 3  # in one line of a box, and of its purpose
SHARED = "shared"  # the modules of a package that all its other parts may import
COLOURS = {
    "engine": "#d9a441",
    "games": "#b8502f",
    "bots": "#7a6a9c",
    "arena": "#4f7f8f",
    "research": "#4f7f8f",
    "server": "#3d6b4f",
    "web": "#37618e",
    "cli": "#37618e",
    "testkit": "#8a8478",
}
OTHER = "#8a8478"

Edges = dict[str, set[str]]
Points = list[tuple[float, float]]


class Part:
    """A box: its name, its purpose, and the names of its contents, if they matter."""

    def __init__(self, name: str, purpose: str, inside: Iterable[str] = (), colour: str = OTHER) -> None:
        self.name = name
        self.lines = textwrap.wrap(purpose, LETTERS)
        self.inside = textwrap.wrap(", ".join(sorted(inside)), LETTERS)
        self.colour = colour
        self.height = 36 + LINE * (len(self.lines) + len(self.inside)) + (4 if self.inside else 0)


class Drawing:
    """Parts, and which of them imports which."""

    def __init__(self, parts: dict[str, Part], imports: Edges) -> None:
        self.parts = parts
        self.imports = imports


# -- what the sources say ------------------------------------------------------------------------------------


def purpose(module: str) -> str:
    """The first sentence of a module's docstring, or as many of its clauses as fit."""
    path = SOURCES.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    sentence = re.split(r"\.(?:\s|$)", " ".join(text.split()).replace("``", ""))[0]
    while len(textwrap.wrap(sentence, LETTERS)) > LINES:
        sentence = re.split(r"[,:;](?!.*[,:;])", sentence)[0]
    return sentence


def drawing_of(graph: grimp.ImportGraph, package: str) -> Drawing:
    """The parts of a package: packages, modules, and the modules at its base."""
    children = graph.find_children(package) - LEFT_OUT
    imports: Edges = {child: set() for child in children}
    for child in children:
        for module in {child, *graph.find_descendants(child)}:
            for imported in graph.find_modules_directly_imported_by(module):
                to = next((one for one in children if f"{imported}.".startswith(f"{one}.")), None)
                if to is not None and to != child:
                    imports[child].add(to)
                elif imported == package:
                    imports[child].add(package)
    if any(package in found for found in imports.values()):  # the package itself is imported
        imports[package] = {
            child for child in children if child in graph.find_modules_directly_imported_by(package)
        }
    below = standing_on_nothing(graph, imports) if package.count(".") else set()
    return Drawing(*grouped(graph, imports, below))


def standing_on_nothing(graph: grimp.ImportGraph, imports: Edges) -> set[str]:
    """The modules that import nothing of this package except each other."""
    found = {name for name in imports if not graph.find_children(name)}
    while True:
        kept = {name for name in found if imports[name] <= found}
        if kept == found:
            return found
        found = kept


def grouped(graph: grimp.ImportGraph, imports: Edges, below: set[str]) -> tuple[dict[str, Part], Edges]:
    """The same with ``below`` as one part."""
    parts, edges = {}, defaultdict(set)
    for name, found in sorted(imports.items()):
        if name in below:
            continue
        short = name.rpartition(".")[2]
        of = name.split(".")[1] if "." in name else ""
        packages = [one for one in graph.find_children(name) if graph.find_children(one)]
        inside = [one.rpartition(".")[2] for one in packages] if short == "games" else []
        parts[short] = Part(short, purpose(name), inside, COLOURS.get(of, OTHER))
        edges[short] = {SHARED if to in below else to.rpartition(".")[2] for to in found}
    if below:
        names = [name.rpartition(".")[2] for name in below]
        parts[SHARED] = Part("single modules", "", names, OTHER)
        edges[SHARED] = set()
    return parts, dict(edges)


# -- layout --------------------------------------------------------------------------------------------------


def reach(imports: Edges, start: str) -> set[str]:
    """Everything that a part imports, directly or indirectly."""
    found: set[str] = set()
    waiting = list(imports[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imports[name]
    return found


def circles(imports: Edges) -> list[list[str]]:
    """The parts in groups: parts that import each other form one, every other part is alone."""
    far = {name: reach(imports, name) for name in imports}
    groups = {
        tuple(sorted({name} | {other for other in far[name] if name in far[other]})) for name in imports
    }
    return [list(group) for group in sorted(groups)]


def without_detours(groups: list[list[str]], imports: Edges) -> dict[int, set[int]]:
    """The arrows from group to group, without those that a longer path replaces."""
    number = {name: place for place, group in enumerate(groups) for name in group}
    direct = {
        place: {number[to] for name in group for to in imports[name]} - {place}
        for place, group in enumerate(groups)
    }
    names: Edges = {str(place): {str(to) for to in found} for place, found in direct.items()}
    far = {int(name): {int(to) for to in reach(names, name)} for name in names}
    return {
        place: {to for to in found if not any(to in far[other] for other in found)}
        for place, found in direct.items()
    }


def heights(arrows: dict[int, set[int]]) -> dict[int, int]:
    """The row of each group, counted from below: one above the highest group that it imports."""
    found: dict[int, int] = {}

    def height(place: int) -> int:
        if place not in found:
            found[place] = 1 + max((height(to) for to in arrows[place]), default=-1)
        return found[place]

    for place in arrows:
        height(place)
    return found


Slot = tuple[int, int]  # a group and -1, or an arrow that passes: from, to


def rows_of(arrows: dict[int, set[int]]) -> tuple[list[list[Slot]], dict[Slot, list[Slot]]]:
    """The boxes and passing arrows of each row, lowest first, and the path of every arrow."""
    row = heights(arrows)
    rows: list[list[Slot]] = [[] for _ in range(max(row.values()) + 1)]
    for place in sorted(arrows):
        rows[row[place]].append((place, -1))
    ways: dict[Slot, list[Slot]] = {}
    for place, found in sorted(arrows.items()):
        for to in sorted(found):
            passing = (place, to)
            for between in range(row[to] + 1, row[place]):
                rows[between].append(passing)
            ways[passing] = [(place, -1), *[passing] * (row[place] - row[to] - 1), (to, -1)]
    for _ in range(24):  # order each row by its neighbours, from below and from above in turn
        for direction in (1, -1):
            for number in range(len(rows))[::direction]:
                order = [(_pull(slot, number, -direction, rows, row, ways), slot) for slot in rows[number]]
                rows[number] = [slot for _wish, slot in sorted(order, key=lambda each: each[0])]
    return rows, ways


def _pull(
    slot: Slot,
    number: int,
    side: int,
    rows: list[list[Slot]],
    row: dict[int, int],
    ways: dict[Slot, list[Slot]],
) -> float:
    """The best place of something in its row: the middle of its neighbours in the row on one side."""
    here = rows[number]
    if not 0 <= number + side < len(rows):
        return here.index(slot) / len(here)
    there = rows[number + side]
    wanted = []
    for arrow, way in ways.items():
        line = [(row[arrow[0]] - step, one) for step, one in enumerate(way)]
        if (number, slot) in line:
            wanted += [there.index(one) for at, one in line if at == number + side]
    return (sum(wanted) / len(wanted) + 0.5) / len(there) if wanted else here.index(slot) / len(here)


# -- drawing -------------------------------------------------------------------------------------------------


def draw(drawing: Drawing) -> tuple[list[str], float, float]:
    """A drawing as SVG, with its width and height."""
    groups = circles(drawing.imports)
    arrows = without_detours(groups, drawing.imports)
    rows, ways = rows_of(arrows)

    def width(slot: Slot) -> float:
        return LANE if slot[1] >= 0 else len(groups[slot[0]]) * (BOX + GAP) - GAP

    def height(slot: Slot) -> float:
        return 0 if slot[1] >= 0 else max(drawing.parts[name].height for name in groups[slot[0]])

    full = max(sum(width(slot) + GAP for slot in row) - GAP for row in rows)
    ink: list[str] = []
    boxes: list[str] = []
    at: dict[tuple[int, Slot], tuple[float, float, float]] = {}  # middle, upper and lower edge
    y = float(MARGIN)
    for number in reversed(range(len(rows))):
        row = rows[number]
        tall = max(height(slot) for slot in row)
        spare = (full - sum(width(slot) for slot in row)) / (len(row) + 1)
        x = MARGIN + max(spare, 0)
        gap = spare if spare > 0 else GAP
        if len(row) > 1 and spare < GAP:
            x, gap = float(MARGIN), (full - sum(width(slot) for slot in row)) / (len(row) - 1)
        for slot in row:
            upper = y + (tall - height(slot)) / 2 if slot[1] < 0 else y
            lower = upper + height(slot) if slot[1] < 0 else y + tall
            frame = FRAME if slot[1] < 0 and len(groups[slot[0]]) > 1 else 0
            at[number, slot] = (x + width(slot) / 2, upper - frame, lower + frame)
            if slot[1] < 0:
                boxes += _group(drawing, groups[slot[0]], x, upper)
            x += width(slot) + gap
        y += tall + ROW_GAP
    row_of = {slot[0]: number for number, row in enumerate(rows) for slot in row if slot[1] < 0}
    starts, ends = _ports(ways, at, row_of)
    for arrow, way in ways.items():
        points: Points = [starts[arrow]]
        for step, slot in enumerate(way[1:-1], 1):
            middle, upper, lower = at[row_of[arrow[0]] - step, slot]
            points += [(middle, upper), (middle, lower)]
        points.append(ends[arrow])
        ink.append(f'<path class="arrow" d="{_curve(points)}"/>')
    return ink + boxes, full + 2 * MARGIN, y - ROW_GAP + MARGIN


def _ports(
    ways: dict[Slot, list[Slot]],
    at: dict[tuple[int, Slot], tuple[float, float, float]],
    row_of: dict[int, int],
) -> tuple[dict[Slot, tuple[float, float]], dict[Slot, tuple[float, float]]]:
    """Where each arrow starts and ends: side by side along an edge, in the order of the other ends."""
    leaving: dict[int, list[tuple[float, Slot]]] = defaultdict(list)
    coming: dict[int, list[tuple[float, Slot]]] = defaultdict(list)
    for arrow, way in ways.items():
        leaving[arrow[0]].append((at[row_of[arrow[0]] - 1, way[1]][0], arrow))
        coming[arrow[1]].append((at[row_of[arrow[1]] + 1, way[-2]][0], arrow))
    starts: dict[Slot, tuple[float, float]] = {}
    ends: dict[Slot, tuple[float, float]] = {}
    for side, found, edge in ((leaving, starts, 2), (coming, ends, 1)):
        for place, arrows in side.items():
            box = at[row_of[place], (place, -1)]
            step = min(30.0, (BOX - 40) / len(arrows))
            for number, (_x, arrow) in enumerate(sorted(arrows)):
                found[arrow] = (box[0] + step * (number - (len(arrows) - 1) / 2), box[edge])
    return starts, ends


def _curve(points: Points) -> str:
    """Straight down past boxes, in soft bends between the rows."""
    (x, y), *rest = points
    path = f"M{x:.0f} {y:.0f}"
    for number, (to_x, to_y) in enumerate(rest):
        if number == len(rest) - 1:
            to_y -= 7  # the head of the arrow
        bend = (to_y - y) / 2
        path += f" C{x:.0f} {y + bend:.0f} {to_x:.0f} {to_y - bend:.0f} {to_x:.0f} {to_y:.0f}"
        x, y = to_x, to_y
    return path


def _group(drawing: Drawing, names: list[str], x: float, y: float) -> list[str]:
    """One box; or several that import each other, in a frame."""
    ink = []
    tall = max(drawing.parts[name].height for name in names)
    if len(names) > 1:
        wide = len(names) * (BOX + GAP) - GAP
        ink.append(
            f'<rect class="circle" x="{x - FRAME:.0f}" y="{y - FRAME:.0f}" '
            f'width="{wide + 2 * FRAME}" height="{tall + 2 * FRAME}" rx="12"/>'
        )
    for name in names:
        ink += _box(drawing.parts[name], x, y, tall)
        x += BOX + GAP
    return ink


def _box(part: Part, x: float, y: float, tall: float) -> list[str]:
    ink = [
        f'<rect class="box" x="{x:.0f}" y="{y:.0f}" width="{BOX}" height="{tall:.0f}" rx="7"/>',
        f'<rect x="{x:.0f}" y="{y:.0f}" width="6" height="{tall:.0f}" rx="3" fill="{part.colour}"/>',
        f'<text class="name" x="{x + 18:.0f}" y="{y + 22:.0f}">{escape(part.name)}</text>',
    ]
    line = y + 40
    for text in part.lines:
        ink.append(f'<text class="purpose" x="{x + 18:.0f}" y="{line:.0f}">{escape(text)}</text>')
        line += LINE
    line += 4 if part.inside and part.lines else 0
    for text in part.inside:
        ink.append(f'<text class="inside" x="{x + 18:.0f}" y="{line:.0f}">{escape(text)}</text>')
        line += LINE
    return ink


STYLE = """
.paper { fill: #fbf8f1; }
.box { fill: #ffffff; stroke: #d8d0bf; }
.circle { fill: none; stroke: #b8502f; stroke-dasharray: 5 4; }
.arrow { fill: none; stroke: #7d766a; stroke-width: 1.5; marker-end: url(#head); }
text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #2b2720; }
.name { font-size: 14.5px; font-weight: 650; }
.purpose { font-size: 11.5px; fill: #5b5449; }
.inside { font-size: 11.5px; font-style: italic; }
"""


def picture(graph: grimp.ImportGraph, package: str) -> str:
    """The picture of one package."""
    ink, width, height = draw(drawing_of(graph, package))
    size = f"{width:.0f} {height:.0f}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{width:.0f}" '
            f'height="{height:.0f}" role="img" aria-label="What imports what in {package}">',
            f"<style>{STYLE}</style>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="1" refY="4" markerWidth="8" markerHeight="8" '
            'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#7d766a"/></marker>'
            "</defs>",
            f'<rect class="paper" width="{width:.0f}" height="{height:.0f}" rx="10"/>',
            *ink,
            "</svg>\n",
        ]
    )


def pictures() -> dict[str, str]:
    """All pictures, by the names of their files."""
    graph = grimp.build_graph("spyring", cache_dir=None)
    return {name: picture(graph, package) for name, package in PACKAGES.items()}


if __name__ == "__main__":
    for name, text in pictures().items():
        (PICTURES / name).write_text(text, encoding="utf-8")
