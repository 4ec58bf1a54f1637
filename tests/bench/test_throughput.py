"""Our side of the throughput benchmark, on a few pages; Scrapy is not needed."""

from bench.throughput.ours import Job, crawl, kept, learnt
from bench.throughput.site import address_of, places_of, rows_of, served


def test_all_pages_are_fetched_read_and_stored(tmp_path):
    with served("table", pages=20, records=20) as url:
        source = kept(learnt(url), tmp_path / "source.json")
        store = str(tmp_path / "store.db")
        result = crawl(Job(source=str(source), pages=20, at_once=4, store=store))
    assert (result.pages, result.records) == (20, 400)


def test_shelves_have_different_numbers_of_pages():
    places = list(places_of(40))
    assert places[:1] + places[11:13] + places[-1:] == [(0, 1), (0, 12), (1, 1), (2, 3)]
    assert address_of(*places[0]) == "/search?q=shelf0000"
    assert address_of(*places[11]) == "/search?q=shelf0000&page=12"


def test_books_are_the_same_every_time():
    books = rows_of(pages=13, records=2)
    assert books == rows_of(pages=13, records=2)
    assert [book["shelf"] for book in books[22:]] == ["shelf0000"] * 2 + ["shelf0001"] * 2
