"""A site as many were made twenty years ago, harvested from its address alone."""

from dataclasses import dataclass
from urllib.parse import parse_qs, quote

from aiohttp import web

from tests.harvest.odd_sites import SIZE, held, leadline, serving

ADJECTIVES = ("зелёный", "старый", "тихий", "белый", "дальний")
NOUNS = ("остров", "берег", "город", "лес", "сад", "дом")
ENDS = ("роман", "очерк", "словарь", "атлас")
BOOKS = [f"{a} {b} {c}" for a in ADJECTIVES for b in NOUNS for c in ENDS]
FORM = "<FORM ACTION=search METHOD=get>Слова: <INPUT NAME=q> <INPUT TYPE=submit VALUE=Найти></FORM>"


def page(text: str) -> web.Response:
    head = '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=windows-1251">'
    body = f"<HTML LANG=ru><HEAD>{head}<TITLE>Книги</TITLE></HEAD><BODY>{text}</BODY></HTML>"
    return web.Response(body=body.encode("cp1251"), headers={"Content-Type": "text/html"})


@dataclass
class Old:
    """In windows-1251, behind a page that sends on; records are paragraphs between paragraphs."""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            sent_on = '<META HTTP-EQUIV=refresh CONTENT="0; URL=/lib/index.html">'
            return web.Response(text=sent_on, content_type="text/html")
        if request.path == "/lib/index.html":
            return page(f"<H1>Библиотека</H1>{FORM}<P>{BOOKS[7]}</P>")
        if request.path == "/lib/search":
            asked = parse_qs(request.rel_url.raw_query_string, encoding="cp1251")
            return page(FORM + answer(asked.get("q", [""])[0], int(asked.get("page", ["1"])[0])))
        return web.Response(status=404)


def answer(asked: str, number: int) -> str:
    words = asked.lower().split()
    found = [n for n, b in enumerate(BOOKS) if words and all(w in b.split() for w in words)]
    if not found:
        return "<P>По вашему запросу ничего не найдено.</P>"
    shown = found[(number - 1) * SIZE : number * SIZE]
    rows = "".join(
        f'<P><A HREF="book?no={n}&from={number}">{BOOKS[n]}</A><BR>{1950 + n} г.</P>' for n in shown
    )
    more = f'<A HREF="search?q={quote(asked, encoding="cp1251")}&page={number + 1}">Далее</A>'
    end = f"<P>{more}</P>" if number * SIZE < len(found) else ""
    return f"<P>Найдено: {len(found)}</P>{rows}{end}"


def test_an_old_site_is_harvested(tmp_path):
    path = tmp_path / "books.db"
    with serving(Old()) as site:
        ran = leadline("harvest", site, "--into", path, "--delay", 0, "--browser", "never")
    assert ran.code == 0, ran.err
    [(_, _, records)] = held(path)
    titles = [value for one in records for value in dict(one.record.values).values()]
    assert sorted(title for title in titles if title in BOOKS) == sorted(BOOKS)
    assert len(records) == len(BOOKS)
