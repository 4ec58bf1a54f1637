"""Guessing values that no record has shown yet.

Where whole branches of a hierarchy were never seen, no value met leads there. Candidates are the
options of a drop-down that were not met, the gaps of a dense range of integers, and the codes of a
short alphabet (two capital letters, three digits, …). A guess is priced like any query: by the
share of guesses that hit lately, and the size of what was hit. A miss costs one page. Before any
was tried, a value that none of n records carries is expected in one of n of those unseen at most.
"""

from __future__ import annotations

from itertools import product
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Attribute, Interface, Kind, Query
from leadline.plan.knowledge import Knowledge

FADE = 0.98
MOST = 2_000  # candidates of one attribute
LONGEST = 3  # letters of a code: ten digits of four would be more than `MOST`
FEW = 100
HITS = 12
FIRST = 20  # pages before the first look at what could be guessed, where nothing is listed;
# a crawl that holds no more than these may show holds little
EVERY = 200  # and between two
WILD = 30  # tries without a hit before codes that hardly anything suggests are given up
LEAST_NUMBERS = 4  # values met before gaps between them are tried
ALIKE = 8  # values met of one shape before codes of that shape are tried; one where all is dry
NOTHING_KNOWN = 3.0  # records behind a value nobody showed, before any was tried


class Guesses:
    """For each attribute the values still to be guessed, and how guessing went."""

    def __init__(self, interface: Interface) -> None:
        count = len(interface.attributes)
        self._waiting: list[list[str]] = [[] for _ in range(count)]
        self._tries, self._hits = np.zeros(count), np.zeros(count)
        self._tried = np.zeros(count, np.int64)  # the same, none forgotten
        self._prior = np.zeros(count)
        self._alone = np.full(count, NOTHING_KNOWN)
        self._sizes: list[list[int]] = [[] for _ in range(count)]
        listed = any(attribute.domain for attribute in interface.attributes)
        self._renewal = 1 if listed else FIRST
        self._alike = ALIKE

    def dig(self, known: Knowledge) -> None:
        """Where a crawl is stuck with little held, codes are tried by the shape of a single value.

        Else nothing says that there is more, and a crawl that is over would go on in vain.
        """
        if self._alike > 1 and known.records <= FIRST * known.interface.page_size:
            self._alike, self._renewal = 1, 0
            self.renew(known)

    def renew(self, known: Knowledge) -> None:
        """List what could be guessed from what was met by now, every so often."""
        if known.pages < self._renewal:
            return
        self._renewal = known.pages + EVERY
        for position, attribute in enumerate(known.interface.attributes):
            if attribute.kind is Kind.VALUE:
                met = np.flatnonzero(known.attribute == position)
                self._waiting[position] = _unmet_by(known, attribute, met, self._alike)[::-1]
                self._prior[position] = len(met) / (len(met) + len(self._waiting[position]) + 1)
        self._note_alone(known)

    def _note_alone(self, known: Knowledge) -> None:
        """Size of opened values that nothing else would have shown: what a guess may find."""
        opened = np.flatnonzero((known.value >= 0) & (known.total > 0))[-400:]
        values = known.value[opened]
        visible = np.minimum(known.total[opened], known.interface.limit or np.inf)
        hidden = known.local[values] - known.alone[opened] <= 1
        for position in range(len(self._alone)):
            sizes = visible[hidden & (known.attribute[values] == position)]
            self._alone[position] = sizes.mean() if len(sizes) else NOTHING_KNOWN

    def best(
        self, known: Knowledge, factor: NDArray[Any], most: float
    ) -> tuple[float, int, str] | None:
        """The best guess: expected new records per page, attribute, value."""
        for position in range(len(self._waiting)):
            self._forget_asked(known, position)
        offers = [
            (self._worth(position, known.interface.page_size, most) * factor[position], position)
            for position, waiting in enumerate(self._waiting)
            if waiting
        ]
        if not offers:
            return None
        worth, position = max(offers)
        return worth, position, self._waiting[position][-1]

    def _forget_asked(self, known: Knowledge, position: int) -> None:
        """Values that were met and asked since they were listed are no guesses any more."""
        name, waiting = known.interface.attributes[position].name, self._waiting[position]
        while waiting and known.number(Query(((name, waiting[-1]),))) >= 0:
            waiting.pop()

    def _worth(self, position: int, page_size: int, most: float) -> float:
        sizes = self._sizes[position]
        mean = (sum(sizes) + 0.5 * self._alone[position]) / (len(sizes) + 0.5)
        prior = 2 * min(self._prior[position], 0.5, most / self._alone[position])
        hit = (self._hits[position] + prior) / (self._tries[position] + 2)
        return float(hit * mean / (hit * max(1.0, mean / page_size) + 1 - hit))

    def learn(self, known: Knowledge, query: int) -> None:
        """A guess was asked: did it hit?"""
        (value,) = known.parts(query)
        position = int(known.attribute[value])
        if known.names[value] in self._waiting[position]:
            self._waiting[position].remove(known.names[value])
        found = max(int(known.total[query]), int(known.shown[query]))
        self._tried[position] += 1
        self._tries[position] = FADE * self._tries[position] + 1
        self._hits[position] = FADE * self._hits[position] + (found > 0)
        if self._alike == 1 and not self._hits[position] and self._tried[position] >= WILD:
            self._waiting[position].clear()
        if found:
            size = int(min(found, known.interface.limit or found))
            self._sizes[position] = [*self._sizes[position][1 - HITS :], size]


def _unmet_by(known: Knowledge, attribute: Attribute, met: NDArray[Any], alike: int) -> list[str]:
    """`unmet`, without listing all values where the first few show that none can be guessed."""
    few = [known.names[v] for v in met[:FEW].tolist()]
    if attribute.domain is None and any(not _number(v) and len(v) > LONGEST for v in few):
        return []
    return unmet(attribute, few + [known.names[v] for v in met[FEW:].tolist()], alike)


def unmet(attribute: Attribute, met: list[str], alike: int = ALIKE) -> list[str]:
    """Values of an attribute that its options or the shape of those met suggest."""
    seen = set(met)
    if attribute.domain is not None:
        return [value for value in attribute.domain if value not in seen]
    numbers = _integers(seen) if len(seen) >= LEAST_NUMBERS else []
    codes = _codes(seen) if len(seen) >= alike else []
    return [value for value in numbers or codes if value not in seen]


def _integers(seen: set[str]) -> list[str]:
    if not all(map(_number, seen)):
        return []
    numbers = sorted(int(value) for value in seen)
    step = max(1, int(np.gcd.reduce(np.diff(numbers))))
    span = range(numbers[0] - step, numbers[-1] + 2 * step, step)
    return [str(number) for number in span] if len(span) <= 4 * len(numbers) + 20 else []


def _number(value: str) -> bool:
    return len(value) <= 7 and value.lstrip("-").isdecimal()


def _codes(seen: set[str]) -> list[str]:
    length = max(map(len, seen), default=0)
    for alphabet in (ascii_uppercase, ascii_lowercase, digits):
        if len(alphabet) ** length > MOST:
            continue
        fitting = sum(len(value) == length and set(value) <= set(alphabet) for value in seen)
        if fitting >= 0.95 * len(seen):
            return ["".join(letters) for letters in product(alphabet, repeat=length)]
    return []
