"""No page, whatever is in it, stops a search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.browse.adaptive import adaptive
from leadline.browse.identity import identity, query_forms
from leadline.browse.links import anchors
from leadline.browse.strategies import strategies
from leadline.browse.strategy import Entrance, Seen
from tests.browse.small_site import HOME, document

PIECES = st.sampled_from([
    "<a href=/x>", "<a href='http://['>", "<a href=/search?q=%ff>Search</a>", "</a>", "<nav>",
    "<form action=/s>", "<input name=q>", "</form>", "<table><tr><td>", "<frame src=/f>",
    "<ul><li>", "<urlset><loc>/a</loc>", "<sitemapindex><loc>http://[</loc>", "<Url template='{'/>",
    "\0", "é", "<base href='//['>", "text", "<div>" * 30,
])  # fmt: skip
PAGES = st.lists(st.lists(PIECES, max_size=12).map("".join) | st.binary(max_size=80), max_size=6)
MAKERS = strategies() | {"adaptive": adaptive()}


@pytest.mark.parametrize("name", MAKERS)
@given(pages=PAGES)
@settings(max_examples=25, deadline=None)
def test_a_search_goes_on_over_any_pages(name, pages):
    strategy = MAKERS[name](Entrance(url=f"{HOME}/", sitemaps=("http://[", f"{HOME}/map.xml")))
    for body in pages:
        visit = strategy.choose()
        if visit is None:
            return
        page = document(body, visit.url)
        fresh = len({identity(found.form) for found in query_forms(page)})
        strategy.learn(Seen(url=visit.url, depth=visit.depth, document=page, fresh=fresh))
    strategy.choose()


def test_nesting_and_length_cost_no_more_than_they_must():
    deep = document("<div>" * 50_000 + "<a href=/x>x</a>")
    many = document("".join(f"<p><a href=/{n}>link {n}</a></p>" for n in range(20_000)))
    assert len(anchors(deep)) <= 1
    assert len(anchors(many)) == 2_000
