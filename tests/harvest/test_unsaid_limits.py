"""Sites that cut their answers and do not say so: drop-downs, a silent limit, totals that stop."""

from dataclasses import dataclass

import pytest
from aiohttp import web

from tests.harvest.odd_sites import held, leadline, page, serving, titles

AUTHORS = ("Anna Berg", "Luis Ortega", "Chen Wei", "Marta Novak")
DECADES = tuple(range(1950, 2010, 10))
BOOKS = [(title, AUTHORS[n * 7 % 4], 1950 + n * 13 % 60) for n, title in enumerate(titles(200))]
SIZE = 10


def options(name, values):
    rows = "".join(f"<option>{value}</option>" for value in values)
    return (
        f'<label>{name} <select name="{name}"><option value="">Any</option>{rows}</select></label>'
    )


FORM = (
    f'<form action="/search">{options("author", AUTHORS)}{options("decade", DECADES)}'
    "<button>Search</button></form>"
)


@dataclass
class Cut:
    """Shows no more than `most` books for any question, and counts no further if it counts."""

    most: int
    counts: bool

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/search":
            return page(FORM, status=200 if request.path == "/" else 404)
        author, decade = request.query.get("author", ""), request.query.get("decade", "")
        found = [
            f'<li><a href="/book/{n}">{title}</a> <i>{by}</i> <b>{year}</b></li>'
            for n, (title, by, year) in enumerate(BOOKS)
            if author in ("", by) and decade in ("", str(year // 10 * 10))
        ][: self.most]
        number = int(request.query.get("page", 1))
        asked = f"/search?author={author.replace(' ', '+')}&amp;decade={decade}"
        more = number * SIZE < len(found)
        follows = f'<a href="{asked}&amp;page={number + 1}">Next</a>' if more else ""
        told = f"<p>{len(found)} results</p>" if self.counts else ""
        rows = "".join(found[(number - 1) * SIZE : number * SIZE])
        return page(f"{FORM}{told}<ul>{rows}</ul><p>{follows}</p>")


@pytest.mark.parametrize(("most", "counts"), [(20, False), (20, True), (40, True)])
def test_a_limit_is_found_out_and_got_around(tmp_path, most, counts):
    path = tmp_path / "books.db"
    with serving(Cut(most, counts)) as site:
        ran = leadline(
            "harvest", site, "--into", path, "--delay", 0, "--browser", "never", "--json"
        )
    assert ran.code == 0
    [(_, _, records)] = held(path)
    assert len(records) == len(BOOKS)
