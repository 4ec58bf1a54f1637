"""Which links of a page are taken for an index of lists."""

import pytest

from leadline.document import Document
from leadline.interpret.indexes import index_ways
from leadline.model import Page, Request

SITE = "http://x.example/list"


def found(*links):
    html = "".join(f'<a href="{where}">{text}</a>' for where, text in links)
    page = Page(request=Request(url=SITE), url=SITE, body=html.encode(),
                headers=(("content-type", "text/html"),))  # fmt: skip
    return [way.encoding.action for way in index_ways(Document(page))]


def test_links_that_differ_in_one_value_are_an_index():
    assert found(("?author=a", "Ann"), ("?author=b", "Bob")) == [f"{SITE}?author={{index}}"]
    numbered = [
        (f"?author={n}", name) for n, name in enumerate(["Ann", "Bob", "Cid", "Dan", "Eve"], 1)
    ]
    assert found(*numbered) == [f"{SITE}?author={{index}}"]
    assert found(("/by/ann", "Ann"), ("/by/bob", "Bob")) == ["http://x.example/by/{index}"]


@pytest.mark.parametrize(
    "links",
    [
        [("?page=2", "2"), ("?page=3", "3")],
        [("?page=1", "Previous"), ("?page=3", "Next"), ("?page=9", "Last")],
        [("?per_page=50", "50"), ("?per_page=100", "100")],
        [("?sort=title", "Title"), ("?sort=year", "Year")],
        [("?action=table", "Structure"), ("?action=rows", "Browse"), ("?action=sql", "SQL")],
        [("?o=asc", "ascending"), ("?o=desc", "descending")],
    ],
)
def test_links_that_only_show_the_same_otherwise_are_none(links):
    assert found(*links) == []
