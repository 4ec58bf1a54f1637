"""A site is harvested, changes behind our back, and is asked again: what is different is told."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from leadline.lab.sites import started
from leadline.lab.sites.build import site_of
from leadline.lab.sites.site import Item, Site
from leadline.store import open_store
from tests.harvest.odd_sites import leadline, titles

FAST = ("--delay", 0, "--browser", "never", "--json")
SHELVES = ("north", "south", "east", "west")

Books = dict[int, dict[str, Any]]


def books(count: int = 300) -> Books:
    return {
        n: {"title": title, "shelf": SHELVES[n % 4], "year": str(1900 + n * 7 % 100)}
        for n, title in enumerate(titles(count), 1)
    }


@dataclass(frozen=True, kw_only=True)
class Numbered(Site):
    """A site whose books keep their numbers."""

    numbers: tuple[int, ...] = ()

    def _item(self, row: int, columns: tuple[str, ...]) -> Item:
        item = super()._item(row, columns)
        return Item(id=str(self.numbers[row]), title=item.title, values=item.values)


@dataclass
class Library:
    """A site over books that come and go, the newest shown first."""

    design: str
    settings: dict[str, Any]
    books: Books = field(default_factory=books)
    log: list[tuple[str, str]] = field(default_factory=list)
    made: dict[str, Any] = field(default_factory=dict)

    @property
    def pages(self) -> Any:
        """The pages of today."""
        today = json.dumps(self.books)
        if today not in self.made:
            self.made[today] = self._pages()
        return self.made[today]

    def _pages(self) -> Any:
        site = site_of(list(self.books.values()), self.design, ranking="newest", **self.settings)
        numbers = tuple(self.books)
        return Numbered(world=site.world, rows=site.rows, design=self.design, numbers=numbers).pages


def harvest(address: str, file: Path) -> Any:
    ran = leadline("harvest", address, "--into", file, "--details", "never", *FAST)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def refresh(file: Path, *options: object) -> Any:
    ran = leadline("refresh", file, *options, *FAST)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def numbers(file: Path, *options: object) -> set[int]:
    out = file.with_suffix(".jsonl")
    assert leadline("export", file, out, *options).code == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    return {int(re.findall(r"\d+", row["key"])[-1]) for row in rows}


def test_what_came_and_went_in_a_list_is_found_and_kept(tmp_path):
    library, file = Library("definitions", {"browsable": True}), tmp_path / "x.db"
    with started(library) as address:
        assert harvest(address, file)["records"] == 300
        del library.books[120], library.books[121]
        library.books[301] = {"title": "A new atlas", "shelf": "north", "year": "1999"}
        library.books[300]["title"] = "Another title altogether"
        got = refresh(file)
    assert (got["added"], got["changed"], got["vanished"]) == (1, 1, 2)
    assert got["pages"] <= 12  # of 30
    assert got["unseen"] > 100
    assert got["stopped_because"] == "nothing that was asked differs any more"
    assert numbers(file) == {*range(1, 302)} - {120, 121}
    assert numbers(file, "--vanished") == {*range(1, 302)}
    with open_store(file, create=False, write=False) as store:
        kinds = sorted(change.kind for change in store.changes(1))
        assert kinds == ["added", "changed", "vanished", "vanished"]
        (before,) = [r.record for r in store.records(1) if r.record.key.endswith("/300")]
        (after,) = [c.record for c in store.changes(1) if c.kind == "changed"]
        assert after is not None
        assert ("Another title altogether" in str(before), "Another" in str(after)) == (False, True)


def test_what_changed_in_place_is_found_where_a_list_can_be_had_in_an_order_that_shows_it(tmp_path):
    library, file = Library("sorted", {"browsable": True}), tmp_path / "x.db"
    with started(library) as address:
        assert harvest(address, file)["records"] == 300
        library.books[150]["title"] = "Zzz, a title altogether new"
        got = refresh(file)
    assert (got["added"], got["changed"], got["vanished"]) == (0, 1, 0)
    assert got["requests"] <= 15  # of 30 pages


def test_a_second_refresh_compares_with_the_first(tmp_path):
    library, file = Library("definitions", {"browsable": True}), tmp_path / "x.db"
    with started(library) as address:
        harvest(address, file)
        gone = library.books.pop(7)
        assert refresh(file)["vanished"] == 1
        again = refresh(file)
        assert (again["added"], again["changed"], again["vanished"]) == (0, 0, 0)
        library.books = {7: gone, **library.books}
        library.books = dict(sorted(library.books.items()))
        assert refresh(file)["added"] == 1
    assert 7 in numbers(file)


def test_a_value_that_changed_is_found_by_counts(tmp_path):
    library, file = Library("ranges", {"limit": 100}), tmp_path / "x.db"
    with started(library) as address:
        assert harvest(address, file)["records"] >= 295
        library.books[50]["shelf"] = "west"
        del library.books[150]
        library.books[301] = {"title": "The new atlas", "shelf": "south", "year": "1950"}
        got = refresh(file)
    assert (got["added"], got["changed"], got["vanished"]) == (1, 1, 1)


@pytest.mark.parametrize("design", ["table", "cards"])
def test_a_search_box_is_asked_again_for_the_words_that_it_was_asked_for(tmp_path, design):
    library, file = Library(design, {}), tmp_path / "x.db"
    with started(library) as address:
        cost = harvest(address, file)["pages"]
        for number in range(100, 106):
            del library.books[number]
        got = refresh(file)
    assert got["vanished"] == 6
    assert got["doubtful"] == 6  # other words of them may be there still
    assert (got["added"], got["changed"]) == (0, 0)
    assert got["pages"] <= cost / 2


def test_a_budget_ends_it_and_what_was_found_is_kept(tmp_path):
    library, file = Library("definitions", {"browsable": True}), tmp_path / "x.db"
    with started(library) as address:
        harvest(address, file)
        library.books[301] = {"title": "A new atlas", "shelf": "north", "year": "1999"}
        del library.books[150]
        got = refresh(file, "--max-requests", 2)
    assert got["requests"] == 2
    assert got["stopped_because"] == "the budget is spent"
    assert got["added"] == 1
    assert 301 in numbers(file)


def test_a_file_without_a_harvest_is_an_error(tmp_path):
    with open_store(tmp_path / "x.db"):
        pass
    ran = leadline("refresh", tmp_path / "x.db")
    assert (ran.code, "holds no harvest yet" in ran.line) == (15, True)
