"""The number of matches that pages claim, in many designs and languages."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline import codec
from leadline.document import Document
from leadline.model import Count, Page, Request
from leadline.read.total import TotalRule, TotalSample, learn_total
from leadline.read.total_places import Numbers


def page(body, url="https://example.org/?q=x", kind="text/html", headers=()):
    body = body.encode() if isinstance(body, str) else body
    headers = (("content-type", kind), *headers)
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=body))


def results(line, records=10):
    items = "".join(f"<li><a href=/r/{n}>Record {n}, {1900 + n}</a></li>" for n in range(records))
    return page(
        f"<html><body><header><a href=/cart>Cart (3)</a></header><h1>Search</h1>"
        f"<p class=info>{line}</p><ul>{items}</ul><footer>© 2024 Example Ltd</footer></body></html>"
    )


def guess(line, records=10, **more):
    document = results(line, records)
    rule = learn_total([TotalSample(document=document, records=records, **more)])
    return rule and rule.read(document)


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("808 results", (808, Count.EXACT)),
        ("<b>1</b> - <b>10</b> of <b>808</b>", (808, Count.EXACT)),
        ("Results 11–20 of about 5,300", (5300, Count.ABOUT)),
        ("Found 27 results.", (27, Count.EXACT)),
        ("Showing 10 of 808", (808, Count.EXACT)),
        ("1-10/808", (808, Count.EXACT)),
        ("10,000+ results", (10_000, Count.LEAST)),
        ("more than 1000 matches", (1000, Count.LEAST)),
        ("Your search for <em>x</em> returned 1,234,567 documents", (1_234_567, Count.EXACT)),
        ("About 1,200 results (0.32 seconds)", (1200, Count.ABOUT)),
        ("12,34,567 results", (1_234_567, Count.EXACT)),
        ("Page 1 of 27 (265 hits)", (265, Count.EXACT)),
        ("Treffer 1–20 von 1.234", (1234, Count.EXACT)),
        ("808 Treffer", (808, Count.EXACT)),
        ("Ihre Suche ergab über 1.000 Treffer", (1000, Count.LEAST)),
        ("Es wurden ca. 1.200 Einträge gefunden", (1200, Count.ABOUT)),
        ("1'234 Einträge", (1234, Count.EXACT)),
        ("1–50 de 1 234", (1234, Count.EXACT)),
        ("1 à 20 sur 1\u202f345 résultats", (1345, Count.EXACT)),
        ("Environ 1\u00a0200 résultats", (1200, Count.ABOUT)),
        ("Se encontraron 345 resultados", (345, Count.EXACT)),
        ("Más de 1.000 resultados", (1000, Count.LEAST)),
        ("345 risultati trovati", (345, Count.EXACT)),
        ("345 resultaten gevonden", (345, Count.EXACT)),
        ("Foram encontrados 345 registros", (345, Count.EXACT)),
        ("Znaleziono 345 wyników", (345, Count.EXACT)),
        ("Найдено 345 документов", (345, Count.EXACT)),
        ("全123件中 1〜10件", (123, Count.EXACT)),
        ("検索結果 約1,200件", (1200, Count.ABOUT)),
        ("１２３件", (123, Count.EXACT)),
        ("共 1,234 条结果", (1234, Count.EXACT)),
        ("٣٤٥ نتيجة", (345, Count.EXACT)),
        ("عدد النتائج: ٣٤٥", (345, Count.EXACT)),
        ("พบ ๓๔๕ รายการ", (345, Count.EXACT)),
        ("Ditemukan 345 hasil", (345, Count.EXACT)),
    ],
)
def test_one_page_is_enough_for_a_guess(line, total):
    assert guess(line) == total


@pytest.mark.parametrize(
    "line",
    [
        "Page 1 of 27",
        "Seite 1 von 27",
        "第1页 共27页",
        "Showing 1 - 10",
        "10 results per page",
        "Updated 12/03/2021 at 12:30",
        "From $12 to $99",
        "5 results",  # fewer than are shown
        "",
    ],
)
def test_other_numbers_are_no_totals(line):
    assert guess(line) is None


def test_the_only_page_holds_as_many_records_as_it_claims():
    assert guess("7 hits, 12 items on sale", records=7, last=True) == (7, Count.EXACT)


def sample(line, records, *words, last=False, number=1):
    return TotalSample(
        document=results(line, records), records=records, page=number, last=last, words=words
    )


def test_a_number_that_no_query_changes_is_not_the_total():
    line = "Search our 63,440 documents"
    one, two = sample(line, 10, "gut"), sample(line, 3, "zebra", last=True)
    assert learn_total([one]) is not None
    assert learn_total([one, two]) is None


def test_sums_find_a_total_without_words():
    rule = learn_total(
        [
            sample("gut [23]", 10, "gut"),
            sample("zebra [3]", 3, "zebra", last=True),
            sample("yak [14]", 4, "yak", last=True, number=2),
        ]
    )
    assert rule is not None
    assert rule.read(results("emu [99]")) == (99, Count.EXACT)


def test_sums_throw_out_what_looks_like_a_total():
    both = "{} products in stock</p><p class=n>{} hits"
    rule = learn_total(
        [
            sample(both.format(500, 23), 10, "gut"),
            sample(both.format(501, 3), 3, "zebra", last=True),
        ]
    )
    assert rule is not None
    assert rule.read(results(both.format(502, 77))) == (77, Count.EXACT)


def test_a_cap_may_be_the_same_for_all_queries():
    rule = learn_total([sample("10,000+ results", 10, "gut"), sample("10,000+ results", 10, "the")])
    assert rule is not None
    assert rule.read(results("12 results")) == (12, Count.EXACT)


def test_a_rule_reads_singular_empty_and_silent_pages():
    rule = learn_total([sample("808 results", 10, "gut")])
    assert rule is not None
    assert rule.read(results("1 result", 1)) == (1, Count.EXACT)
    assert rule.read(results("No results", 0)) == (0, Count.EXACT)
    assert rule.read(results("Welcome", 0)) is None


@pytest.mark.parametrize(
    ("body", "total"),
    [
        ({"count": 808, "next": None, "results": [1] * 10}, (808, Count.EXACT)),
        ({"took": 12, "hits": {"total": {"value": 10_000, "relation": "gte"}, "hits": []}},
         (10_000, Count.LEAST)),
        ({"response": {"numFound": 55, "start": 0, "docs": []}}, (55, Count.EXACT)),
        ({"nbHits": 1200, "page": 0, "nbPages": 60, "hitsPerPage": 20, "exhaustiveNbHits": False},
         (1200, Count.ABOUT)),
        ({"meta": {"total_results": "321", "per_page": 10}}, (321, Count.EXACT)),
        ({"resumptionToken": "t1", "resumptionToken cursor": "50",
          "resumptionToken completeListSize": "900"}, (900, Count.EXACT)),
    ],
)  # fmt: skip
def test_json_bodies_name_their_total(body, total):
    document = page(json.dumps(body), kind="application/json")
    rule = learn_total([TotalSample(document=document, records=10)])
    assert rule is not None
    assert rule.read(document) == total


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("Showing page 2 of 808 matching records", 808),
        ("Page 1 of 81, 808 hits in total", 808),
        ("Results 1 - 10 of about 808 (page 1 of 81)", 808),
        ("Records 1 to 10 of 808; page 1", 808),
        ("Page 1 of 81 (808 items)", 808),
        ("Page 3 of 27", None),
        ("Page 3 of 27 Results per page: 10", None),
    ],
)
def test_pages_are_told_from_records(line, total):
    found = guess(line)
    assert (found and found[0]) == total


def tab(total, word, number=1, records=50, last=False):
    """A list whose only count is in the tab that is open."""
    label = f"List ({total})" if total else "List"
    rows = "".join(f"<tr><td>{n} parts<td>{word} {n}" for n in range(records))
    document = page(
        f"<ul class=tabs><li class=tab><a href='javascript:void(0)'>{label}</a>"
        f"<li class=tab><a href=/new>Create</a></ul><table>{rows}</table>"
        f"<ul class=pager><li>{number}<li><a href=?page={number}>{number + 1}</a></ul>"
    )
    return TotalSample(
        document=document, records=records, page=number, page_size=50, words=(word,), last=last
    )


def test_a_number_without_words_counts_if_it_is_that_of_a_query():
    samples = [tab(2970, "wood"), tab(2970, "wood", number=2), tab(311, "iron")]
    rule = learn_total(samples)
    assert rule is not None
    assert [rule.read(one.document) for one in samples] == [
        (2970, Count.EXACT), (2970, Count.EXACT), (311, Count.EXACT),
    ]  # fmt: skip
    assert learn_total(samples[::2]) is None  # it may be anything that varies


def test_none_where_nothing_was_found_proves_a_number():
    def answer(total, word, records):
        document = page(f"<p class=a>{total}<ul>{'<li>One thing' * records}</ul><p class=b>{word}")
        return TotalSample(document=document, records=records, words=(word,))

    found = [answer(470, "wood", 10), answer(62, "iron", 10)]
    assert learn_total(found) is None
    assert learn_total([*found, answer(0, "qqq", 0)]) == TotalRule(place="p.a<body<html")
    assert learn_total([*found, answer(11, "qqq", 0)]) is None


def test_a_full_page_may_have_others_after_it_that_it_does_not_link_to():
    full = TotalSample(document=results("Page 1 of 5, 42 hits in total"), records=10, last=True)
    assert learn_total([full]) is not None
    short = TotalSample(document=results("Page 1 of 5, 42 hits in total", 7), records=7, last=True)
    assert learn_total([short]) is None


def test_the_numbers_of_facets_are_no_total():
    def answer(word, counts, number=1):
        facets = "".join(
            f"<li><a href=?f={name}>{name} ({count})</a>"
            for name, count in zip(("Books", "Maps"), counts, strict=True)
        )
        document = page(f"<ul class=narrow>{facets}</ul><ol>{'<li>A thing' * 10}</ol>")
        return TotalSample(document=document, records=10, page=number, words=(word,))

    heard = [answer("wood", (31, 207)), answer("wood", (31, 207), 2), answer("iron", (155, 40))]
    assert learn_total(heard) is None


def test_how_often_each_record_has_the_word_is_no_total():
    def answer(word, *hits):
        records = "".join(f"<div class=result>{word}<p class=meta>{n} Hits</p></div>" for n in hits)
        return TotalSample(document=page(records), records=len(hits), last=True, words=(word,))

    assert (
        learn_total([answer("wiki", 24, 7, 4, 1), answer("start", 2, 1), answer("air", 2)]) is None
    )


def test_the_total_is_told_from_other_texts_in_the_same_cell():
    def answer(total, word):
        rows = "".join(f"<tr><td>{word} {n}<td>{n} kept" for n in range(10))
        return page(
            f"<table><tr><td><h2>Search</h2><hr><b>{total}</b> matches, 10 per page<p>"
            f"<table>{rows}</table></table>"
        )

    samples = [
        TotalSample(document=answer(count, word), records=10, words=(word,))
        for count, word in ((42, "wood"), (99, "iron"))
    ]
    rule = learn_total(samples)
    assert rule is not None
    assert rule.read(answer(1, "tin")) == (1, Count.EXACT)


def test_no_hits_are_no_total_where_there_are_records():
    rule = TotalRule(place="p.info<body<html", after="results")
    other = page("<p>Compared: 0 items</p><ul><li>A thing</ul>")
    assert rule.read(other) == (0, Count.EXACT)
    assert rule.read(other, records=1) is None


def test_of_two_counts_the_filtered_one_varies():
    def answer(total, found):
        return page(json.dumps({"recordsTotal": total, "recordsFiltered": found, "data": []}))

    rule = learn_total(
        [
            TotalSample(document=answer(5000, 23), records=10, words=("gut",)),
            TotalSample(document=answer(5000, 3), records=3, words=("yak",), last=True),
        ]
    )
    assert rule == TotalRule(place="json:recordsFiltered")


def test_headers_count_too():
    document = page("[1, 2]", kind="application/json", headers=[("X-Total-Count", "77")])
    rule = learn_total([TotalSample(document=document, records=2)])
    assert rule is not None
    assert rule.read(document) == (77, Count.EXACT)


def test_rules_are_kept_as_json():
    rule = TotalRule(place="p.info<div", after="results", zero=False)
    assert codec.load(TotalRule, json.loads(json.dumps(codec.dump(rule)))) == rule


def test_nothing_is_learned_from_nothing():
    assert learn_total([]) is None
    assert learn_total([TotalSample(document=results("No results", 0), records=0)]) is None


@given(st.binary(max_size=300) | st.text("0123456789 ,.-–of page<p>件{}\":['", max_size=200))
def test_any_page_is_read(body):
    document = page(body, kind="")
    rule = learn_total([TotalSample(document=document, records=1, words=("a",), last=True)])
    if rule is not None:
        rule.read(document)
    TotalRule(place="p", after="results").read(document)


def test_the_number_that_was_asked_for_is_no_total():
    years = [sample("1998", 20, "1998"), sample("2004", 20, "2004"), sample("2004", 7, "2004")]
    assert learn_total(years) is None


def test_the_numbers_of_a_place_are_those_that_a_page_has_there():
    document = results("Found 27 results on 3 pages")
    found = Numbers(document).all()
    assert [spot.value for spot in found][:5] == [3, 27, 3, 0, 1900]
    for where in {spot.place for spot in found}:
        assert Numbers(document).at(where) == [spot for spot in found if spot.place == where]
    assert Numbers(document).at("p.elsewhere<body<html") == []


def test_numbers_of_data_have_places_too():
    counted = page(json.dumps({"total": 3}), kind="application/json", headers=[("x-total", "9")])
    values = {spot.place: spot.value for spot in Numbers(counted).all()}
    assert values == {"header:x-total": 9, "json:total": 3}
    assert [spot.value for spot in Numbers(counted).at("json:total")] == [3]


def test_a_number_that_every_page_states_beats_one_that_the_list_of_everything_lacks():
    def listed(words, found, shown):
        beside = f"<p class=info>{found} results</p>" if words else ""
        document = page(
            f"<body>{beside}<ul>{'<li>x' * shown}</ul><p class=pages>{found} airports</p>"
        )
        return TotalSample(document=document, records=shown, words=words, last=shown < 10)

    everything = listed((), 2000, 10)
    rule = learn_total([listed(("new",), 7, 7), listed(("the",), 396, 10), everything])
    assert rule is not None
    assert rule.read(everything.document) == (2000, Count.EXACT)


@pytest.mark.parametrize("key", ["nbHits", "found"])
def test_of_several_searches_at_once_the_first_tells_its_total(key):
    def answered(total, shown):
        hits = [{"id": n} for n in range(shown)]
        body = {"results": [{"hits": hits, key: total, "page": 0}, {"hits": [], key: 3}]}
        return page(json.dumps(body), kind="application/json")

    samples = [
        TotalSample(document=answered(total, shown), records=shown, words=(word,))
        for word, total, shown in (("a", 330, 10), ("b", 7, 7))
    ]
    rule = learn_total(samples)
    assert rule is not None
    assert rule.read(answered(1200, 10), 10) == (1200, Count.EXACT)


def test_the_first_record_tells_no_total():
    body = json.dumps({"data": [{"id": 3, "found": 12}, {"id": 4, "found": 30}]})
    document = page(body, kind="application/json")
    assert [spot.value for spot in Numbers(document).all()] == []
