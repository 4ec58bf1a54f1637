"""Where a record was found is no part of its address."""

from leadline.document import Document
from leadline.interpret.rekey import rekeyed, reread
from leadline.interpret.talk import Heard
from leadline.model import Page, Query, Request
from leadline.read import Sample, induce

TOWNS = ("Ayr", "Bonn", "Cork", "Dijon", "Essen", "Faro", "Genoa", "Hull")


def heard(page, numbers, link):
    rows = (f'<li><a href="{link(page, n)}">{TOWNS[n]}</a> <i>{n + 7} km</i>' for n in numbers)
    request = Request(url=f"http://a.example/search?q=town&page={page}")
    body = f"<ul>{''.join(rows)}</ul>".encode()
    document = Document(Page(request=request, url=request.url, body=body))
    return Heard(query=Query((("q", "town"),)), request=request, document=document, page=page)


def keys_after_two_pages(link):
    """The keys of a third page, before and after the second was read."""
    first, second, third = (
        heard(1, range(4), link),
        heard(2, range(4, 8), link),
        heard(3, [5], link),
    )
    wrapper = induce([Sample(document=first.document, words=("town",))])
    assert wrapper is not None
    again = rekeyed(wrapper, [reread(wrapper, one) for one in (first, second)])
    return *reread(wrapper, third).keys, *reread(again, third).keys


def test_what_names_the_page_shows_on_the_second_page():
    assert keys_after_two_pages(lambda page, n: f"/show?id={n}&q=town&from={page}") == (
        "http://a.example/show?from=3&id=5",
        "http://a.example/show?id=5",
    )


def test_what_tells_records_apart_stays():
    before, after = keys_after_two_pages(lambda page, n: f"/show?volume={page}&id={n % 4}")
    assert before == after == "http://a.example/show?id=1&volume=3"
