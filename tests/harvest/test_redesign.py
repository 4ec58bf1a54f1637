"""A site that gets a new design half-way: what is read before and after is both right."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

import pytest

from tests.harvest.odd_sites import FORM, SIZE, Catalogue, held, leadline, page, serving, titles

FAST = ("--delay", 0, "--browser", "never", "--details", "never", "--json")


@dataclass
class Redesigned(Catalogue):
    """A site that looks different from some search on."""

    count: int = 400
    after: int = 32
    odd: bool = False  # one page looks different, and then none

    async def answer(self, asked, number):
        if self.asked <= self.after or (self.odd and self.asked > self.after + 1):
            return await super().answer(asked, number)
        found = self.found(asked)
        return self.new(asked, number, found, found[(number - 1) * SIZE : number * SIZE])

    def new(self, asked, number, found, shown):
        """A page in the new design."""
        cards = "".join(
            f'<article class="card"><span class="shelf">shelf {i % 7}</span>'
            f'<h3><a class="name" href="/book/{i}">{escape(title)}</a></h3>'
            f"<p>Borrow it, or read it here.</p></article>"
            for i, title in shown
        )
        on = f'<a rel="next" href="/search?q={quote(asked)}&amp;page={number + 1}">more</a>'
        follows = on if number * SIZE < len(found) else ""
        body = f"<main><h2>{len(found)} books</h2>{cards}</main>" if shown else "<p>No results."
        return page(f"<header><h1>The library</h1>{FORM}</header>{body}<nav>{follows}</nav>")


class Mute(Redesigned):
    """The new design has nothing to know a record by."""

    def new(self, asked, number, found, shown):
        words = "".join(f"<p><b>{escape(t)}</b> <i>{i % 7}</i></p>" for i, t in shown)
        return page(f"<h1>Our new site</h1>{FORM}<div>{words}</div>")


@pytest.fixture
def run(tmp_path):
    def harvested(books):
        with serving(books) as site:
            return leadline("harvest", site, "--into", tmp_path / "x.db", *FAST)

    return harvested


def test_records_of_both_designs_are_right(run, tmp_path):
    ran = run(Redesigned())
    assert ran.code == 0, ran.err
    [(_, _, records)] = held(tmp_path / "x.db")
    all_titles = titles(400)
    assert len(records) > 0.95 * 400
    for one in records:
        number = int(one.record.url.rpartition("/")[2])
        assert dict(one.record.values)["title"] == all_titles[number]
    assert len({one.record.url for one in records}) == len(records)


def test_a_page_that_is_just_odd_changes_nothing(run):
    ran = run(Redesigned(odd=True))
    assert ran.code == 0
    assert json.loads(ran.out)["records"] > 0.95 * 400


def test_a_design_that_cannot_be_read_is_no_end_of_answers(run, tmp_path):
    ran = run(Mute())
    assert ran.code == 19
    assert "its pages have a new design, which cannot be read" in ran.line
    [(_, turns, records)] = held(tmp_path / "x.db")
    assert turns[-1].answer.outcome.value == "found"
    assert len(records) < 400
