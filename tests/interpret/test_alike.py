"""Which lists show the same kind of records, by the addresses of these."""

import pytest

from leadline.interpret.alike import same_kind
from leadline.model import Record


def records(*urls: str) -> list[Record]:
    return [Record(key=str(n), url=url) for n, url in enumerate(urls)]


BOOKS = records("http://a.example/book/1", "http://a.example/book/2-atlas")
VIEWS = records("http://a.example/view?id=1", "http://a.example/view?id=7")
PLAIN = records("http://a.example/atlas", "http://a.example/fable")
WITHOUT = records("", "")


@pytest.mark.parametrize(
    ("known", "others", "read_alike", "same"),
    [
        (BOOKS, records("http://a.example/book/9"), False, True),
        (BOOKS, records("http://a.example/news/9"), True, False),
        (BOOKS, records("http://a.example/book/9/reviews"), True, False),
        (BOOKS, records("http://b.example/book/9"), True, False),
        (BOOKS, WITHOUT, True, False),
        (BOOKS, [], True, False),
        (VIEWS, records("http://a.example/view?id=9"), False, True),
        (VIEWS, records("http://a.example/view?user=9"), False, False),
        (PLAIN, records("http://a.example/ballad"), True, True),
        (PLAIN, records("http://a.example/ballad"), False, False),
        ([*BOOKS, *VIEWS], records("http://a.example/book/9"), False, True),
        (WITHOUT, WITHOUT, True, True),
        (WITHOUT, WITHOUT, False, False),
        (BOOKS, records("http://[", "http://a.example:port"), True, False),
    ],
)
def test_records_of_one_kind_have_addresses_of_one_shape(known, others, read_alike, same):
    assert same_kind(known, others, read_alike) is same


def test_a_few_may_lead_elsewhere():
    many = [f"http://a.example/book/{n}" for n in range(9)]
    assert same_kind(BOOKS, records(*many, "http://shop.example/"), False)
    assert not same_kind(BOOKS, records(*many[:6], *["http://shop.example/"] * 4), False)
