"""One choice over all pages of all sources."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from leadline.lab.integrate.run import first_queries, gather
from leadline.lab.integrate.sources import Overlapping, overlapping
from leadline.model import (
    QUERIES,
    Answer,
    Attribute,
    Interface,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.calibration import Calibration, Kinds, Opened
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.opened import covered
from leadline.plan.many.overlap import PRIOR, Overlap
from leadline.plan.many.soundings import VAIN, Soundings
from leadline.plan.many.together import Together
from tests.ledgers import read_again

FORM = Interface(attributes=(Attribute(name="genre"), Attribute(name="year")), page_size=10)


def rows(count: int, seed: int = 1) -> dict[int, dict[str, str]]:
    random = Random(seed)
    return {
        n: {
            "title": f"t{n}",
            "year": str(1950 + int(random.expovariate(0.05)) % 60),
            "kind": random.choice("abcdef"),
            "maker": f"m{int(random.expovariate(0.08))}",
        }
        for n in range(count)
    }


def drawn(count: int = 160, sources: int = 3, share: float = 0.5, **world: object) -> Overlapping:
    table, random = rows(count), Random(5)
    parts = [sorted(random.sample(range(count), int(share * count))) for _ in range(sources)]
    tables = [{n: table[n] for n in part} for part in parts]
    return overlapping(tables, [f"s{i}" for i in range(sources)], "attribute", **world)


def found(query: Query, *records: Record, total: int | None = None) -> Turn:
    count = len(records) if total is None else total
    outcome = Outcome.FOUND if records else Outcome.EMPTY
    return Turn(1, Step(query), Answer(records=records, total=count, outcome=outcome))


def record(key: str, genre: str, year: str) -> Record:
    return Record(key, (("genre", genre), ("year", year)))


def test_the_union_of_three_sources_is_gathered():
    sources = drawn()
    curve, together = gather(sources, Soundings(), seed=1, target=1.0)
    assert curve.coverage > 0.97
    assert all(source.known.pages for source in together.sources)


@pytest.mark.parametrize("limit", [None, 15])
def test_limits_and_queries_as_cost(limit):
    sources = drawn(limit=limit)
    curve, _ = gather(sources, Soundings(cost=QUERIES), seed=1)
    assert curve.coverage > 0.9


def test_that_nothing_pays_is_believed_once_pages_brought_nothing():
    curve, _ = gather(drawn(), Soundings(least=10.0), seed=1, target=1.0)
    assert curve.coverage > 0.97
    sources = drawn(800, share=0.1)  # here what is left comes slowly
    curve, _ = gather(sources, Soundings(least=10.0), seed=1, target=1.01)
    held = curve.held.tolist()
    assert held[-VAIN - 1] == held[-1] > 0.9 * sources.union
    assert held[-VAIN - 2] < held[-1]


def test_without_totals_it_still_gathers():
    from leadline.lab.world import Counts

    curve, _ = gather(drawn(counts=Counts(kind="none")), Soundings(), seed=1)
    assert curve.coverage > 0.9


def test_it_goes_on_after_an_interruption_as_if_there_was_none():
    sources, policy = drawn(120), Soundings()
    forms = [world.interface for world in sources.worlds]

    def asked(together: Together, most: int) -> list[tuple[int, Turn]]:
        turns = list[tuple[int, Turn]]()
        while len(turns) < most and (chosen := policy.choose(together)) is not None:
            source, step = chosen
            number = together.sources[source].known.pages + 1
            turns.append((source, Turn(number, step, sources.answer(source, step))))
            together.hear(*turns[-1])
        return turns

    whole = asked(Together(forms, policy, first=first_queries(sources, 1)), 50)
    again = Together(forms, policy, first=first_queries(sources, 1))
    for source, turn in whole[:20]:
        again.hear(source, *read_again([turn]))
    assert [(s, t.step) for s, t in asked(again, 30)] == [(s, t.step) for s, t in whole[20:]]


def test_a_source_that_does_not_answer_is_passed_over():
    policy = Soundings()
    firsts = [Query.of(genre="law"), Query.of(genre="art")]
    both = Together([FORM, FORM], policy, first=firsts)
    assert policy.choose(both) == (0, Step(firsts[0]))
    both.left.add(0)
    assert policy.choose(both) == (1, Step(firsts[1]))
    both.left.add(1)
    assert policy.choose(both) is None
    both.left.clear()
    assert policy.choose(both) == (0, Step(firsts[0]))


def test_nothing_is_asked_when_there_is_nothing_to_begin_with():
    assert Soundings().choose(Together([FORM, FORM], Soundings())) is None


def test_a_first_query_is_asked_where_nothing_is_known():
    policy = Soundings()
    start = Query.of(genre="law")
    chosen = policy.choose(Together([FORM, FORM], policy, first=[None, start]))
    assert chosen == (1, Step(start))


def test_a_source_that_has_what_is_held_already_is_not_asked_for_it_again():
    policy = Soundings()
    both = Together([FORM, FORM], policy)
    records = [record(f"r{n}", "law", str(n)) for n in range(10)]
    both.hear(0, found(Query.of(genre="law"), *records))
    both.hear(1, found(Query.of(genre="law"), *records))
    chosen = policy.choose(both)
    assert chosen is None or chosen[1].query != Query.of(genre="law")


def test_a_value_asked_elsewhere_is_expected_by_the_sizes_of_the_sources():
    three = Together([FORM] * 3, Soundings())
    for source, times in ((0, 1), (1, 2)):
        for genre, total in (("law", 50), ("art", 30)):
            some = record(f"{source}{genre}", genre, "1990")
            three.hear(source, found(Query.of(genre=genre), some, total=times * total))
    one = record("0war", "war", "1990")
    three.hear(0, found(Query.of(genre="war"), one, total=40))
    elsewhere = Elsewhere(three)
    war = three.vocabulary.id_of(("genre", "war"))
    expected = elsewhere.matches(three, 1, np.zeros(len(three.vocabulary)))[war]
    assert 65 < expected < 80  # twice as many as in the first


def test_names_may_differ_between_sources():
    other = Interface(attributes=(Attribute(name="Genre"), Attribute(name="Jahr")), page_size=10)
    policy = Soundings()
    both = Together([FORM, other], policy, names=[{}, {"Genre": "genre", "Jahr": "year"}])
    many = [record(f"r{n}", "law", str(n % 3)) for n in range(10)]
    both.hear(0, found(Query.of(genre="law"), *many, total=500))
    chosen = policy.choose(both)
    assert chosen is not None
    asked = {0: "genre", 1: "Genre"}
    assert {name for name, _ in chosen[1].query.predicates} <= {asked[chosen[0]], "year", "Jahr"}
    own = Record("x", (("Genre", "law"), ("Jahr", "1")))
    both.hear(1, found(Query((("Genre", "law"),)), own))
    assert len(both.vocabulary) == 1 + 3


def test_who_is_one_entity_is_the_callers_to_say():
    by_year = Together([FORM, FORM], Soundings(), entity=lambda source, r: dict(r.values)["year"])
    by_year.hear(0, found(Query.of(genre="law"), record("a", "law", "1990")))
    by_year.hear(1, found(Query.of(genre="law"), record("b", "law", "1990")))
    assert by_year.records == 1


def test_an_earlier_harvest_tells_what_to_ask_of_a_new_source():
    old = Knowledge(FORM)
    old.hear(found(Query.of(genre="law"), *(record(f"o{n}", "law", str(n)) for n in range(9))))
    policy = Soundings()
    one = Together([FORM], policy, earlier=[old])
    chosen = policy.choose(one)
    assert chosen is not None
    assert chosen[1].query == Query.of(genre="law")
    assert one.records == 0  # what is held elsewhere is not held here


def test_an_earlier_harvest_beside_a_source_that_is_a_mere_list():
    old = Knowledge(FORM)
    old.hear(found(Query.of(genre="law"), record("o1", "law", "1990")))
    mere = Interface(attributes=(), page_size=10, browsable=True)
    policy = Soundings()
    one = Together([mere], policy, earlier=[old])
    ten = tuple(Record(f"r{n}", ()) for n in range(10))
    page = Answer(records=ten, total=30, more=True, outcome=Outcome.FOUND)
    one.hear(0, Turn(1, Step(Query()), page))
    chosen = policy.choose(one)
    assert chosen is not None
    assert (chosen[1].query, chosen[1].page) == (Query(), 2)


def test_overlap_is_what_answers_read_to_their_end_have_shown():
    both = Together([FORM, FORM], Soundings())
    overlap = Overlap(2)
    assert overlap.of(0) == PRIOR
    assert overlap.chances().tolist() == [PRIOR, PRIOR]
    records = [record(f"r{n}", "law", str(n)) for n in range(400)]
    both.hear(0, found(Query.of(genre="law"), *records))
    both.hear(1, found(Query.of(genre="law"), *records[:200]))
    rows = np.arange(both.records)
    overlap.learn(both, 1, rows, np.where(rows < 390, 0.0, 0.5))  # of the last half may be hidden
    assert overlap.of(1) == pytest.approx(200 / 390, abs=0.01)
    assert overlap.share(1) > overlap.of(1)


def test_forecasts_that_come_to_nothing_are_marked_down():
    calibration = Calibration()
    for _ in range(20):
        calibration.learn(Opened(False, 0, 0.7, 0.7, met=1, brought=0))
        calibration.learn(Opened(False, 1, 0.5, 0.5, met=1, brought=5))
    ones, probed = np.array([1.0, 1.0]), np.array([False, False])
    of = Kinds(told=probed, attribute=np.array([0, 1]), forecast=ones, met=ones)
    never, more = calibration.factors(of, 2)
    assert never < 0.5
    assert more > 4.0  # what one answer may say is bounded


def test_what_was_given_to_begin_with_leads_away_from_an_island():
    islands = {n: {"maker": f"m{n // 50}", "year": str(n // 50)} | {"title": f"t{n}"}
               for n in range(100)}  # fmt: skip
    sources = overlapping([islands, islands], ["a", "b"], "attribute")
    policy = Soundings()
    firsts = [Query.of(maker="m0"), Query.of(maker="m1")]
    both = Together([world.interface for world in sources.worlds], policy, first=firsts)
    while both.records < 100 and (chosen := policy.choose(both)) is not None:
        source, step = chosen
        number = both.sources[source].known.pages + 1
        both.hear(source, Turn(number, step, sources.answer(source, step)))
    assert both.records == 100
    assert both.queries < 10


def test_what_lies_within_an_open_answer_is_covered_by_it():
    both = Together([FORM, FORM], Soundings())
    shown = tuple(record(str(n), "law", str(1990 + n)) for n in range(10))
    answer = Answer(records=shown, total=40, more=True)
    both.hear(0, Turn(1, Step(Query.of(genre="law")), answer))
    both.hear(1, found(Query.of(year="1991"), record("10", "art", "1991")))
    share = dict(zip(both.vocabulary.pairs, covered(both, 0).tolist(), strict=True))
    assert share["genre", "law"] == share["year", "1990"] == 1.0
    assert share["year", "1991"] == 0.5
    assert share["genre", "art"] == 0.0
    assert not covered(both, 1).any()


def test_a_source_that_has_listed_everything_lacks_what_others_show_later():
    policy = Soundings()
    together = Together([replace(FORM, browsable=True), FORM], policy)
    together.hear(0, found(Query(), record("a", "law", "1999")))
    together.hear(1, found(Query.of(genre="law"), *(record(k, "law", "1999") for k in "abcdef")))
    assert policy.lacking(together, 0) == 0
