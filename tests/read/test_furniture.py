"""Lines before and after the records are none, though they are made of the same element."""

from leadline.codec import dump, load
from leadline.model import Record
from leadline.read import HtmlWrapper, Sample, induce
from tests.read.result_pages import HOST, Asked, Row, document, search


def paragraph(row: Row) -> str:
    return (
        f'<p><a href="/a/{row["iata"]}">{row["name"]}</a><br>{row["city"]}<br>{row["country"]}</p>'
    )


def paragraphs(words: str, page: int = 1, record=paragraph):
    rows, total = search(words, page)
    asked = Asked(words, page, rows, total)
    pager = " ".join(f'<a href="/search?q={words}&page={n}">{n}</a>' for n in range(1, 9))
    found = f"<p>{total} results</p>{''.join(map(record, rows))}<p>{pager}</p>"
    body = f"<h1>Airports</h1>{found if rows else '<p>No results found.</p>'}<p>Call us</p>"
    return document(f"<title>{asked.words}</title>{body}", f"{HOST}/search?q={words}&page={page}")


def learned(*words: str, record=paragraph) -> HtmlWrapper:
    samples = [Sample(document=paragraphs(one, record=record), words=(one,)) for one in words]
    wrapper = induce(samples, [paragraphs("qqzzxx")])
    assert isinstance(wrapper, HtmlWrapper)
    return load(HtmlWrapper, dump(wrapper))


def test_neither_the_total_nor_the_pager_is_a_record():
    wrapper = learned("san")
    for words, page in (("san", 1), ("san", 2), ("new", 1), ("heathrow", 1)):
        read = wrapper.extract(paragraphs(words, page))
        assert [r.url for r in read.records] == [
            f"{HOST}/a/{row['iata']}" for row in search(words, page)[0]
        ]
    assert wrapper.extract(paragraphs("qqzzxx")).records == ()


def unlinked(row: Row) -> str:
    return f"<p><b>{row['name']}</b><br>{row['city']}</p>"


def test_records_without_links_too():
    wrapper = learned("san", "new", record=unlinked)
    read = wrapper.extract(paragraphs("paris", record=unlinked))
    assert [r.text for r in read.records] == [
        f"{row['name']} {row['city']}" for row in search("paris")[0]
    ]


def test_a_record_that_says_little_is_one_where_nothing_else_is_seen():
    rows = [*search("san")[0]]
    items = [f'<li><a href="/a/{n}">{row["name"]}</a><i>{row["city"]}</i></li>'
             for n, row in enumerate(rows)]  # fmt: skip
    whole = document(f"<ul>{''.join(items)}</ul>")
    wrapper = induce([Sample(document=whole, words=("san",))])
    assert wrapper is not None
    short = document(f"<ul><li><a href='/a/99'>San Nowhere</a></li>{''.join(items)}</ul>")
    assert wrapper.extract(short).records[0] == Record(
        f"{HOST}/a/99", (("title", "San Nowhere"),), "San Nowhere", f"{HOST}/a/99"
    )


def test_what_is_there_without_hits_is_no_record():
    menu = "<p><a href=/>Home</a> <a href=/about>About us</a> <a href=/new>New books</a></p>"
    sample = Sample(document=document(f"{menu}<p>Your home: see the desk."), words=("home",))
    assert induce([sample], [document(f"{menu}<p>Nothing.")]) is None


def test_labels_and_values_of_a_single_record_are_no_records():
    def page_of(row: Row):
        pairs = (f"<span>{name}:</span> <span>{text}</span>" for name, text in row.items())
        return document(f"<ol><li><a href=/a/1>{row['name']}</a><br>{' '.join(pairs)}</li></ol>")

    rows = search("san")[0]
    samples = [Sample(document=page_of(row), words=(row["country"],)) for row in rows[:2]]
    empty = [document("<p>Nothing was found.</p>")]
    assert induce(samples[:1], empty) is None
    assert induce(samples, empty) is None
