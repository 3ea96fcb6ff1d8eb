"""Small pictures as SVG text, for reports that are one file."""

from html import escape

WIDTH = 640
ROW = 26
LEFT = 190
RIGHT = 70
COLOURS = ("#2b6777", "#c8553d", "#8a9a5b", "#7d5ba6", "#d9a441", "#4f6d7a", "#a23e48", "#5b8e7d")

Interval = tuple[float, float]


def intervals(rows: list[tuple[str, float, Interval]], unit: str = "", mark: float | None = None) -> str:
    """A line for each row: a dot for the value, a bar for its interval; ``mark`` is a line through all."""
    low = min([ends[0] for _name, _value, ends in rows] + ([mark] if mark is not None else []))
    high = max([ends[1] for _name, _value, ends in rows] + ([mark] if mark is not None else []))
    height = ROW * len(rows) + 30
    parts = [_open(height)]
    if mark is not None:
        x = _x(mark, low, high)
        parts.append(f'<line x1="{x}" y1="0" x2="{x}" y2="{height - 26}" class="mark"/>')
    for row, (name, value, ends) in enumerate(rows):
        y = ROW * row + 16
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4}" class="name">{escape(name)}</text>')
        left, right = _x(ends[0], low, high), _x(ends[1], low, high)
        parts.append(f'<line x1="{left}" y1="{y}" x2="{right}" y2="{y}" class="bar"/>')
        parts.append(f'<circle cx="{_x(value, low, high)}" cy="{y}" r="4.5" class="dot"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y + 4}">{value:.1f}{unit}</text>')
    parts.append(_axis(height - 24, low, high, unit))
    return "".join(parts) + "</svg>"


def bars(groups: list[tuple[str, list[tuple[str, float]]]], unit: str = "") -> str:
    """Groups of bars: a group's name, and its bars with their names."""
    names = list(dict.fromkeys(name for _group, bars_ in groups for name, _value in bars_))
    high = max([value for _group, bars_ in groups for _name, value in bars_] + [1e-9])
    rows = sum(len(bars_) for _group, bars_ in groups)
    height = 18 * rows + 14 * len(groups) + 30
    parts = [_open(height)]
    y = 4
    for group, bars_ in groups:
        parts.append(f'<text x="{LEFT - 12}" y="{y + 13}" class="name">{escape(group)}</text>')
        for name, value in bars_:
            width = _x(value, 0, high) - LEFT
            fill = COLOURS[names.index(name) % len(COLOURS)]
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{max(1, width)}" height="15" fill="{fill}"/>')
            parts.append(f'<text x="{LEFT + width + 6}" y="{y + 12}">{value:.1f}{unit}</text>')
            y += 18
        y += 14
    return "".join(parts) + "</svg>" + _legend(names)


def histogram(series: list[tuple[str, list[int]]]) -> str:
    """How often each number occurs, a line for each series."""
    values = [value for _name, numbers in series for value in numbers]
    if not values:
        return ""
    low, high = min(values), max(values)
    step = max(1, (high - low) // 30 + 1)
    bins = list(range(low, high + step, step))
    height = 190
    parts = [_open(height)]
    shares = [
        [sum(edge <= value < edge + step for value in numbers) / max(1, len(numbers)) for edge in bins]
        for _name, numbers in series
    ]
    top = max(max(share) for share in shares)
    for line, share in enumerate(shares):
        points = " ".join(
            f"{_x(edge + step / 2, low, high + step)},{height - 30 - (height - 45) * part / top:.1f}"
            for edge, part in zip(bins, share, strict=True)
        )
        colour = COLOURS[line % len(COLOURS)]
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    parts.append(_axis(height - 24, low, high + step, ""))
    return "".join(parts) + "</svg>" + _legend([name for name, _numbers in series])


def _open(height: int) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img">'


def _x(value: float, low: float, high: float) -> float:
    span = high - low or 1.0
    return round(LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / span, 1)


def _axis(y: int, low: float, high: float, unit: str) -> str:
    ticks = "".join(
        f'<text x="{_x(value, low, high)}" y="{y + 18}" class="tick">{value:.0f}{unit}</text>'
        for value in (low, (low + high) / 2, high)
    )
    return f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" class="axis"/>{ticks}'


def _legend(names: list[str]) -> str:
    keys = "".join(
        f'<span class="key"><i style="background:{COLOURS[place % len(COLOURS)]}"></i>{escape(name)}</span>'
        for place, name in enumerate(names)
    )
    return f'<p class="legend">{keys}</p>'
