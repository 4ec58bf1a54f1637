"""A page is fetched once, and can be read again without the network."""

import asyncio

import pytest

from leadline.errors import NotArchived, Unreachable
from leadline.net.archive import Archived
from tests.net.sites import Prepared, Shelf, get

A = get("http://a.example/")


def asked(archive: Shelf, *answers, times: int = 2):
    script = Prepared(*answers)

    async def story():
        fetcher = Archived(script, archive)
        return [(await fetcher.fetch(A)).status for _ in range(times)]

    return asyncio.run(story()), len(script.asked)


def test_a_page_is_fetched_once():
    assert asked(Shelf(), 404) == ([404, 404], 1)


def test_not_now_is_asked_again_and_kept_meanwhile():
    shelf = Shelf()
    assert asked(shelf, 503, times=1) == ([503], 1)
    assert shelf.pages[A].status == 503
    assert asked(shelf, 200) == ([200, 200], 1)


def test_what_failed_is_not_kept():
    shelf = Shelf()
    with pytest.raises(Unreachable):
        asked(shelf, Unreachable("gone"))
    assert shelf.pages == {}


def test_offline_everything_kept_is_served_and_nothing_else():
    shelf = Shelf()
    asked(shelf, 503, times=1)
    offline = Archived(None, shelf)
    assert asyncio.run(offline.fetch(A)).status == 503
    with pytest.raises(NotArchived, match=r"http://b/ is not in the archive; run again with"):
        asyncio.run(offline.fetch(get("http://b/")))
