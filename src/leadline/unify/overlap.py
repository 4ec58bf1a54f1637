"""How sources overlap: entities that each two share, and those that one has alone; as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations

CELL, LABEL = 72, 260  # pixels


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Entities of each source, of each two, and of one alone; sources in their order."""

    sources: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]
    alone: tuple[int, ...]


class Counting:
    """Takes note of entities, then tells the overlap."""

    def __init__(self, sources: Sequence[int]) -> None:
        self._sources = tuple(sources)
        self._seen: Counter[tuple[int, int]] = Counter()
        self._alone: Counter[int] = Counter()

    def see(self, of: Iterable[int]) -> None:
        """Take note of an entity by the sources that have it."""
        own = sorted(set(of))
        self._seen.update((one, one) for one in own)
        self._seen.update(combinations(own, 2))
        if len(own) == 1:
            self._alone[own[0]] += 1

    def overlap(self) -> Overlap:
        """What was counted."""
        matrix = tuple(
            tuple(self._seen[min(a, b), max(a, b)] for b in self._sources) for a in self._sources
        )
        alone = tuple(self._alone[one] for one in self._sources)
        return Overlap(sources=self._sources, matrix=matrix, alone=alone)


def picture(overlap: Overlap, names: Sequence[str]) -> str:
    """The matrix as SVG: the darker a cell, the larger the share of the row's entities."""
    size = len(names)
    width, height = LABEL + CELL * (size + 1) + 10, CELL * (size + 1) + 10
    parts = [_text(LABEL - 8, 24, "entities of … that are also in →", "end", 12)]
    for column in range(size):
        parts.append(_text(LABEL + CELL * column + CELL / 2, 24, str(column + 1), "middle", 13))
    parts.append(_text(LABEL + CELL * size + CELL / 2, 24, "alone", "middle", 12))
    for row, name in enumerate(names):
        top = CELL / 2 + CELL * row
        parts.append(_text(LABEL - 8, top + CELL / 2 + 4, f"{row + 1}  {_short(name)}", "end", 12))
        whole = max(overlap.matrix[row][row], 1)
        for column, count in enumerate((*overlap.matrix[row], overlap.alone[row])):
            parts += _cell(LABEL + CELL * column, top, count, count / whole)
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{inside}\n</svg>\n'
    )


def _cell(left: float, top: float, count: int, share: float) -> list[str]:
    light = round(96 - 56 * min(share, 1.0))
    ink = "#fff" if light < 62 else "#222"
    box = CELL - 4
    middle = left + CELL / 2 - 2
    return [
        f'<rect x="{left:g}" y="{top:g}" width="{box}" height="{box}" '
        f'fill="hsl(205, 55%, {light}%)"/>',
        _text(middle, top + CELL / 2 - 4, f"{count:,}", "middle", 13, ink),
        _text(middle, top + CELL / 2 + 14, f"{share:.0%}", "middle", 11, ink),
    ]


def _text(x: float, y: float, text: str, anchor: str, size: int, ink: str = "#222") -> str:
    return (f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{ink}">{escape(text)}</text>')  # fmt: skip


def _short(name: str) -> str:
    """A name that fits, without characters that SVG does not allow."""
    clean = "".join(c if c.isprintable() else " " for c in name)
    return clean if len(clean) <= 34 else clean[:16] + "…" + clean[-17:]
