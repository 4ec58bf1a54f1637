"""Sites that show their data by script, harvested from their address alone."""

import asyncio
import json
import sys
from dataclasses import dataclass, field
from typing import Any, Protocol

import pytest
from aiohttp import web

from leadline.errors import MissingExtra, NoForm
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.run import harvest
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore
from tests.browsers import needs_chromium
from tests.net.sites import site

pytestmark = needs_chromium

PLACES = "harbour river mountain island forest desert valley bridge castle garden".split()  # noqa: SIM905
KINDS = ("Maps", "Letters", "Songs", "Photographs", "Diaries", "Coins")
BOOKS = [
    {"id": f"b{n}", "title": f"{kind} from the {place}", "place": place, "year": str(1801 + n)}
    for n, (kind, place) in enumerate((kind, place) for kind in KINDS for place in PLACES)
]
SIZE, FEW = 10, 5

SHOW = """
const show = found => { list.innerHTML = found.map(b =>
  `<li class=book><a href="/book/${b.id}">${b.title}</a> <span class=place>${b.place}</span>
   <span class=year>${b.year}</span></li>`).join('') };
"""
PAGE = "<!doctype html><h1>Books</h1>{body}<ul id=list></ul><script>{code}</script>"


def matching(text: str) -> list[dict[str, str]]:
    words = text.lower().split()
    return [b for b in BOOKS if all(w in f"{b['title']} {b['place']}".lower() for w in words)]


def listed(query) -> str:
    """A page of results that needs no script."""
    text, page = query.get("q", ""), int(query.get("page", "1"))
    found = matching(text) if text else []
    rows = lines(found[(page - 1) * SIZE : page * SIZE])
    more = f"<a href='/list?q={text}&page={page + 1}'>Next</a>" if len(found) > page * SIZE else ""
    said = f"{len(found)} books found" if found else "Nothing found"
    return f"<!doctype html><h1>Books</h1><p>{said}</p><ul>{rows}</ul>{more}"


def lines(found) -> str:
    return "".join(
        f"<li><a href='/book/{b['id']}'>{b['title']}</a> "
        f"<i>{b['place']}</i> <b>{b['year']}</b></li>"
        for b in found
    )


def after(query) -> dict[str, object]:
    """The books after the one whose id is the cursor."""
    found = matching(query["q"])
    ids = [book["id"] for book in found]
    start = ids.index(query["cursor"]) + 1 if "cursor" in query else 0
    hits = found[start : start + FEW]
    more = {"cursor": hits[-1]["id"]} if start + FEW < len(found) else {}
    return {"hits": hits, **more}


def table(query) -> dict[str, object]:
    """Bare rows, of which a page has 25 at most, as a table asks for them."""
    found, start = matching(query["search[value]"]), int(query["start"])
    shown = found[start : start + min(25, int(query["length"]))]
    return {"draw": int(query["draw"]), "recordsTotal": len(BOOKS), "recordsFiltered": len(found),
            "data": [[b["year"], b["title"], b["place"]] for b in shown]}  # fmt: skip


def between(query) -> dict[str, object]:
    """The books from one place to another, 20 at most; not how many there are."""
    first = int(query["startRow"])
    return {"books": BOOKS[first : min(int(query["endRow"]), first + 20)]}


class Site(Protocol):
    """What answers, and notes what was asked."""

    @property
    def asked(self) -> list[str]: ...

    @property
    def routes(self) -> Any: ...


@dataclass
class Shown:
    """A site: its pages, and what was asked of it."""

    pages: dict[str, str]
    grows: str = ""
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if request.path == "/api" and request.method == "POST":
            return web.json_response(self._posted(json.loads(await request.text())))
        if request.path == "/api":
            return web.json_response(self._found(request.query))
        if request.path == "/keyed":
            told = request.headers.get("X-Key") == "k1"
            return web.json_response(self._found(request.query), status=200 if told else 403)
        if request.path == "/suggest":
            return web.json_response(matching(request.query["start"])[:5])
        if request.path == "/list":
            return web.Response(text=listed(request.query), content_type="text/html")
        if request.path == "/growing":
            return web.Response(text=self._growing(request.query), content_type="text/html")
        if request.path == "/piece":
            rows = matching(request.query["q"])[int(request.query["skip"]) :][:FEW]
            return web.Response(text=lines(rows), content_type="text/html")
        if request.path == "/after":
            return web.json_response(after(request.query))
        if request.path == "/rows":
            return web.json_response(table(request.query))
        if request.path == "/paged":
            size, page = int(request.query["size"]), int(request.query["page"])
            return web.json_response(BOOKS[(page - 1) * size : page * size])
        if request.path == "/between":
            return web.json_response(between(request.query))
        if request.path == "/called":
            said = f"{request.query['callback']}({json.dumps(self._found(request.query))});"
            return web.Response(text=said, content_type="text/javascript")
        if request.path == "/books.js":
            said = f"/* made by a tool */\nvar books = {json.dumps(BOOKS)};"
            return web.Response(text=said, content_type="text/javascript")
        if request.path == "/books.csv":
            said = "".join(f"{b['title']},{b['place']},{b['year']}\n" for b in BOOKS)
            return web.Response(text=f"title,place,year\n{said}", content_type="text/csv")
        if request.path == "/books.json":
            return web.json_response(BOOKS)
        if request.path not in self.pages:
            return web.Response(status=404)
        return web.Response(text=self.pages[request.path], content_type="text/html")

    def _found(self, query) -> dict[str, object]:
        found, page = matching(query["term"]), int(query.get("page", "1"))
        hits = found[(page - 1) * SIZE : page * SIZE] if query["term"] else []
        return {"total": len(found) if query["term"] else 0, "hits": hits}

    def _posted(self, data) -> dict[str, object]:
        (search,) = data["searches"]
        found, start = matching(search["filter"]["text"]), search["from"]
        hits = found[start : start + search["size"]] if search["filter"]["text"] else []
        return {"results": [{"found": len(found), "books": hits}]}

    def _growing(self, query) -> str:
        found = matching(query["q"]) if query["q"] else []
        said = f"<ul>{lines(found[:FEW])}</ul>" if found else "<p>Nothing found</p>"
        return f"<!doctype html><h1>Books</h1>{said}{self.grows if found else ''}"

    @property
    def routes(self):
        others = ("/robots.txt", "/api", "/suggest", "/list", "/books.json", "/growing", "/piece",
                  "/after", "/keyed", "/rows", "/between", "/paged", "/called",
                  "/books.js", "/books.csv")  # fmt: skip
        return dict.fromkeys((*others, *self.pages), self.answer)


ENDPOINT = Shown({"/": PAGE.format(body="<input id=box placeholder='Type here'>", code=SHOW + """
box.addEventListener('keydown', async e => { if (e.key === 'Enter') {
  const reply = await fetch('/api?term=' + encodeURIComponent(box.value) + '&page=1');
  show((await reply.json()).hits);
} });""")})  # fmt: skip
WITH_KEY = ENDPOINT.pages["/"].replace("&page=1')", "&page=1', {headers: {'X-Key': 'k1'}})")
KEYED = Shown({"/": WITH_KEY.replace("/api", "/keyed")})
WHOLE = Shown({"/": PAGE.format(body="<div id=head></div>", code=SHOW + """
head.innerHTML = '<form role=search><input type=search aria-label=Search></form>';
fetch('books.json').then(r => r.json()).then(all => {
  show(all.slice(0, 10));
  document.querySelector('input').oninput = e =>
    show(all.filter(b => b.title.toLowerCase().includes(e.target.value)).slice(0, 10));
});""")})  # fmt: skip
TABLE = Shown(
    {
        "/": """<!doctype html><h1>Books</h1><input type=search aria-label=Search>
<table><thead><tr><th>Year</th><th>Title</th><th>Place</th></tr></thead><tbody></tbody></table>
<script>
const ask = words => fetch('/rows?' + new URLSearchParams({draw: 1, 'columns[0][data]': 0,
  'columns[0][search][value]': '', start: 0, length: 10, 'search[value]': words}))
  .then(r => r.json()).then(d => { document.querySelector('tbody').innerHTML = d.data.map(
    row => '<tr>' + row.map(cell => `<td>${cell}</td>`).join('') + '</tr>').join('') });
document.querySelector('input').oninput = e => ask(e.target.value);
ask('');
</script>"""
    }
)
GRID = Shown(
    {
        "/": PAGE.format(
            body="",
            code=SHOW
            + """
fetch('/between?startRow=0&endRow=20').then(r => r.json()).then(d => show(d.books));""",
        )
    }
)
PAGED = Shown({"/": GRID.pages["/"].replace("between?startRow=0&endRow=20", "paged?page=1&size=10")
                                   .replace("d.books", "d")})  # fmt: skip
SHOWN_IN_PART = Shown(
    {
        "/": f"""<!doctype html><h1>Books</h1><input placeholder=Search>
<ul>{lines(BOOKS)}</ul><script>
const all = [...document.querySelectorAll('li')], box = document.querySelector('input');
const look = () => {{
  const found = all.filter(li => li.textContent.toLowerCase().includes(box.value.toLowerCase()));
  document.querySelector('ul').replaceChildren(...found.slice(0, 10));
}};
box.oninput = look;
look();
</script>"""
    }
)
POSTED = Shown({"/": PAGE.format(body="<input aria-label='Search books'>", code=SHOW + """
let timer;
document.querySelector('input').oninput = e => {
  clearTimeout(timer);
  timer = setTimeout(() => look(e.target.value), 300);
};
const look = async text => {
  const search = {index: 'books', filter: {text}, from: 0, size: 10};
  const reply = await fetch('/api', {method: 'POST', body: JSON.stringify({searches: [search]}),
                                     headers: {'Content-Type': 'application/json'}});
  show((await reply.json()).results[0].books);
};""")})  # fmt: skip
SUGGESTED = Shown(
    {
        "/": PAGE.format(
            body="<input placeholder=Search>",
            code=SHOW
            + """
const box = document.querySelector('input');
box.oninput = () => fetch('/suggest?start=' + box.value).then(r => r.json()).then(show);
box.onkeydown = e => { if (e.key === 'Enter') location.href = '/list?q=' + box.value };""",
        )
    }
)
FORM = "<form action='/find' role=search><input type=search name=q><button>Search</button></form>"
RESULTS = PAGE.format(
    body=FORM,
    code=f"""
{SHOW}
const all = '{json.dumps(BOOKS).encode().hex()}'.match(/../g).map(h => parseInt(h, 16));
const books = JSON.parse(String.fromCharCode(...all));
const sent = new URLSearchParams(location.search), page = +(sent.get('page') || 1);
const asked = sent.get('q').toLowerCase().split(' ');
const found = books.filter(b => asked.every(w => b.title.toLowerCase().includes(w)));
show(found.slice(20 * page - 20, 20 * page));
sent.set('page', page + 1);
if (found.length > 20 * page)
  list.insertAdjacentHTML('afterend', `<a href="/find?${{sent}}">Next page</a>`);""",
)
HIDDEN = f"""
const bytes = '{json.dumps(BOOKS).encode().hex()}'.match(/../g).map(h => parseInt(h, 16));
const books = JSON.parse(String.fromCharCode(...bytes));
"""
TURNED = Shown({"/": PAGE.format(body="<input placeholder='Search'><b id=count></b>", code=SHOW
+ HIDDEN + """
let page = 1;
const box = document.querySelector('input');
const look = () => {
  const asked = box.value.toLowerCase().split(' ').filter(w => w);
  const found = books.filter(b => asked.every(w => b.title.toLowerCase().includes(w)));
  show(asked.length ? found.slice(10 * page - 10, 10 * page) : []);
  count.textContent = found.length ? `${found.length} books` : 'Nothing found';
  next.disabled = !asked.length || found.length <= 10 * page;
};
document.body.insertAdjacentHTML('beforeend', '<button id=next disabled>Next</button>');
const next = document.getElementById('next');
next.onclick = () => { page += 1; look() };
box.oninput = () => { page = 1; look() };""")})  # fmt: skip
MORE = """
const list = document.querySelector('ul'), asked = new URLSearchParams(location.search).get('q');
let shown = list.children.length, busy = false;
"""
SCROLLED = (
    """
<style>li { height: 300px }</style><p id=end>.</p><script>"""
    + MORE
    + """
new IntersectionObserver(async seen => {
  if (busy || !seen[0].isIntersecting) return;
  busy = true;
  const reply = await fetch(`/piece?q=${asked}&skip=${shown}`);
  list.insertAdjacentHTML('beforeend', await reply.text());
  shown = list.children.length;
  busy = false;
}).observe(document.getElementById('end'));
</script>"""
)
PRESSED = (
    """
<button id=more>Show more</button><script>"""
    + SHOW
    + MORE
    + """
let last = list.lastElementChild.querySelector('a').href.split('/').pop();
document.getElementById('more').onclick = async () => {
  const reply = await (await fetch(`/after?q=${asked}&cursor=${last}`)).json();
  last = reply.cursor;
  list.insertAdjacentHTML('beforeend', reply.hits.map(b => `<li>${b.title}</li>`).join(''));
};
</script>"""
)
DRAWN = Shown({"/": f"<!doctype html><h1>Books</h1>{FORM}", "/find": RESULTS})


def harvested(
    shown: Site, browser: Browser = Browser.AUTO
) -> tuple[Summary, MemoryStore, list[str]]:
    shown.asked.clear()

    async def story() -> tuple[Summary, MemoryStore, list[str]]:
        store = MemoryStore()
        manners = Manners(delay=0.0, tries=1, browser=browser, max_requests=400)
        async with site(shown.routes) as base:
            plan = Plan(url=base + "/", policy=Sounding())
            async with open_fetcher(manners, seeds=(base,), archive=store) as door:
                summary = await harvest(plan, store, door, lambda progress: None)
            asked = list(shown.asked)
            again = MemoryStore()
            async with open_fetcher(manners, archive=store, offline=True) as door:
                replayed = await harvest(plan, again, door, lambda progress: None)
            assert (replayed.records, shown.asked) == (summary.records, asked)
            return summary, store, asked

    return asyncio.run(story())


def titles(store: MemoryStore) -> set[str]:
    return {value for one in store.records(1) for _, value in one.record.values}


def all_of(name: str) -> set[str]:
    return {book[name] for book in BOOKS}


def test_an_endpoint_found_by_typing_is_asked_without_the_browser():
    summary, store, asked = harvested(ENDPOINT)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert asked.count("/") == 3  # as it comes, drawn, and typed into


def test_headers_that_a_script_adds_are_sent_with_every_question():
    summary, store, asked = harvested(KEYED)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert asked.count("/") == 3


def test_an_endpoint_that_wants_json_is_found_by_typing_alone():
    summary, store, asked = harvested(POSTED)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert asked.count("/") == 3


def test_suggestions_are_not_taken_for_the_results():
    summary, _, asked = harvested(SUGGESTED)
    assert summary.records == len(BOOKS)
    assert asked.count("/list") > asked.count("/suggest")


def test_results_that_only_typing_shows_are_typed_for_and_their_pages_turned():
    summary, store, asked = harvested(TURNED)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert set(asked) == {"/robots.txt", "/"}
    assert len(asked) < 20  # nothing else has to be fetched


@pytest.mark.parametrize("grows", [SCROLLED, PRESSED], ids=["scrolled", "pressed"])
def test_a_list_that_grows_is_read_through_what_it_asks_for(grows):
    form = FORM.replace("/find", "/growing")
    summary, store, asked = harvested(Shown({"/": f"<!doctype html>{form}"}, grows))
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)
    assert {"/piece", "/after"} & set(asked)


def test_a_list_that_is_loaded_whole_is_the_harvest():
    summary, store, asked = harvested(WHOLE)
    assert (summary.records, summary.pages, summary.complete) == (len(BOOKS), 1, "estimated")
    assert all_of("title") <= titles(store)
    assert len(asked) < 15


def test_data_that_a_script_is_made_of_are_read():
    page = PAGE.format(body="<script src=/books.js></script>", code=SHOW + "show(books)")
    summary, store, asked = harvested(Shown({"/": page}))
    assert (summary.records, summary.pages) == (len(BOOKS), 1)
    assert all_of("title") <= titles(store)
    assert len(asked) < 15


def test_a_table_that_a_script_asks_for_as_csv_is_read():
    page = PAGE.format(
        body="",
        code=SHOW
        + """
fetch('/books.csv').then(r => r.text()).then(t => show(t.trim().split('\\n').slice(1).map(l => {
  const [title, place, year] = l.split(','); return {id: title, title, place, year}})))""",
    )
    summary, store, asked = harvested(Shown({"/": page}))
    assert (summary.records, summary.pages) == (len(BOOKS), 1)
    assert all_of("title") <= titles(store)
    assert len(asked) < 15


def test_an_endpoint_that_calls_back_is_asked_without_the_browser():
    page = PAGE.format(
        body="<input id=box placeholder='Search'>",
        code=SHOW
        + """
const heard = data => show(data.hits);
box.onchange = box.onkeyup = () => { const s = document.createElement('script');
  s.src = '/called?callback=heard&term=' + encodeURIComponent(box.value) + '&page=1';
  document.head.append(s) };""",
    )
    summary, _, asked = harvested(Shown({"/": page}))
    assert summary.records >= 0.9 * len(BOOKS)
    assert asked.count("/called") > 10 > asked.count("/")


def test_a_table_of_bare_rows_is_asked_by_its_search_in_long_pages_and_named_by_its_headings():
    summary, store, asked = harvested(TABLE)
    assert (summary.records, summary.complete) == (len(BOOKS), "proved")
    assert {name for one in store.records(1) for name, _ in one.record.values} == {
        "Year", "Title", "Place",
    }  # fmt: skip
    assert summary.pages == 3  # of 25
    assert asked.count("/") == 2  # as it comes, and drawn


def test_a_list_that_is_asked_by_its_first_and_last_row_is_read_to_its_end():
    summary, store, asked = harvested(GRID)
    assert summary.records == len(BOOKS)
    assert all_of("title") <= titles(store)
    assert asked.count("/") == 2


def test_a_list_that_nobody_counts_is_asked_for_in_long_pages():
    summary, store, _ = harvested(PAGED)
    assert (summary.records, summary.pages) == (len(BOOKS), 1)
    assert all_of("title") <= titles(store)


def test_a_list_that_a_script_shows_in_part_is_read_from_the_page_as_it_comes():
    summary, store, asked = harvested(SHOWN_IN_PART)
    assert (summary.records, summary.pages) == (len(BOOKS), 1)
    assert all_of("title") | all_of("year") <= titles(store)
    assert len(asked) < 8


def test_results_that_only_a_browser_shows_are_read_as_drawn():
    summary, store, _ = harvested(DRAWN)
    assert summary.records == len(BOOKS)
    assert all_of("title") | all_of("year") <= titles(store)


def test_without_the_extra_the_error_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(MissingExtra, match=r"leadline\[browser\]"):
        harvested(ENDPOINT)


def test_without_leave_to_use_it_the_error_says_so():
    with pytest.raises(NoForm, match="--browser auto"):
        harvested(ENDPOINT, Browser.NEVER)
