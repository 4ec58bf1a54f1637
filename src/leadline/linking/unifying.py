"""Several sources of one file as one table: `unify` reads records, matches, links, fuses and keeps.

Nothing is fetched. What is decided is in `leadline.unify`, what is compared in `leadline.linking`,
what is kept in `leadline.store.entities`. Records are read twice, as the last refresh found them,
and never held all at once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from leadline.linking import Links, Row, Workbench, link, need_extra
from leadline.store import SqliteStore, StoredRecord, records_now
from leadline.store.entities import Belonging, ColumnMatch, Disagreement, Entity, UnifiedColumn
from leadline.unify.attributes import Attribute, Matching, match_attributes
from leadline.unify.cells import Cells
from leadline.unify.columns import Profile, Profiler, Values
from leadline.unify.fusion import Fusion, Member
from leadline.unify.overlap import Counting, Overlap
from leadline.unify.splitting import Cuts, find_cuts

TEXT = "text"  # the name of what records without any field say
EVERY = 20_000  # records between two words about how far it is

Fields = dict[str, Values]
Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unified:
    """How it went: what was matched, linked and shared."""

    urls: dict[int, str]
    records: int
    entities: int
    conflicts: int  # entities that records disagree on
    matching: Matching
    links: Links | None  # None where no attribute is shared
    overlap: Overlap
    seconds: float


def fields_of(stored: StoredRecord) -> Fields:
    """The values of a record by attribute, with those of its own page, each once."""
    found: dict[str, dict[str, None]] = {}
    for name, value in (*stored.record.values, *stored.details):
        if value.strip():
            found.setdefault(name, {})[value] = None
    if not found and stored.record.text.strip():
        found[TEXT] = {stored.record.text: None}
    return {name: tuple(values) for name, values in found.items()}


def unify(store: SqliteStore, watch: Watch = lambda _: None) -> Unified:
    """Make one table of all sources of a store, and keep it there in place of an earlier one."""
    began = time.monotonic()
    need_extra()
    sources = [one.id for one in store.sources()]
    cuts, profiles = _looked_at(store, sources, watch)
    matching = match_attributes(profiles)
    shared = [one for one in matching.attributes if one.is_shared]
    with Workbench([one.kind for one in shared]) as bench:
        records = bench.load(_loaded(store, sources, cuts, shared, watch))
        links = link(bench, watch) if shared else None
        bench.enter(links.entities if links else range(1, records + 1),
                    links.sure if links else [0.0] * records)  # fmt: skip
        kept = _Keeping(store, matching, records, links, began, watch)
        store.keep_unified(kept.entities(bench), *_columns(matching), kept.sum_up)
    return kept.result()


def _looked_at(
    store: SqliteStore, sources: list[int], watch: Watch
) -> tuple[dict[int, Cuts], list[Profile]]:
    """What the sources look like when attributes that hold several are cut, and how these are."""
    whole = {one: _profiled(store, one, Cuts(), watch) for one in sources}
    found = find_cuts([*whole.values()])
    again = {one: _profiled(store, one, cuts, watch) for one, cuts in found.items()}
    return found, [*(whole | again).values()]


def _profiled(store: SqliteStore, source: int, cuts: Cuts, watch: Watch) -> Profile:
    profiler = Profiler(source)
    for stored in _told(records_now(store, source), "reading", watch):
        profiler.see(cuts.of(fields_of(stored)))
    return profiler.profile()


def _told(records: Iterable[StoredRecord], doing: str, watch: Watch) -> Iterator[StoredRecord]:
    for count, stored in enumerate(records):
        if count % EVERY == 0:
            watch(f"{doing} source {stored.source}: {count:,} records")
        yield stored


def _loaded(
    store: SqliteStore,
    sources: list[int],
    cuts: Mapping[int, Cuts],
    shared: list[Attribute],
    watch: Watch,
) -> Iterator[Row]:
    for source in sources:
        cells, own = Cells(source, shared), cuts.get(source, Cuts())
        for stored in _told(records_now(store, source), "preparing", watch):
            fields = own.of(fields_of(stored))
            yield source, cells.of(fields), json.dumps([stored.record.key, fields])


def _columns(matching: Matching) -> tuple[list[UnifiedColumn], list[ColumnMatch]]:
    columns = [
        UnifiedColumn(attribute=one.name, kind=one.kind, source=column.source, name=column.name,
                      records=column.records)
        for one in matching.attributes for column in one.columns
    ]  # fmt: skip
    matches = [
        ColumnMatch(left=one.left, right=one.right, score=one.score, evidence=asdict(one.evidence))
        for one in matching.matches
    ]
    return columns, matches


class _Keeping:
    """Fuses entities while they are kept, and counts them."""

    def __init__(
        self,
        store: SqliteStore,
        matching: Matching,
        records: int,
        links: Links | None,
        began: float,
        watch: Watch,
    ) -> None:
        self._urls = {one.id: one.url for one in store.sources()}
        self._matching, self._records, self._links = matching, records, links
        self._began, self._watch = began, watch
        self._counting = Counting(list(self._urls))
        self._entities = self._conflicts = 0

    def entities(self, bench: Workbench) -> Iterator[Entity]:
        """All entities, by number."""
        fusion = Fusion(self._matching.attributes)
        for number, rows in groupby(bench.entered(), key=lambda row: row[0]):
            members, sure = [], []
            for _, source, packed, belief in rows:
                key, fields = json.loads(packed)
                members.append(Member(source=source, key=key, fields=fields))
                sure.append(belief)
            fused = fusion.fuse(members)
            self._note(members, bool(fused.conflicts))
            yield Entity(
                id=number,
                fields=fused.fields,
                records=tuple(Belonging(source=one.source, key=one.key, sure=belief)
                              for one, belief in zip(members, sure, strict=True)),
                conflicts=tuple(Disagreement(**asdict(one)) for one in fused.conflicts),
            )  # fmt: skip

    def _note(self, members: list[Member], disputed: bool) -> None:
        if self._entities % EVERY == 0:
            self._watch(f"fusing: {self._entities:,} entities")
        self._entities += 1
        self._conflicts += disputed
        self._counting.see(one.source for one in members)

    def result(self) -> Unified:
        """How it went."""
        return Unified(
            urls=self._urls,
            records=self._records,
            entities=self._entities,
            conflicts=self._conflicts,
            matching=self._matching,
            links=self._links,
            overlap=self._counting.overlap(),
            seconds=round(time.monotonic() - self._began, 1),
        )

    def sum_up(self) -> tuple[Any, list[tuple[int, int, int]]]:
        """How it went as JSON values, and the overlap as rows."""
        done = self.result()
        sources = done.overlap.sources
        rows = [
            (a, b, done.overlap.matrix[i][j])
            for i, a in enumerate(sources) for j, b in enumerate(sources)
        ]  # fmt: skip
        return as_json(done), rows


def as_json(done: Unified) -> dict[str, Any]:
    """How it went as JSON values."""
    overlap = done.overlap
    return {
        "records": done.records,
        "entities": done.entities,
        "conflicts": done.conflicts,
        "sources": [
            {"url": done.urls[one], "entities": overlap.matrix[i][i], "alone": overlap.alone[i]}
            for i, one in enumerate(overlap.sources)
        ],
        "overlap": [list(row) for row in overlap.matrix],
        "attributes": [_attribute(one, done.urls) for one in done.matching.attributes],
        "linkage": _linkage(done),
        "seconds": done.seconds,
    }


def _attribute(one: Attribute, urls: dict[int, str]) -> dict[str, Any]:
    columns = {urls[column.source]: column.name for column in one.columns}
    return {"name": one.name, "kind": one.kind, "columns": columns}


def _linkage(done: Unified) -> dict[str, Any] | None:
    if (links := done.links) is None:
        return None
    names = [one.name for one in done.matching.attributes if one.is_shared]
    return {
        "exact": links.exact,
        "compared": links.compared,
        "threshold": links.threshold,
        "rules": [
            [f"{names[part.attribute]} {part.way}" for part in one.counted.rule]
            for one in links.rules
        ],
    }
