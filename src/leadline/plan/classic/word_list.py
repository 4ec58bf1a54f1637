"""Words from a list made elsewhere: generic frequency and random (Ntoulas et al. 2005, §3 and §4).

The list is most frequent first. `GenericFrequency` asks it in order. `RandomWords` asks its `top`
most frequent words in random order, each once: 16,000 for random-16K, 1,000,000 for random-1M.
Where a form has several attributes each word is asked as a value of each in turn, which the paper,
having one search box, leaves open. Leaves out whatever the answers say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from leadline.model import Interface, Query
from leadline.plan.classic.frontier import AsksThePick, Picks
from leadline.plan.knowledge import Knowledge, Shown


@dataclass(frozen=True)
class GenericFrequency(AsksThePick):
    """Ask the words in the order of the list."""

    words: tuple[str, ...]

    def learner(self, interface: Interface) -> Walk:
        """The place in the list."""
        return Walk(interface, self.words)


@dataclass(frozen=True)
class RandomWords(AsksThePick):
    """Ask the `top` first words of the list in an order that `seed` fixes."""

    words: tuple[str, ...]
    top: int = 16_000
    seed: int = 0

    def learner(self, interface: Interface) -> Walk:
        """The place in the shuffled list."""
        shuffled = list(islice(self.words, self.top))
        Random(self.seed).shuffle(shuffled)
        return Walk(interface, shuffled)


class Walk(Picks):
    """A walk through words, and for each of them through the attributes that take it."""

    def __init__(self, interface: Interface, words: Iterable[str]) -> None:
        self._queries = _queries(interface, words)
        self.best = next(self._queries, None)

    def count(self, known: Knowledge, query: int, shown: Shown) -> None:
        """Nothing: the list does not depend on the answers."""

    def pick(self, known: Knowledge) -> Query | None:
        """The first query of the rest that was not asked yet."""
        while self.best is not None and known.number(self.best) >= 0:
            self.best = next(self._queries, None)
        return self.best


def _queries(interface: Interface, words: Iterable[str]) -> Iterator[Query]:
    for word in words:
        for attribute in interface.attributes:
            query = Query(((attribute.name, word),))
            if interface.can_ask(query):
                yield query
