"""Sites whose front page speaks of little that they have: what the first words bring misleads."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from aiohttp import web

from tests.harvest.odd_sites import FORM, SIZE, Catalogue, leadline, page, serving, titles

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
    """Whatever is asked, it shows what it is; only a menu beside that gets longer or shorter."""

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        """The same page, and a link to what was typed if it is known."""
        known = f'<li><a href="/about">{asked}</a></li>' if self.found(asked) else ""
        facts = "".join(
            f"<tr><th>{name}</th><td>{text}</td></tr>"
            for name, text in (("File", "/srv/books"), ("Size", "49 kB"), ("Objects", "1 table"))
        )
        return page(
            f'<div class="row"><div id="sidebar">{FORM}<ul>{known}</ul><hr><p>Toggle</p></div>'
            f'<div id="content"><table><tbody>{facts}</tbody></table><hr></div></div>'
        )


def test_a_form_that_does_not_listen_is_no_search(tmp_path):
    with serving(Deaf()) as address:
        ran = leadline("harvest", address, "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never", "--seed-word", "amber")  # fmt: skip
    assert ran.code == 3
    assert "brought no list of results" in ran.err


@dataclass
class Silent(Catalogue):
    """A box and nothing else on its first page, and no book has a word that is common."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(FORM)
        return await super().__call__(request)

    def found(self, asked: str) -> list[tuple[int, str]]:
        """Those with all these words: no article, but a number."""
        words = set(asked.lower().split())
        named = (title.removeprefix("The ").rpartition(" ")[0] for title in titles(self.count))
        listed = [(i, f"{title}, volume {i % 10}") for i, title in enumerate(named)]
        return [(i, t) for i, t in listed if words and words <= {*re.split(r"\W+", t.lower())}]


def test_letters_and_digits_are_asked_where_words_bring_nothing(tmp_path):
    with serving(Silent(count=60)) as address:
        ran = leadline("harvest", address, "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never", "--details", "never", "--json")  # fmt: skip
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["records"] == 60
