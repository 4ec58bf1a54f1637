"""Small sites that do what software at large was seen to do: each is read whole, or not at all."""

from __future__ import annotations

from hashlib import md5
from itertools import count
from urllib.parse import quote

from aiohttp import web

from tests.harvest.odd_sites import leadline, page, serving
from tests.harvest.test_sites_unlike import BOOKS, Asked, Book, Shelf, harvested, missing


class Watch(Shelf):
    """A page of figures with a clock, whatever is asked for; nothing is ever found."""

    ticks = count(10)

    def shown(self, found: list[Book], path: str, asked: Asked) -> web.Response:
        boxes = "".join(
            f"<table class=box><tr><th>{name}<th>Up<th>Down<tr><td>Totals<td>{n}<td>{n % 3}</table>"
            for n, name in zip(self.ticks, ("Hosts", "Services", "Groups"), strict=False)
        )
        clock = f"<table class=box><tr><th>State<tr><td>At 10:{next(self.ticks)} of May</table>"
        return page(f"{self.form}{clock}{boxes}<p>Nothing about {asked.get('q')}.</p>")


def test_what_differs_by_a_clock_alone_is_no_answer(tmp_path):
    with serving(Watch()) as address:
        ran = leadline("harvest", f"{address}/", "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never", "--max-requests", 200)  # fmt: skip
    assert ran.code == 3
    assert "brought no list of results" in ran.line


class Void(Shelf):
    """A search that finds nothing, and a page that says what it would be for."""

    def at(self, path: str, asked: Asked) -> web.Response:
        menu = '<h1><a href="/">Films</a></h1><p><a href="/find">Search</a> <a href="/us">About</a>'
        said = {"/find": f"{self.form}<p>Nothing found.", "/": "<p>Welcome to the archive.", "/us":
                "<p>It has been kept since 1911."}  # fmt: skip
        return page(f"{menu}{said[path]}") if path in said else missing()


def test_a_menu_of_pages_that_say_something_is_no_index(tmp_path):
    with serving(Void()) as address:
        ran = leadline("harvest", f"{address}/", "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never")  # fmt: skip
    assert ran.code == 3
    assert "brought no list of results" in ran.line


class Lengthy(Shelf):
    """A list whose pager says how many records a page has; all of them fit on a longer page."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path != "/":
            return missing()
        start, limit = int(asked.get("start", 0)), int(asked.get("limit", 20))
        links = "".join(
            f'<a href="?start={first}&amp;limit={limit}">{number}</a> '
            if first != start
            else f"<b>{number}</b> "
            for number, first in enumerate(range(0, len(BOOKS), limit), 1)
        )
        pager = f"<div>{links}</div>" if limit < len(BOOKS) else ""
        return page(f"{self.listed(BOOKS[start : start + limit])}{pager}")


def test_a_list_that_fits_a_longer_page_is_read_there(tmp_path):
    ended = harvested(Lengthy(), tmp_path)
    assert ended["records"] == len(BOOKS)
    assert ended["pages"] <= 2
    assert ended["complete"] == "proved"


class Gallery(Lengthy):
    """Pictures that are links, with words for those who do not see them alone."""

    def listed(self, books: list[Book]) -> str:
        return "".join(
            f'<a href="/book/{BOOKS.index(book)}"><img src="/s.png" alt="{book["title"]}"></a>\n'
            for book in books
        )


def test_pictures_are_called_what_stands_for_them(tmp_path):
    ended = harvested(Gallery(), tmp_path)
    assert ended["records"] == len(BOOKS)
    leadline("export", tmp_path / "x.db", tmp_path / "x.jsonl")
    shown = (tmp_path / "x.jsonl").read_text()
    assert all(f'"title": "{book["title"]}"' in shown for book in BOOKS)


class Keys(Shelf):
    """Names with links that search by a number; words of the language find one of them at most."""

    def at(self, path: str, asked: Asked) -> web.Response:
        return super().at(path, asked) if path == "/" or self.found(asked) else missing()

    def found(self, asked: Asked) -> list[Book]:
        words = asked.get("q", "").lower().split()
        return [book for book in BOOKS if words and all(word in self.words(book) for word in words)]

    @staticmethod
    def words(book: Book) -> list[str]:
        own = book["title"].lower().split()
        return [*own, "".join(own), "example", *(["a"] if book is BOOKS[7] else [])]

    def shown(self, found: list[Book], path: str, asked: Asked) -> web.Response:
        return page("<h1>Found</h1><pre>Type bits\n</pre><hr>" + "".join(map(self.entry, found)))

    @staticmethod
    def entry(book: Book) -> str:
        number = md5(book["title"].encode()).hexdigest()[:16]
        link = f'<a href="/find?op=%s&amp;q={quote(number)}">%s</a>'
        mail = f"{book['title'].lower().replace(' ', '')}@example"
        get, seen = link % ("get", number[8:]), link % ("index", "[selfsig]")
        return (
            f"<pre><b>pub</b>  256/{get} 2026-11-19\n\n<b>uid</b> <span>{book['title']} &lt;{mail}"
            f"&gt;</span>\nsig  sig3  {get} 2026-11-19 ____ {seen}\n</pre><hr>"
        )


def test_one_answer_with_one_record_is_not_all_that_is_learnt_from(tmp_path):
    assert harvested(Keys(), tmp_path)["records"] == len(BOOKS)


class Albums(Gallery):
    """A menu of two lists: a few albums, and all pictures; both are made of rows."""

    def at(self, path: str, asked: Asked) -> web.Response:
        menu = '<a href="/show/albums/">Albums</a> <a href="/show/pictures/">Pictures</a>'
        first = int(asked.get("start", 0))
        back = f'<li><a href="?start={first - 20}">Previous</a>' if first else "<li>Previous"
        pager = (
            f'<ul>{back}<li>page {first // 20 + 1} of 8<li><a href="?start={first + 20}">Next</a>'
        )
        rows = {
            "/": [f"<h1>Show</h1>{menu}"],
            "/show/albums/": [
                "<h1>All albums</h1>",
                *(
                    f"<h2>{name}</h2>{self.listed(BOOKS[:6])}"
                    for name in ("North", "South", "East")
                ),
            ],
            "/show/pictures/": [
                "<h1>All pictures</h1>",
                self.listed(BOOKS[first : first + 20]),
                f"<nav>{pager if first < 140 else back}</ul></nav>",
            ],
        }
        shown = "".join(f'<div class="row"><div>{row}</div></div>' for row in rows.get(path, ()))
        return page(f"<p>Home</p>{shown}") if shown else missing()


def test_two_lists_of_other_things_are_no_index(tmp_path):
    assert harvested(Albums(), tmp_path)["records"] == len(BOOKS)
