"""Pages with more records than are read: what is left out is not called held."""

from __future__ import annotations

import json

from aiohttp import web

from leadline import tame
from tests.harvest.odd_sites import Catalogue, leadline, results, serving


class Whole(Catalogue):
    """A site that shows all it found on one page, without saying how many they are."""

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        return results(asked, 1, self.found(asked), more=False)


def harvested(tmp_path, *options):
    with serving(Whole(count=300)) as site:
        into = ("--into", tmp_path / "x.db", "--delay", 0, "--browser", "never", "--json")
        ran = leadline("harvest", site, *into, *options)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_all_records_of_a_page_are_read(tmp_path):
    assert harvested(tmp_path)["records"] == 300


def test_a_page_of_which_the_end_is_not_read_proves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tame, "MANY", 100)
    monkeypatch.setattr(tame, "MOST", 400)
    end = harvested(tmp_path, "--max-requests", 20)
    assert 50 < end["records"] < 300
    assert end["complete"] != "proved"
    assert end["coverage"] is None or end["coverage"] < 1
