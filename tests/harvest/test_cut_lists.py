"""Lists cut without a word, which nothing divides: how much is missing is not claimed."""

from __future__ import annotations

import json

from aiohttp import web

from tests.harvest.odd_sites import FIRST, Catalogue, leadline, page, results, serving

MOST = 12  # books that a list shows
OPTIONS = "".join(f"<option>{word}</option>" for word in FIRST)
FORM = f'<form action="/search"><select name="q">{OPTIONS}</select><button>Search</button></form>'


class Chosen(Catalogue):
    """A site where one chooses a word from a list, and sees the first books that have it."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(f"<h1>Books</h1>{FORM}")
        return await super().__call__(request)

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        return results(asked, 1, self.found(asked)[:MOST], more=False)


def test_what_cut_lists_hide_is_not_claimed_to_be_held(tmp_path):
    with serving(Chosen(count=448)) as site:
        into = ("--into", tmp_path / "x.db", "--delay", 0, "--browser", "never", "--json")
        ran = leadline("harvest", site, *into)
    assert ran.code == 0, ran.err
    end = json.loads(ran.out)
    assert end["records"] == MOST * len(FIRST)
    assert (end["complete"], end["coverage"]) == ("unknown", None)
