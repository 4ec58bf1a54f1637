"""Where the pages of answers end."""

from dataclasses import replace
from typing import Any

import pytest

from leadline.document import Document
from leadline.interpret.ends import learn_end, limit_by_ends
from leadline.interpret.pages import learn_limit
from leadline.interpret.talk import Heard
from leadline.model import Form, Page, Query, Record, Request
from leadline.query.encode import encoding_of
from leadline.query.paging import Numbered
from leadline.query.paging_edit import values
from leadline.read.records import Extraction
from tests.interpret.forms import choice

SIZE = 10
FORM = Form(action="http://x.example/find", controls=(choice("kind", ("", "Any"), "a", "b", "c"),))
PAGING = Numbered(where="query", name="page", start=1, stride=1)


class Site:
    """So many records of each kind, of which the first `limit` are shown."""

    def __init__(self, limit=10**9, **sizes):
        self.limit, self.sizes, self.asked = limit, sizes, 0

    def answer(self, request):
        self.asked += 1
        sent = {name: text for (_, name), text in values(request).items()}
        kind, page = sent.get("kind") or "all", int(sent.get("page", 1))
        last = min(self.sizes[kind], self.limit)
        keys = [f"{kind}{n}" for n in range((page - 1) * SIZE, min(page * SIZE, last))]
        return Document(Page(request=request, url=request.url, body=" ".join(keys).encode()))

    def extract(self, document):
        keys = document.page.body.decode().split()
        return Extraction(records=tuple(Record(key) for key in keys))

    def first(self):
        request = Request(url="http://x.example/find?kind=")
        document = self.answer(request)
        records = self.extract(document).records
        return Heard(query=Query(), request=request, document=document, records=records)

    def told(self, talk):
        try:
            request = next(talk)
            while True:
                request = talk.send(self.answer(request))
        except StopIteration as done:
            return done.value


class Clamped(Site):
    """Shows its last page for every page behind it."""

    def answer(self, request):
        page = int(values(request).get(("query", "page"), "1"))
        return super().answer(PAGING.request(request, min(page, -(-self.sizes["all"] // SIZE))))


@pytest.mark.parametrize("size", [10, 11, 95, 100, 640, 1234])
def test_the_end_of_an_answer(size):
    site: Any = Site(all=size)
    assert site.told(learn_end(site, PAGING, site.first())) == size
    assert site.asked <= 20


def test_an_answer_without_end_is_left():
    site: Any = Site(all=10**6)
    assert site.told(learn_end(site, PAGING, site.first())) is None
    assert site.asked <= 12


def test_of_a_site_that_repeats_its_last_page_no_end_is_looked_for():
    site: Any = Clamped(all=95)
    assert site.told(learn_end(site, PAGING, site.first())) is None
    assert site.asked <= 7


@pytest.mark.parametrize(
    ("site", "limit"),
    [
        (Site(all=900, a=300, b=50, c=550, limit=105), 105),
        (Site(all=900, a=40, b=300, c=560, limit=100), 100),
        (Site(all=900, a=300, b=50, c=550), None),
        (Site(all=25, a=10, b=10, c=5, limit=20), None),  # too short to tell
    ],
)
def test_answers_that_end_alike_tell_the_limit(site, limit):
    queries = [Query.of(kind=kind) for kind in "abc"]
    talk = limit_by_ends(encoding_of(FORM), site, PAGING, site.first(), queries)
    assert site.told(talk) == limit


@pytest.mark.parametrize(("limit", "found"), [(10**9, None), (300, 300)])
def test_a_row_of_the_first_page_that_is_no_record_is_no_limit(limit, found):
    site: Any = Site(limit=limit, all=1234)
    first = site.first()
    short = replace(first, records=first.records[:-1])
    assert site.told(learn_limit(site, PAGING, short, 1234)) == found
