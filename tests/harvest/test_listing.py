"""Sites that let visitors leaf through everything: a list is read where it has all there is."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Progress, Summary, Watch
from leadline.harvest.run import harvest
from leadline.lab.sites import site_of, started
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore
from tests.harvest.odd_sites import FIRST, FORM, SECOND, THIRD, Catalogue, leadline, page, serving

LIST_SIZE = 12
MENU = '<nav><a href="/">Home</a> <a href="/all">All books</a> <a href="/about">About</a></nav>'


@dataclass
class Leafed(Catalogue):
    """A search that needs words and shows ten books a page, and a list of books in a table."""

    listed: int = 150
    kind: str = "book"
    form: str = FORM
    says_total: bool = True
    paths: list[str] = field(default_factory=list)

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        self.paths.append(request.path)
        if request.path == "/all":
            return self.list(int(request.query.get("page", 1)))
        if request.path == "/":
            return page(f"<h1>Books</h1>{MENU}{self.form}")
        return await super().__call__(request)

    def list(self, number: int) -> web.Response:
        """A page of the list."""
        books = self.found("the")[: self.listed]
        shown = books[(number - 1) * LIST_SIZE : number * LIST_SIZE]
        rows = "".join(
            f'<tr><td><a href="/{self.kind}/{i}">{escape(title)}</a></td><td>{i % 7} copies</td>'
            for i, title in shown
        )
        last = -(-len(books) // LIST_SIZE)
        links = " ".join(
            f"<b>{n}</b>" if n == number else f'<a href="/all?page={n}">{n}</a>'
            for n in range(1, last + 1)
        )
        total = f"<p>{len(books)} books</p>" if self.says_total else ""
        return page(f"<h1>All</h1>{MENU}{self.form}{total}<table>{rows}</table><p>{links}</p>")


def harvested(site: Catalogue, into: Path) -> Any:
    with serving(site) as address:
        ran = leadline("harvest", address, "--into", into, "--delay", 0, "--json",
                       "--details", "never", "--browser", "never")  # fmt: skip
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_a_list_of_everything_is_read_to_its_end(tmp_path):
    site = Leafed()
    ended = harvested(site, tmp_path / "x.db")
    assert ended["records"] == 150
    assert ended["complete"] == "proved"
    assert ended["pages"] == 13
    assert ended["queries"] == 1


def test_also_where_there_is_no_search_and_it_says_so():
    site, said = Leafed(form=""), list[Progress]()
    with serving(site) as address:
        ended = asyncio.run(watched(address, said.append))
        assert said[-1].doing == f"reading {address}/all"
    assert ended.records == 150
    assert "/search" not in site.paths


def test_data_that_has_all_its_records_on_one_page_is_read(tmp_path):
    books = [{"id": n, "title": f"Book {n}"} for n in range(300)]

    async def data(request: web.Request) -> web.StreamResponse:
        found = [] if request.query else books  # a filter by a field that no book has
        return web.json_response(found)

    with serving(data) as site:
        ran = leadline(
            "harvest", f"{site}/books", "--into", tmp_path / "b.db", "--delay", 0, "--json"
        )
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 300


def test_data_that_the_first_page_links_to_is_read(tmp_path):
    books = [{"id": n, "title": f"Book {n}"} for n in range(300)]

    async def linked(request: web.Request) -> web.StreamResponse:
        if request.path == "/books":
            return web.json_response([] if request.query else books)
        return page('<h1>Data</h1><ul><li><a href="/books">/books</a> - 300 items</ul>')

    with serving(linked) as site:
        ran = leadline("harvest", site, "--into", tmp_path / "b.db", "--delay", 0, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 300


class Sized(Catalogue):
    """A list of ten books a page, or of as many as are asked for; and links for their kinds."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        size, number = int(request.query.get("size", 10)), int(request.query.get("page", 1))
        kind, books = request.query.get("kind"), self.found("the")
        books = [(i, title) for i, title in books if kind is None or str(i % 3) == kind]
        rows = "".join(
            f'<tr><td><a href="/book/{i}">{title}</a></td>'
            f'<td><a href="/?kind={i % 3}">kind {i % 3}</a></td></tr>'
            for i, title in books[(number - 1) * size : number * size]
        )
        asked = f"size={size}" + ("" if kind is None else f"&kind={kind}")
        more = (
            f'<a href="/?page={number + 1}&{asked}">Next</a>' if number * size < len(books) else ""
        )
        sizes = " ".join(f'<a href="/?size={n}">{n}</a>' for n in (10, 20, 50))
        return page(f"<h1>Books ({len(books)})</h1><table>{rows}</table>{sizes} {more}")


def test_a_list_that_can_be_had_on_one_page_is_read_rather_than_its_values(tmp_path):
    ended = harvested(Sized(count=45), tmp_path / "x.db")
    assert (ended["records"], ended["pages"], ended["queries"]) == (45, 1, 1)


def test_of_several_lists_without_a_search_the_longest_is_read(tmp_path):
    async def tables(request: web.Request) -> web.StreamResponse:
        name, number = request.path.strip("/"), int(request.query.get("page", 1))
        if name not in ("roles", "airports"):
            links = "".join(f'<a href="/{n}/">List {n}</a> ' for n in ("roles", "airports"))
            return page(f"<h1>Tables</h1><nav>{links}</nav>")
        count, shown = (300, "tr><td") if name == "airports" else (27, "li><b")
        rows = "".join(
            f'<{shown}><a href="/{name}/{n}">{name} {n * 7919 % 1000}</a> kind {n % 3}'
            for n in range(20 * (number - 1), min(20 * number, count))
        )
        more = f'<a href="/{name}/?page={number + 1}">Next</a>' if 20 * number < count else ""
        return page(f"<h1>{name}</h1><p>{count} records</p><table>{rows}</table>{more}")

    with serving(tables) as site:
        ran = leadline("harvest", site, "--into", tmp_path / "t.db", "--delay", 0, "--json",
                       "--browser", "never", "--details", "never")  # fmt: skip
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 300


def folder(files: int, about: str = "") -> str:
    """A folder as a Web server lists it: one page, without a search."""
    lines = "".join(
        f'<a href="part-{n}.tar">part-{n}.tar</a>          0{1 + n % 9}-Jan-2024 10:{10 + n % 50}'
        f"          {n * n + 70}\n"
        for n in range(files)
    )
    up = '<a href="../">../</a>'
    return f"<h1>Index of /parts/</h1>{about}<hr><pre>{up}\n{lines}</pre><hr>"


@pytest.mark.parametrize(
    ("shown", "records"),
    [(folder(120), 120), (folder(8), None), (folder(30, f"<p>{'and so on ' * 500}</p>"), None)],
)
def test_a_page_that_consists_of_one_long_list_is_read(tmp_path, shown, records):
    async def site(request: web.Request) -> web.StreamResponse:
        return page(shown) if request.path == "/parts/" else web.HTTPNotFound()

    with serving(site) as address:
        ran = leadline("harvest", f"{address}/parts/", "--into", tmp_path / "x.db", "--delay", 0,
                       "--json", "--details", "never", "--browser", "never")  # fmt: skip
    assert (json.loads(ran.out)["records"] if ran.code == 0 else None) == records


class Deep(Leafed):
    """The list is three clicks away, and nothing is searched."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        leads = {"/": "/collections", "/collections": "/collections/books"}
        if (further := leads.get(request.path)) is not None:
            return page(f'<h1>Our data</h1><p><a href="{further}">Collections</a></p>')
        if request.path == "/collections/books":
            return page('<h1>Books</h1><p><a href="/all">Browse the books</a></p>')
        return await super().__call__(request)


def test_a_list_that_was_passed_on_the_way_to_a_search_is_read(tmp_path):
    assert harvested(Deep(form=""), tmp_path / "x.db")["records"] == 150


async def watched(address: str, watch: Watch) -> Summary:
    manners = Manners(delay=0, browser=Browser.NEVER)
    plan = Plan(url=address, policy=Sounding(), details=Details.NEVER)
    with MemoryStore() as store:
        async with open_fetcher(manners, seeds=(address,), archive=store, budget=Budget()) as door:
            return await harvest(plan, store, door, watch)


@pytest.mark.parametrize("listed", [150, 60])
def test_a_list_that_nobody_counts_is_read_if_it_goes_as_far_as_answers_do(tmp_path, listed):
    site = Leafed(says_total=False, listed=listed)
    ended = harvested(site, tmp_path / "x.db")
    assert ended["records"] == 150
    assert (ended["queries"] == 1) == (listed == 150)


@pytest.mark.parametrize("differing", [{"kind": "news"}, {"listed": 40}])
def test_a_list_of_something_else_or_of_less_is_left_alone(tmp_path, differing):
    site = Leafed(**differing)
    ended = harvested(site, tmp_path / "x.db")
    assert ended["queries"] > 1
    assert ended["records"] >= 140
    assert site.paths.count("/all") <= 12


@dataclass
class Choosy(Catalogue):
    """A search that looks for no words of one or two letters."""

    asked_for: list[str] = field(default_factory=list)

    def found(self, asked: str) -> list[tuple[int, str]]:
        """The books that match; titles have many short words."""
        self.asked_for.append(asked)
        if any(len(word) < 3 for word in asked.split()):
            return []
        books = enumerate(f"{title} at {i % 90 + 10} ox" for i, title in super().found("the"))
        words = asked.lower().split()
        return [(i, t) for i, t in books if words and all(word in t.lower() for word in words)]


def test_words_that_are_too_short_are_asked_a_few_times_only(tmp_path):
    site = Choosy(count=400)
    assert harvested(site, tmp_path / "x.db")["records"] >= 380
    short = {one for one in site.asked_for if one and len(one) < 3}
    assert 0 < len(short) <= 40


def test_one_of_several_counted_values_is_no_list_of_everything():
    names = [f"{a} {b} {c}" for a, b, c in product(FIRST, SECOND, THIRD)][:300]
    rows = [
        {
            "title": name,
            "shelf": f"shelf {n % 5}",
            "place": f"room {n % 6}",
            "age": f"{n % 7} years",
            "form": "print" if n % 3 else "tape",  # more than any answer that is seen before
        }
        for n, name in enumerate(names)
    ]
    with started(site_of(rows, "definitions")) as url:
        ran = leadline("inspect", url, "--delay", 0, "--json", "--browser", "never")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["form"] == f"{url}/browse"


class Indexed(Catalogue):
    """Nothing can be asked, but each first word has a page of its own, with its books."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        links = " ".join(f'<a href="/word/{word}">{word.title()}</a>' for word in FIRST)
        if request.path == "/":
            return page(f"<h1>Books by first word</h1><p>{links}</p>")
        if request.path.startswith("/word/"):
            return self.list(request.path.rpartition("/")[2], int(request.query.get("page", 1)))
        return web.Response(status=404)

    def list(self, word: str, number: int) -> web.Response:
        """A page of the books with this first word."""
        books = self.found(f"the {word}")
        shown = books[(number - 1) * LIST_SIZE : number * LIST_SIZE]
        rows = "".join(
            f'<tr><td><a href="/book/{i}">{escape(title)}</a></td><td>{i % 7} copies</td>'
            for i, title in shown
        )
        more = f'<a href="?page={number + 1}">Next</a>' if number * LIST_SIZE < len(books) else ""
        return page(f"<h1>{word}</h1><p>{len(books)} books</p><table>{rows}</table><p>{more}</p>")


def test_the_lists_of_an_index_are_read_one_after_the_other(tmp_path):
    ended = harvested(Indexed(count=400), tmp_path / "x.db")
    assert ended["records"] == 400
    assert ended["queries"] == len(FIRST)


class Required(Indexed):
    """The same as a drop-down that has no choice for any, with ten books for each word."""

    def found(self, asked: str) -> list[tuple[int, str]]:
        """Ten of those with these words."""
        return super().found(asked)[:10]

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/search":
            return self.list(request.query.get("word", FIRST[0]), 1)
        options = "".join(f"<option>{word}</option>" for word in FIRST)
        return page(
            f'<form action="/search"><label>First word <select name="word">{options}</select>'
            "</label><button>Search</button></form>"
        )


def test_every_choice_of_a_drop_down_is_asked_though_no_record_shows_it(tmp_path):
    assert harvested(Required(count=448), tmp_path / "x.db")["records"] == 80
