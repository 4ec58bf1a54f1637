"""Forms whose tokens are good once, or only in the session that they were shown in."""

import asyncio
from itertools import count

from aiohttp import web

from leadline.model import Request
from leadline.net.stack import Manners, open_fetcher
from leadline.query.wire import URLENCODED
from tests.net.sites import Shelf, get, site

FORM = """<form method=post action=/find><input type=hidden name=csrf value={}>
    <input name=q><button>Search</button></form>"""


class Once:
    """A form that is answered once for each token that was shown."""

    def __init__(self, again=True):
        self.numbers, self.good, self.log, self.again = count(1), set(), [], again

    def routes(self):
        return {"/": self.front, "/find": self.answer}

    def form(self):
        token = f"t{next(self.numbers)}"
        self.good.add(token)
        return FORM.format(token)

    async def front(self, _):
        self.log.append("front")
        return web.Response(text=self.form(), content_type="text/html")

    async def answer(self, request):
        sent = await request.post()
        self.log.append(sent["csrf"])
        if sent["csrf"] not in self.good:
            return web.Response(status=419)
        self.good.remove(sent["csrf"])
        text = f"{sent['q']} {self.form() if self.again else ''}"
        return web.Response(text=text, content_type="text/html")


class Never(Once):
    """One whose tokens are never good."""

    def form(self):
        return FORM.format("never")


def asked(made, *words, archive=None):
    """What the site answers to these words, all written with the first token."""

    async def story():
        async with (
            site(made.routes()) as base,
            open_fetcher(Manners(delay=0, tries=1), seeds=(base,), archive=archive) as door,
        ):
            await door.fetch(get(base + "/"))
            return [await door.fetch(posted(base, word)) for word in words]

    return asyncio.run(story())


def posted(base, word):
    return Request(
        url=base + "/find", method="POST", body=f"csrf=t1&q={word}", content_type=URLENCODED
    )


def test_a_form_is_sent_with_the_tokens_it_was_shown_with_last():
    made = Once()
    pages = asked(made, "oak", "elm", "%E9t%E9")
    assert [page.status for page in pages] == [200, 200, 200]
    assert made.log == ["front", "t1", "t2", "t3"]


def test_a_form_that_is_refused_is_looked_up_again():
    made = Once(again=False)
    pages = asked(made, "oak", "elm")
    assert [page.body.split()[0] for page in pages] == [b"oak", b"elm"]
    assert made.log == ["front", "t1", "t1", "front", "t2"]


def test_the_archive_knows_the_question_as_it_was_written():
    made, shelf = Once(), Shelf()
    first, again = asked(made, "oak", "oak", archive=shelf)
    assert first == again
    assert first.request.body == "csrf=t1&q=oak"
    assert made.log == ["front", "t1"]


def test_a_site_that_refuses_for_good_is_asked_twice_at_most():
    made = Never()
    (page,) = asked(made, "oak")
    assert page.status == 419
    assert made.log == ["front", "never", "front", "never"]
