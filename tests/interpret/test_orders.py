"""Which choices change the order of results and nothing else."""

from dataclasses import dataclass

import pytest

from leadline.document import Document
from leadline.interpret.orders import Ordering, learn_orders
from leadline.interpret.talk import Heard
from leadline.model import Count, Form, Order, Page, Query, Record, Request
from leadline.query.encode import encoding_of
from leadline.query.paging_edit import values
from leadline.read.records import Extraction
from tests.interpret.forms import box, choice, tick

PRICES = [n * 37 % 101 + 950 for n in range(40)]
RECORDS = tuple(
    Record(str(n), (("name", f"record {n % 7}"), ("price", f"{price:,} €")))
    for n, price in enumerate(PRICES)
)
SIZE = 8
UP, DOWN = "price up", "price down"
EITHER = choice("o", ("", "as it comes"), ("1", UP), ("2", DOWN))
KIND = choice("kind", ("", "any"), ("1", "old"), ("2", "new"))


class Numbers:
    """Reads what the site below puts into a page: how many there are, then the numbers shown."""

    def extract(self, document):
        _, *keys = (word for word in document.page.body.split() if word.isdigit())
        return Extraction(records=tuple(RECORDS[int(key)] for key in keys))

    def read(self, document, records=0):
        return int(document.page.body.split()[0]), Count.EXACT


NUMBERS = Numbers()


@dataclass
class Site:
    """Sorts by price where `o` says so, or `key` and `dir`; `kind` leaves out half of it."""

    links: str = ""
    asked: int = 0

    def answer(self, request):
        self.asked += 1
        sent = {name: text for (_, name), text in values(request).items()}
        rows = [n for n in range(40) if not sent.get("kind") or n % 2 == int(sent["kind"]) - 1]
        if sent.get("o") or sent.get("key"):
            falls = "2" in (sent.get("o"), sent.get("dir"))
            rows.sort(key=lambda n: PRICES[n], reverse=falls)
        shown = rows[(int(sent.get("page", 1)) - 1) * SIZE :][:SIZE]
        body = f"{len(rows)} {' '.join(map(str, shown))} {self.links}".encode()
        html = (("content-type", "text/html"),)
        return Document(Page(request=request, url=request.url, body=body, headers=html))


def learnt(controls, site=None, counted=True, numbers=NUMBERS):
    """What is found about a form, and how often it was asked."""
    site = site or Site()
    form = Form(action="http://x.example/find", controls=(box("q", "Search"), *controls))
    encoding = encoding_of(form)
    request = encoding.encode(Query())
    document = site.answer(request)
    broad = Heard(query=Query(), request=request, document=document,
                  records=numbers.extract(document).records)  # fmt: skip
    talk = learn_orders(encoding, numbers, broad, numbers if counted else None, form)
    try:
        request = next(talk)
        while True:
            request = talk.send(site.answer(request))
    except StopIteration as done:
        found: Ordering = done.value
        return found, found.asked_by(encoding), site.asked - 1


BOTH = (
    Order(name=UP, by="price", reverse=DOWN),
    Order(name=DOWN, by="price", descending=True, reverse=UP),
)


def test_a_list_of_orders_is_no_attribute_whatever_it_is_called():
    found, encoding, _ = learnt([EITHER, KIND])
    assert found.orders == BOTH
    assert [field.attribute.name for field in encoding.fields] == ["search", "kind"]
    asked = encoding.encode(Query((("kind", "new"),), DOWN))
    assert asked == Request(url="http://x.example/find?q=&o=2&kind=2")


def test_a_list_that_selects_is_left_alone():
    found, encoding, asked = learnt([KIND])
    assert found == Ordering()
    assert [field.attribute.name for field in encoding.fields] == ["search", "kind"]
    assert asked == 2


def test_a_list_of_keys_and_one_of_directions_go_together():
    key = choice("key", ("", "Sort by"), ("1", "price"), ("3", "size"), label="Sort")
    found, encoding, _ = learnt([key, choice("dir", ("1", "ascending"), ("2", "descending"))])
    up, down = (order for order in found.orders if "price" in order.name)
    assert (up.reverse, down.reverse) == (down.name, up.name)
    assert encoding.encode(Query((), down.name)).url.endswith("?q=&key=1&dir=2")


def test_a_box_turns_a_list_of_keys_round():
    key = choice("key", ("", "Sort by"), ("1", "price"), ("3", "size"), label="Sort")
    found, encoding, _ = learnt([key, tick("dir", "descending", value="2")])
    up, down = (order for order in found.orders if "price" in order.name)
    assert (up.reverse, down.reverse) == (down.name, up.name)
    assert encoding.encode(Query((), down.name)).url.endswith("?q=&key=1&dir=2")
    assert encoding.encode(Query((), up.name)).url.endswith("?q=&key=1")


@pytest.mark.parametrize(("label", "orders"), [("Sort by", BOTH), ("Which", ())])
def test_without_totals_only_what_looks_like_an_order_is_tried(label, orders):
    same = choice("o", ("", "as it comes"), ("1", UP), ("2", DOWN), label=label)
    found, *_ = learnt([same], counted=False)
    assert found.orders == orders


def test_links_above_the_results():
    links = "".join(f'<a href="/find?q=&o={n}">{text}</a>' for n, text in ((1, UP), (2, DOWN)))
    found, encoding, _ = learnt([], Site(links=links))
    assert found.orders == BOTH
    assert encoding.encode(Query((), UP)) == Request(url="http://x.example/find?q=&o=1")


def test_links_that_select_are_left_alone():
    links = "".join(f'<a href="/find?q=&kind={n}">kind {n}</a>' for n in (1, 2))
    assert learnt([], Site(links=links))[0] == Ordering()


def test_links_to_other_pages_are_no_orders():
    linked = "".join(f'<a href="/find?q=&page={n}">{text}</a>'
                     for n, text in [(2, "2"), (3, "3"), (2, "Next"), (5, "Last")])  # fmt: skip
    found, _, _ = learnt([], Site(linked))
    assert found == Ordering()
