"""Several values in one text, set apart by a sign: "MRN · North Carolina · US".

A text is taken apart only if nearly all records have the same sign there and nearly always the
same number of pieces; a value that is missing now and then is made out by the shape of the others
and by what was seen at each place. Prose, titles, dates, paths, and lists of one kind of thing
("Drama, Comedy") stay whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from leadline.read.fields_names import DATE, NUMBER, PRICE, kind_of_values

SIGNS = (" · ", " • ", " | ", " / ", " – ", " — ", "; ", " - ", ", ")
STRICT = frozenset({" – ", " — ", " - ", "; ", ", "})  # signs that prose has as well
MOST_PIECES = 8
LEAST_TEXTS = 3
LEAST_STRICT = 5
LONGEST = 60  # characters of most pieces
WORDS = 6
KNOWN = 40  # values of a place that are remembered
CODE = re.compile(r"[A-Z]{2,5}")
MIXED = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])[\w.-]+")
PATHLIKE = re.compile(r"[^\s/]+/[^\s]+")
PLAIN = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One of the values of such a text: its name, its shape, and values seen, if they recur."""

    name: str
    shape: str = PLAIN
    known: tuple[str, ...] = ()

    def likes(self, piece: str) -> int:
        """How well a piece fits here."""
        if piece in self.known:
            return 3
        same = shape_of(piece) == self.shape
        return (1 if same else 0) if self.shape == PLAIN else (2 if same else -2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The sign, and the values that it sets apart."""

    sign: str
    places: tuple[Place, ...]

    def values(self, text: str) -> list[tuple[str, str]]:
        """The names and values in a text."""
        pieces = cut(text, self.sign)
        most = len(self.places)
        if len(pieces) > most:
            pieces = [*pieces[: most - 1], self.sign.join(pieces[most - 1 :])]
        places = self.places if len(pieces) == most else self._chosen(pieces)
        return [(place.name, piece) for place, piece in zip(places, pieces, strict=True)]

    def _chosen(self, pieces: Sequence[str]) -> tuple[Place, ...]:
        """The places of too few pieces: in order, as they fit best, else from the left."""
        ways = combinations(self.places, len(pieces))
        return max(ways, key=lambda way: sum(p.likes(t) for p, t in zip(way, pieces, strict=True)))


def cut(text: str, sign: str) -> list[str]:
    """The pieces of a text, without empty ones."""
    edge = sign.strip()
    return [piece for part in text.split(sign) if (piece := part.strip().strip(edge).strip())]


def shape_of(piece: str) -> str:
    """What a piece looks like, where that says something."""
    if CODE.fullmatch(piece):
        return f"code {len(piece)}"
    for name, pattern in (("date", DATE), ("price", PRICE), ("number", NUMBER)):
        if pattern.fullmatch(piece):
            return name
    if PATHLIKE.fullmatch(piece):
        return "path"
    return "mixed" if MIXED.fullmatch(piece) else PLAIN


def learn_split(texts: Sequence[str]) -> Split | None:
    """How texts at one place of the records are taken apart; None if they are not."""
    if len(texts) < LEAST_TEXTS or kind_of_values(texts) != PLAIN or _are_cut_short(texts):
        return None
    for sign in SIGNS:
        if (split := _with_sign(sign, texts)) is not None:
            return split
    return None


def _are_cut_short(texts: Sequence[str]) -> bool:
    return sum(text.endswith(("…", "...")) for text in texts) > 0.2 * len(texts)


def _with_sign(sign: str, texts: Sequence[str]) -> Split | None:
    parted = [cut(text, sign) for text in texts if sign in text or len(text) <= LONGEST]
    counts = Counter(map(len, parted))
    width = _width(counts, len(texts), sign in STRICT)
    if width == 0:
        return None
    whole = [pieces for pieces in parted if len(pieces) == width]
    columns = [list(column) for column in zip(*whole, strict=True)]
    if not _are_values(columns) or _is_list(columns):
        return None
    places = tuple(_place(column) for column in columns)
    if sign in STRICT and all(place.shape in (PLAIN, "mixed") for place in places):
        return None
    return Split(sign=sign, places=places)


def _width(counts: Counter[int], texts: int, strict: bool) -> int:
    """How many pieces there usually are; 0 if that varies too much, or there is but one."""
    width, times = counts.most_common(1)[0] if counts else (0, 0)
    if strict and (texts < LEAST_STRICT or times < 0.97 * texts):
        return 0
    wider = sum(n for count, n in counts.items() if count > width)
    if not 2 <= width <= MOST_PIECES or times < 0.6 * texts or wider > 0.05 * texts:
        return 0
    apart = sum(n for count, n in counts.items() if count > 1)
    return width if apart >= 0.8 * texts else 0


def _are_values(columns: Sequence[Sequence[str]]) -> bool:
    """Whether pieces are short, as values are, and not all of them constant."""
    pieces = [piece for column in columns for piece in column]
    short = sum(len(p) <= LONGEST and len(p.split()) <= WORDS for p in pieces)
    return short >= 0.9 * len(pieces) and any(len(set(column)) > 1 for column in columns)


def _is_list(columns: Sequence[Sequence[str]]) -> bool:
    """Whether different places have the same values, as lists of one kind of thing do."""
    sets = [set(column) for column in columns if len(set(column)) > 1]
    for one, other in combinations(sets, 2):
        few = min(len(one), len(other))
        if len(one & other) >= max(2, 0.25 * few):
            return True
    return False


def _place(column: Sequence[str]) -> Place:
    shape, times = Counter(map(shape_of, column)).most_common(1)[0]
    values = Counter(column)
    recurring = len(values) <= KNOWN and len(column) >= 2 * len(values)
    return Place(
        name=kind_of_values(column),
        shape=shape if times >= 0.8 * len(column) else PLAIN,
        known=tuple(sorted(values)) if recurring else (),
    )
