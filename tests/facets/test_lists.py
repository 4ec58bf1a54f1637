"""Results are told from the facets beside them, which repeat themselves more."""

import json

from leadline.document import Document
from leadline.interpret.facet_lists import learn_apart
from leadline.model import Page, Request
from leadline.read import Sample

URL = "http://shop.example/api/items"


def page(kind, body):
    headers = (("content-type", kind),)
    return Document(Page(request=Request(url=URL), url=URL, headers=headers, body=body.encode()))


def data(first):
    makers = [{"label": f"Maker {n}", "count": 1 + n * first} for n in range(40)]
    things = [{"id": n, "title": f"Cup {n} of {n % 7} colours", "url": f"/cup/{n}"}
              for n in range(first, first + 6)]  # fmt: skip
    body = {"total": 300, "items": things, "facets": [{"name": "Maker", "values": makers}]}
    return page("application/json", json.dumps(body))


def listing(first):
    rows = "".join(f'<tr><td><a href="/cup/{n}">C{n}</a></td><td>Cup {n}</td></tr>'
                   for n in range(6))  # fmt: skip
    groups = "".join(
        f"<section><h3>{name}</h3><ul>"
        + "".join(f'<li><a href="?{name}={v}">{name} {v}</a> ({v + first})</li>' for v in range(30))
        + "</ul></section>"
        for name in ("Maker", "Colour", "Town", "Year", "Shape", "Size")
    )
    return page("text/html", f"{groups}<table>{rows}</table>")


def titles(made):
    samples = [Sample(document=made(1)), Sample(document=made(2))]
    wrapper = learn_apart(samples)
    assert wrapper is not None
    return [record.text for record in wrapper.extract(samples[0].document).records]


def test_the_values_of_facets_in_data_are_no_results():
    found = titles(lambda n: data(10 * n))
    assert found == [f"{n} Cup {n} of {n % 7} colours" for n in range(10, 16)]


def test_the_values_of_facets_beside_a_table_are_no_results():
    found = titles(listing)
    assert len(found) == 6
    assert all("Cup" in text for text in found)


THINGS = ("island", "harbour", "village", "orchard", "meadow", "river", "valley")


def books(first):
    rows = "".join(
        f"<div itemscope><a itemprop=url href='/book/{n}'>"
        f"<span itemprop=name>The {THINGS[n % 7]} {THINGS[n * 3 % 7]} atlas</span></a> by "
        f"<span itemprop=author>{THINGS[n % 5].title()} Berg</span>, "
        f"<time itemprop=datePublished>{1950 + n * 7 % 60}</time></div>"
        for n in range(first, first + 10)
    )
    return page("text/html", f"<p>120 results</p><div>{rows}</div>")


def test_links_with_a_year_behind_them_are_results():
    sample = Sample(document=books(20), words=("the",))
    wrapper = learn_apart([sample])
    assert wrapper is not None
    first = wrapper.extract(sample.document).records[0]
    assert first.key == "http://shop.example/book/20"
    assert dict(first.values)["name"] == "The valley meadow atlas"
