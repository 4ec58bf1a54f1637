"""Values that no list names: entities that have none yet are searched for by words of their rows.

A panel that shows only its first values shows all of them beside a list that is short enough. So
the entities of which a facet's value is not known are looked up by the site's own search, by the
word that finds most of them on one page; what the panel names there is read as any other value. One
look-up may name several values, and reading these tells more entities. Ends when everybody has a
value, or when look-ups in a row name nothing: then the others have none. Leaves out sites without a
search box, and entities whose rows have no rare word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from leadline.plan.facets.branches import Branches
from leadline.plan.facets.cells import Cells
from leadline.plan.facets.lists import Ask, Exploring, Value
from leadline.plan.words import words

FUTILE = 8  # look-ups in a row that named nothing new
LOOKUPS = 5_000


class Lookups:
    """The words of entities' rows; `url` is where a word is searched for, and `name` the box's."""

    def __init__(
        self, rows: Callable[[], Iterable[tuple[str, str]]], name: str, url: Callable[[str], str]
    ) -> None:
        self._rows, self._name, self._url = rows, name, url
        self._common = Counter[str]()
        self._words: dict[str, list[str]] = {}

    def learn(self, keys: Collection[str]) -> None:
        """Go through all rows: how common words are, and which those of some entities are."""
        for key, text in self._rows():
            own = words(text)
            self._common.update(own)
            if key in keys:
                self._words[key] = own

    def choose(self, keys: Iterable[str], most: int, asked: Collection[Value]) -> Value | None:
        """The word that finds most of some entities, and no more of all than fit a page."""
        found = Counter(
            word
            for key in keys
            for word in self._words.get(key, ())
            if self._common[word] <= most and (self._name, word) not in asked
        )
        best = max(found, key=lambda word: (found[word], -self._common[word], word), default=None)
        return None if best is None else (self._name, best)

    def url(self, value: Value) -> str:
        """Where a word is searched for."""
        return self._url(value[1])


def look_up(
    cells: Cells, branches: Branches, lookups: Lookups, asked: Iterable[str]
) -> Exploring[None]:
    """The values of these facets that panels do not name, as far as searches bring them up."""
    facets = [facet for facet in asked if facet in cells.root.cut]
    open_ = _without(cells, facets)
    if open_:
        lookups.learn(open_)
    done, seen, futile = set[Value](), set[str](), 0
    most = cells.page_size
    while futile < FUTILE and len(done) < LOOKUPS:
        open_ = _without(cells, facets) - seen
        value = lookups.choose(open_, most, done)
        if value is None:
            return
        done.add(value)
        before = len(_without(cells, facets))
        cell = yield from cells.look(Ask(under=frozenset([value]), url=lookups.url(value)))
        if cell is not None and cell.cut.isdisjoint(facets):
            seen.update(cell.first)
        elif cell is not None:
            most = min(most, cell.total // 2)
        yield from branches.read_unnamed()
        cells.known.conclude(often=True)
        futile = futile + 1 if len(_without(cells, facets)) == before else 0


def _without(cells: Cells, facets: Iterable[str]) -> set[str]:
    """The entities of which some facet's value is not known."""
    return {key for facet in facets for key in cells.known.without(facet)}
