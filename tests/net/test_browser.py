"""Pages that scripts build, in a real browser that has no network of its own."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from leadline.errors import BudgetSpent, TooSlow
from leadline.model import Request
from leadline.net.addresses import Guard
from leadline.net.browser import open_browser
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.query.script import Pressed, loaded, pressing, turned, typing
from tests.browsers import needs_chromium
from tests.net.sites import Prepared, Shelf, get, http, site

pytestmark = needs_chromium

SHOP = """<!doctype html><title>Shop</title><ul id=list></ul><img src=/picture.png>
<script>
fetch('/api/search', {method: 'POST', headers: {'Content-Type': 'application/json'},
                      body: JSON.stringify({q: 'é'})})
  .then(r => r.json())
  .then(found => { list.innerHTML = found.items.map(i => `<li>${i}</li>`).join('') })
</script>"""


class Noted:
    """Notes the paths that a site is asked for."""

    def __init__(self) -> None:
        self.paths = list[str]()

    def says(self, text: str, content_type: str = "text/html"):
        async def answer(request: web.Request) -> web.Response:
            self.paths.append(f"{request.method} {request.path} {await request.text()}".strip())
            return web.Response(text=text, content_type=content_type)

        return answer


def rendered(url: str) -> Request:
    return Request(url=url, rendered=True)


@asynccontextmanager
async def browser(**options):
    async with http() as fetcher, open_browser(fetcher, **options) as drawn:
        yield drawn


def test_a_page_is_drawn_and_the_json_behind_it_is_found():
    noted, shelf = Noted(), Shelf()
    routes = {
        "/": noted.says(SHOP),
        "/api/search": noted.says('{"items": ["pen", "ink"]}', "application/json"),
        "/picture.png": noted.says(""),
    }

    async def story():
        async with site(routes) as base, browser(keep=shelf.put) as drawn:
            page = await drawn.fetch(rendered(base + "/"))
            api = Request(
                url=base + "/api/search", method="POST", body='{"q":"é"}',
                content_type="application/json",
            )  # fmt: skip
            assert loaded(page) == (api,)
            assert shelf.pages[api].body == b'{"items": ["pen", "ink"]}'
            return page

    page = asyncio.run(story())
    assert "<li>pen</li><li>ink</li>" in page.body.decode()
    assert page.header("content-type") == "text/html; charset=utf-8"
    assert page.request == rendered(page.url)
    assert noted.paths == ["GET /", 'POST /api/search {"q":"é"}']


def test_headers_that_a_script_adds_are_sent():
    shelf = Shelf()

    async def api(request):
        key = request.headers.get("X-Api-Key", "no key")
        return web.json_response([key, request.headers["Accept"]])

    script = "fetch('/api', {headers: {'X-Api-Key': 'k1', Accept: 'application/json'}})"

    async def story():
        routes = {"/": f"<script>{script}</script>", "/api": api}
        async with site(routes) as base, browser(keep=shelf.put) as drawn:
            page = await drawn.fetch(rendered(base + "/"))
            return [shelf.pages[request].body for request in loaded(page)]

    assert asyncio.run(story()) == [b'["k1", "application/json"]']


def test_data_of_another_host_are_read():
    async def api(request: web.Request) -> web.Response:
        return web.json_response([(await request.json())["q"]])

    script = """fetch('API/', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: '{"q": "pen"}'}).then(r => r.json()).then(found => { document.title = found[0] })"""

    async def story():
        async with site({"/": api}) as other:
            routes = {"/": f"<script>{script.replace('API', other)}</script>"}
            async with site(routes) as base, browser() as drawn:
                return (await drawn.fetch(rendered(base + "/"))).body.decode()

    assert "<title>pen</title>" in asyncio.run(story())


SEARCHED = """<!doctype html><input id=q><ul id=list></ul><script>
const show = () => fetch('/api?term=' + q.value).then(r => r.json())
  .then(found => { list.innerHTML = found.map(i => `<li>${i}</li>`).join('') });
q.addEventListener('change', () => { history.pushState(null, '', '/?q=' + q.value); show() });
</script>"""


async def terms(request: web.Request) -> web.Response:
    return web.json_response([request.query["term"]] * 2)


def test_a_word_is_typed_into_a_box():
    async def story():
        async with site({"/": SEARCHED, "/api": terms}) as base, browser() as drawn:
            page = await drawn.fetch(typing(base + "/", 'input[id="q"]', "pen"))
            return page, base

    page, base = asyncio.run(story())
    assert loaded(page) == (get(base + "/api?term=pen"),)
    assert b"<li>pen</li><li>pen</li>" in page.body
    assert page.url == base + "/?q=pen"
    assert page.request == typing(base + "/", 'input[id="q"]', "pen")


TURNED = """<!doctype html><input id=q><a href=#>Next page</a><p id=p></p><script>
let page = 1;
const show = () => { p.textContent = q.value + ' ' + page };
q.oninput = () => { page = 1; show() };
document.querySelector('a').onclick = e => {
  page += 1; show(); if (page === 3) e.target.remove();
};
</script>"""


def test_further_pages_are_turned_and_other_texts_typed_without_loading_it_again():
    noted = Noted()

    async def story():
        async with site({"/": noted.says(TURNED)}) as base, browser() as drawn:
            shown, request = list[str](), typing(base + "/", 'input[id="q"]', "pen")
            while True:
                page = await drawn.fetch(request)
                shown.append(page.body.decode().partition('<p id="p">')[2].partition("<")[0])
                following = list(turned(page, request))
                if not following:
                    break
                request = following[0]
            beyond = await drawn.fetch(typing(base + "/", 'input[id="q"]', "pen", 4))
            again = await drawn.fetch(typing(base + "/", 'input[id="q"]', "ink", 2))
            return shown, b"pen" in beyond.body, b"ink 2" in again.body

    assert asyncio.run(story()) == (["pen 1", "pen 2", "pen 3"], False, True)
    assert noted.paths == ["GET /", "GET /"]  # the second after the end was passed


def test_a_box_that_is_not_there_is_not_typed_into():
    async def story():
        async with site({"/": SEARCHED}) as base, browser() as drawn:
            page = await drawn.fetch(typing(base + "/", 'input[id="none"]', "pen"))
            return page.url == base + "/", loaded(page)

    assert asyncio.run(story()) == (True, ())


PRESSED = """<!doctype html><p id=p></p><ul id=u></ul><button>Next</button><script>
let chosen = [], page = 1;
const show = () => {
  p.textContent = [...chosen, page].join(' ');
  u.innerHTML = ['red', 'blue', 'wool'].filter(v => !chosen.includes(v)).map(
    v => `<li><label><input type=checkbox data-v=${v}><b>${v}</b> (2)</label></li>`).join('');
  for (const box of u.querySelectorAll('input'))
    box.onclick = () => { chosen.push(box.dataset.v); page = 1; show() };
};
document.querySelector('button').onclick = () => { page += 1; show() };
show();
</script>"""


def test_values_are_pressed_one_after_the_other_and_pages_turned():
    noted = Noted()

    async def story():
        async with site({"/": noted.says(PRESSED)}) as base, browser() as drawn:
            shown = list[str]()
            for choices, turn in ((), 1), ([(1, "blue")], 1), ([(1, "blue"), (1, "wool")], 1), (
                [(1, "blue"), (1, "wool")], 2), ([(0, "wool")], 1), ([(0, "none")], 1):  # fmt: skip
                wanted = Pressed(choices=tuple(choices), turn=turn)
                page = await drawn.fetch(pressing(base + "/", wanted))
                shown.append(page.body.decode().partition('<p id="p">')[2].partition("<")[0])
            return shown

    assert asyncio.run(story()) == ["1", "blue 1", "blue wool 1", "blue wool 2", "wool 1", ""]
    assert noted.paths == ["GET /"] * 3  # anew where what was pressed is to be pressed no more


def test_a_server_cannot_say_what_was_loaded():
    lie = web.Response(
        body=b"<p>", headers={"Content-Type": "text/html", "Leadline-Loaded": '{"url": "x"}'}
    )

    async def story():
        async with site({"/": lie}) as base, browser() as drawn:
            return loaded(await drawn.fetch(rendered(base + "/")))

    assert asyncio.run(story()) == ()


def test_always_means_every_page():
    manners = Manners(delay=0.0, tries=1, browser=Browser.ALWAYS)

    async def story():
        routes = {"/": "<p id=p></p><script>p.textContent = 1 + 1</script>"}
        async with site(routes) as base, open_fetcher(manners, seeds=(base,)) as door:
            return (await door.fetch(get(base + "/"))).body

    assert b'<p id="p">2</p>' in asyncio.run(story())


def test_other_requests_never_see_the_browser():
    async def story():
        script = Prepared()
        async with open_browser(script) as drawn:
            await drawn.fetch(get("http://a.example/"))
            return script.asked, drawn._chromium._browser

    assert asyncio.run(story()) == (["http://a.example/"], None)


ESCAPE = """<!doctype html><p id=p>here</p><iframe src="http://127.0.0.1:PORT/frame"></iframe>
<script src="http://127.0.0.1:PORT/script.js"></script><script>
alert('hello'); window.open('http://127.0.0.1:PORT/popup');
navigator.sendBeacon('http://127.0.0.1:PORT/beacon', 'x');
new WebSocket('ws://127.0.0.1:PORT/socket'); new EventSource('http://127.0.0.1:PORT/events');
fetch('/hop').then(r => { p.textContent = 'escaped' }, e => { p.textContent = 'held' });
</script>"""


def test_a_page_cannot_reach_the_neighbourhood():
    """Pages of 127.0.0.2 are all that may be had; the neighbour is at 127.0.0.1."""
    noted = Noted()
    neighbour = {path: noted.says("hi") for path in ("/frame", "/script.js", "/popup", "/beacon",
                                                     "/socket", "/events", "/inside")}  # fmt: skip

    async def story():
        async with site(neighbour) as near:
            port = near.rpartition(":")[2]
            own = {
                "/": ESCAPE.replace("PORT", port),
                "/hop": web.Response(status=302, headers={"Location": near + "/inside"}),
            }
            async with (
                site(own, host="127.0.0.2") as base,
                http(Guard(["127.0.0.2"])) as fetcher,
                open_browser(fetcher) as drawn,
            ):
                return (await drawn.fetch(rendered(base + "/"))).body.decode()

    assert '<p id="p">held</p>' in asyncio.run(story())
    assert noted.paths == []


def test_where_scripts_and_redirects_lead_is_where_the_page_is():
    routes = {
        "/": "<script>location.href = '/moved'</script>",
        "/moved": web.Response(status=302, headers={"Location": "/deep/end"}),
        "/deep/end": "<a href=x>x</a>",
    }

    async def story():
        async with site(routes) as base, browser() as drawn:
            page = await drawn.fetch(rendered(base + "/"))
            return page.url.removeprefix(base), "<a href" in page.body.decode()

    assert asyncio.run(story()) == ("/deep/end", True)


def test_one_tab_draws_many_pages_and_the_browser_is_renewed():
    async def story():
        routes = {"/": "<p><script>document.write(1 + 1)</script>"}
        async with site(routes) as base, browser(recycle=2, still=0.05) as drawn:
            drawings, browsers = list[bytes](), set[object]()
            for n in range(4):
                page = await drawn.fetch(rendered(f"{base}/?{n}"))
                drawings.append(page.body.rpartition(b"</script>")[2])
                browsers.add(drawn._chromium._browser)
            return drawings, len(browsers)

    assert asyncio.run(story()) == ([b"2</p></body></html>"] * 4, 2)


def test_a_page_that_never_ends_is_too_slow_and_the_next_is_drawn():
    routes = {"/busy": "<script>for (;;) {}</script>", "/": "<p>fine</p>"}

    async def story():
        async with site(routes) as base, browser(timeout=5.0) as drawn:
            with pytest.raises(TooSlow, match=r"was not drawn within 5 s"):
                await drawn.fetch(rendered(base + "/busy"))
            return (await drawn.fetch(rendered(base + "/"))).body.decode()

    assert "<p>fine</p>" in asyncio.run(story())


def test_data_and_redirects_are_not_drawn():
    routes = {
        "/data": web.Response(body=b"[1]", headers={"Content-Type": "application/json"}),
        "/moved": web.Response(status=302, headers={"Location": "/data"}),
        "/nothing": web.Response(status=204),
    }

    async def story():
        async with site(routes) as base, browser() as drawn:
            pages = [await drawn.fetch(rendered(base + path)) for path in routes]
            return [(page.status, page.body) for page in pages], drawn._chromium._browser

    assert asyncio.run(story()) == ([(200, b"[1]"), (302, b""), (204, b"")], None)


def test_through_the_whole_stack():
    noted, shelf = Noted(), Shelf()
    routes = {
        "/": web.Response(status=302, headers={"Location": "/shop"}),
        "/shop": noted.says(SHOP),
        "/api/search": noted.says('{"items": ["pen"]}', "application/json"),
    }
    manners = Manners(delay=0.0, tries=1)

    async def story():
        async with (
            site(routes) as base,
            open_fetcher(manners, seeds=(base,), archive=shelf) as door,
        ):
            page = await door.fetch(rendered(base + "/"))
            (data,) = loaded(page)
            again = [await door.fetch(request) for request in (rendered(base + "/"), data)]
            return page, again, door.budget.requests

    page, again, requests = asyncio.run(story())
    assert b"<li>pen</li>" in page.body
    assert again[0] is page
    assert again[1].body == b'{"items": ["pen"]}'
    assert requests == 4  # robots.txt, the redirect, the page, its data


def test_the_budget_ends_a_page_too():
    async def story():
        manners = Manners(delay=0.0, tries=1, max_requests=2)
        async with site({"/": SHOP}) as base, open_fetcher(manners, seeds=(base,)) as door:
            await door.fetch(rendered(base + "/"))

    with pytest.raises(BudgetSpent):
        asyncio.run(story())
