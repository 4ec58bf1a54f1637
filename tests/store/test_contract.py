"""What every store keeps to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leadline.errors import StoreError
from leadline.model import Count, Outcome, Query, Record, Request, Step, Turn
from leadline.store import Followed, StoredRecord, Totals
from tests.store.stories import (
    EMMA,
    FAUST,
    GENJI,
    SITE,
    answers,
    in_a_file,
    in_memory,
    page,
    pairs,
    requests,
    steps,
    texts,
    turn,
)

FUZZ = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(params=[in_a_file, in_memory])
def store(request, tmp_path):
    with request.param(tmp_path) as opened:
        yield opened


@pytest.fixture
def file(tmp_path):
    with in_a_file(tmp_path) as opened:
        yield opened


def test_a_source_is_made_once(store):
    first, second = store.source(SITE), store.source("http://other.example")
    assert store.source(SITE) == first != second
    assert [(s.id, s.url) for s in store.sources()] == [
        (first, SITE),
        (second, "http://other.example"),
    ]


def test_notes_are_kept_apart_and_replaced(store):
    one, two = store.source(SITE), store.source("http://other.example")
    assert store.understanding(one) is None
    store.keep_understanding(one, {"fields": ["q", None, 1.5]})
    store.keep_settings(one, {"seed": 1})
    store.keep_state(one, "asking")
    store.keep_state(one, {"stopped": "all pages read"})
    assert store.understanding(one) == {"fields": ["q", None, 1.5]}
    assert store.settings(one) == {"seed": 1}
    assert store.state(one) == {"stopped": "all pages read"}
    assert store.state(two) is None


def test_what_belongs_to_no_source_is_refused(store):
    with pytest.raises(StoreError):
        store.keep_state(7, {})
    with pytest.raises(StoreError):
        store.keep_turn(7, turn(1, EMMA))
    with pytest.raises(StoreError):
        store.keep_details(store.source(SITE), "/emma", (("isbn", "1"),))
    assert store.state(7) is None
    assert list(store.turns(7)) == list(store.records(7)) == list(store.follow(7)) == []
    assert store.totals(7) == Totals()


def test_turns_come_back_as_they_were(store):
    source = store.source(SITE)
    said = [
        turn(1, EMMA, FAUST, total=10_000, count=Count.LEAST, more=True),
        turn(2, FAUST, GENJI, EMMA, page=2),
        turn(3, query=Query(), outcome=Outcome.EMPTY, total=0),
        Turn(4, Step(Query.of(q="x")), replace(turn(4).answer, outcome=Outcome.FAILED)),
    ]
    for each in said:
        store.keep_turn(source, each)
    kept = list(store.turns(source))
    assert kept == said
    assert [each.step.why for each in kept] == [each.step.why for each in said]


def test_the_turns_of_several_sources_have_an_order(store):
    one, two = store.source(SITE), store.source(SITE + "other")
    for source, number in ((two, 1), (one, 1), (one, 2), (two, 2)):
        store.keep_turn(source, turn(number, EMMA))
    assert list(store.order()) == [two, one, one, two]


def test_a_record_keeps_what_it_first_showed(store):
    source = store.source(SITE)
    store.keep_turn(source, turn(1, EMMA))
    store.keep_turn(source, turn(2, replace(EMMA, text="another", values=())))
    assert [each.answer.records for each in store.turns(source)] == [(EMMA,), (EMMA,)]


def test_a_turn_is_kept_once_and_a_refused_one_leaves_nothing(store):
    source = store.source(SITE)
    store.keep_turn(source, turn(1, EMMA))
    with pytest.raises(StoreError, match="turn 1 of source 1 is kept already"):
        store.keep_turn(source, turn(1, FAUST))
    assert [stored.record for stored in store.records(source)] == [EMMA]


def test_sources_do_not_mix(store):
    one, two = store.source(SITE), store.source("http://other.example")
    store.keep_turn(one, turn(1, EMMA))
    store.keep_turn(two, turn(1, replace(EMMA, text="of the other"), FAUST))
    assert [stored.record for stored in store.records(one)] == [EMMA]
    assert [s.record.text for s in store.records(two)] == ["of the other", FAUST.text]


def test_links_to_following_pages_are_kept(store):
    source = store.source(SITE)
    after, posted = Request(url=SITE + "?c=a"), Request(url=SITE, method="POST", body="c=b")
    store.keep_turn(source, turn(1, EMMA, more=True), next=after)
    store.keep_turn(source, turn(2, query=Query.of(q="x")))
    store.keep_turn(source, turn(3, FAUST, page=2), next=posted)
    q = Query.of(q="novel")
    assert list(store.follow(source)) == [Followed(q, 1, after), Followed(q, 2, posted)]


def test_records_say_where_they_come_from(store):
    source, shown = store.source(SITE), page(SITE + "?q=novel")
    store.put(shown)
    store.keep_turn(source, turn(1, EMMA), page=shown)
    store.keep_turn(source, turn(2, FAUST), page=page(SITE + "?not=archived"))
    store.keep_details(source, "/emma", (("isbn", "1"), ("isbn", "2")))
    store.keep_details(source, "/emma", (("isbn", "3"),))
    assert list(store.records(source)) == [
        StoredRecord(
            source=source,
            record=EMMA,
            details=(("isbn", "3"),),
            first_turn=1,
            url=SITE + "?q=novel",
        ),
        StoredRecord(source=source, record=FAUST, first_turn=2),
    ]


def test_totals_count_what_was_asked_and_got(store):
    source, list_page, own = store.source(SITE), page(body=b"12345"), page(SITE + "/e", b"123")
    store.put(list_page)
    store.put(own)
    store.keep_turn(source, turn(1, EMMA, FAUST), page=list_page, requests=2)
    store.keep_turn(source, turn(2, EMMA, page=2), page=list_page)
    store.keep_turn(source, turn(3, query=Query.of(q="other")))
    store.keep_details(source, "/emma", (("isbn", "1"),), page=own)
    assert store.totals(source) == Totals(
        turns=3, queries=2, records=2, details=1, requests=5, pages=2, bytes=8
    )


def test_the_archive_gives_the_latest_answer(store):
    old = page(body=b"old", headers=(("Content-Type", "text/html"), ("Set-Cookie", "é")))
    new = replace(old, body=b"new", status=404, url=SITE + "/moved")
    store.put(old)
    assert store.get(Request(url=SITE)) == old
    store.put(new)
    assert store.get(Request(url=SITE)) == new
    assert list(store.pages()) == [old, new]


@pytest.mark.parametrize(
    "other",
    [
        Request(url=SITE + "#"),
        Request(url=SITE, method="POST"),
        Request(url=SITE, body="q=1"),
        Request(url=SITE, content_type="application/json"),
        Request(url=SITE, rendered=True),
    ],
)
def test_requests_that_differ_have_pages_of_their_own(store, other):
    store.put(page())
    assert store.get(other) is None


def test_search_finds_records_with_all_the_words(file):
    source = file.source(SITE)
    file.keep_turn(source, turn(1, EMMA, FAUST, GENJI))
    file.keep_details(source, "/faust", (("author", "Goethe"),))

    def found(words):
        return [stored.record.key for stored in file.search(words)]

    assert found("EMMA novel") == found("irony") == found("nov*") == ["/emma"]
    assert found("emma faust") == found("nove") == found("") == found(" - \" * ' ") == []
    assert found("tragodie") == found("TRAGÖDIE") == found("goethe 1808") == ["/faust"]
    assert found("物語") == found("源氏") == ["/genji"]
    assert found("源語") == []
    assert len(file.search("e*", limit=1)) == 1


def test_search_in_one_of_several_sources(file):
    one, other = file.source(SITE), file.source("http://other.example/")
    file.keep_turn(one, turn(1, EMMA))
    file.keep_turn(other, turn(1, EMMA, FAUST))
    assert sorted(stored.source for stored in file.search("emma")) == [one, other]
    assert [stored.source for stored in file.search("emma", source=other)] == [other]
    assert file.search("faust", source=one) == []


def test_new_details_replace_the_old_in_the_search(file):
    source = file.source(SITE)
    file.keep_turn(source, turn(1, EMMA))
    file.keep_details(source, "/emma", (("publisher", "Murray"),))
    file.keep_details(source, "/emma", (("publisher", "Penguin"),))
    assert file.search("murray") == []
    assert [stored.record.key for stored in file.search("penguin novel")] == ["/emma"]


def test_reading_goes_on_while_turns_are_kept(store):
    source = store.source(SITE)
    store.keep_turn(source, turn(1, EMMA))
    reading = store.turns(source)
    assert next(reading) == turn(1, EMMA)
    store.keep_turn(source, turn(2, FAUST))
    with store.frozen():
        assert store.totals(source).turns == 2


# --- all that sites can do to it ------------------------------------------------------------------


@FUZZ
@given(steps=st.lists(st.tuples(steps, answers, st.none() | requests), max_size=4))
def test_any_turns_survive(store, steps):
    source = store.source(f"{SITE}/{len(store.sources())}")
    first: dict[str, Record] = {}
    said = []
    for number, (step, answer, following) in enumerate(steps, start=1):
        store.keep_turn(source, Turn(number, step, answer), next=following)
        shown = tuple(first.setdefault(record.key, record) for record in answer.records)
        said.append(Turn(number, step, replace(answer, records=shown)))
    kept = list(store.turns(source))
    assert kept == said
    assert [t.step.why for t in kept] == [t.step.why for t in said]
    assert [stored.record for stored in store.records(source)] == list(first.values())
    assert [f.next for f in store.follow(source)] == [n for _, _, n in steps if n is not None]


@FUZZ
@given(request=requests, url=texts, headers=pairs, body=st.binary(max_size=50))
def test_any_page_survives(store, request, url, headers, body):
    kept = page(url, body, request=request, headers=headers)
    store.put(kept)
    assert store.get(request) == kept


@FUZZ
@given(words=texts | st.text('"*:^()+-{}NEAR ANDORnot a', max_size=40), values=pairs)
def test_no_words_are_a_syntax_error(file, words, values):
    source = file.source(SITE)
    number = file.totals(source).turns + 1
    file.keep_turn(source, turn(number, replace(EMMA, key=str(number), values=values)))
    assert all(stored.source == source for stored in file.search(words))


def test_a_million_words_are_not_too_many(file):
    file.keep_turn(file.source(SITE), turn(1, EMMA))
    assert [s.record for s in file.search("novel " * 10**6)] == [EMMA]
