"""Forms that stand on many pages of a site are found out once."""

import asyncio

import pytest

from leadline.detect.forms import forms
from leadline.discover.forms import FormsOfSite, driven, key_on
from leadline.discover.sights import Sights, sights_of
from leadline.discover.totals import Totals
from leadline.document import Document
from leadline.model import Page, Request
from leadline.store.sites import open_sites

BOX = '<form action="/find"><input name="q"></form>'


def page(body, url="http://a.org/x", kind="text/html"):
    raw = body.encode()
    return Document(Page(request=Request(url=url), url=url, headers=(("content-type", kind),),
                         body=raw))  # fmt: skip


def test_the_same_box_on_another_page_is_the_same_sight():
    first = sights_of(page(f"<h1>News</h1>{BOX}"))
    assert first
    assert sights_of(page(f"{BOX}<p>About us", url="http://a.org/y/z")) == first


@pytest.mark.parametrize(
    "other",
    [
        BOX.replace("/find", "find"),  # leads elsewhere from here
        BOX.replace('"q"', '"query"'),
        BOX + BOX,
        "<p>nothing",
    ],
)
def test_another_form_is_another_sight(other):
    url = "http://a.org/y/z"
    assert sights_of(page(other, url=url)) != sights_of(page(BOX, url=url))


@pytest.mark.parametrize(
    "body",
    [
        BOX + '<input type="search">',  # a box without a form
        '<form id="f" action="/find"></form><input form="f" name="q">',
        '<form action="/find"><input name="q"><button formaction="/other">Go</button></form>',
        BOX + '<button form="f" formaction="/other">Go</button>',
        f"<fieldset disabled>{BOX}</fieldset>",
        f"<!-- {BOX} -->",  # its source has a form, its tree has none
        f"<form>{BOX}",
        "<table><form action=/find><tr><td><input name=q></table>",
    ],
)
def test_what_is_more_than_its_markup_is_not_remembered(body):
    assert sights_of(page(body)) is None


def test_whatever_no_page_of_html_shows_has_no_forms():
    assert sights_of(page('{"a": "<form>"}', kind="application/json")) == []


def test_a_button_of_no_form_changes_nothing():
    assert sights_of(page(f'<button class="menu">Menu</button>{BOX}')) == sights_of(page(BOX))


@pytest.mark.parametrize("action", ["/find", "http://b.org/find", "javascript:go()"])
def test_a_sight_tells_the_keys_that_detecting_tells(action):
    box, known = BOX.replace("/find", action), Sights()
    one, two = page(box), page(f"<ul><li>x</ul>{box}", url="http://a.org/1?p=2")
    sights = sights_of(one)
    assert sights is not None
    assert known.keys(sights) == [None]
    known.remember(sights, [key_on(form, one.url) for form in forms(one)])
    assert sights_of(two) == sights
    assert known.keys(sights) == [key_on(form, two.url) for form in forms(two)]


def test_forms_are_known_whatever_others_stand_beside_them():
    header, one = BOX.replace("find", "site"), Sights()
    first, second = sights_of(page(header)), sights_of(page(BOX))
    assert first is not None
    assert second is not None
    one.remember([*first, *second], ["header", "box"])
    assert one.keys(sights_of(page(header + BOX)) or []) == ["header", "box"]


def test_a_form_that_is_seen_again_is_noted_and_never_asked_again(tmp_path):
    async def never(request):
        asked.append(request.url)

    async def look():
        for number in range(8):
            shown = await known.on(page(f"<p>{number}</p>{BOX}", url=f"http://a.org/{number}"))
            known.keep(shown)
            yield shown

    async def all_of_them():
        return [shown async for shown in look()]

    asked = list[str]()
    with open_sites(tmp_path / "sites.db") as store:
        run = store.begin("a test")
        store.add_seeds(["http://a.org/"])
        (site,) = store.take_for_forms(run, 1)
        known = FormsOfSite(store, run, site, never, Totals())
        shown = asyncio.run(all_of_them())
        (key,) = shown[0].query
        assert [one.query for one in shown] == [{key}] * 8
        assert [len(one.new) for one in shown] == [1] + [0] * 7
        form = store.form(store.form_number(key) or 0)
        assert form is not None
        assert form.places == tuple(f"http://a.org/{number}" for number in range(5))
    assert len(asked) == 1  # it was not to be had


def test_pages_hold_no_tree_while_a_form_is_asked():
    def talk():
        first = yield Request(url="http://a.org/?q=1")
        assert first.tree.body is not None
        second = yield Request(url="http://a.org/?q=2")
        return [one.tree.body.text() for one in (shown, first, second)]

    async def fetch(request):
        grown.append(["tree" in vars(one) for one in (shown, *answers)])
        answers.append(page(f"<p>{request.url}</p>"))
        return answers[-1]

    shown, answers, grown = page(BOX), list[Document](), list[list[bool]]()
    assert shown.tree.body is not None
    said = asyncio.run(driven(talk(), fetch, shown))
    assert said[1:] == ["http://a.org/?q=1", "http://a.org/?q=2"]
    assert grown == [[False], [False, False]]
