"""Sites whose front page speaks of little that they have: what the first words bring misleads."""

from __future__ import annotations

import json
from dataclasses import dataclass

from aiohttp import web

from tests.harvest.odd_sites import FORM, SIZE, Catalogue, leadline, page, serving

NOTICES = ("Opening times, welcome", "Lending rules, renewals", "Reading room etiquette")


@dataclass
class Wordy(Catalogue):
    """The words of its front page are all in notices of its own, each in another one."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(f"<h1>{', '.join(NOTICES)}</h1>{FORM}")
        return await super().__call__(request)

    def found(self, asked: str) -> list[tuple[int, str]]:
        """The books and notices that match."""
        words = asked.lower().split()
        listed = enumerate(NOTICES, 1000)
        matching = [(i, n) for i, n in listed if all(word in n.lower() for word in words)]
        return [*(matching if words else []), *super().found(asked)]

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        """Books as a heading and lines below it."""
        found = self.found(asked)
        shown = found[(number - 1) * SIZE : number * SIZE]
        items = "".join(
            f'<li class="hit"><h3><a href="/book/{i}">{title}</a></h3><div>Shelf {i % 9}</div>'
            f"<div>{title} is kept on shelf {i % 9}</div><div>{i} pages</div></li>"
            for i, title in shown
        )
        follows = f'<a rel="next" href="/search?q={asked}&amp;page={number + 1}">Next</a>'
        more = follows if number * SIZE < len(found) else ""
        said = f"<p>{len(found)} found</p><ul>{items}</ul>{more}" if found else "<p>None found</p>"
        return page(f"<h1>Reading room</h1>{FORM}{said}")


def test_common_words_show_how_pages_are_turned():
    with serving(Wordy()) as address:
        ran = leadline("inspect", address, "--delay", 0, "--json", "--browser", "never")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert (found["paging"], found["page_size"]) == ("numbered", SIZE)


def test_all_is_found_and_nothing_else(tmp_path):
    with serving(Wordy()) as address:
        ran = leadline("harvest", address, "--into", tmp_path / "x.db", "--delay", 0, "--json",
                       "--details", "never", "--browser", "never")  # fmt: skip
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 153


class Deaf(Catalogue):
    """It shows the same two parts of itself whatever is asked, and comments on words it knows."""

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        """The same page, and a word about what was typed."""
        known = f"<p>{asked} is a good word to ask for.</p>" if self.found(asked) else ""
        parts = (
            '<div class="row"><div id="left"><h3>Shelves</h3><p>Books stand on nine shelves.</p>'
            '</div><div id="right"><h3>Hours</h3><p>We open the shelves at ten.</p></div></div>'
        )
        return page(f"{FORM}{known}{parts}")


def test_a_form_that_does_not_listen_is_no_search(tmp_path):
    with serving(Deaf()) as address:
        ran = leadline("harvest", address, "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never", "--seed-word", "amber")  # fmt: skip
    assert ran.code == 3
    assert "brought no list of results" in ran.err
