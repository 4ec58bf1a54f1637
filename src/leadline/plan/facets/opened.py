"""Lists under sets of values, each opened once, whatever order the values were chosen in.

A list is reached by the links of panels, so addresses need no meaning: who follows the link of a
value from the list under a set reaches the list under both. Links that the panel does not offer,
such as orders, views, and the ways back, are never followed, and notes in addresses do not matter.
A second value of a facet may widen the list rather than narrow it; then no two values of that facet
are chosen together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from leadline.plan.facets.known import Known
from leadline.plan.facets.lists import Ask, Example, Exploring, Link, Shown, Under, Value

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


class Opened:
    """All lists opened so far, from the first page of the list of everything."""

    def __init__(self, first: Shown, url: str = "") -> None:
        self.page_size = max(1, len(first.keys))
        self._widening: set[str] = set()  # facets whose values are alternatives
        self.widened: dict[str, Example] = {}  # facets by links that add alternatives
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
            self.root.total = max(len(self.root.first), *sums(self.root.counts).values(), 0)
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


def sums(counts: Mapping[Value, int]) -> dict[str, int]:
    """The counts of each facet together."""
    found: dict[str, int] = {}
    for (facet, _), count in counts.items():
        found[facet] = found.get(facet, 0) + count
    return found
