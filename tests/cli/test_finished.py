"""A harvest that is over: the same command says so at once, and leaves site and file alone."""

import json
from dataclasses import dataclass, field

import pytest

from tests.harvest.odd_sites import Catalogue, leadline, page, serving

FAST = ("--delay", 0, "--browser", "never")


@dataclass
class Logged(Catalogue):
    """A catalogue that takes note of whatever is asked, robots.txt too."""

    robots = True
    log: list[str] = field(default_factory=list)
    broken: str = ""

    async def __call__(self, request):
        self.log.append(str(request.rel_url))
        if self.broken and self.broken in self.log[-1]:
            return page("<h1>Something went wrong</h1>", status=500)
        return await super().__call__(request)


def test_nothing_is_asked_and_nothing_is_changed(tmp_path):
    path, books = tmp_path / "books.db", Logged()
    with serving(books) as site:
        first = leadline("harvest", site, "--into", path, *FAST, "--json")
        asked, bytes_then = len(books.log), path.read_bytes()
        again = leadline("harvest", site, "--into", path, *FAST, "--json")
        told = leadline("harvest", site, "--into", path, *FAST)
    assert (again.code, json.loads(again.out)) == (0, json.loads(first.out))
    assert (told.code, told.err) == (0, "")
    assert "records   150\n" in told.out
    assert "nothing was asked: this harvest is over" in told.out
    assert f"leadline refresh {path}\n" in told.out
    assert (len(books.log), path.read_bytes()) == (asked, bytes_then)


@pytest.mark.parametrize("more", [("--target", 0.99), ("--details", "always"), ("--until-proved",)])
def test_who_wants_more_gets_it(tmp_path, more):
    path, books = tmp_path / "books.db", Logged()
    with serving(books) as site:
        leadline("harvest", site, "--into", path, *FAST)
        before = len(books.log)
        ran = leadline("harvest", site, "--into", path, *FAST, *more)
    assert ran.code == 0
    assert "nothing was asked" not in ran.out
    assert len(books.log) > before


def test_a_budget_that_was_spent_is_no_end(tmp_path):
    path, books = tmp_path / "books.db", Logged()
    with serving(books) as site:
        few = leadline("harvest", site, "--into", path, *FAST, "--max-requests", 30)
        on = leadline("harvest", site, "--into", path, *FAST, "--max-requests", 30)
    assert "nothing was asked" not in few.out + on.out
    assert few.out.count("30 requests of the budget are spent") == 1
    assert len(books.log) > 50


def test_a_page_that_could_not_be_had_is_asked_again(tmp_path):
    path, books = tmp_path / "books.db", Logged(broken="page=3")
    with serving(books) as site:
        leadline("harvest", site, "--into", path, *FAST)
        books.broken, before = "", len(books.log)
        leadline("harvest", site, "--into", path, *FAST)
        assert [url for url in books.log[before:] if "page=3" in url]
        over = leadline("harvest", site, "--into", path, *FAST)
    assert "nothing was asked" in over.out
