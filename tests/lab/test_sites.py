import asyncio
import json
import re
from html import unescape

import aiohttp
import pytest
import yarl

from leadline.errors import BadData
from leadline.lab.collection import index
from leadline.lab.sites import DESIGNS, Site, serve, site_of, started, truth
from leadline.lab.table import Row
from leadline.lab.world import Counts, World

GENRES = ("law", "maps", "poetry")
HOSTILE = "<script>alert(\"1\")</script> & 'x' </td><!-- \ud800"
ROWS: list[dict[str, object]] = [
    {
        "title": f"Stones and rivers {n}",
        "genre": GENRES[n % 3],
        "year": 1990 + n % 4,
        "tags": ["sea", "sky"] if n % 2 else ["sea"],
        "place": f"Town {n}",
    }
    for n in range(36)
]

# How each design is asked for all 36 rows, or for the 12 of one genre.
ASKED = {
    "table": ("/search", {"q": "stones"}),
    "cards": ("/search", {"q": "stones"}),
    "definitions": ("/browse", {"title": "stones"}),
    "nested": ("/cgi-bin/search.cgi", {"title": "stones"}),
    "json": ("/api/search", {"q": "stones"}),
    "post": ("/find", {"title": "stones"}),
    "sessions": ("/search", {"term": "stones"}),
    "cursor": ("/records", {"_search": "stones"}),
    "load-more": ("/search", {"query": "stones"}),
    "decoys": ("/catalogue", {"keywords": "stones"}),
    "javascript": ("/data", {"q": "stones"}),
    "uncounted": ("/directory", {"title": "stones"}),
    "ranges": ("/offers", {"title": "stones"}),
    "direct": ("/search", {"q": "stones"}),
    "sorted": ("/offers", {"q": "stones"}),
    "sorted-links": ("/offers", {"q": "stones"}),
}
TOTALS = {
    "table": "1 - 10 of 36",
    "cards": "Found <strong>36</strong> results",
    "direct": "Found <strong>36</strong> results",
    "definitions": "Your search returned 36 entries.",
    "nested": "<B>36</B> matches",
    "json": '"total": 36',
    "post": "36 hits in total",
    "sessions": "Hits 1–10 of 36",
    "cursor": "36 records found",
    "load-more": "36 records found",
    "decoys": "of 36 matching records",
    "javascript": '"total": 36',
    "ranges": "36 records found",
    "sorted": "36 records found",
    "sorted-links": "36 records found",
}
NEXT = {
    "table": r'href="(/search\?q=stones&amp;page={page})"',
    "cards": r'rel="next" href="([^"]+)"',
    "definitions": r'href="(/browse\?title=stones&amp;p={before})"',
    "nested": r'HREF="([^"]+)">Next 10',
    "json": r'"next": "([^"]+)"',
    "post": r'<button name="page" value="({page})">',
    "sessions": r'href="(/results\?s=[0-9a-f]+&amp;page={page})"',
    "cursor": r'href="(/records[^"]+after=[^"]+)">Next page',
    "load-more": r'data-url="([^"]+)"',
    "decoys": r'href="([^"]+page={page})"',
    "uncounted": r'href="(/directory/page/{page}\?title=stones)"',
    "direct": r'rel="next" href="([^"]+)"',
    "ranges": r'href="(/offers\?title=stones&amp;page={page})"',
    "sorted": r'href="(/offers\?q=stones&amp;page={page})"',
    "sorted-links": r'href="(/offers\?q=stones&amp;page={page})"',
}


class Visitor:
    """A browser without a screen: cookies, and the token of the last form seen."""

    def __init__(self, url: str, client: aiohttp.ClientSession) -> None:
        self.url, self.client, self.token = url, client, ""

    async def get(self, path: str, **fields: str) -> tuple[int, str]:
        async with self.client.get(self.url + path, params=fields or None) as reply:
            return reply.status, await text_of(reply)

    async def post(self, path: str, fields: dict[str, str]) -> tuple[int, str]:
        async with self.client.post(self.url + path, data=fields) as reply:
            return reply.status, await text_of(reply)

    async def ask(self, design: str, fields: dict[str, str]) -> str:
        path = ASKED[design][0]
        if design == "post":
            _, home = await self.get("/")
            self.token = found(r'name="token" value="(\w+)"', home)
            return (await self.post(path, {**fields, "token": self.token}))[1]
        return (await self.get(path, **fields))[1]

    async def next_page(self, design: str, fields: dict[str, str], text: str, page: int) -> str:
        if design == "javascript":
            more = json.loads(text)["more"]
            return await self.ask(design, {**fields, "page": str(page)}) if more else ""
        link = found(NEXT[design].format(page=page, before=page - 1), text)
        if design == "post":
            sent = {**fields, "token": self.token, "page": link}
            return (await self.post("/find", sent))[1] if link else ""
        return (await self.get(link))[1] if link else ""


async def text_of(reply: aiohttp.ClientResponse) -> str:
    return (await reply.read()).decode(reply.charset or "latin-1")


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    return unescape(match[1]) if match else ""


def titles(text: str) -> list[int]:
    """The numbers of the books on a page of results, without the box of others beside."""
    listed = text.partition('<aside class="related"')[0]
    return list(dict.fromkeys(int(n) for n in re.findall(r"rivers (\d+)", unmarked(listed))))


def unmarked(text: str) -> str:
    return re.sub("</?mark>", "", text)


def visited(site: Site, story):
    """What a story told by a visitor of the site comes to."""

    async def told():
        jar = aiohttp.CookieJar(unsafe=True)
        async with serve(site) as url, aiohttp.ClientSession(cookie_jar=jar) as client:
            return await story(Visitor(url, client))

    return asyncio.run(told())


def test_there_are_sixteen_designs_and_eight_have_forms_of_several_fields():
    assert len(DESIGNS) == len(ASKED) == 16
    several = [name for name in DESIGNS if len(site_of(ROWS, name).fields) > 1]
    assert several == ["definitions", "nested", "post", "sessions", "uncounted", "ranges",
                       "sorted", "sorted-links"]  # fmt: skip


@pytest.mark.parametrize("design", DESIGNS)
def test_all_pages_together_show_every_match_once(design):
    site = site_of(ROWS, design)

    async def story(visitor):
        text, pages = await visitor.ask(design, ASKED[design][1]), []
        while text:
            pages.append(titles(text))
            text = await visitor.next_page(design, ASKED[design][1], text, len(pages) + 1)
        return pages

    pages = visited(site, story)
    assert [len(page) for page in pages] == [10, 10, 10, 6]
    assert sorted(n for page in pages for n in page) == list(range(36))
    assert len(set(site.log)) == len(site.log)


@pytest.mark.parametrize("design", DESIGNS)
def test_the_total_is_said_where_the_design_and_the_site_say_it(design):
    async def story(visitor):
        return await visitor.ask(design, ASKED[design][1])

    told = visited(site_of(ROWS, design), story)
    if design == "uncounted":
        assert "36" not in told.partition("<main")[2].partition("Stones")[0]
    else:
        assert TOTALS[design] in told
        silent = visited(site_of(ROWS, design, counts=Counts(kind="none")), story)
        assert TOTALS[design] not in silent
    assert len(titles(told)) == 10


@pytest.mark.parametrize("design", DESIGNS)
def test_nothing_found_is_said_in_a_sentence(design):
    nothing = dict.fromkeys(ASKED[design][1], "xyzzy")

    async def story(visitor):
        return await visitor.ask(design, nothing)

    told = visited(site_of(ROWS, design), story)
    assert titles(told) == []
    if design == "json":
        assert json.loads(told)["total"] == 0
    else:
        assert re.search(r"no records match|no hits|Nothing found", told)


@pytest.mark.parametrize("design", DESIGNS)
def test_words_are_trimmed_without_case_and_must_all_match(design):
    asked = dict.fromkeys(ASKED[design][1], "  RIVERS   7 ")

    async def story(visitor):
        return await visitor.ask(design, asked)

    assert titles(visited(site_of(ROWS, design), story)) == [7]


@pytest.mark.parametrize("design", [name for name in DESIGNS if name != "nested"])
def test_a_record_has_a_page_with_all_its_columns(design):
    async def story(visitor):
        path = "/data?id=8" if design == "javascript" else "/item/8"
        return await visitor.get(path), await visitor.get("/item/37")

    (status, told), (missing, _) = visited(site_of(ROWS, design), story)
    assert (status, missing) == (200, 404)
    assert titles(told) == [7]
    for text in ("maps", "1993", "sea", "sky", "Town 7"):
        assert text in told


@pytest.mark.parametrize("design", DESIGNS)
def test_what_every_site_has(design):
    async def story(visitor):
        paths = ("/", "/about", "/robots.txt", "/favicon.ico", "/nowhere")
        return [(await visitor.get(path))[0] for path in paths]

    site = site_of(ROWS, design)
    assert visited(site, story) == [200, 200, 200, 404, 404]
    assert site.log[:2] == [("GET", "/"), ("GET", "/about")]


@pytest.mark.parametrize("design", DESIGNS)
def test_hostile_values_are_text(design):
    rows = [{"title": f"Stones {HOSTILE} {n}", "genre": HOSTILE * (n % 2), HOSTILE: "a"}
            for n in range(12)]  # fmt: skip
    asked = dict.fromkeys(ASKED[design][1], f"stones {HOSTILE}".replace("\ud800", "?"))
    site = site_of(rows, design, name=HOSTILE)

    async def story(visitor):
        return [await visitor.ask(design, asked), (await visitor.get("/"))[1],
                (await visitor.get("/item/1"))[1]]  # fmt: skip

    for told in visited(site, story):
        if not told.startswith("{"):
            assert "<script>alert" not in told
            assert 'alert("1")' not in told
            assert "</td><!--" not in told


def test_a_page_past_the_end_is_empty():
    async def story(visitor):
        return (await visitor.get("/search", q="stones", page="99"))[1]

    told = visited(site_of(ROWS, "table"), story)
    assert titles(told) == []
    assert "no records match" not in told


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 5000, ""])
def test_pages_that_are_no_numbers_do_no_harm(page):
    async def story(visitor):
        return [(await visitor.get(path, page=page[:3000]))[0]
                for path in ("/search", "/item/x", "/item/" + page[:20])]  # fmt: skip

    assert visited(site_of(ROWS, "table"), story)[0] == 200


def test_a_limit_hides_what_comes_after():
    async def story(visitor):
        first = (await visitor.get("/search", q="stones"))[1]
        return first, titles((await visitor.get("/search", q="stones", page="2"))[1]), titles(
            (await visitor.get("/search", q="stones", page="3"))[1])  # fmt: skip

    first, second, third = visited(site_of(ROWS, "table", limit=15), story)
    assert "1 - 10 of 36" in first
    assert "page=2" in first
    assert "page=3" not in first
    assert (len(second), third) == (5, [])


def test_selects_and_boxes_hold_together():
    site = site_of(ROWS, "definitions")
    assert [(f.param, f.options) for f in site.fields] == [
        ("title", ()),
        ("place", ()),
        ("genre", GENRES),
        ("year", ("1990", "1991", "1992", "1993")),
        ("tags", ("sea", "sky")),
    ]

    async def story(visitor):
        return (await visitor.get("/browse", genre="Law", year="1990", tags="sea", title=""))[1]

    assert sorted(titles(visited(site, story))) == [0, 12, 24]


def test_selects_by_post_send_numbers_and_need_the_token():
    async def story(visitor):
        refused = await visitor.post("/find", {"genre": "1"})
        return refused[0], await visitor.ask("post", {"genre": "1", "year": "2"})

    status, told = visited(site_of(ROWS, "post"), story)
    assert status == 403
    assert sorted(titles(told)) == [9, 21, 33]  # law in 1991


def test_what_is_sent_by_post_is_in_the_log():
    site = site_of(ROWS, "post")

    async def story(visitor):
        await visitor.ask("post", {"genre": "1"})
        return visitor.token

    token = visited(site, story)
    assert site.log == [("GET", "/"), ("POST", f"/find genre=1&token={token}")]


def test_a_result_set_lives_in_its_session():
    site = site_of(ROWS, "sessions")

    async def story(visitor):
        text = await visitor.ask("sessions", {"term": "stones"})
        again = await visitor.ask("sessions", {"term": "stones"})
        link = found(NEXT["sessions"].format(page=2), text)
        second = (await visitor.get(link))[1]
        visitor.client.cookie_jar.clear()
        return text, again, second, (await visitor.get(link))[1]

    text, again, second, stranger = visited(site, story)
    assert titles(text) == titles(again)
    assert set(titles(text)).isdisjoint(titles(second))
    items = re.compile(r'href="(/item/\d+\?s=\w+)"')
    assert set(items.findall(text)).isdisjoint(items.findall(again))
    assert "Your session has expired" in stranger


def test_a_cursor_is_good_for_its_query_only():
    async def story(visitor):
        text = await visitor.ask("cursor", {"_search": "stones"})
        after = found(r"after=([^\"&]+)", text)
        right = await visitor.get("/records", _search="Stones", after=after)
        wrong = (("rivers", after), ("stones", "AAAA"), ("stones", "é=%"))
        others = [await visitor.get("/records", _search=q, after=a) for q, a in wrong]
        return right[0], [status for status, _ in others]

    assert visited(site_of(ROWS, "cursor"), story) == (200, [400, 400, 400])


def test_the_button_returns_a_piece_of_html():
    async def story(visitor):
        text = await visitor.ask("load-more", {"query": "stones"})
        return await visitor.get(found(NEXT["load-more"], text))

    status, piece = visited(site_of(ROWS, "load-more"), story)
    assert status == 200
    assert piece.startswith('<div class="tile"')
    assert "/more?query=stones&amp;offset=20" in piece


def test_decoys_lead_nowhere():
    async def story(visitor):
        home = (await visitor.get("/"))[1]
        news = (await visitor.get("/news", q="stones"))[1]
        return home, news, (await visitor.post("/subscribe", {"email": "a@b.example"}))[0]

    home, news, status = visited(site_of(ROWS, "decoys"), story)
    assert re.findall('action="([^"]+)"', home) == ["/news", "/login", "/catalogue", "/subscribe"]
    assert "No articles found" in news
    assert status == 200


def test_latin_1_pages_take_what_browsers_send_them():
    rows: list[Row] = [*ROWS, *({"title": f"Öl {n}", "genre": "Łódź"} for n in range(3))]

    async def story(visitor):
        async with visitor.client.get(visitor.url + "/cgi-bin/search.cgi") as reply:
            kind = reply.headers["Content-Type"]
        # title=Öl in Latin 1, and the option Łódź, which Latin 1 can say only as &#321;ód&#378;
        asked = yarl.URL(visitor.url + "/cgi-bin/search.cgi?title=%D6l", encoded=True)
        async with visitor.client.get(asked) as reply:
            by_title = await text_of(reply)
        return kind, by_title, await visitor.get("/cgi-bin/search.cgi", genre="&#321;ód&#378;")

    kind, by_title, (_, by_genre) = visited(site_of(rows, "nested"), story)
    assert kind == "text/html"
    assert "<B>3</B> matches" in by_title
    assert "Öl 2" in by_title
    assert "<B>3</B> matches" in by_genre
    assert '<option value="&#321;ód&#378;" selected>' in by_genre


def test_the_json_site_declares_its_search():
    async def story(visitor):
        home, description = await visitor.get("/"), await visitor.get("/opensearch.xml")
        return visitor.url, home[1], description[1]

    url, home, description = visited(site_of(ROWS, "json"), story)
    declared = json.loads(found(r'ld\+json">(.*?)</script>', home))
    assert declared["potentialAction"]["target"] == {
        "@type": "EntryPoint",
        "urlTemplate": f"{url}/api/search?q={{search_term_string}}",
    }
    assert 'rel="search"' in home
    assert 'action="/api/search"' in home
    assert f'template="{url}/api/search?q={{searchTerms}}&amp;page={{startPage?}}"' in description


def test_values_beside_the_list_come_with_their_numbers():
    async def story(visitor):
        return (await visitor.get("/"))[1]

    home = visited(site_of(ROWS, "definitions"), story)
    assert '<a href="/browse?genre=law">law</a> <span class="count">(12)</span>' in home


OFFERS = [
    {
        "title": f"Flat {n}",
        "price": 1000 + 125.5 * n,
        "since": f"2020-0{1 + n % 9}-01",
        "floor": n % 3,
    }
    for n in range(36)
]


def test_ranges_include_both_ends_and_numbers_and_dates_are_shown_as_people_write_them():
    site = site_of(OFFERS, "ranges", limit=5, browsable=True)
    assert [(f.param, f.ends) for f in site.fields] == [
        ("title", None),
        ("floor", None),
        ("price", ("price_min", "price_max")),
        ("since", ("since_min", "since_max")),
    ]

    async def story(visitor):
        ends = {"price_min": "1125.5", "price_max": "1376.5"}
        dates = {"price_min": "", "since_max": "2020-01-01"}
        asked: list[dict[str, str]] = [{}, ends, {**ends, "floor": "2"}, dates]
        return [(await visitor.get("/offers", **fields))[1] for fields in asked]

    told = visited(site, story)
    flats = [sorted(map(int, re.findall(r"Flat (\d+)</a>", one))) for one in told]
    assert flats[1:] == [[1, 2, 3], [2], [0, 9, 18, 27]]
    assert ["Only the first 5 are shown" in one for one in told] == [True, False, False, False]
    assert 'type="number" step="0.1" id="price_min"' in told[0]
    assert 'type="date" id="since_min"' in told[0]
    assert "<td>1,125.5</td><td>1 February 2020</td>" in told[1]


def test_any_world_serves_any_design():
    world = World(collection=index(ROWS, "attribute"), browsable=True, page_size=50)
    site = Site(world=world, rows=ROWS, design="cards")

    async def story(visitor):
        return titles((await visitor.get("/search"))[1]), titles(
            (await visitor.get("/search", title="stones and rivers 5"))[1])  # fmt: skip

    everything, one = visited(site, story)
    assert (sorted(everything), one) == (list(range(36)), [5])


def test_the_empty_search_is_refused_unless_everything_may_be_listed():
    async def story(visitor):
        return (await visitor.get("/search", q=" "))[1]

    assert "Please enter a search term." in visited(site_of(ROWS, "table"), story)
    assert "1 - 10 of 36" in visited(site_of(ROWS, "table", browsable=True), story)


def test_failures_and_stop_words_are_told():
    async def story(visitor):
        return await visitor.get("/search", q="stones")

    assert visited(site_of(ROWS, "table", failures=1.0), story)[0] == 503
    assert "too general" in visited(site_of(ROWS, "table", stop_words=3), story)[1]


def test_truth_is_the_table():
    site = site_of(ROWS[:2], "cards")
    assert truth(site)["2"] == {
        "title": ("Stones and rivers 1",), "genre": ("maps",), "year": ("1991",),
        "tags": ("sea", "sky"), "place": ("Town 1",),
    }  # fmt: skip
    assert site.listed == ("title", "genre", "year", "tags")


def test_a_site_in_a_thread_of_its_own():
    site = site_of(ROWS, "table")

    async def got(url):
        async with aiohttp.ClientSession() as client, client.get(f"{url}/about") as reply:
            return reply.status

    with started(site) as url:
        assert asyncio.run(got(url)) == 200
        port = int(url.rpartition(":")[2])
        with pytest.raises(OSError, match="in use"), started(site, port=port):
            pass
    assert site.log == [("GET", "/about")]


def test_an_unknown_design():
    with pytest.raises(BadData, match="unknown design 'baroque'; there are: table, cards"):
        site_of(ROWS, "baroque")
