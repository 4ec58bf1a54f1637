"""Exhaustive, NavMenu and Adaptive on sites of a few pages."""

from random import Random

from leadline.browse.adaptive import adaptive
from leadline.browse.exhaustive import exhaustive
from leadline.browse.links import external
from leadline.browse.navmenu import first_links, groups, navmenu
from leadline.browse.render import render
from leadline.browse.strategies import strategies
from leadline.browse.strategy import Seen
from leadline.browse.whole_web import WholeWeb
from tests.browse.small_site import HOME, document, get_from, links, search_form, walk

CHAIN = {
    "/": links("/a"), "/a": links("/b", "/"), "/b": links("/c"), "/c": search_form("/find", "q"),
}  # fmt: skip
MENU = links("/books", "/music", "/films")
SHOP = {
    "/": MENU + "<p>Today: <a href='/item/1'>A kettle</a> for less</p>",
    "/books": MENU + search_form("/books/find", "author", "title"),
    "/music": MENU + search_form("/music/find", "artist", "song"),
    "/films": MENU + search_form("/films/find", "director"),
    "/item/1": links("/item/2"),
    "/item/2": search_form("/item/find", "q"),
}


def test_exhaustive_ends_at_its_depth():
    assert walk(exhaustive(0), CHAIN) == (["/"], 0)
    assert walk(exhaustive(2), CHAIN) == (["/", "/a", "/b"], 0)
    assert walk(exhaustive(3), CHAIN) == (["/", "/a", "/b", "/c"], 1)


def test_a_page_that_is_missing_is_asked_for_once():
    assert walk(exhaustive(3), {"/": links("/gone", "/here"), "/here": links("/gone")}) == (
        ["/", "/gone", "/here"], 0,
    )  # fmt: skip


def test_links_that_change_something_and_other_sites_are_not_followed():
    page = links("/logout", "/a.pdf", "/a", "http://other.example/") + links("/a")
    assert walk(exhaustive(3), {"/": page, "/a": ""}) == (["/", "/a"], 0)


def test_navmenu_follows_the_menu_and_not_the_item():
    assert walk(navmenu(3), SHOP) == (["/", "/books", "/music", "/films"], 3)


def test_exhaustive_finds_what_no_menu_leads_to_for_more_pages():
    paths, found = walk(exhaustive(3), SHOP)
    assert (len(paths), found) == (6, 4)


def test_navmenu_of_depth_nothing_is_the_front_page():
    assert walk(navmenu(0), SHOP) == (["/"], 0)


def test_pages_that_the_menu_analysis_looked_at_are_not_asked_for_again():
    paths, _ = walk(navmenu(10), SHOP)
    assert len(paths) == len(set(paths))


def test_a_row_and_a_column_are_menus_and_two_links_are_none():
    page = document(
        "<div><a href=/1>One</a> | <a href=/2>Two</a> | <a href=/3>Three</a></div>"
        "<p>Text with <a href=/4>a link</a> and <a href=/5>another</a>.</p>"
        "<ul><li><a href=/6>Six</a><li><a href=/7>Seven</a><li><a href=/8>Eight</a></ul>"
    )
    wanted = [f"{HOME}/{n}" for n in range(1, 9)]
    found = groups(render(page), wanted)
    assert [[url[-1] for url in group.urls] for group in found] == [
        ["1", "2", "3"],
        ["6", "7", "8"],
    ]
    assert first_links(found) == [f"{HOME}/1", f"{HOME}/6"]


def test_cells_of_a_row_stand_side_by_side():
    page = document("<table><tr><td><a href=/1>A</a><td><a href=/2>B b</a><td>x</table>y")
    assert [(line.urls, line.linked, line.other) for line in render(page)] == [
        ([f"{HOME}/1", f"{HOME}/2"], 3, 1), ([], 0, 1),
    ]  # fmt: skip


def sites(*names):
    return "".join(f'<p><a href="http://{name}.example/x">{name}</a></p>' for name in names)


# The site of the paper's Example 1 (Figure 14), one level down, since the pages beside the front
# page are always followed: the number behind a letter is how many new sites the page names.
COUNTS = {"b": 0, "c": 4, "d": 2, "e": 1, "f": 1, "g": 2, "h": 1, "i": 3, "j": 4}
CHILDREN = {"b": "n", "c": "fg", "d": "hij", "e": "o", "i": "kl", "j": "m", "f": "p"}


def example():
    pages = {"/": links("/start"), "/start": links("/a"), "/a": links("/b", "/c", "/d", "/e")}
    for letter in "bcdefghijklmnop":
        own = sites(*(f"{letter}{n}" for n in range(COUNTS.get(letter, 0))))
        pages[f"/{letter}"] = own + links(*(f"/{child}" for child in CHILDREN.get(letter, "")))
    return pages


def test_adaptive_follows_the_windows_that_bring_enough():
    pages = example() | {"/a": sites(*"uvwxyz") + example()["/a"]}
    paths, found = walk(adaptive(5, 2, 0.0), pages, external)
    assert "".join(path[1:] for path in paths[2:]) == "abcdefghijklm"
    assert found == 6 + sum(COUNTS.values())


def test_adaptive_follows_what_says_that_it_leads_to_links():
    pages = {
        "/": links("/a"), "/a": links("/b"), "/b": links("/c", "/useful-links"), "/c": sites("x"),
        "/useful-links": sites("y"),
    }  # fmt: skip
    assert walk(adaptive(5, 5, 0.0), pages, external) == (["/", "/a", "/b", "/useful-links"], 1)


def test_adaptive_follows_everything_by_chance_at_most():
    pages = {f"/{n}": links(f"/{n + 1}") for n in range(9)} | {"/": links("/0")}
    assert len(walk(adaptive(5, 5, 1.0), pages, external)[0]) == 11
    assert len(walk(adaptive(5, 5, 0.0), pages, external)[0]) == 3


def page_crawl(order):
    crawl, get, paths = WholeWeb([f"{HOME}/"], order, Random(1)), get_from(CROSS), []
    while (visit := crawl.choose()) is not None:
        paths.append(visit.url.removeprefix(HOME))
        crawl.learn(Seen(url=visit.url, depth=visit.depth, document=get(visit.url)))
    return paths


CROSS = {
    "/": links("/a", "/b"), "/a": links("/c", "http://other.example/"), "/b": links("/d"), "/c": "",
    "http://other.example/": "", "/d": "",
}  # fmt: skip


def test_page_based_crawls_leave_the_site():
    assert page_crawl("breadth") == ["/", "/a", "/b", "/c", "http://other.example/", "/d"]
    assert page_crawl("depth") == ["/", "/a", "/c", "http://other.example/", "/b", "/d"]
    assert sorted(page_crawl("random")) == sorted(CROSS)


def test_every_strategy_goes_through_a_small_shop_and_ends():
    for name, make in strategies().items():
        paths, found = walk(make, SHOP)
        assert len(set(paths)) == len(paths), name
        assert found >= (0 if name.endswith("-0") else 3), name
