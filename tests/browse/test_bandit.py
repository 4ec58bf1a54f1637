"""Our search of a site: what it follows first, what it learns, and when it stops."""

import gzip

import pytest

from leadline.browse.arms import Arms, shape
from leadline.browse.bandit import bandit
from leadline.browse.experience import Experience
from leadline.browse.hints import is_index, is_sitemap, listed, search_pages
from leadline.browse.links import internal
from leadline.browse.shown import Sheet
from leadline.browse.strategy import Entrance
from tests.browse.small_site import HOME, document, links, search_form, walk

BOX = search_form("/search", "q")
TOP = f'<header>{BOX} <a href="/advanced">Advanced search</a></header>'
NEWS = "".join(
    f'<li class=item><a href="/news/{n}">A long title of something that happened {n}</a>'
    for n in range(60)
)


def test_the_link_beside_the_search_box_is_followed_first_and_news_are_left_alone():
    pages = {f"/news/{n}": TOP for n in range(60)} | {
        "/": f"{TOP}<main><ul>{NEWS}</ul></main>",
        "/advanced": TOP + search_form("/results", "author", "title", "year"),
    }
    paths, found = walk(bandit(), pages)
    assert paths[:2] == ["/", "/advanced"]
    assert found == 2
    assert len(paths) < 12


def test_what_one_item_of_a_menu_brings_is_expected_of_the_others():
    names = [f"dept{n}" for n in range(12)]
    menu = "<nav>" + "".join(f'<a href="/{name}/">{name}</a>' for name in names) + "</nav>"
    pages = {f"/{name}/": menu + search_form(f"/{name}/find", name) for name in names}
    paths, found = walk(bandit(), pages | {"/": f"{menu}<ul>{NEWS}</ul>"})
    assert found == 12
    assert len(paths) < 20


def test_a_site_without_anything_is_left_soon():
    pages = {"/": links(*(f"/page/{n}" for n in range(50)))}
    pages |= {f"/page/{n}": "" for n in range(50)}
    assert len(walk(bandit(), pages)[0]) < 25


def test_a_site_without_anything_is_left_sooner_after_many_of_them():
    pages = {"/": links(*(f"/page/{n}" for n in range(50)))}
    pages |= {f"/page/{n}": "" for n in range(50)}
    make = bandit(Experience())
    spent = [len(walk(make, pages)[0]) for _ in range(10)]
    assert spent[-1] < spent[0]


def test_a_page_that_only_leads_on_is_given_credit():
    menu = "<nav>" + links("/a/", "/b/", "/c/", "/d/", "/e/") + "</nav>"
    pages = {"/": menu}
    for letter in "abcde":
        pages[f"/{letter}/"] = menu + f'<p class=more><a href="/{letter}/search">Search</a></p>'
        pages[f"/{letter}/search"] = menu + search_form(f"/{letter}/find", letter)
    assert walk(bandit(), pages)[1] == 5


def test_what_a_sitemap_names_is_followed():
    listing = f"<urlset><url><loc>{HOME}/deep/search</loc></url></urlset>"
    pages = {"/": "<p>Welcome", "/map.xml": listing, "/deep/search": search_form("/find", "q")}
    assert walk(bandit(), pages, sitemaps=(f"{HOME}/map.xml",)) == (
        ["/", "/map.xml", "/deep/search"], 1,
    )  # fmt: skip


@pytest.mark.parametrize("code", ["utf-16", "utf-16-be", "utf-8-sig", "gzip"])
def test_a_sitemap_may_be_in_any_unicode_or_packed(code):
    listing = f"<?xml version='1.0'?><urlset><loc>{HOME}/deep/search</loc></urlset>"
    sent = gzip.compress(listing.encode()) if code == "gzip" else listing.encode(code)
    sent = b"\xfe\xff" + sent if code == "utf-16-be" else sent
    page = document(sent, f"{HOME}/map.xml", "application/xml")
    assert is_sitemap(page)
    assert not is_index(page)
    assert listed(page) == (f"{HOME}/deep/search",)


def test_an_index_lists_files_and_a_broken_one_nothing():
    index = f"<sitemapindex><loc>{HOME}/one.xml</loc><loc>{HOME}/two.xml.gz</loc></sitemapindex>"
    page = document(gzip.compress(index.encode()), f"{HOME}/map.xml.gz", "application/gzip")
    assert is_sitemap(page)
    assert is_index(page)
    assert listed(page) == (f"{HOME}/one.xml", f"{HOME}/two.xml.gz")
    assert not is_sitemap(document(b"\x1f\x8bnothing", f"{HOME}/map.xml.gz", "application/gzip"))


def test_what_the_description_of_its_search_names_is_followed():
    front = '<link rel=search type="application/opensearchdescription+xml" href="/osd.xml">'
    described = (
        '<OpenSearchDescription><Url type="text/html" '
        f'template="{HOME}/lookup?words={{searchTerms}}"/></OpenSearchDescription>'
    )
    pages = {"/": front, "/osd.xml": described, "/lookup": search_form("/lookup", "words")}
    assert walk(bandit(), pages) == (["/", "/osd.xml", "/lookup"], 1)


def test_a_long_sitemap_gives_its_best_addresses_and_few_of_a_kind():
    rows = [f"<loc>{HOME}/item/{n}</loc>" for n in range(1000)]
    rows += [f"<loc>{HOME}/advanced-search</loc>", "<loc>http://other.example/search</loc>"]
    found = listed(document(f"<urlset>{''.join(rows)}</urlset>", kind="text/xml"))
    assert found[0] == f"{HOME}/advanced-search"
    assert len(found) == 4


def test_a_search_action_names_its_page():
    page = document(
        '<script type="application/ld+json">{"@type": "WebSite", "potentialAction": {"@type": '
        f'"SearchAction", "target": "{HOME}/s?q={{words}}"}}}}</script>'
    )
    assert search_pages(page) == (f"{HOME}/s",)


def test_links_that_stand_alike_are_one_arm():
    arms, item = Arms(), ("html", "body", "div", "ul.menu", "li", "a")
    one = arms.of(item, f"{HOME}/a")
    assert arms.of((*item[:-1], "a.here"), f"{HOME}/b").within is one.within
    assert arms.of(("html", "body", "p", "a"), f"{HOME}/b").within is not one.within
    assert arms.of(item, f"{HOME}/a?x=1") is not one


def test_an_arm_is_shrunk_towards_its_cluster():
    arms, item = Arms(), ("html", "body", "ul", "li", "a")
    one, two = arms.of(item, f"{HOME}/a"), arms.of(item, f"{HOME}/a.html")
    assert one.factor == two.factor == 1.0
    one.pull(0.2)
    one.reward(1)
    assert one.factor > two.factor > 1.0


def test_addresses_made_by_one_rule_have_one_shape():
    assert shape(f"{HOME}/item-12.html") == shape(f"{HOME}/thing-7.html") == "1#html?"
    assert shape(f"{HOME}/a/b?x=1&y=2") == shape(f"{HOME}/c/d?y=3&x=4") == "2?x&y"
    assert shape("http://[") == ""


def test_a_link_is_as_deep_as_the_page_nearest_to_the_front_that_shows_it():
    latest, known = document(f"<ul>{NEWS}</ul>", f"{HOME}/a/"), Experience()
    sheet = Sheet(internal(latest, f"{HOME}/"), 2, False, False)
    assert sheet.shown(f"{HOME}/news/1", known).inside["below"] == 1
    assert sheet.shown(f"{HOME}/news/1", known, 1).inside["below"] == 0
    assert "odd below" not in sheet.shown(f"{HOME}/news/1", known, 1).inside


def test_a_strategy_that_is_asked_twice_names_the_same_page():
    strategy = bandit()(Entrance(url=f"{HOME}/"))
    assert strategy.choose() == strategy.choose()


def test_one_find_where_little_is_known_is_no_reason_to_expect_wonders():
    known = Experience()
    shown = dict.fromkeys(("page", "menu", "near", "list", "promise", "told", "named"), 1.0)
    known.learn(shown, 1, known.expected(shown) / 20)
    assert known.expected(shown) / 20 < 1.5
    for name in ("menu", "near", "list", "promise", "told", "named"):
        assert known.sum({name: 1.0}) - Experience().sum({name: 1.0}) < 1


def test_what_is_found_again_and_again_is_expected_in_the_end():
    known = Experience()
    for found in (0, 0, 0, 1) * 50:
        known.learn({"page": 1.0}, found, known.expected({"page": 1.0}))
    assert abs(known.expected({"page": 1.0}) - 0.25) < 0.02
