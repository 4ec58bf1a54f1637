"""A site whose form may be sent once each time that it was shown."""

from dataclasses import dataclass, field

from aiohttp import web

from tests.harvest.odd_sites import Catalogue, held, leadline, page, serving, titles


@dataclass
class OneTime(Catalogue):
    """Searches are posted; what follows a first page has an address."""

    good: set[str] = field(default_factory=set)
    shown: int = 0
    refused: int = 0

    def form(self) -> str:
        self.shown += 1
        self.good.add(f"{self.shown}")
        return f"""<form method=post action=/search><input type=hidden name=csrf
            value={self.shown}><label>Search <input name=q></label><button>Search</button></form>"""

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(self.form())
        if request.path != "/search" or request.method != "POST":
            return await super().__call__(request)
        sent = await request.post()
        if sent["csrf"] not in self.good:
            self.refused += 1
            return page("<p>This form was sent already.", status=403)
        self.good.remove(sent["csrf"])
        return await self.answer(str(sent["q"]), 1)


def test_a_form_that_can_be_sent_once(tmp_path):
    path, site = tmp_path / "books.db", OneTime()
    with serving(site) as url:
        ran = leadline("harvest", url, "--into", path, "--delay", 0, "--browser", "never")
    assert ran.code == 0, ran.err
    [(_, _, records)] = held(path)
    assert {dict(one.record.values)["title"] for one in records} == set(titles())
    assert site.refused > 0  # its answers show another form, so that it was looked up again
