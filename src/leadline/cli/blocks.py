"""A curve in the terminal, drawn with block characters."""

from __future__ import annotations

from collections.abc import Sequence

EIGHTHS = " ▁▂▃▄▅▆▇█"


def curve(shares: Sequence[float], width: int = 60, height: int = 8) -> list[str]:
    """Lines, top first, of shares between 0 and 1 as filled columns; the top is 1."""
    columns = [round(share * height * 8) for share in resampled(shares, width)]
    return [
        "".join(EIGHTHS[min(8, max(0, filled - row * 8))] for filled in columns)
        for row in reversed(range(height))
    ]


def resampled(values: Sequence[float], width: int) -> list[float]:
    """So many of the values, evenly spread; the last one is kept."""
    if not values:
        return [0.0] * width
    return [float(values[(i + 1) * len(values) // width - 1 if len(values) >= width
                         else i * len(values) // width]) for i in range(width)]  # fmt: skip
