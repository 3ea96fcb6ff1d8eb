"""Draws the land for the two games with a map, from public-domain coastlines.

    npm install --prefix build/atlas world-atlas     # Natural Earth, as TopoJSON
    pip install shapely
    python tools/maps.py build/atlas/node_modules/world-atlas

Coasts are projected, simplified to what a screen can show, and cut into countries or regions by nearest city,
so that the borders are our own and match the box. Each game gets one SVG fragment,
`games/<game>/web/map.svg`, which its board includes. The box says where a city lies and where its pin stands.
`borders.toml` beside this file has extra points where cities are not enough for the borders.
"""

import json
import math
import sys
import tomllib
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from shapely import affinity, set_precision
from shapely.geometry import MultiPoint, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union, voronoi_diagram

GAMES: Final = Path(__file__).resolve().parents[1] / "src" / "spyring" / "games"
Rings = list[list[tuple[float, float]]]
Shape = Any  # shapely has no useful types for unions of geometries
Project = Callable[[float, float], tuple[float, float]]


def main(atlas: str) -> None:
    """Draw both maps."""
    if (GAMES / "spies" / "box.toml").is_file():
        draw_europe(Path(atlas))
    draw_world(Path(atlas))


# -- coastlines ----------------------------------------------------------------------------------------------


def land(path: Path) -> list[Rings]:
    """Polygons of a TopoJSON file: rings of longitude and latitude."""
    topology = json.loads(path.read_text())
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)

    def ring(indices: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points += arc[1:] if points else arc
        return unwrapped(points)

    polygons = []
    for geometry in topology["objects"]["land"]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        polygons += [[ring(indices) for indices in part] for part in parts]
    return polygons


def unwrapped(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring whose longitudes continue beyond 180° where it crosses the date line."""
    turned: list[tuple[float, float]] = []
    turn = 0
    for lon, lat in ring:
        if turned and lon + turn - turned[-1][0] > 180:
            turn -= 360
        elif turned and lon + turn - turned[-1][0] < -180:
            turn += 360
        turned.append((lon + turn, lat))
    return turned


def within(polygons: list[Rings], part: Shape) -> list[Rings]:
    """The polygons inside a part of the globe; the projection would distort distant ones too much."""
    found: list[Rings] = []
    for rings in polygons:
        whole = Polygon(rings[0], rings[1:]).buffer(0)
        for turn in (-360, 0, 360):
            cut = affinity.translate(whole, turn).intersection(part)
            for piece in cut.geoms if hasattr(cut, "geoms") else [cut]:
                if isinstance(piece, Polygon) and not piece.is_empty:
                    found.append(
                        [list(piece.exterior.coords), *(list(hole.coords) for hole in piece.interiors)]
                    )
    return found


def projected(polygons: list[Rings], project: Project, frame: Shape) -> Shape:
    """All land inside the frame, projected."""
    shapes = []
    for rings in polygons:
        drawn = [[project(lon, lat) for lon, lat in ring] for ring in rings]
        shape = Polygon(drawn[0], drawn[1:]).buffer(0)
        if shape.intersects(frame):
            shapes.append(shape.intersection(frame))
    return unary_union(shapes)


def cells(points: dict[str, list[tuple[float, float]]], frame: Shape) -> dict[str, Shape]:
    """For each owner, the part of the frame that is nearest to one of its points."""
    owner = {(round(x, 3), round(y, 3)): name for name, places in points.items() for x, y in places}
    diagram = voronoi_diagram(MultiPoint(list(owner)), envelope=frame.buffer(2000))
    found: dict[str, list[Shape]] = {name: [] for name in points}
    for cell in diagram.geoms:
        for place, name in owner.items():
            if cell.buffer(1e-6).contains(Point(place)):
                found[name].append(cell)
                break
    return {name: unary_union(parts).intersection(frame) for name, parts in found.items()}


def rounded(shape: Shape, smallest: float, tolerance: float) -> Shape:
    """A shape as a screen can show it: no specks, no needless points, rounded borders."""
    parts = shape.geoms if isinstance(shape, MultiPolygon) or hasattr(shape, "geoms") else [shape]
    kept = [part for part in parts if isinstance(part, Polygon) and part.area >= smallest]
    return set_precision(unary_union(kept).simplify(tolerance), 0.1)


def path(shape: Shape) -> str:
    """A shape as the d of an SVG path, in relative tenths, which is shortest."""
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    rings: list[Iterable[tuple[float, float]]] = []
    for part in parts:
        if isinstance(part, Polygon) and not part.is_empty:
            rings += [part.exterior.coords, *(hole.coords for hole in part.interiors)]
    return "".join(_ring(list(ring)[:-1]) for ring in rings)


def _ring(points: list[tuple[float, float]]) -> str:
    steps = [(round(x), round(y)) for x, y in points]
    text = f"M{steps[0][0]} {steps[0][1]}l"
    for (ax, ay), (bx, by) in pairwise(steps):
        if (ax, ay) != (bx, by):
            text += f"{bx - ax} {by - ay} ".replace(" -", "-")
    return text.strip() + "z"


def write(game: str, parts: dict[str, Shape]) -> None:
    """A file of shapes by id, ten units per unit of the box; boards show and colour them with `use`."""
    folder = GAMES / game / "web"
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        f'<path id="{name}" d="{path(tenfold(shape))}"/>'
        for name, shape in parts.items()
        if not shape.is_empty
    ]
    note = "<!-- Drawn by tools/maps.py from Natural Earth (public domain); borders are our own. -->"
    text = "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', note, *rows, "</svg>", ""])
    (folder / "map.svg").write_text(text, encoding="utf-8")
    print(f"{game}: {len(text) / 1000:.0f} kB")


def tenfold(shape: Shape) -> Shape:
    return affinity.scale(shape, 10, 10, origin=(0, 0))


# -- Europe and the Mediterranean ----------------------------------------------------------------------------

EUROPE: Final = (1500, 1000)
# Central Europe needs room for many pieces, and the panel of the year covers the far east.
STRETCH_X: Final = ((-20, -20), (300, 262), (720, 775), (1100, 1085), (1411, 1215), (1520, 1600))
STRETCH_Y: Final = ((-20, -20), (200, 182), (560, 598), (1020, 1008))


def europe(lon: float, lat: float) -> tuple[float, float]:
    """Lambert azimuthal equal-area around 50° N 15° E, stretched, in the units of the board."""
    middle = math.radians(50)
    phi, lam = math.radians(lat), math.radians(lon - 15)
    share = 1 + math.sin(middle) * math.sin(phi) + math.cos(middle) * math.cos(phi) * math.cos(lam)
    k = 6371 * math.sqrt(2 / max(share, 1e-9))
    x = k * math.cos(phi) * math.sin(lam)
    y = k * (math.cos(middle) * math.sin(phi) - math.sin(middle) * math.cos(phi) * math.cos(lam))
    return along(645 + 0.285 * x, STRETCH_X), along(385 - 0.285 * y, STRETCH_Y)


def along(value: float, knots: tuple[tuple[float, float], ...]) -> float:
    """A smooth monotonic curve through knots: the middle gets more room, the edges less."""
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(knots)]
    tilts = [slopes[0], *(2 * a * b / (a + b) for a, b in pairwise(slopes)), slopes[-1]]
    at = max(0, min(len(knots) - 2, sum(value >= knot[0] for knot in knots) - 1))
    (x0, y0), (x1, y1) = knots[at], knots[at + 1]
    wide, t = x1 - x0, (value - x0) / (x1 - x0)
    if t < 0:
        return y0 + tilts[at] * (value - x0)
    if t > 1:
        return y1 + tilts[at + 1] * (value - x1)
    rise = y0 * (1 + 2 * t) * (1 - t) ** 2 + y1 * t * t * (3 - 2 * t)
    return rise + wide * (tilts[at] * t * (1 - t) ** 2 + tilts[at + 1] * t * t * (t - 1))


def draw_europe(atlas: Path) -> None:
    """Spies!: the countries of 1933."""
    frame = box(-20, -20, EUROPE[0] + 100, EUROPE[1] + 20)
    near = within(land(atlas / "land-50m.json"), box(-45, 12, 80, 82))
    coast = projected(near, europe, frame)
    points = {slug(owner): [europe(*at) for at in places] for owner, places in borders("europe").items()}
    for city in read_box("spies")["city"]:
        points.setdefault(city["country"], []).append(europe(city["lon"], city["lat"]))
    parts = {"land": rounded(coast, 4, 0.6)}
    for country, area in sorted(cells(points, frame).items()):
        parts[slug(country)] = rounded(area.intersection(coast), 4, 0.6)
    write("spies", parts)


# -- the world -----------------------------------------------------------------------------------------------

WORLD: Final = (2000, 1000)
MIDDLE: Final = 11  # the longitude of the centre, so that the edges are in the Pacific


def world(lon: float, lat: float) -> tuple[float, float]:
    """Natural Earth's own projection (Patterson), in the units of the board."""
    lam, phi = math.radians(lon - MIDDLE), math.radians(lat)
    p2 = phi * phi
    p4 = p2 * p2
    x = lam * (0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4)))
    y = phi * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)))
    return 1000 + 362 * x, 640 - 410 * y


def draw_world(atlas: Path) -> None:
    """Season 0: the land, and the regions by nearest city."""
    frame = box(-10, -10, WORLD[0] + 10, WORLD[1] + 10)
    shapes = within(land(atlas / "land-110m.json"), box(MIDDLE - 180, -58, MIDDLE + 180, 84))
    coast = projected(shapes, world, frame)
    points = {slug(owner): [world(*at) for at in places] for owner, places in borders("world").items()}
    for city in read_box("season0")["city"]:
        points.setdefault(city["region"], []).append(world(city["lon"], city["lat"]))
    parts = {"land": rounded(coast, 12, 1.2)}
    for region, area in sorted(cells(points, frame).items()):
        parts[slug(region)] = rounded(area.intersection(coast), 12, 1.2)
    write("season0", parts)


# -- both ----------------------------------------------------------------------------------------------------


def read_box(game: str) -> dict[str, Any]:
    """The parts of a game's box that the map needs."""
    return tomllib.loads((GAMES / game / "box.toml").read_text(encoding="utf-8"))


def borders(part: str) -> dict[str, list[tuple[float, float]]]:
    """Helper points beside the cities, by owner."""
    table = tomllib.loads(Path(__file__).with_name("borders.toml").read_text(encoding="utf-8"))[part]
    return {owner: [(lon, lat) for lon, lat in places] for owner, places in table.items()}


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


if __name__ == "__main__":
    main(sys.argv[1])
