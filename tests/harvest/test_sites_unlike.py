"""Small sites that no product is like: each is read whole, and says no more than is true."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from aiohttp import web

from tests.harvest.odd_sites import FIRST, SECOND, THIRD, leadline, page, serving

SIZE = 10
GENRES = ("Comedy", "Drama", "Horror", "Musical")
AUTHORS = tuple(f"{a.title()} {b.title()}" for a in FIRST for b in ("Berg", "Ortega", "Wei"))
BOOKS = [
    {
        "title": f"{a.title()} {b.title()} {c.title()}",
        "author": AUTHORS[(7 * i) % len(AUTHORS)],
        "genre": GENRES[i % len(GENRES)],
        "year": str(1950 + i % 61),
        "day": f"20{10 + i % 9}-{1 + i % 12:02}-{1 + i % 28:02}",
    }
    for i, (a, b, c) in enumerate((a, b, c) for c in THIRD[:4] for b in SECOND[:5] for a in FIRST)
]
Book = dict[str, str]
Asked = Mapping[str, str]


class Shelf:
    """Books that are found by words of all they say; what inherits from it is unlike others."""

    form = (
        '<form action="/find"><label>Search <input name="q"></label><button>Search</button></form>'
    )
    size = SIZE
    pager = counts = True

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        return self.at(request.path, request.query)

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            return page(f"<h1>Welcome</h1><p>Our comedy and drama.</p>{self.form}")
        return self.shown(self.found(asked), path, asked) if path == "/find" else missing()

    def found(self, asked: Asked) -> list[Book]:
        words = asked.get("q", "").lower().split()
        return [b for b in BOOKS if words and all(w in said(b).lower().split() for w in words)]

    def shown(self, found: list[Book], path: str, asked: Asked) -> web.Response:
        if not found:
            return page(f"{self.form}<p>No books.</p>")
        number = int(asked.get("page", 1))
        rows = found[(number - 1) * self.size : number * self.size]
        more = urlencode({**asked, "page": number + 1})
        follows = self.pager and number * self.size < len(found)
        total = f"<p>{len(found)} books</p>" if self.counts else ""
        link = f'<p><a href="{escape(quote(path))}?{escape(more)}">Next</a></p>' if follows else ""
        return page(f"{self.form}{total}{self.listed(rows)}{link}")

    def listed(self, books: list[Book]) -> str:
        return f"<ul>{''.join(map(row, books))}</ul>"


def said(book: Book) -> str:
    return f"{book['title']} {book['author']} {book['genre']} {book['year']}"


def row(book: Book) -> str:
    number = BOOKS.index(book)
    return (
        f'<li><a href="/book/{number}">{book["title"]}</a> <b>{book["author"]}</b> '
        f"<i>{book['genre']}</i> <em>{book['year']}</em> <span>{book['day']}</span></li>"
    )


def missing() -> web.Response:
    return page("<h1>No such page</h1>", status=404)


def links(folder: str, names: Iterable[str]) -> str:
    return "".join(f'<li><a href="{folder}{quote(one)}">{one}</a></li>' for one in names)


def harvested(site: Any, into: Path, path: str = "/") -> Any:
    with serving(site) as address:
        ran = leadline("harvest", f"{address}{path}", "--into", into / "x.db", "--delay", 0,
                       "--json", "--details", "never", "--no-facets", "--browser", "never",
                       "--max-requests", 600)  # fmt: skip
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


class Chosen(Shelf):
    """A drop-down, and a button that says nothing of a search."""

    button = "Go"

    @property
    def form(self) -> str:  # type: ignore[override]
        options = "".join(f"<option>{author}" for author in AUTHORS)
        return (f'<form action="/find"><select name="by">{options}</select>'
                f'<input type="submit" value="{self.button}"></form>')  # fmt: skip

    def found(self, asked: Asked) -> list[Book]:
        return [book for book in BOOKS if book["author"] == asked.get("by")]


class Letters(Shelf):
    """Letters lead to authors, and authors to their books."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        folder, _, name = path.strip("/").partition("/")
        if path == "/":
            return page(f"<h1>Authors</h1><ul>{links('/letter/', sorted({a[0] for a in AUTHORS}))}")
        if folder == "letter":
            return page(f"<h1>{name}</h1><ul>{links('/by/', (a for a in AUTHORS if a[0] == name))}")
        books = [book for book in BOOKS if book["author"] == name]
        return self.shown(books, path, asked) if folder == "by" else missing()


class LettersOfPages(Letters):
    """The same by parameters, with few authors on a page of a letter, and short pages of books."""

    size = 3

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            letters = links("/browse?letter=", sorted({a[0] for a in AUTHORS}))
            return page(f"<h1>Authors</h1><ul>{letters}</ul>")
        if path == "/browse":
            named = [author for author in AUTHORS if author[0] == asked["letter"]]
            number = int(asked.get("page", 1))
            more = f'<a href="/browse?letter={asked["letter"]}&amp;page={number + 1}">Next</a>'
            shown = links("/list?author=", named[2 * number - 2 : 2 * number])
            return page(f"<ul>{shown}</ul>{more if len(named) > 2 * number else ''}")
        books = [book for book in BOOKS if book["author"] == asked.get("author")]
        return self.shown(books, path, asked) if path == "/list" else missing()


class Matrix(Shelf):
    """An index whose links have parameters inside their paths."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            return page(f"<h1>Books</h1><ul>{links('/list;genre=', GENRES)}</ul>")
        books = [book for book in BOOKS if path == f"/list;genre={book['genre']}"]
        return self.shown(books, path, asked)


class Premieres(Shelf):
    """Two days that must be given."""

    form = ('<form action="/find"><label>From <input type="date" name="from" required></label>'
            '<label>To <input type="date" name="to" required></label>'
            "<button>Search</button></form>")  # fmt: skip

    def found(self, asked: Asked) -> list[Book]:
        low, high = asked.get("from", ""), asked.get("to", "")
        return [book for book in BOOKS if low and high and low <= book["day"] <= high]


class OneAtLeast(Shelf):
    """Words, and a list of which one must be chosen: nothing says so but the answer."""

    form = ('<form action="/find"><label>Words <input name="q"></label><label>Genre '
            '<select name="genre" multiple>' + "".join(f"<option>{g}" for g in GENRES)
            + "</select></label><button>Search</button></form>")  # fmt: skip

    def found(self, asked: Asked) -> list[Book]:
        words = asked.get("q", "").lower().split()
        chosen = [book for book in BOOKS if book["genre"] == asked.get("genre")]
        return [b for b in chosen if all(w in said(b).lower().split() for w in words)]


class Unticked(Shelf):
    """Nothing typed lists everything, but older books only if a box is ticked."""

    form = ('<form action="/find"><label>Words <input name="q"></label><label>'
            '<input type="checkbox" name="old" value="1"> with books before 1990</label>'
            "<button>Search</button></form>")  # fmt: skip

    def found(self, asked: Asked) -> list[Book]:
        found = super().found(asked) if asked.get("q") else BOOKS
        return [book for book in found if asked.get("old") or book["year"] >= "1990"]


class Beginning(Shelf):
    """Finds by the first letters of titles, and by nothing else."""

    form = Shelf.form.replace("Search <", "Title begins with <")

    def found(self, asked: Asked) -> list[Book]:
        first = asked.get("q", "").lower()
        return [book for book in BOOKS if first and book["title"].lower().startswith(first)]


class Framed(Shelf):
    """The page with the results is in a frame of the page that is asked for."""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/find":
            return page(f'{self.form}<iframe src="/hits?{escape(urlencode(asked))}"></iframe>')
        return (
            self.shown(self.found(asked), path, asked)
            if path == "/hits"
            else super().at(path, asked)
        )


class Titled(Shelf):
    """The box is called "Title", as the links of the rows are, and looks into everything."""

    form = Shelf.form.replace("Search <", "Title <")


class Tokens(Shelf):
    """A list in JSON, each part of which names the next by a token."""

    def at(self, path: str, asked: Asked) -> web.Response:
        start = int(asked.get("cursor", "0"), 36)
        after = f"{start // 36 + 1}0" if start + 36 < len(BOOKS) else None
        return web.json_response({"items": BOOKS[start : start + 36], "next_cursor": after})


class Steps(Shelf):
    """A genre first, then an author of that genre."""

    form = ('<form action="/authors"><label>Genre <select name="genre">'
            + "".join(f"<option>{genre}" for genre in GENRES)
            + "</select></label><button>Search</button></form>")  # fmt: skip

    def at(self, path: str, asked: Asked) -> web.Response:
        chosen = [book for book in BOOKS if book["genre"] == asked.get("genre")]
        if path == "/authors":
            named = sorted({book["author"] for book in chosen})
            options = "".join(f"<option>{author}" for author in named)
            return page(f'<form action="/find"><input type="hidden" name="genre" '
                        f'value="{asked["genre"]}"><select name="by">{options}</select>'
                        "<button>Search</button></form>")  # fmt: skip
        return super().at(path, asked)

    def found(self, asked: Asked) -> list[Book]:
        wanted = (asked.get("genre"), asked.get("by"))
        return [book for book in BOOKS if (book["genre"], book["author"]) == wanted]


class Folders(Shelf):
    """Folders of folders: genres, authors, and books as files."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        parts = path.strip("/").split("/") if path != "/" else []
        below = [book for book in BOOKS if [book["genre"], book["author"]][: len(parts)] == parts]
        level = ("genre", "author", "title")[len(parts)] if len(parts) < 3 else ""
        if not below or not level:
            return missing()
        end = ".html" if level == "title" else "/"
        names = sorted({f"{book[level]}{end}" for book in below})
        return page(f"<h1>Index of {path}</h1><ul>{links(path, names)}</ul>")


class MixedFolders(Shelf):
    """Books as files, those of some genres in a folder beside them."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        folders = GENRES[:2]
        inside = path.strip("/")
        own = [b for b in BOOKS if (b["genre"] if b["genre"] in folders else "") == inside]
        files = sorted(f"{book['title']}.txt" for book in own)
        names = files if inside else [f"{name}/" for name in folders] + files
        return page(f"<h1>Index</h1><ul>{links(path, names)}</ul>") if own else missing()


class Spanned(Shelf):
    """A table in which an author stands beside all his books."""

    def shown(self, found: list[Book], path: str, asked: Asked) -> web.Response:
        by_author = sorted(found, key=lambda book: book["author"])
        return super().shown(by_author, path, asked)

    def listed(self, books: list[Book]) -> str:
        rows = ""
        for author, own in groupby(books, key=lambda book: book["author"]):
            several = [*own]
            head = f'<td rowspan="{len(several)}">{author}</td>'
            for place, book in enumerate(several):
                rows += (f"<tr>{'' if place else head}<td>{book['title']}</td>"
                         f"<td>{book['genre']}</td><td>{book['year']}</td></tr>")  # fmt: skip
        return f"<table>{rows}</table>"


class Pieces(Shelf):
    """Rows of a table; those behind the first ten come as pieces, without a page around them."""

    pager = False

    def at(self, path: str, asked: Asked) -> web.Response:
        return (
            self.shown(self.found(asked), path, asked)
            if path == "/rows"
            else super().at(path, asked)
        )

    def shown(self, found: list[Book], path: str, asked: Asked) -> web.Response:
        number = int(asked.get("page", 1))
        more = urlencode({**asked, "page": number + 1})
        rows = "".join(
            f"<tr><td>{book['title']}</td><td>{book['author']}</td><td>{book['year']}</td></tr>"
            for book in found[(number - 1) * self.size : number * self.size]
        )
        if number * self.size < len(found):
            rows += f'<tr hx-get="/rows?{escape(more)}" hx-trigger="revealed"><td>Wait</td></tr>'
        if path == "/rows":
            return web.Response(text=rows, content_type="text/html")
        table = f"<table><tbody>{rows}</tbody></table>" if found else "<p>No books.</p>"
        return page(f"{self.form}<div id=found>{table}</div>")


class Root(Shelf):
    """Data, of which the first address names the list, which says nothing of other pages."""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            return web.json_response({"about": "Books", "books": "/books"})
        return web.json_response(BOOKS) if path == "/books" else missing()


class Explained(Shelf):
    """Explains itself until something is found, in the words that are asked first."""

    help = "<h1>How to search</h1>" + "".join(
        f"<p>Our {one} search looks for all words of a query in the index.</p><p>As in: {one}</p>"
        for one in ("title", "author", "genre", "year")
    )

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/" or not self.found(asked):
            return page(f"{self.form}<p>No document matching your query.</p>{self.help}")
        return super().at(path, asked)

    def found(self, asked: Asked) -> list[Book]:
        words = asked.get("q", "").lower().split()
        return [b for b in BOOKS if words and all(w in f"{said(b)} new".lower() for w in words)]


class Columns(Shelf):
    """A box that looks into titles or, if a button says so, for authors; no name tells which."""

    form = ('<form action="/find"><input name="t"> in <label><input type="radio" name="in" '
            'value="1" checked>Title</label><label><input type="radio" name="in" value="2">Author'
            "</label><button>Find</button></form>")  # fmt: skip

    def at(self, path: str, asked: Asked) -> web.Response:
        front = page(f"<h1>From harbour to island</h1>{self.form}")
        return front if path == "/" else super().at(path, asked)

    def found(self, asked: Asked) -> list[Book]:
        column = "author" if asked.get("in") == "2" else "title"
        words = asked.get("t", "").lower().split()
        return [b for b in BOOKS if words and all(w in b[column].lower().split() for w in words)]


class Years(Shelf):
    """Years that lead to lists, under whose headings nothing is counted; no page is a 404."""

    form = ""
    size = 3

    def at(self, path: str, asked: Asked) -> web.Response:
        years = sorted({book["year"] for book in BOOKS})
        if path == "/":
            return page(f"<h1>Archive</h1><ul>{links('/year/', years)}</ul>")
        books = [book for book in BOOKS if path == f"/year/{book['year']}"]
        first = self.size * (int(asked.get("page", 1)) - 1)
        if first >= len(books):
            return missing()
        rows = "".join(map(row, books[first : first + self.size]))
        more = f'<a href="{path}?page={first // self.size + 2}">Next</a>'
        follows = more if first + self.size < len(books) else ""
        return page(f"<h2>{path[6:]}</h2><ul>{rows}</ul>{follows}")


@pytest.mark.parametrize(
    "site",
    [Columns, Years, Chosen, Letters, LettersOfPages, Matrix, Premieres, OneAtLeast, Unticked,
     Beginning, Framed, Titled, Tokens, Steps, Folders, Root, Explained,
     Spanned, Pieces],
)  # fmt: skip
def test_everything_is_found(site, tmp_path):
    ended = harvested(site(), tmp_path)
    assert ended["records"] == len(BOOKS) == 160


def test_files_beside_folders_are_found_too(tmp_path):
    assert harvested(MixedFolders(), tmp_path)["records"] == len(BOOKS) + 2  # and the folders


class Handed(Shelf):
    """A page whose script is handed all books, and draws them."""

    def at(self, path: str, asked: Asked) -> web.Response:
        return page(f"<h1>Books</h1><div id=a></div><script>const rows = {json.dumps(BOOKS)};"
                    "draw(rows)</script>") if path == "/" else missing()  # fmt: skip


def test_what_a_page_hands_to_its_script_is_read(tmp_path):
    assert harvested(Handed(), tmp_path)["records"] == len(BOOKS)


class Repositories(Shelf):
    """Few repositories, which can be searched; the address of one lists its books, in pages."""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            shown = "".join(
                f'<li><a href="/{name}">{name}</a> <i>{genre}</i> <b>owner</b></li>'
                for name, genre in zip(("one", "two", "three", "four"), GENRES, strict=True)
                if asked.get("q", "").lower() in f"{name} {genre} owner".lower()
            )
            form = '<form><label>Search <input name="q"></label><button>Search</button></form>'
            return page(f"{form}<ul>{shown}</ul>")
        if path == "/one":
            home = '<a href="/">Search repositories</a>'
            return page(home + (self.shown(BOOKS, path, asked).text or ""))
        return missing()

    form = ""


def test_the_list_that_was_given_is_read_not_a_short_one_elsewhere(tmp_path):
    assert harvested(Repositories(), tmp_path, "/one")["records"] == len(BOOKS)


class Newest(Unticked):
    """What is typed finds all books; typing nothing lists the newest, and counts those alone."""

    form = Shelf.form

    def found(self, asked: Asked) -> list[Book]:
        return Shelf.found(self, asked) if asked.get("q") else BOOKS[-40:]


def test_a_list_of_some_is_not_taken_for_everything(tmp_path):
    ended = harvested(Newest(), tmp_path)
    assert ended["records"] > 150
    assert ended["complete"] != "proved"


class News(Shelf):
    """Besides the search a list of the latest books, ten pages of it, without a number."""

    counts = False

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/all":
            return self.shown(BOOKS[-100:], path, asked)
        if path == "/":
            return page(f'<a href="/all">All books</a>{self.form}')
        return super().at(path, asked)


class First(News):
    """The same with the first books, which are also the first that any search shows."""

    def at(self, path: str, asked: Asked) -> web.Response:
        return self.shown(BOOKS[:40], path, asked) if path == "/all" else super().at(path, asked)


@pytest.mark.parametrize("site", [News, First])
def test_a_list_is_read_before_it_is_trusted(site, tmp_path):
    ended = harvested(site(), tmp_path)
    assert ended["records"] > 150
    assert ended["complete"] != "proved"


class Facts(Shelf):
    """Links to books alone, whose own pages say three things each."""

    form = ""

    def at(self, path: str, asked: Asked) -> web.Response:
        if path == "/":
            return page(f"<h1>New</h1><ul>{links('/book/', (b['title'] for b in BOOKS[:12]))}</ul>")
        for book in BOOKS:
            if path == f"/book/{book['title']}":
                facts = "".join(f"<dt>{k}<dd>{book[k]}" for k in ("author", "genre", "year"))
                return page(f"<h1>{book['title']}</h1><dl>{facts}</dl>")
        return missing()


def test_what_records_say_on_their_own_pages_is_no_list(tmp_path):
    with serving(Facts()) as address:
        ran = leadline("harvest", f"{address}/", "--into", tmp_path / "x.db", "--delay", 0,
                       "--browser", "never")  # fmt: skip
    assert ran.code == 3
    assert "no search form found" in ran.line
