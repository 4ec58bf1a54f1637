"""How alike two attributes of different sources are, by their names, values and formats.

The values are compared in their canonical forms: which share of them is in the other column too,
how alike their words are distributed (the cosine of tf·idf vectors), for numbers and dates whether
their quantiles agree. Names are compared by their words' stems and letters. The idea of several
matchers that each see one side is that of Do & Rahm, "COMA" (VLDB 2002); the mixture is ours.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np

from leadline.detect.stems import plain as spaced
from leadline.read.details import GENERIC
from leadline.unify.columns import Column, Kind

WORDS = 5000  # the commonest words of a column that are compared
TWINS = 0.95  # what it counts that attributes agree where records are one thing
FEW = 3  # values, below which nothing is told by them
ORDERED = (Kind.NUMBER, Kind.YEAR, Kind.DATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for two attributes being one, each from 0 to 1; None where nothing is known."""

    name: float | None
    values: float | None  # the share of values that are in both
    words: float | None  # how alike the words are distributed
    range: float | None  # how alike numbers or dates are distributed
    format: float  # whether the values are of one kind
    twins: float | None = None  # how far they agree on records that are one thing

    @property
    def content(self) -> float:
        """What the values say: the best of their witnesses, as far as the formats agree."""
        told = [one for one in (self.values, self.words) if one is not None]
        if self.range is not None:  # small numbers are in every column of numbers
            told = [0.5 * self.range + 0.5 * min(self.values or 0.0, 2 * self.range)]
        return self.format * max(told, default=0.0)

    @property
    def score(self) -> float:
        """All of it in one number."""
        return max(self._seen, TWINS * (self.twins or 0.0))

    @property
    def _seen(self) -> float:
        """What names and values say."""
        if self.name is None:
            return self.content
        return 0.55 * self.content + 0.45 * self.name * (0.4 + 0.6 * self.format)


def compare(a: Column, b: Column, twins: float | None = None) -> Evidence:
    """What speaks for two columns being one attribute, given how far they agree on twins."""
    enough = min(len(a.plain), len(b.plain)) >= FEW
    ordered = a.kind in ORDERED and b.kind in ORDERED
    return Evidence(
        name=names_alike(a.name, b.name),
        values=_most(_shared(_keys(a, b), _keys(b, a)), _marked(a, b)),
        words=_cosine(a.words, b.words) if enough and not ordered else None,
        range=_ranges_alike(a, b) if ordered else None,
        format=_format_alike(a, b),
        twins=twins,
    )


def names_alike(a: str, b: str) -> float | None:
    """How alike two names are; None if one of them is no name (`text 2`)."""
    if GENERIC.fullmatch(a) or GENERIC.fullmatch(b):
        return None
    first, second = spaced(a).split(), spaced(b).split()
    if first == second:
        return 1.0
    stems = {_stem(word) for word in first}, {_stem(word) for word in second}
    shared = len(stems[0] & stems[1]) / max(min(map(len, stems)), 1)
    whole = len(stems[0] & stems[1]) / max(len(stems[0] | stems[1]), 1)
    letters = SequenceMatcher(None, " ".join(first), " ".join(second), autojunk=False).ratio()
    return max(0.5 * shared + 0.5 * whole, letters if letters > 0.75 else 0.0)


def _stem(word: str) -> str:
    """A word without its plural; four letters stay."""
    for ending in ("es", "s", "en", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word.removesuffix(ending)
    return word


def _keys(own: Column, other: Column) -> Mapping[str, int]:
    """The values, as years where the other column knows no more than these."""
    if own.kind is Kind.DATE and other.kind is Kind.YEAR:
        return Counter(value[:4] for value in own.plain.elements())
    return own.plain


def _shared(a: Mapping[str, int], b: Mapping[str, int]) -> float | None:
    """The share of the values of either that are in the other too, of the better one."""
    if not a or not b:
        return None
    common = a.keys() & b.keys()
    return max(sum(a[v] for v in common) / sum(a.values()),
               sum(b[v] for v in common) / sum(b.values()))  # fmt: skip


def _marked(a: Column, b: Column) -> float | None:
    """The share of different values that are in both, by those with the lowest marks."""
    least = min(a.least, b.least)
    first, second = ({mark for mark in one.marks if mark < least} for one in (a, b))
    if min(len(first), len(second)) < FEW:
        return None
    return len(first & second) / min(len(first), len(second))


def _most(*told: float | None) -> float | None:
    return max((one for one in told if one is not None), default=None)


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    first, second = dict(a.most_common(WORDS)), dict(b.most_common(WORDS))
    dot = sum(_weight(n) * _weight(second[word]) for word, n in first.items() if word in second)
    norms = [math.sqrt(sum(_weight(n) ** 2 for n in some.values())) for some in (first, second)]
    return dot / (norms[0] * norms[1]) if all(norms) else 0.0


def _weight(count: int) -> float:
    return 1.0 + math.log(count)


def _ranges_alike(a: Column, b: Column) -> float:
    """One less the largest distance of the two distribution functions (Kolmogorov–Smirnov)."""
    first, second = np.sort(_ordered(a, b)), np.sort(_ordered(b, a))
    if not len(first) or not len(second):
        return 0.0
    at = np.concatenate([first, second])
    shares = [np.searchsorted(some, at, side="right") / len(some) for some in (first, second)]
    return float(1.0 - np.abs(shares[0] - shares[1]).max())


def _ordered(own: Column, other: Column) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    if own.kind is not Kind.DATE:
        return np.array(own.numbers)
    days = np.array(own.days, dtype=float)
    return 1.0 + days / 365.2425 if other.kind is Kind.YEAR else days


def _format_alike(a: Column, b: Column) -> float:
    kinds = {a.kind, b.kind}
    if len(kinds) == 1 or kinds <= {Kind.TEXT, Kind.SET, Kind.LONG}:
        return _lengths_alike(a, b)
    if kinds in ({Kind.YEAR, Kind.DATE}, {Kind.NUMBER, Kind.YEAR}):
        return 0.9
    return 0.2 if kinds & set(ORDERED) else 0.8


def _lengths_alike(a: Column, b: Column) -> float:
    """Near one if values have the same length; a description is no title."""
    if a.kind in ORDERED:
        return 1.0
    means = [sum(map(len, one.values)) / max(len(one.values), 1) for one in (a, b)]
    return max(min(1.0, 1.5 * min(means) / max(*means, 1e-9)), 0.3)
