"""Our way through a faceted site: a query is a set of values, and counts say what is left to ask.

1. Facets with many values, or with gaps, are read value by value, or within the lists of another
   (`single.py`); what the counts already settle is not asked (`known.py`), which spares the largest
   value of a facet that everybody has, and whole facets that follow from others.
2. Facets that everybody has are asked together while that takes fewer pages: a page under j values
   witnesses j pairs of each entity on it (`grouping.py`).

A generator: it yields the page that it wants and is sent what that page shows. Which links are
facets is for the caller to say. Values that the first list does not name, but another does, are
read last, each alone where its address can be told; values that none names are looked for by the
site's search, where the caller says how (`lookups.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from leadline.plan.facets.branches import Branches
from leadline.plan.facets.cells import Cells
from leadline.plan.facets.grouping import Grouping
from leadline.plan.facets.known import OWN, Known
from leadline.plan.facets.lists import Alone, Exploring, Shown, Together, Value
from leadline.plan.facets.lookups import Lookups, look_up
from leadline.plan.facets.named import Named
from leadline.plan.facets.single import Single
from leadline.plan.facets.sliders import Slider, slide


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is known before: entities, those whose rows show a value, and facets not to be asked."""

    keys: Iterable[str] = ()
    own: Mapping[Value, Sequence[str]] = field(default_factory=dict)
    settled: frozenset[str] = frozenset()


class Journey:
    """The order in which lists are read, and what is known of the entities on them."""

    def __init__(
        self,
        first: Shown,
        uncounted: Sequence[tuple[Value, str]] = (),
        *,
        url: str = "",
        held: Held | None = None,
        alone: Alone = lambda link, here, everything: "",
        together: Together = lambda links, everything, example: "",
        sliders: Sequence[Slider] = (),
        lookups: Lookups | None = None,
    ) -> None:
        self.cells = Cells(first, url)
        self.named = Named(self.cells, frozenset(facet for facet, _ in first.panel))
        self._uncounted, self._held, self._alone = uncounted, held or Held(), alone
        self._sliders, self._lookups, self._together = sliders, lookups, together

    @property
    def known(self) -> Known:
        """Who has which value."""
        return self.cells.known

    def go(self) -> Exploring[None]:
        """Everything that the facets tell."""
        yield from self.cells.start(self._uncounted)
        self._recall()
        settled, searched = self._held.settled, self._lookups is not None
        branches = Branches(self.cells, self._alone, settled, searched=searched)
        asked = [facet for facet in self.named.facets() if facet not in settled]
        yield from branches.look_inside(first=True)
        if branches.has_trees():
            yield from branches.read_unnamed()
        yield from self._read_facets(asked, Single(self.named, branches, self._together))
        yield from branches.look_inside(first=False)
        yield from branches.read_unnamed()
        yield from self._read_open()
        if self._lookups is not None:
            yield from look_up(self.cells, branches, self._lookups, asked)
        for slider in self._sliders:
            yield from slide(slider, self.known, self.cells.page_size)

    def _read_facets(self, asked: Sequence[str], single: Single) -> Exploring[None]:
        """Facets that must be read alone, then those together, then what may follow from them."""
        named, grouping = self.named, Grouping(self.named, self._alone)
        last = [*filter(named.may_follow, asked)]
        named.left = [facet for facet in asked if facet not in last]
        for facet in sorted(named.left, key=lambda f: -len(named.values(f))):
            if not named.may_join(facet):
                yield from single.settle(facet)
        while named.left:
            alone = yield from grouping.read()
            if alone:
                yield from single.settle(alone)
        named.left += last
        for facet in last:
            yield from single.settle(facet)
        yield from single.read_late()

    def _recall(self) -> None:
        self.known.meet(self._held.keys, frozenset())
        for value, keys in self._held.own.items():
            self.known.meet(keys, frozenset([value]), OWN)

    def _read_open(self) -> Exploring[None]:
        """What counts had settled that turned out to be wrong."""
        self.known.conclude()
        for value in sorted(self.cells.root.panel, key=self.named.count):
            if value[0] not in self._held.settled and not self.known.is_closed(value):
                cell = yield from self.cells.open(self.cells.root, value)
                if cell is not None:
                    yield from self.cells.read(cell)
        for cell in self.cells.ended_early():
            yield from self.cells.complete(cell)
