"""Reading a record from its markup alone, where one of the very same markup was read before.

What is left of a record's HTML when texts and most values of attributes are taken out is its
mould, and most records of a site come out of a few moulds. What is read in a mould is worked out
once; other records of it are read without a tree, the plainest by one pattern (`fields_stamps`).
Left out, and so read as trees: records whose texts decide more than that, such as a row that could
be a table's header.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from leadline.read.fields import Part, Reading, Role, Values, grouped
from leadline.read.fields_plan import MOST_PLANS, Planned, planned, run_of
from leadline.read.fields_runs import FULL, Run, runs, trimmed
from leadline.read.fields_sketch import Cut, Sketch, Slots, cut, sketched, unescaped
from leadline.read.fields_stamps import Poured, Stamp, stamp
from leadline.read.records import Element, normal
from leadline.read.repeated_header import NAME

Named = list[tuple[str, str]]
MOST_STAMPS = 8
DECIDING = frozenset({"class", "itemprop", "colspan", "style", "type"})  # not just by being there


class Cast(NamedTuple):
    """What one run of a mould gives.

    With a `name`, the text of this number, unless it is one to `skip`; without, whatever is found
    in the run when it is there.
    """

    name: str | None
    number: int
    trim: bool
    skip: tuple[str, ...]
    silent: tuple[str, ...]
    run: Planned
    full: Slots  # attributes that may have the text in full


class Mould(NamedTuple):
    """What its records give, and the numbers of their first text and of the values that they are
    known by."""

    casts: tuple[Cast, ...]
    first: int
    link: int | None
    own: int | None


class Moulds:
    """The moulds of a site's records.

    `link` is the spot of a record's address, `attribute` one of its own that may tell it, `header`
    are the texts of rows that are no records.
    """

    def __init__(
        self, reading: Reading, link: int = -1, attribute: str = "", header: Sequence[str] = ()
    ) -> None:
        self._reading = reading
        self._link = link
        self._attribute = attribute
        self._header = header
        self._initials = {name[:1] for name in header}
        self._deciding: dict[tuple[str, ...], tuple[int, ...]] = {}
        self._known: dict[Hashable, Mould | None] = {}
        self._stamps: list[Stamp] = []  # the one that was of use last is the first

    def read(self, html: str) -> Poured | None:
        """A record, given its HTML as the parser writes it; None if it has to be read as a tree."""
        for number, one in enumerate(self._stamps):
            if groups := one.groups(html):
                if number:
                    self._stamps.insert(0, self._stamps.pop(number))
                first = "" if one.first is None else groups[one.first]
                if self._header and self._may_be_header(first):
                    return None
                return one.read(groups) or self._cut(html)
        return self._cut(html)

    def _cut(self, html: str) -> Poured | None:
        """A record that has to be cut up to be read."""
        record = cut(html)
        mould = self._known.get(self._key(record))
        if mould is None or (self._header and self._may_be_header(record.texts[mould.first])):
            return None
        return self._poured(mould, record)

    def learn(self, html: str, element: Element) -> None:
        """Remember the mould of a record that was read as a tree; it is made when it recurs."""
        key = self._key(cut(html))
        if key in self._known:
            self._known[key] = mould = self._mould(html, element)
            self._stamps = [*self._stamp(html, mould), *self._stamps][:MOST_STAMPS]
            return
        if len(self._known) >= MOST_PLANS:
            self._known.clear()
            self._deciding.clear()
        self._known[key] = None

    def _key(self, record: Cut) -> Hashable:
        markup, _, values = record
        deciding = self._deciding.get(markup)
        if deciding is None:
            deciding = self._deciding[markup] = tuple(_deciding(markup))
        return (markup, *[values[number] for number in deciding])

    def _may_be_header(self, first: str) -> bool:
        begins = normal(first)[:NAME]
        return begins[:1] in self._initials and any(n.startswith(begins) for n in self._header)

    def _poured(self, mould: Mould, record: Cut) -> Poured | None:
        values = record.values
        href = None if mould.link is None else unescaped(values[mould.link])
        if href == "":
            return None  # the tree tells whether there is an empty address, or none
        own = None if mould.own is None else unescaped(values[mould.own])
        found = self._found(mould, record)
        return None if found is None else Poured(*found, href, own)

    def _found(self, mould: Mould, record: Cut) -> tuple[Values, str] | None:
        """The values of a record and its text; None if a run is not as it was planned."""
        named: Named = []
        said: list[str] = []
        for cast in mould.casts:
            if cast.name is not None:
                _take(cast, normal(record.texts[cast.number]), named, said)
            elif not self._find(cast, record, named, said):
                return None
        return grouped(named), " ".join(said)

    def _find(self, cast: Cast, record: Cut, named: Named, said: list[str]) -> bool:
        """Add what a run gives; False if it is not as it was planned."""
        full = {name: unescaped(record.values[number]) for name, number in cast.full.items()}
        run = run_of(cast.run, record.texts, full)
        if run is not None and run.text:
            self._reading.take(run, named, said)
        return run is not None

    def _mould(self, html: str, element: Element) -> Mould | None:
        sketch = sketched(html, element)
        if sketch is None:
            return None
        reading = self._reading
        found, links = runs([sketch.top], reading.top, reading.through, reading.labels)
        casts = [self._cast(run, sketch) for run in found]
        return Mould(
            tuple(casts),
            sketch.first,
            sketch.slots(links.get(self._link)).get("href"),
            sketch.slots(sketch.top).get(self._attribute),
        )

    def _stamp(self, html: str, mould: Mould | None) -> list[Stamp]:
        """The stamp of a mould, if it is plain enough for one."""
        named = () if mould is None else _plain(mould.casts)
        if mould is None or not named:
            return []
        record = cut(html)
        skipped = [(cast.number, cast.skip) for cast in mould.casts if cast.skip]
        deciding = self._deciding[record.markup]
        known_by = (mould.first, mould.link, mould.own)
        return [stamp(record, deciding, named, skipped, known_by)]

    def _cast(self, run: Run, sketch: Sketch) -> Cast:
        part = self._reading.parts.get((run.spot.number, run.after))
        plan = planned(run)
        number = plan.text.parts[0] if len(plan.text.parts) == 1 else ""
        slots = sketch.slots(run.host)
        full = {name: slots[name] for name in FULL if name in slots}
        name = _name(run, part) if isinstance(number, int) and not full else None
        skip, silent = (part.skip, part.silent) if part is not None else ((), ())
        return Cast(name, number if isinstance(number, int) else -1, run.trim, skip, silent,
                    plan, full)  # fmt: skip


def _take(cast: Cast, text: str, named: Named, said: list[str]) -> None:
    if cast.trim:
        text = trimmed(text)
    if not text or text in cast.skip:
        return
    if text not in cast.silent:
        said.append(text)
    if cast.name:
        named.append((cast.name, text))


def _plain(casts: Sequence[Cast]) -> tuple[tuple[str, int], ...]:
    """The names and numbers of texts; none if there is more to it."""
    if any(not cast.name or cast.trim or cast.silent for cast in casts if not cast.skip):
        return ()
    if any(cast.name is None or cast.trim for cast in casts):
        return ()
    plain = [(cast.name or "", cast.number) for cast in casts if not cast.skip]
    return tuple(plain) if len(dict(plain)) == len(plain) else ()


def _name(run: Run, part: Part | None) -> str | None:
    """The name of a run, where its text has no say in it."""
    if run.label or (part is not None and _is_special(part)):
        return None
    return "" if part is None else part.name or "text"


def _is_special(part: Part) -> bool:
    return part.role is Role.PLACE or bool(part.prefix or part.split) or part.numbered


def _deciding(markup: Sequence[str]) -> Iterator[int]:
    """The numbers of the values that decide how a record is read."""
    for number, before in enumerate(markup[:-1]):
        if before[before.rfind(" ") + 1 : -1] in DECIDING:
            yield number
