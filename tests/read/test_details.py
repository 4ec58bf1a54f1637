"""What records' own pages say beyond their rows: in each kind of markup, and whatever the bytes."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leadline.codec import dump, load
from leadline.document import Document
from leadline.model import Page, Record, Request
from leadline.read.details import DetailRule, learn_details

MENU = "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
FOOT = "<footer>Contact: info@example.org</footer>"
BOOKS = [
    {"title": "Dune", "author": "Frank Herbert", "year": "1965", "pages": "412"},
    {"title": "Emma", "author": "Jane Austen", "year": "1815", "pages": "474"},
    {"title": "Ulysses", "author": "James Joyce", "year": "1922", "pages": "730"},
    {"title": "Walden", "author": "Henry Thoreau", "year": "1854", "pages": "352"},
]


def document(body: str | bytes, number: int = 0, kind: str = "text/html; charset=utf-8"):
    url = f"https://example.org/book/{number}"
    data = body if isinstance(body, bytes) else body.encode()
    page = Page(request=Request(url=url), url=url, headers=(("content-type", kind),), body=data)
    return Document(page)


def framed(book, content: str) -> str:
    related = "".join(f"<li><a href=/book/{n}>No. {n}</a></li>" for n in (7, 8, int(book["pages"])))
    return (
        f"<title>{book['title']} – Shop</title>{MENU}<main><h1>{book['title']}</h1>{content}"
        f"<p><button>Add</button></p><div><h2>See also</h2><ul>{related}</ul></div></main>{FOOT}"
    )


def learned(markup, row=()):
    """The rule of the first three books, and what it reads of the fourth."""
    pages = [document(markup(book), n) for n, book in enumerate(BOOKS)]
    records = [Record(str(n), tuple((k, book[k]) for k in row)) for n, book in enumerate(BOOKS)]
    rule = learn_details(list(zip(records[:3], pages[:3], strict=True)))
    assert rule is not None
    return rule, rule.read(pages[3])


KEYS = ("author", "year", "pages")


def each(book, pattern: str) -> str:
    return "".join(pattern.format(key.title(), book[key]) for key in KEYS)


def definitions(book):
    return framed(book, f"<dl>{each(book, '<dt>{}</dt><dd>{}</dd>')}</dl>")


def table(book):
    return framed(book, f"<table>{each(book, '<tr><th>{}</th><td>{}</td></tr>')}</table>")


def plain_table(book):
    return framed(book, f"<table>{each(book, '<tr><td>{}</td><td>{}</td></tr>')}</table>")


def header_row(book):
    heads, cells = each(book, "<th>{0}</th>"), each(book, "<td>{1}</td>")
    return framed(book, f"<table><tr>{heads}</tr><tr>{cells}</tr></table>")


def bold(book):
    return framed(book, f"<p>{each(book, '<b>{}:</b> {}<br>')}</p>")


def lines(book):
    return framed(book, f"<ul>{each(book, '<li>{}: {}</li>')}</ul>")


def spans(book):
    return framed(book, each(book, "<div><span>{}</span><span>{}</span></div>"))


@pytest.mark.parametrize(
    "markup", [definitions, table, plain_table, header_row, bold, lines, spans]
)
def test_labels_name_what_follows_them(markup):
    rule, read = learned(markup)
    assert read == (
        ("title", "Walden"),
        ("author", "Henry Thoreau"),
        ("year", "1854"),
        ("pages", "352"),
    )
    assert load(DetailRule, json.loads(json.dumps(dump(rule)))) == rule


def test_what_the_row_says_too_is_told_apart_by_its_value():
    rule, _ = learned(table, row=("title", "year"))
    assert rule.more == ("author", "pages")
    page = document(table(BOOKS[3]))
    assert rule.beyond(page) == (("author", "Henry Thoreau"), ("pages", "352"))


def test_a_row_without_telling_names_gets_them_from_the_page():
    pages = [(Record(str(n), (("text 2", book["year"]),)), document(table(book), n))
             for n, book in enumerate(BOOKS[:3])]  # fmt: skip
    rule = learn_details(pages)
    assert rule is not None
    assert rule.more == ("title", "author", "pages")
    assert ("year", "1854") in rule.beyond(document(table(BOOKS[3])))


def test_a_name_that_rows_use_for_something_else_gets_a_number():
    pages = [
        (Record(str(n), (("pages", f"p. {n}"), ("title", book["title"][:3] + "…"))),
         document(table(book), n))
        for n, book in enumerate(BOOKS[:3])
    ]  # fmt: skip
    rule = learn_details(pages)
    assert rule is not None
    assert rule.beyond(document(table(BOOKS[3]))) == (
        ("title 2", "Walden"),
        ("author", "Henry Thoreau"),
        ("year", "1854"),
        ("pages 2", "352"),
    )


def test_labels_that_were_not_met_before_and_several_values():
    def markup(book):
        more = "<dt>Publisher</dt><dd>Ticknor</dd><dd>Fields</dd>" if book is BOOKS[3] else ""
        return definitions(book).replace("</dl>", more + "</dl>")

    _, read = learned(markup)
    assert read[-2:] == (("publisher", "Ticknor"), ("publisher", "Fields"))


def test_a_table_that_only_one_record_holds_names_nothing():
    def markup(book):
        odd = "<table><tr><th>Left</th><th>Right</th></tr><tr><td>1<td>2</table>"
        return header_row(book) + (odd if book is BOOKS[3] else "")

    assert [name for name, _ in learned(markup)[1]] == ["title", "author", "year", "pages"]


def test_a_description_is_one_text():
    def markup(book):
        text = f"{book['title']} is a book that {book['author']} wrote, and many people like it."
        pages = f"<a href=/x>{book['pages']}</a> pages, as {book['title']} has."
        second = f"<p>In {book['year']} it had {pages}</p>"
        return framed(book, f"<h3>Description</h3><p>{text}</p>{second}")

    _, read = learned(markup)
    assert read == (
        ("title", "Walden"),
        ("description", "Walden is a book that Henry Thoreau wrote, and many people like it. In "
         "1854 it had 352 pages, as Walden has."),
    )  # fmt: skip


def test_one_name_for_one_and_for_several():
    def markup(book):
        label = "Authors" if book is BOOKS[3] else "Author"
        return table(book).replace("<th>Author", f"<th>{label}")

    assert dict(learned(markup)[1])["author"] == "Henry Thoreau"


def test_data_in_the_page_comes_first():
    def markup(book):
        item = {"@context": "https://schema.org", "@type": "Book", "name": book["title"],
                "author": {"@type": "Person", "name": book["author"]},
                "numberOfPages": int(book["pages"])}  # fmt: skip
        site = {"@type": "WebSite", "name": "Shop"}
        data = json.dumps([site, item])
        return f'<script type="application/ld+json">{data}</script>' + framed(book, "")

    assert learned(markup)[1] == (
        ("name", "Walden"), ("author", "Henry Thoreau"), ("number of pages", "352"),
    )  # fmt: skip


def test_microdata():
    def markup(book):
        who = f"<b itemprop=name>{book['title']}</b> by <i itemprop=author>{book['author']}</i>"
        when = f"<meta itemprop=datePublished content={book['year']}>"
        item = f"<div itemscope itemtype='https://schema.org/Book'>{who}{when}</div>"
        return framed(book, item)

    assert learned(markup)[1][:3] == (
        ("name", "Walden"), ("author", "Henry Thoreau"), ("date published", "1854"),
    )  # fmt: skip


def test_a_json_body():
    pages = [(Record(str(n)), document(json.dumps({"book": book}), n, "application/json"))
             for n, book in enumerate(BOOKS)]  # fmt: skip
    rule = learn_details(pages[:3])
    assert rule is not None
    assert rule.read(pages[3][1]) == tuple(BOOKS[3].items())


def test_pages_that_say_nothing_of_the_record():
    same = document(f"{MENU}<h1>Members only</h1><p>Log in to see this book.</p>{FOOT}")
    assert learn_details([(Record("1"), same), (Record("2"), same)]) is None
    assert learn_details([(Record("1"), same)]) is None


TAGS = ("<dl>", "<dt>", "<dd>", "<table>", "<tr>", "<th>", "<td>", "</table>", "<p>", "<br>", "<b>",
        "</b>", "<h1>", "</h1>", "<a href=/book/1>", "</a>", "<form>", "<div id=a class='x y1'>",
        "</div>", "<i itemprop=p>", "<div itemscope itemtype=T>", "Label:", "Label: value",
        '<script type="application/ld+json">{"@type":["A"],"b":[1]}</script>', "：", "<nav>",
        "<title>", "\x00", "{", '{"a": 1, "b": {"c": [2, null]}}')  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.one_of(st.sampled_from(TAGS), st.text(max_size=8)), max_size=25),
                min_size=2, max_size=4))  # fmt: skip
def test_no_markup_is_too_strange(bodies):
    pages = [(Record(str(n)), document("".join(body), n)) for n, body in enumerate(bodies)]
    rule = learn_details(pages)
    if rule is not None:
        assert load(DetailRule, json.loads(json.dumps(dump(rule)))) == rule
        for _, page in pages:
            assert all(name and text for name, text in rule.read(page))


@given(st.lists(st.binary(max_size=200), min_size=2, max_size=3))
def test_no_bytes_are_too_strange(bodies):
    pages = [(Record(str(n)), document(body, n)) for n, body in enumerate(bodies)]
    rule = learn_details(pages)
    assert rule is None or all(isinstance(rule.read(page), tuple) for _, page in pages)


@pytest.mark.parametrize("unit", ["<div>", "<b>Label: x", "<table><tr><td>", "<p>Label: x",
                                  "<div class=menu>", "<a href=/book/3>x</a>"])  # fmt: skip
def test_very_many_of_anything(unit):
    pages = [(Record(str(n)), document(f"<h1>{n}</h1>" + unit * 60_000, n)) for n in range(2)]
    rule = learn_details(pages) or DetailRule()
    assert len(rule.read(pages[0][1])) <= 400
