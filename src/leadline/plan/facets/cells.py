"""Lists under sets of values, each fetched once, whatever order the values were chosen in.

A list is reached by the links of panels, so addresses need no meaning: who follows the link of a
value from the list under a set reaches the list under both. Links that the panel does not offer,
such as orders, views, and the ways back, are never followed, and notes in addresses do not matter.
Where the site shows only the first K of a list, it is read in parts (drill-down); what no value
parts is read in other orders, as far as there are some. A second value of a facet may widen the
list rather than narrow it; then no two values of that facet are chosen together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from leadline.plan.facets.known import Known
from leadline.plan.facets.lists import Ask, Example, Exploring, Link, Shown, Under, Value
from leadline.plan.facets.parting import Parting

SLACK = 0.02  # by which a site may change meanwhile


@dataclass(kw_only=True)
class Cell:
    """A list: its first page, and once it was read to its end, its members."""

    under: Under
    url: str
    total: int
    panel: dict[Value, Link]
    first: tuple[str, ...]
    following: str = ""
    members: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    asked: int = 1  # pages of it, in whatever order
    repeats: bool = False  # a page showed what another had: then others are on none
    plain: bool = True  # its members have all of the values; not so of words, and alternatives
    done: bool = False
    parted: bool = False  # what lacked of it was looked for
    counts: dict[Value, int] = field(default_factory=dict)
    cut: frozenset[str] = frozenset()


class Cells:
    """All lists opened so far, from the first page of the list of everything."""

    def __init__(self, first: Shown, url: str = "") -> None:
        self.page_size = max(1, len(first.keys))
        self.limit = 0  # no list shows more than so many; 0 as long as all were shown whole
        self._ended = 0  # how many the latest list had shown that ended too early
        self._widening: set[str] = set()  # facets whose values are alternatives
        self.widened: dict[str, Example] = {}  # facets by links that add alternatives
        self._usual = set[int]()  # orders, by their places, that lists are shown in anyhow
        self._counts_lists = first.total is not None
        self.root = self._cell(frozenset(), url, first)
        self._opened: dict[Under, Cell] = {self.root.under: self.root}
        self._by_total: dict[int, list[Cell]] = {}
        self.known = Known({}, None)

    def start(self, uncounted: Sequence[tuple[Value, str]] = ()) -> Exploring[None]:
        """Know the sizes of all values' lists; of those without counts, from their first pages."""
        for value, url in uncounted:
            shown = yield Ask(under=frozenset([value]), url=url)
            if shown is not None:
                cell = self._cell(frozenset([value]), url, shown)
                self._add(cell)
                self.root.panel[value] = Link(url=url, count=cell.total)
                self.root.counts[value] = cell.total
        if not self._counts_lists:
            self.root.total = max(len(self.root.first), *_sums(self.root.counts).values(), 0)
        self.known = Known(self.root.counts, self.root.total if self._counts_lists else None)
        for cell in self._opened.values():
            self.known.meet(cell.first, cell.under)

    def is_open(self, under: Under) -> bool:
        """Whether the first page of a list is known."""
        return under in self._opened

    def opened(self, under: Under) -> Cell | None:
        """The list under some values, if its first page is known."""
        return self._opened.get(under)

    def is_longer(self, total: int, most: int) -> bool:
        """Whether a list is longer than it may be, changes of the site aside."""
        return total > most * (1 + SLACK) + 1

    def is_too_long(self, count: int) -> bool:
        """Whether a list of so many is not shown whole."""
        return 0 < self.limit < count

    def open(self, cell: Cell, value: Value) -> Exploring[Cell | None]:
        """The list under one value more."""
        under = cell.under | {value}
        if under not in self._opened:
            link = cell.panel[value]
            shown = yield Ask(under=under, url=link.url)
            if shown is None or self._widens(cell, value, shown):
                return None
            self._add(self._cell(under, link.url, shown, link.count))
            self.known.meet(self._opened[under].first, under)
        return self._opened[under]

    def _add(self, cell: Cell) -> None:
        self._opened[cell.under] = cell
        self._by_total.setdefault(cell.total, []).append(cell)

    def _widens(self, cell: Cell, value: Value, shown: Shown) -> bool:
        """Whether a value was added to a list and made it longer.

        Alternatives to the value go on being counted as before it was chosen.
        """
        others = {v: link.count for v, link in shown.panel.items()
                  if v[0] == value[0] and v != value}  # fmt: skip
        same = all(cell.counts.get(v) == count for v, count in others.items())
        if len(others) > 1 and same:
            self._widening.add(value[0])
            link = next(link for v, link in shown.panel.items() if v in others)
            self.widened.setdefault(value[0], (link.url, shown.url or cell.panel[value].url))
        if shown.total is None or not self.is_longer(shown.total, cell.total):
            return False
        self._widening.add(value[0])
        return True

    def opened_since(self, number: int) -> list[Cell]:
        """The lists that were opened after so many others."""
        return list(islice(self._opened.values(), number, None))

    def name(self, value: Value, url: str, least: int) -> Exploring[Cell | None]:
        """The list of a value that the list of everything does not name, if it has so many."""
        under = frozenset([value])
        shown = (yield Ask(under=under, url=url)) if url else None
        if shown is None or not shown.keys or (shown.total or least) < least:
            return None
        self._add(cell := self._cell(under, url, shown, least))
        if shown.total is not None:
            self.root.panel[value] = Link(url=url, count=cell.total)
            self.root.counts[value] = cell.total
            self.known.say(value, cell.total)
        self.known.meet(cell.first, under)
        return cell

    def look(self, ask: Ask) -> Exploring[Cell | None]:
        """The first page of a list that is no value's, but may name some."""
        cell = yield from self.apart(ask)
        if cell is not None:
            self._add(cell)
            self.known.read(cell.first, cell.counts, cell.total, ask.under, cell.cut)
        return cell

    def apart(self, ask: Ask) -> Exploring[Cell | None]:
        """The first page of a list whose members need not have all that was asked for."""
        shown = yield ask
        if shown is None or not shown.keys:
            return None
        cell = self._cell(ask.under, ask.url, shown)
        cell.plain = False
        self.known.meet(shown.keys, frozenset())
        return cell

    def adopted(self, cell: Cell) -> Cell:
        """A list whose members turned out to have all that was asked for."""
        cell.plain = True
        self._add(cell)
        self.known.meet(cell.first, cell.under)
        return cell

    def read(self, cell: Cell) -> Exploring[None]:
        """All members of a list; in parts if the site does not show it whole.

        The list that tells this is put off (`ended_early`): others may be asked otherwise now.
        """
        if cell.done:
            return
        cell.done, limit = True, self.limit
        if not self.is_too_long(cell.total):
            yield from self.turn(cell, cell.following)
            self._learn_limit(cell)
        if self.limit == limit:
            yield from self.complete(cell)

    def complete(self, cell: Cell) -> Exploring[None]:
        """What is missing of a list that the site does not show whole: parts, then orders."""
        whole = False
        cell.parted = self.limit > 0
        if self.limit and len(cell.members) < cell.total:
            whole = yield from self._drill(cell)
        if not whole and (self.limit or cell.repeats):
            yield from self._reorder(cell)
        if len(cell.members) == cell.total or not self.limit:
            self.known.read(cell.members, cell.counts, cell.total, cell.under, cell.cut)

    def _reorder(self, cell: Cell) -> Exploring[None]:
        """A list in other orders, until it is whole; not in the one that it is shown in anyhow.

        One that is shown to its end and lacks somebody has changed meanwhile, or mixes its pages:
        an order that brings nobody to its end tells that he is gone.
        """
        if cell.asked == 1:
            yield from self.turn(cell, cell.following)
            cell.members = tuple(self.known.having(cell.under))
        for place, url in enumerate(cell.orders):
            if len(cell.members) < cell.total and place not in self._usual:
                before, asked = len(cell.members), cell.asked
                ended = yield from self.turn(cell, url)
                cell.members = tuple(self.known.having(cell.under))
                none = len(cell.members) == before
                if none and not ended and cell.asked == asked + 1:
                    self._usual.add(place)
                if none and ended and not self.limit:
                    break

    def ended_early(self) -> list[Cell]:
        """The lists that were thought to be whole before the limit was known."""
        return [cell for cell in self._opened.values() if cell.done and not cell.parted
                and len(cell.members) == self.limit < cell.total]  # fmt: skip

    def _learn_limit(self, cell: Cell) -> None:
        """A list that lacks a page or more is cut, and so is the second that ends at a number.

        A single one that lacks a few may have changed meanwhile. One whose first page leads to no
        other is cut there.
        """
        shown, missing = len(cell.members), cell.total - len(cell.members)
        if missing > 0 and shown == self.page_size and not cell.following:
            self.limit = shown
        elif missing > 0 and shown > self.page_size:
            if missing >= self.page_size or shown == self._ended:
                self.limit = shown
            self._ended = shown

    def turn(self, cell: Cell, url: str) -> Exploring[bool]:
        """The pages of a list from an address on, one after the other; whether to its end."""
        members = dict.fromkeys((*cell.members, *cell.first))
        passed = set(cell.first) if url == cell.following else set[str]()
        while url and len(members) < cell.total:
            cell.asked += 1
            shown = yield Ask(under=cell.under, url=url, page=cell.asked)
            again = bool(passed) and not passed.isdisjoint(shown.keys) if shown else False
            if shown is None or not set(shown.keys) - passed or shown.keys == cell.first:
                break
            cell.repeats = cell.repeats or again
            passed.update(shown.keys)
            members.update(dict.fromkeys(shown.keys))
            self.known.meet(shown.keys, cell.under if cell.plain else frozenset(), cell.asked)
            url = shown.following
        cell.members = tuple(members)
        return not url

    def _drill(self, cell: Cell) -> Exploring[bool]:
        """The members of a list by one facet after the other, until all are there.

        Says whether a facet parts all of it: who lacks even so, no order of a part has shown.
        """
        self.known.meet(cell.members, cell.under)
        sums, tried = _sums(cell.counts), set[str]()
        whole = False
        while self._lacks(cell) and not whole and (facet := self._parting(cell, tried)):
            tried.add(facet)
            yield from self._read_parts(cell, facet)
            whole = self.known.is_had_once(facet, sums[facet], cell.total)
        cell.members = tuple(self.known.having(cell.under))
        return whole

    def _lacks(self, cell: Cell) -> bool:
        """Whether some members of a list are not known."""
        return len(self.known.having(cell.under)) < cell.total

    def _read_parts(self, cell: Cell, facet: str) -> Exploring[None]:
        """What a list has under each value of a facet, as far as it is not known."""
        values = [v for v, n in cell.counts.items() if v[0] == facet and 0 < n < cell.total]
        for value in sorted(values, key=cell.counts.__getitem__):
            if not self._lacks(cell):
                break
            if not self._is_part_known(cell, value):
                under = cell.under | {value}
                same = self._same_as(under, cell.counts[value])
                inner = same or (yield from self.open(cell, value))
                if inner is not None:
                    yield from self.read(inner)
                    for other in under - inner.under:
                        self.known.tell(inner.members, other, inner.under)

    def _same_as(self, under: Under, count: int) -> Cell | None:
        """A list that is as long as this one, and all of whose members have its values."""
        return next((cell for cell in self._by_total.get(count, ()) if cell.plain
                     and all(cell.counts.get(v) == count for v in under - cell.under)),
                    None)  # fmt: skip

    def _is_part_known(self, cell: Cell, value: Value) -> bool:
        """Whether all members of a list that have a value are known."""
        if not self.known.has(value):
            return False
        return len(self.known.having(cell.under | {value})) >= cell.counts[value]

    def _parting(self, cell: Cell, tried: set[str]) -> str:
        """The facet that parts a list into the fewest pages; one that shows all of it, if one is.

        Parts that were read take none, and those that are too long more, as they are parted again.
        """
        sums = _sums({v: n for v, n in cell.counts.items()
                      if v[0] not in tried and 0 < n < cell.total})  # fmt: skip
        costs = {facet: self._cost_of_parts(cell, facet, tried) for facet in sums}

        def worth(facet: str) -> tuple[bool, float]:
            share = min(1.0, sums[facet] / cell.total)
            return share == 1.0, share / (costs[facet] + 1)

        return max(sums, key=worth, default="")

    def _cost_of_parts(self, cell: Cell, facet: str, tried: set[str]) -> float:
        counts = [n for value, n in cell.counts.items() if value[0] == facet
                  if not self._is_read(cell.under | {value})]  # fmt: skip
        return float(self._within(cell).exact(np.array(counts, float), {facet, *tried}).sum())

    def _within(self, cell: Cell) -> Parting:
        """How the parts of a list can be parted in turn, if these are not shown whole."""
        shares = {
            facet: np.array([n for v, n in cell.counts.items() if v[0] == facet]) / cell.total
            for facet, counted in _sums(cell.counts).items()
            if counted >= cell.total
        }
        return Parting(page_size=self.page_size, limit=self.limit, shares=shares)

    def _is_read(self, under: Under) -> bool:
        cell = self._opened.get(under)
        return cell is not None and cell.done

    def _cell(self, under: Under, url: str, shown: Shown, count: int = 0) -> Cell:
        chosen = {facet for facet, _ in under} & self._widening
        panel = {value: link for value, link in shown.panel.items()
                 if value not in under and value[0] not in chosen}  # fmt: skip
        total = max(count, len(shown.keys)) if shown.total is None else shown.total
        return Cell(
            under=under,
            url=shown.url or url,
            total=total,
            panel=panel,
            first=shown.keys,
            following=shown.following if total > len(shown.keys) else "",
            counts={value: link.count for value, link in panel.items()},
            cut=shown.cut,
            orders=shown.orders,
        )


def _sums(counts: Mapping[Value, int]) -> dict[str, int]:
    """The counts of each facet together."""
    found: dict[str, int] = {}
    for (facet, _), count in counts.items():
        found[facet] = found.get(facet, 0) + count
    return found


def pages(counts: Mapping[Value, int] | list[int], size: int) -> int:
    """How many pages lists of such lengths have together."""
    each = counts.values() if isinstance(counts, Mapping) else counts
    return sum(-(-count // size) for count in each)
