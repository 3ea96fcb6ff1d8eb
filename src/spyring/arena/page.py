"""A report as one HTML file, without scripts and links."""

from html import escape

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2a30; background: #faf7f0;
       max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-family: Georgia, serif; font-weight: 600 }
h2 { margin-top: 2.2rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
caption { text-align: left; white-space: nowrap; color: #5a676d }
th, td { padding: .25rem .8rem; border-bottom: 1px solid #ddd6c6; text-align: right }
th:first-child, td:first-child { text-align: left }
footer { margin-top: 3rem; color: #5a676d; font-size: 13px }
"""


def page(title: str, parts: list[str], footer: str) -> str:
    """The whole file."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"{''.join(parts)}<footer>{escape(footer)}</footer></body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """A part with its heading."""
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def table(heads: list[str], rows: list[list[str]], caption: str = "") -> str:
    """Text in rows and columns."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def paragraph(text: str) -> str:
    """A sentence or two."""
    return f"<p>{escape(text)}</p>"
