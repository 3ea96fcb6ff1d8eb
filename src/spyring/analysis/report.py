"""An analysis as one page that needs no server."""

from collections.abc import Iterator
from html import escape
from typing import Final

from spyring.analysis.telling import HEIGHT, KNOWN, LEFT, RIGHT, SOURCES, TRUE, WIDTH, Teller, signed
from spyring.engine.i18n import _

COLOURS: Final = ("#b3382c", "#2e6b3f", "#2f5d8c", "#8a5a00", "#6b3f8c", "#444444", "#00727a", "#a03070")
STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:1rem auto;padding:0 1rem}
body{color:#222;background:#fff} th,td{text-align:left;padding:.1rem .8rem}
.graph{overflow-x:auto} svg{min-width:40rem;width:100%} .known{stroke-dasharray:5 4;stroke-width:1.5}
path{stroke-width:2.5} path:not(.gap){fill:none} .gap{opacity:.15} text{font-size:12px} .grid{stroke:#ccc}
"""


def html(teller: Teller) -> str:
    """The whole page."""
    say, title = teller.translate, teller.translate(teller.game.title)
    found = teller.analysis
    parts = [
        f"<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f"<h1>{escape(title)}: {escape(say(_('Look back')))}</h1>",
        f"<h2>{escape(teller.measure().capitalize())}</h2><div class=graph>{svg(teller)}</div>"
        f"<p>—— {escape(say(TRUE))} · - - - {escape(say(KNOWN))}</p>",
        section(say(_("Turning points")), (f"{one['move']}. {one['line']}" for one in teller.turns())),
        luck(teller),
        section(say(_("Decisions worth a second look")), decisions(teller)),
        section(say(_("What was hidden")), (teller.belief(one) for one in found["beliefs"])),
    ]
    return "\n".join(filter(None, parts)) + "\n"


def decisions(teller: Teller) -> Iterator[str]:
    """Every mistake with its reasons."""
    for one in teller.worst():
        yield " ".join([f"{one['move']}. {teller.decision(one)}", *teller.because(one)])


def section(title: str, lines: Iterator[str]) -> str:
    """A list under a title; nothing if it is empty."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>{escape(title)}</h2><ul>{items}</ul>" if items else ""


def luck(teller: Teller) -> str:
    """Where the change of each seat's chance came from."""
    say = teller.translate
    head = "".join(f"<th>{escape(say(source))}</th>" for source in SOURCES.values())
    rows = "".join(
        f"<tr><th>{escape(teller.title(seat))}</th>"
        + "".join(f"<td>{signed(parts[source])}</td>" for source in SOURCES)
        + "</tr>"
        for seat, parts in teller.analysis["luck"].items()
    )
    return f"<h2>{escape(say(_('Luck and choices')))}</h2><table><tr><th></th>{head}</tr>{rows}</table>"


def svg(teller: Teller) -> str:
    """The curve as a picture."""
    parts = [f"<svg viewBox='0 0 {WIDTH} {HEIGHT}' role=img aria-label='{escape(teller.measure())}'>"]
    for percent in (0, 25, 50, 75, 100):
        y = teller.y(percent / 100)
        parts.append(f"<line class=grid x1={LEFT} x2={WIDTH - RIGHT} y1={y} y2={y} />")
        parts.append(f"<text x=4 y={y + 4}>{percent} %</text>")
    for line in teller.lines():
        colour = COLOURS[line["number"] % len(COLOURS)]
        if line["gap"]:
            parts.append(f"<path class=gap fill='{colour}' d='{line['gap']}' />")
        for kind in ("known", "true"):
            if line[kind]:
                parts.append(f"<path class={kind} stroke='{colour}' d='{line[kind]}' />")
    for label in teller.labels():
        colour = COLOURS[label["number"] % len(COLOURS)]
        parts.append(
            f"<text x={WIDTH - RIGHT + 8} y={label['y']} fill='{colour}'>{escape(label['title'])}</text>"
        )
    for one in teller.turns():
        x, top, bottom = teller.x(one["move"]), teller.y(1.0), teller.y(0.0)
        parts.append(
            f"<line stroke='#222' stroke-dasharray='2 3' x1={x} x2={x} y1={top} y2={bottom} />"
            f"<text x={x} y={HEIGHT - 8} text-anchor=middle>{one['move']}</text>"
        )
    return "".join(parts) + "</svg>"
