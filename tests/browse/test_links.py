"""The same markup on two pages is the same link only if it leads to the same."""

from leadline.browse.links import anchors, internal_urls
from leadline.document import Document
from leadline.model import Page, Request

MENU = (
    '<a href="/all/">All</a><a href="more.html">More</a><a href="?page=2">2</a>'
    '<a href="https://two.example/">Other</a>'
)


def on(url: str, markup: str) -> Document:
    return Document(Page(request=Request(url=url), url=url, body=markup.encode()))


def urls(url: str) -> list[str]:
    return [anchor.url for anchor in anchors(on(url, MENU))]


def test_links_lead_on_from_the_page_that_shows_them() -> None:
    other = "https://two.example/"
    one, two = "http://one.example", "http://three.example"
    assert urls(f"{one}/a/x.html") == [
        f"{one}/all/", f"{one}/a/more.html", f"{one}/a/x.html?page=2", other]  # fmt: skip
    assert urls(f"{one}/a/y.html") == [
        f"{one}/all/", f"{one}/a/more.html", f"{one}/a/y.html?page=2", other]  # fmt: skip
    assert urls(f"{one}/b/x.html") == [
        f"{one}/all/", f"{one}/b/more.html", f"{one}/b/x.html?page=2", other]  # fmt: skip
    assert urls(f"{two}/a/x.html") == [
        f"{two}/all/", f"{two}/a/more.html", f"{two}/a/x.html?page=2", other]  # fmt: skip


def test_a_link_says_what_it_says_on_its_own_page() -> None:
    url = "http://one.example/"
    first = anchors(on(url, '<nav><a href="/all/">All</a></nav>'))
    second = anchors(on(url, '<p><a href="/all/">Each</a></p>'))
    assert [(a.text, a.menu) for a in (*first, *second)] == [("All", True), ("Each", False)]


def test_what_would_change_something_is_no_link_on_any_page() -> None:
    markup = '<a href="/logout">Log out</a><a href="/x" data-method="delete">X</a>'
    for _ in range(2):
        assert internal_urls(on("http://one.example/", markup), "http://one.example/") == []


def test_links_of_a_page_that_was_folded_still_stand_beside_its_forms() -> None:
    page = on("http://one.example/", "<div><form><input name=q></form><a href=/x>X</a></div>")
    assert internal_urls(page, "http://one.example/") == ["http://one.example/x"]
    page.fold()
    assert [anchor.near for anchor in anchors(page)] == [True]
