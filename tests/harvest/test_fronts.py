"""Sites whose scripts ask for pieces of HTML, or for data in the ways of well-known software."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qs, parse_qsl

import pytest
from aiohttp import web

from tests.browsers import needs_chromium
from tests.harvest.test_scripted import (
    BOOKS,
    KINDS,
    PAGE,
    SHOW,
    all_of,
    harvested,
    lines,
    matching,
    titles,
)

pytestmark = needs_chromium

Asked = Mapping[str, str]
DAYS = [f"2024-{1 + n % 12:02}-{1 + n % 28:02}" for n in range(len(BOOKS))]
ROWS = SHOW + "const more = found => { const old = list.innerHTML; show(found);" \
    " list.innerHTML = old + list.innerHTML; };"  # fmt: skip


@dataclass
class Front:
    """A page, and what answers its script."""

    page: str
    reply: Callable[[Asked, Asked], web.Response]
    asked: list[str] = field(default_factory=list)
    others: tuple[str, ...] = ()

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path_qs)
        if request.path == "/":
            return web.Response(text=self.page, content_type="text/html")
        if request.path == "/robots.txt":
            return web.Response(status=404)
        body = await request.text()
        posted = {"json": body} if body[:1] == "{" else dict(parse_qsl(body))
        return self.reply({**request.query, "path": request.path}, posted)

    @property
    def routes(self):
        return dict.fromkeys(("/", "/robots.txt", "/api", *self.others), self.answer)


def piece(asked: Asked, posted: Asked) -> web.Response:
    """A piece of HTML, twenty books at most, for a word that is posted."""
    found = matching(posted["search"])[:20] if posted.get("search") else []
    return web.Response(text=lines(found), content_type="text/html")


def wrapped(asked: Asked, posted: Asked) -> web.Response:
    """A piece of HTML within JSON, for the number of a page that is posted."""
    first = (int(posted["page"]) - 1) * 6
    said = {"success": True, "data": {"html": lines(BOOKS[first : first + 6]), "pages": 9}}
    return web.json_response(said)


def after(asked: Asked, posted: Asked) -> web.Response:
    """Books after the one that is named, and whether there are more."""
    ids = [book["id"] for book in BOOKS]
    start = ids.index(asked["starting_after"]) + 1 if "starting_after" in asked else 0
    return web.json_response({"more": start + 6 < len(BOOKS), "data": BOOKS[start : start + 6]})


def between(asked: Asked, posted: Asked) -> web.Response:
    """Books of these days, ten at most, and how many there are."""
    dated = [{**book, "day": day} for book, day in zip(BOOKS, DAYS, strict=True)]
    found = [one for one in dated if asked["from"] <= one["day"] <= asked["to"]]
    return web.json_response({"count": len(found), "books": found[:10]})


def searches(asked: Asked, posted: Asked) -> web.Response:
    """Several searches in one, of which each is a query string; ten records of each at most."""
    told = [dict(parse_qs(one["params"], keep_blank_values=True))
            for one in json.loads(posted["json"])["requests"]]  # fmt: skip
    found = [matching(one["query"][0]) for one in told]
    return web.json_response({"results": [
        {"hits": some[: min(10, int(one["hitsPerPage"][0]))] if one["page"][0] == "0" else [],
         "nbHits": len(some), "query": one["query"][0]}
        for one, some in zip(told, found, strict=True)
    ]})  # fmt: skip


def in_path(asked: Asked, posted: Asked) -> web.Response:
    """A page by the number in the path, of so many records as its end says."""
    *_, number, size = asked["path"].split("/")
    first = (int(number) - 1) * int(size)
    return web.json_response({"books": BOOKS[first : first + min(int(size), 6)]})


def of_a_kind(asked: Asked, posted: Asked) -> web.Response:
    """The books of one kind."""
    return web.json_response([b for b in BOOKS if b["title"].startswith(asked["kind"])])


def flat(books: list[dict[str, str]]) -> list[object]:
    """Books as pages made by Nuxt hand them over: every value once, objects name its place."""
    values: list[object] = [["ShallowReactive", 1], {"data": 2}, {"books": 3}, []]
    for book in books:
        places = {name: len(values) + n + 1 for n, name in enumerate(book)}
        values[3] = [*values[3], len(values)]  # type: ignore[misc]
        values += [places, *book.values()]
    return values


SEARCHED = Front(
    """<!doctype html><h1>Books</h1><input type=search name=search><ul id=list></ul><script>
document.querySelector('input').oninput = async e => {
  const body = new URLSearchParams({search: e.target.value});
  const reply = await fetch('/api', {method: 'POST', headers: {'HX-Request': 'true'}, body});
  list.innerHTML = await reply.text();
};</script>""",
    piece,
)
PRESSED = Front(
    f"""<!doctype html><h1>Books</h1><ul id=list>{lines(BOOKS[:6])}</ul>
<button>Load more books</button><script>let page = 1;
document.querySelector('button').onclick = async () => {{
  const reply = await fetch('/api', {{method: 'POST',
    body: new URLSearchParams({{action: 'more', page: ++page, nonce: 'a1b2'}})}});
  list.insertAdjacentHTML('beforeend', (await reply.json()).data.html);
}};</script>""",
    wrapped,
)
AFTER = Front(
    PAGE.format(body="", code=ROWS + """let last = '';
const ask = async () => {
  const reply = await (await fetch('/api?limit=6' + (last && '&starting_after=' + last))).json();
  more(reply.data); last = reply.data.at(-1).id;
};
onscroll = ask; ask(); document.body.style.height = '3000px';"""),
    after,
)  # fmt: skip
DATED = Front(
    PAGE.format(body="<input type=date id=a><input type=date id=b>", code=SHOW + """
a.value = '2024-03-01'; b.value = '2024-03-31';
fetch(`/api?from=${a.value}&to=${b.value}`).then(r => r.json()).then(d => {
  show(d.books); list.innerHTML += d.books.map(b => `<li>${b.day}</li>`).join('') });"""),
    between,
)  # fmt: skip
QUERIES = Front(
    PAGE.format(body="<input type=search>", code=SHOW + """
const box = document.querySelector('input');
const ask = async () => {
  const params = new URLSearchParams({query: box.value, page: 0, hitsPerPage: 5}).toString();
  const reply = await fetch('/api', {method: 'POST',
    headers: {'content-type': 'application/x-www-form-urlencoded'},
    body: JSON.stringify({requests: [{indexName: 'books', params}]})});
  show((await reply.json()).results[0].hits);
};
box.oninput = ask; ask();"""),
    searches,
)  # fmt: skip
NUMBERED = Front(
    PAGE.format(body="<p id=pager></p>", code=SHOW + """
const turn = async () => {
  const page = Number(location.hash.split('/')[2] || 1);
  show((await (await fetch(`/api/${page}/6`)).json()).books);
  const link = n => `<a href="#/books/${n}">${n}</a>`;
  pager.innerHTML = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(link).join(' ');
};
onhashchange = turn; turn();"""),
    in_path,
    others=tuple(f"/api/{page}/{size}" for page in range(12) for size in (6, 100, 1000)),
)  # fmt: skip
CHOSEN = Front(
    PAGE.format(body="<label>Kind <select id=kind><option value=''>Choose a kind" + "".join(
        f"<option>{kind}" for kind in KINDS) + "</select></label>", code=SHOW + """
kind.onchange = async () => show(await (await fetch('/api?kind=' + kind.value)).json());"""),
    of_a_kind,
)  # fmt: skip
HANDED_OVER = Front(
    f"""<!doctype html><h1>Books</h1><ul id=list>{lines(BOOKS[:6])}</ul><button>Unfold</button>
<script type="application/json" id="__NUXT_DATA__">{escape(json.dumps(flat(BOOKS)), quote=False)}
</script><script>/* shows more of them */</script>""",
    piece,
)


@pytest.mark.parametrize(
    "front",
    [PRESSED, AFTER, DATED, QUERIES, NUMBERED, CHOSEN, HANDED_OVER],
    ids=["pressed", "after", "dated", "queries", "numbered", "chosen", "handed over"],
)
def test_all_that_a_script_asks_for_is_found(front):
    summary, store, _ = harvested(front)
    assert (summary.records, all_of("title") <= titles(store)) == (len(BOOKS), True)


def test_pieces_of_html_are_asked_for_without_the_browser():
    summary, store, asked = harvested(SEARCHED)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert asked.count("/") == 3  # as it comes, drawn, and typed into
