"""A search that finds by what only records' own pages say: they are read, and their words asked."""

from __future__ import annotations

import json
from random import Random

import pytest
from aiohttp import web

from tests.harvest.odd_sites import FORM, leadline, page, serving

SIZE = 10
SOUNDS = [a + b for a in ("bra", "kel", "mor", "tin", "vu") for b in ("dan", "lot", "mir", "pes")]
SERIES = [a + b for a in SOUNDS[:8] for b in ("ox", "ium", "ane", "olk", "us")]  # 40
KINDS = ["harbour", *(f"{sound}ic" for sound in SOUNDS)]  # 21


class Library:
    """Titles in series that share no word; a search that knows of kinds, which own pages tell."""

    def __init__(self) -> None:
        rng = Random(1)
        places = (SOUNDS[n % 20] + SOUNDS[n // 20] for n in range(200))
        self.books = [(f"{series.title()} and the {next(places)}", rng.choice(KINDS))
                      for series in SERIES for _ in range(5)]  # fmt: skip
        self.read = 0

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(f"<h1>Books</h1>{FORM}<p>In the harbour: {self.books[0][0]}</p>")
        if request.path.startswith("/book/"):
            self.read += 1
            title, kind = self.books[int(request.path.removeprefix("/book/"))]
            return page(f"<h1>{title}</h1><dl><dt>Kind<dd>{kind}<dt>Copies<dd>{len(title)}</dl>")
        if request.path != "/search":
            return page("<h1>No such page</h1>", status=404)
        return self.results(request.query.get("q", "").lower(), int(request.query.get("page", 1)))

    def results(self, asked: str, number: int) -> web.Response:
        known = [(i, title) for i, (title, kind) in enumerate(self.books)
                 if asked in {*title.lower().split(), kind} - {"and", "the"}]  # fmt: skip
        shown = known[(number - 1) * SIZE : number * SIZE]
        if not shown:
            return page(f"<h1>Books</h1>{FORM}<p>Nothing was found.</p>")
        items = "".join(f'<li class="book"><a href="/book/{i}">{title}</a>' for i, title in shown)
        more = f'<a href="/search?q={asked}&page={number + 1}">Next</a>'
        return page(f"<h1>Books</h1>{FORM}<ul>{items}</ul>{more * (number * SIZE < len(known))}")


@pytest.fixture
def library(tmp_path):
    site = Library()

    def harvested(*options):
        with serving(site) as url:
            ran = leadline("harvest", url, "--into", tmp_path / "x.db", "--delay", 0, "--json",
                           "--browser", "never", *options)  # fmt: skip
        assert ran.code == 0, ran.err
        return json.loads(ran.out)

    return site, harvested


def test_words_of_own_pages_lead_to_what_words_of_rows_do_not(library):
    site, harvested = library
    ended = harvested()
    assert ended["records"] > 0.9 * len(site.books)
    assert ended["size"]["low"] <= len(site.books) <= ended["size"]["high"]
    assert site.read < 50


def test_own_pages_that_are_not_to_be_read_are_not(library):
    site, harvested = library
    assert harvested("--details", "never")["records"] < len(site.books) / 2
    assert site.read == 0
