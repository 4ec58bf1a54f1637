"""What every store keeps of facets."""

import pytest

from leadline.model import Page, Query, Record, Request
from leadline.store import Listed, Pair
from tests.store.stories import in_a_file, in_memory

SITE = "http://shop.example/"
RED = Query((("Colour", "red"),))
CUP = Record("/cup", (("title", "Cup"),), "Cup", "/cup")
JUG = Record("/jug", (("title", "Jug"),), "Jug", "/jug")


@pytest.fixture(params=[in_a_file, in_memory])
def store(request, tmp_path):
    with request.param(tmp_path) as opened:
        yield opened


def listed(query: Query, page: int = 1, total: int | None = 2) -> Listed:
    return Listed(query=query, page=page, url=f"{SITE}?p={page}", total=total)


def test_a_list_brings_its_new_records_and_is_kept_once(store):
    source = store.source(SITE)
    page = Page(request=Request(url=SITE), url=SITE, body=b"cups")
    store.put(page)
    store.keep_list(source, listed(RED), [CUP, JUG], page)
    store.keep_list(source, listed(RED), [CUP], page)
    store.keep_list(source, listed(RED, 2, None), [CUP])
    assert [one.record for one in store.records(source)] == [CUP, JUG]
    assert [(one.query, one.page, one.total, one.shown) for one in store.lists(source)] == [
        (RED, 1, 2, 2),
        (RED, 2, None, 1),
    ]


def test_pairs_are_kept_with_what_tells_them(store):
    source = store.source(SITE)
    store.keep_list(source, listed(RED), [CUP, JUG])
    told = Pair(key="/cup", attribute="Colour", value="red", query=RED, page=1, hidden=True)
    counted = Pair(key="/jug", attribute="Size", value="L", query=RED, page=1, counted=True)
    own = Pair(key="/jug", attribute="Kind", value="jug")
    store.keep_pairs(source, [told])
    store.keep_pairs(source, [told, counted, own, Pair(key="/x", attribute="Kind", value="jug")])
    found = list(store.pairs(source))
    assert [(p.key, p.attribute, p.value, p.query, p.page, p.url) for p in found] == [
        ("/cup", "Colour", "red", RED, 1, f"{SITE}?p=1"),
        ("/jug", "Size", "L", RED, 1, f"{SITE}?p=1"),
        ("/jug", "Kind", "jug", Query(), 0, ""),
    ]
    assert [(p.counted, p.hidden) for p in found] == [(False, True), (True, False), (False, False)]
    assert list(store.pairs(7)) == list(store.lists(7)) == []
