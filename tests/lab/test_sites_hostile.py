"""Whatever is asked, a site answers, and never with an error of its own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.lab.sites import DESIGNS, site_of
from leadline.lab.sites.designs.cursor import row_after
from leadline.lab.sites.visit import Visit, sent
from leadline.model import Query

ROWS = [{"title": f"Stones {n}", "genre": ("law", "maps")[n % 2], "n": n % 3} for n in range(12)]
SITES = {name: site_of(ROWS, name) for name in DESIGNS}
NUMBERS = st.sampled_from(["0", "1", "2", "99999999999999999999", "-1", "1e3", "٣"])
TEXTS = st.text(st.characters(), max_size=20) | NUMBERS | st.sampled_from(["stones", "law", "*"])
PARAMS = st.sampled_from(
    ["q", "term", "query", "keywords", "_search", "title", "genre", "n", "page", "p", "start",
     "offset", "after", "s", "token", "id"]
)  # fmt: skip
FIELDS = st.dictionaries(PARAMS, TEXTS, max_size=5)


@pytest.mark.parametrize("design", DESIGNS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_visit_is_answered(design, data):
    pages = SITES[design].pages
    first = data.draw(st.sampled_from(sorted(pages.handlers)) | TEXTS)
    visit = Visit(
        path="/" + "/".join([first, *data.draw(st.lists(TEXTS, max_size=3))]),
        method=data.draw(st.sampled_from(["GET", "POST"])),
        fields={**data.draw(FIELDS), **data.draw(st.just({}) | st.just({"token": "t"}))},
        cookies=data.draw(st.just({}) | st.just({"form_token": "t", "CATSESSION": "x"})),
    )
    assert pages.reply(visit).status in (200, 302, 400, 403, 404)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_form_is_read(text):
    assert all(isinstance(value, str) for value in sent(text).values())


@given(st.text(st.characters()))
def test_no_cursor_is_made_up(text):
    assert row_after(text, Query.of(text="stones")) is None
