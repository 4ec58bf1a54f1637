"""Sites that show their data by script, harvested from their address alone."""

import asyncio
import json
import shutil
import sys
from dataclasses import dataclass, field

import pytest
from aiohttp import web

from leadline.errors import MissingExtra, NoForm
from leadline.harvest import Plan, Summary, harvest
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore
from tests.net.sites import site

pytest.importorskip("playwright")
pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")

PLACES = "harbour river mountain island forest desert valley bridge castle garden".split()  # noqa: SIM905
KINDS = ("Maps", "Letters", "Songs", "Photographs", "Diaries", "Coins")
BOOKS = [
    {"id": f"b{n}", "title": f"{kind} from the {place}", "place": place, "year": str(1801 + n)}
    for n, (kind, place) in enumerate((kind, place) for kind in KINDS for place in PLACES)
]
SIZE = 10

SHOW = """
const show = found => { list.innerHTML = found.map(b =>
  `<li class=book><a href="/book/${b.id}">${b.title}</a> <span class=place>${b.place}</span>
   <span class=year>${b.year}</span></li>`).join('') };
"""
PAGE = "<!doctype html><h1>Books</h1>{body}<ul id=list></ul><script>{code}</script>"


def matching(text: str) -> list[dict[str, str]]:
    words = text.lower().split()
    return [b for b in BOOKS if all(w in f"{b['title']} {b['place']}".lower() for w in words)]


@dataclass
class Shown:
    """A site: its pages, and what was asked of it."""

    pages: dict[str, str]
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if request.path == "/api":
            return web.json_response(self._found(request.query))
        if request.path == "/books.json":
            return web.json_response(BOOKS)
        if request.path not in self.pages:
            return web.Response(status=404)
        return web.Response(text=self.pages[request.path], content_type="text/html")

    def _found(self, query) -> dict[str, object]:
        found, page = matching(query["term"]), int(query.get("page", "1"))
        hits = found[(page - 1) * SIZE : page * SIZE] if query["term"] else []
        return {"total": len(found) if query["term"] else 0, "hits": hits}

    @property
    def routes(self):
        return dict.fromkeys(("/robots.txt", "/api", "/books.json", *self.pages), self.answer)


ENDPOINT = Shown({"/": PAGE.format(body="<input id=box placeholder='Type here'>", code=SHOW + """
box.addEventListener('keydown', async e => { if (e.key === 'Enter') {
  const reply = await fetch('/api?term=' + encodeURIComponent(box.value) + '&page=1');
  show((await reply.json()).hits);
} });""")})  # fmt: skip
WHOLE = Shown({"/": PAGE.format(body="<div id=head></div>", code=SHOW + """
head.innerHTML = '<form role=search><input type=search aria-label=Search></form>';
fetch('books.json').then(r => r.json()).then(all => {
  show(all.slice(0, 10));
  document.querySelector('input').oninput = e =>
    show(all.filter(b => b.title.toLowerCase().includes(e.target.value)).slice(0, 10));
});""")})  # fmt: skip
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
DRAWN = Shown({"/": f"<!doctype html><h1>Books</h1>{FORM}", "/find": RESULTS})


def harvested(
    shown: Shown, browser: Browser = Browser.AUTO
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


def test_a_list_that_is_loaded_whole_is_the_harvest():
    summary, store, asked = harvested(WHOLE)
    assert (summary.records, summary.pages, summary.complete) == (len(BOOKS), 1, "estimated")
    assert all_of("title") <= titles(store)
    assert len(asked) < 15


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
