"""What a conversation brought, beside what facets count: which of them its rows show already.

Records are looked through once, when the first page of the list of everything is known. What they
show need not be asked; and by their words they can be searched for, where a panel does not name all
values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from leadline.interpret.facet_map import Maps
from leadline.interpret.facet_panels import Facet
from leadline.interpret.facet_rows import ALL, Numbers, Rows
from leadline.model import Kind, Query, Record
from leadline.plan.facets.journey import Held
from leadline.plan.facets.lists import Shown, Value
from leadline.plan.facets.lookups import Lookups
from leadline.plan.facets.sliders import Slider
from leadline.query.ask import opening
from leadline.read.wrapper import HtmlWrapper
from leadline.source import Source
from leadline.store import Store, records_now

SHARED = 0.5  # of a first page's records that must be known, if it is of the same kind


class Holding:
    """The records of one source, as harvested or as they are `now`; `fields` show a facet."""

    def __init__(self, store: Store, number: int, source: Source, *, now: bool = False) -> None:
        self.store, self.number, self.source, self._now = store, number, source, now
        self.fields: dict[str, str] = {}
        self._numbers = Numbers()

    def records(self) -> Iterator[Record]:
        """The records of the conversation; with those of lists a new run would choose otherwise."""
        if self._now:
            return (one.record for one in records_now(self.store, self.number))
        return (one.record for one in self.store.records(self.number) if one.first_turn)

    def held(self, first: Shown, mute: tuple[Facet, ...], *, skip_shown: bool) -> Held | None:
        """The records that are known, and what their rows show; None if the list has others."""
        rows, keys = Rows(counts=_counts(first, mute), total=first.total), list[str]()
        for record in self.records():
            keys.append(record.key)
            rows.hear(record.key, record.values)
            self._numbers.hear(record.values)
        self.fields = rows.fields()
        shared = len(set(keys) & set(first.keys)) / max(1, len(first.keys))
        if shared < SHARED * min(1.0, len(keys) / max(1, first.total or 1)):
            return None
        least = 1.0 if self.source.interface.limit else ALL
        complete = first.total is None or len(keys) >= least * first.total
        held = Held(keys=keys if complete else ())
        if not skip_shown:
            return held
        settled = frozenset(self.fields) if complete else frozenset[str]()
        return replace(held, own=rows.own(self.fields), settled=settled)

    def mapped(self, maps: Maps, found: Collection[str], total: int | None) -> list[str]:
        """The records that were not found, if maps name all that lack, and addresses tell them."""
        wrapper, names = self.source.wrapper, self.names()
        if not isinstance(wrapper, HtmlWrapper) or not wrapper.keys.by_link:
            return []
        if any(wrapper.keys.key((), (), url, url) != key for url, key in names.items()):
            return []
        named = [wrapper.keys.key((), (), url, url) for url in maps.records([*names])]
        lacking = [key for key in dict.fromkeys(named) if key not in found]
        return lacking if len(lacking) + len(found) == total else []

    def names(self) -> dict[str, str]:
        """What records are known by, by the addresses of their pages."""
        return {record.url: record.key for record in self.records() if record.url}

    def shows(self, slider: Slider) -> bool:
        """Whether rows show the number that a slider goes by."""
        return self._numbers.show(slider.low, slider.high)

    def lookups(self) -> Lookups | None:
        """How records are searched for by words of their rows, if they can be."""
        boxes = [a.name for a in self.source.interface.attributes if a.kind is Kind.KEYWORD]
        if not boxes or opening(self.source, Query(((boxes[0], "a"),))).method != "GET":
            return None
        return Lookups(self._texts, boxes[0], lambda word: self._search(boxes[0], word))

    def _texts(self) -> Iterator[tuple[str, str]]:
        return ((r.key, " ".join(value for _, value in r.values)) for r in self.records())

    def _search(self, box: str, word: str) -> str:
        return opening(self.source, Query(((box, word),))).url


def _counts(first: Shown, panels: tuple[Facet, ...]) -> Mapping[Value, int]:
    """How many records each value has, as panels say."""
    asked = {value: link.count for value, link in first.panel.items()}
    mute = {(f.name, c.text): c.count or 0 for f in panels for c in f.panel.choices}
    return {**mute, **asked}
