import pytest

from leadline.detect.facets import facets
from leadline.document import Document
from leadline.errors import BadData
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.visit import Visit, sent
from leadline.model import Page, Request

ROWS = [
    {"name": "Anna", "town": "Bonn", "likes": ["tea", "cake"]},
    {"name": "Berta", "town": "Bonn", "likes": ["tea"]},
    {"name": "Carl", "town": "Köln", "likes": []},
]
TABLE = FacetTable(rows=ROWS, facets=("town", "likes"))
HOST = "http://127.0.0.1"


def page(site, path):
    before, _, query = path.removeprefix(HOST).partition("?")
    reply = site.pages.reply(Visit(path=before, fields=sent(query)))
    url = f"{HOST}{path.removeprefix(HOST)}"
    headers = (("content-type", reply.kind),)
    return Document(Page(request=Request(url=url), url=url, status=reply.status, body=reply.body,
                         headers=headers))  # fmt: skip


def counts(document):
    return {(p.name, c.text): c.count for p in facets(document) for c in p.choices}


def link(document, text):
    return next(c.url for p in facets(document) for c in p.choices if c.text == text)


def entries(document):
    return [node.text() for node in document.tree.css("ol.results h3 a")]


@pytest.mark.parametrize("manner", ["query", "path", "coded"])
def test_choices_narrow_the_list_in_any_order(manner):
    site = FacetedSite(table=TABLE, manner=manner)
    root = page(site, "/")
    assert counts(root) == {("Town", "Bonn"): 2, ("Town", "Köln"): 1, ("Likes", "tea"): 2,
                            ("Likes", "cake"): 1}  # fmt: skip
    one = page(site, link(page(site, link(root, "Bonn")), "cake"))
    other = page(site, link(page(site, link(root, "cake")), "Bonn"))
    assert entries(one) == entries(other) == ["Anna"]
    assert one.url != other.url
    assert counts(one) == {("Likes", "tea"): 1}


@pytest.mark.parametrize("manner", ["query", "path", "coded"])
def test_an_address_without_a_meaning_is_not_found(manner):
    site = FacetedSite(table=TABLE, manner=manner)
    for path in ("/browse?f_town=Rome", "/browse/rome", "/browse?rh=n:99", "/item/9", "/x"):
        assert page(site, path).page.status in (200, 404)
    assert page(site, "/item/4").page.status == 404


def test_an_entity_does_not_tell_its_facets():
    text = page(FacetedSite(table=TABLE), "/item/1").text
    assert "Anna" in text
    assert "Bonn" not in text
    assert "cake" not in text


def test_no_more_than_the_limit_is_shown_and_all_are_counted():
    site = FacetedSite(table=TABLE, page_size=1, limit=2)
    pages = [page(site, f"/browse?page={n}") for n in (1, 2, 3)]
    assert [len(entries(one)) for one in pages] == [1, 1, 0]
    assert "3 results" in pages[0].text


def test_the_truth_has_every_value_of_every_entity():
    assert list(TABLE.pairs()) == [
        ("1", "Town", "Bonn"), ("1", "Likes", "tea"), ("1", "Likes", "cake"),
        ("2", "Town", "Bonn"), ("2", "Likes", "tea"),
        ("3", "Town", "Köln"),
    ]  # fmt: skip


def test_a_facet_that_no_row_has_is_an_error():
    with pytest.raises(BadData, match="no row has the column 'age'"):
        FacetTable(rows=ROWS, facets=("age",))
