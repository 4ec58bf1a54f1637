"""What refreshes found is kept beside what was first seen, and laid over it when it is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import Change, Kind, MemoryStore, Store, open_store, records_now

OLD = tuple(Record(key, (("title", key.upper()),)) for key in "abc")


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    with MemoryStore() if request.param == "memory" else open_store(tmp_path / "x.db") as made:
        source = made.source("http://example.org/")
        made.keep_turn(source, Turn(1, Step(Query.of(q="x")), Answer(records=OLD)))
        yield made


def found(kind: Kind, key: str, title: str | None = None, at: float = 1.0) -> Change:
    record = None if title is None else Record(key, (("title", title),))
    return Change(key=key, kind=kind, at=at, record=record)


def now(store: Store, vanished: bool = False) -> list[tuple[str, ...]]:
    records = records_now(store, 1, vanished)
    return [(one.record.key, *(v for _, v in one.record.values + one.details)) for one in records]


def test_changes_come_back_as_they_were_kept(store):
    changes = [
        found(Kind.ADDED, "d", "D"),
        found(Kind.CHANGED, "a", "Ä"),
        found(Kind.VANISHED, "b"),
    ]
    store.keep_changes(1, changes)
    assert list(store.changes(1)) == changes
    assert list(store.changes(7)) == []


def test_records_are_as_the_last_refresh_found_them(store):
    store.keep_changes(1, [found(Kind.CHANGED, "a", "A 2"), found(Kind.VANISHED, "b")])
    store.keep_changes(1, [found(Kind.CHANGED, "a", "A 3", at=2.0), found(Kind.ADDED, "d", "D", 2)])
    assert now(store) == [("a", "A 3"), ("c", "C"), ("d", "D")]
    gone = ("b", "B", "1970-01-01T00:00:01+00:00")
    assert now(store, vanished=True) == [("a", "A 3"), gone, ("c", "C"), ("d", "D")]
    assert [one.record for one in store.records(1)][:3] == list(OLD)


def test_one_that_comes_back_is_there_again(store):
    store.keep_changes(1, [found(Kind.VANISHED, "b")])
    store.keep_changes(1, [found(Kind.ADDED, "b", "B again", at=2.0)])
    assert now(store) == [("a", "A"), ("b", "B again"), ("c", "C")]


def test_the_ledger_knows_what_was_added(store):
    store.keep_changes(1, [found(Kind.ADDED, "d", "Dodo")])
    assert [turn.number for turn in store.turns(1)] == [1]
    assert store.totals(1).records == 4


def test_a_search_knows_what_was_added(tmp_path: Path) -> None:
    with open_store(tmp_path / "x.db") as store:
        store.source("http://example.org/")
        store.keep_changes(1, [found(Kind.ADDED, "d", "Dodo")])
        assert [one.record.key for one in store.search("dodo")] == ["d"]
