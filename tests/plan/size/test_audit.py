"""An audit learns the size from a few pages, however the records held were chosen."""

from random import Random
from statistics import fmean

import pytest

from leadline.answering import heard_out
from leadline.flow import recall
from leadline.lab.collection import index
from leadline.lab.world import Counts, World
from leadline.model import Query, Step, Turn
from leadline.plan.size import Audit
from leadline.plan.sounding import Sounding

NONE = Counts(kind="none")


def films(number):
    rng = Random(5)
    genres = ("law", "poetry", "drama", "war")
    return [
        {
            "title": f"film {i}",
            "year": str(1950 + int(rng.triangular(0, 60, 50))),
            "studio": f"studio {int(rng.paretovariate(0.6)) % 150}",
            "genres": rng.sample(genres, rng.randrange(1, 3)),
        }
        for i in range(number)
    ]


def places(number):
    """Towns within countries, of which a few are large, and heights found everywhere."""
    rng = Random(11)
    countries = rng.choices(range(60), [1 / (c + 1) for c in range(60)], k=number)
    return [
        {
            "town": f"town {c}.{int(rng.paretovariate(0.7)) % 50}",
            "country": f"country {c}",
            "height": str(int(rng.expovariate(0.02))),
        }
        for c in countries
    ]


def texts(number):
    rng = Random(7)
    return [
        {"text": " ".join(f"w{int(rng.paretovariate(0.5)) % 3000}" for _ in range(8))}
        for _ in range(number)
    ]


def harvested(world, *queries):
    """What is known after reading these queries to the end."""
    known = recall(Sounding(), world.interface)
    for query in queries:
        step, answer = Step(query, 1), None
        while answer is None or answer.more:
            answer = world.answer(step)
            known.hear(Turn(known.pages + 1, step, answer))
            step = Step(query, step.page + 1)
    return known


def held(world, share):
    """What is known when some records are held that a ranking happens to show first."""
    known, rng = recall(Sounding(), world.interface), Random(3)
    values = list(range(world.collection.values))
    rng.shuffle(values)
    for value in values:
        if known.records >= share * world.collection.records:
            break
        name = world.collection.attributes[world.collection.attribute[value]].name
        step = Step(Query(((name, world.collection.names[value]),)), 1)
        known.hear(Turn(known.pages + 1, step, world.answer(step)))
    return known


def audited(world, known, pages=50, seed=0):
    audit = Audit(known, pages, seed)
    asked, _ = heard_out(audit.steps(), world.answer)
    assert len(asked) == audit.spent <= pages
    return audit


def test_what_can_be_listed_and_is_counted_takes_one_page():
    world = World(collection=index(films(300), "attribute"), browsable=True)
    known = harvested(world, Query.of(year="1999"))
    size = audited(world, known).estimate()
    assert (size.estimate, size.low, size.high, size.counted) == (300, 300, 300, True)
    assert audited(world, known).spent == 1


def test_totals_of_an_attribute_that_every_record_has_once_add_up():
    world = World(collection=index(films(1000), "attribute"), limit=50)
    known = held(world, 0.5)
    size = audited(world, known, 100).estimate()
    assert size.estimate == pytest.approx(1000, rel=0.01)
    assert not size.counted


@pytest.mark.parametrize("counts", [Counts(), NONE])
@pytest.mark.parametrize("limit", [None, 40])
@pytest.mark.parametrize(("table", "mode"), [(films, "attribute"), (texts, "keyword")])
def test_audits_are_right_in_the_mean(table, mode, limit, counts):
    world = World(collection=index(table(1000), mode), limit=limit, counts=counts)
    known = held(world, 0.5)
    sizes = [audited(world, known, seed=seed).estimate() for seed in range(6)]
    assert fmean(size.estimate for size in sizes) == pytest.approx(1000, rel=0.1)
    assert sum(size.low <= 1000 <= size.high for size in sizes) >= 4


@pytest.mark.parametrize(("counts", "near"), [(Counts(), 0.1), (NONE, 0.2)])
def test_records_in_parts_that_nobody_knows_of_are_counted(counts, near):
    world = World(collection=index(places(4000), "attribute"), counts=counts)
    largest = [Query.of(country=f"country {number}") for number in range(3)]
    known = harvested(world, *largest, Query.of(height="0"))
    assert 0.3 < known.records / 4000 < 0.5
    sizes = [audited(world, known, 100, seed).estimate() for seed in range(6)]
    assert fmean(size.estimate for size in sizes) == pytest.approx(4000, rel=near)
    assert sum(size.low <= 4000 <= size.high for size in sizes) >= 5


def test_an_audit_leaves_what_is_known_alone_and_keeps_what_it_found():
    world = World(collection=index(texts(2000), "keyword"))
    known = held(world, 0.5)
    records, captures, pages = known.records, known.captures.sum(), known.pages
    audit = audited(world, known)
    assert (known.records, known.captures.sum(), known.pages) == (records, captures, pages)
    assert audit.found
    assert all(known.row_of(key) < 0 for key in audit.found)


def test_the_same_seed_asks_the_same():
    world = World(collection=index(texts(1000), "keyword"))
    known = held(world, 0.5)
    first, again, other = (audited(world, known, seed=seed).estimate() for seed in (1, 1, 2))
    assert first == again != other


def test_values_that_are_not_looked_up_together_are_asked_alone():
    world = World(collection=index(films(1000), "attribute"), limit=40, counts=NONE, any_of=True)
    known = held(world, 0.5)
    sizes = [audited(world, known, seed=seed).estimate().estimate for seed in range(4)]
    assert 650 < fmean(sizes) < 1500


def test_pages_that_cannot_be_had_are_passed_over():
    world = World(collection=index(texts(2000), "keyword"), failures=0.3)
    size = audited(world, held(world, 0.5)).estimate()
    assert size.estimate == pytest.approx(2000, rel=0.25)


def test_nothing_missing_is_bounded_all_the_same():
    world = World(collection=index(texts(400), "keyword"), counts=NONE)
    everything = [Query.of(text=name) for name in world.collection.names[:400]]
    known = harvested(world, *everything)
    size = audited(world, known).estimate()
    assert known.records <= size.estimate <= size.high
    assert size.estimate < 1.1 * known.records


def test_a_form_of_which_everything_is_held():
    world = World(collection=index(places(300), "attribute"))
    known = harvested(world, *(Query.of(country=f"country {number}") for number in range(60)))
    assert known.records == 300
    size = audited(world, known).estimate()
    assert (size.estimate, size.low) == (300, 300)
    assert 300 < size.high < 400


def test_a_country_that_nothing_leads_to_is_in_the_interval():
    """Towns and their countries alone: what is known of some countries says nothing of others."""
    rows = [{"town": row["town"], "country": row["country"]} for row in places(1000)]
    world = World(collection=index(rows, "attribute"))
    some = [f"country {number}" for number in range(1, 60, 4)]
    known = harvested(world, *(Query.of(country=name) for name in some))
    assert known.records < 300
    size = audited(world, known).estimate()
    assert size.low == known.records
    assert 800 < size.high < 5000


def test_values_that_one_record_held_has_are_asked_where_nothing_else_is_left():
    rows = [{"name": f"name {n // 2}", "country": f"country {n % 2}.{n // 40}"} for n in range(400)]
    world = World(collection=index(rows, "attribute"))
    half = {row["country"] for row in rows if row["country"] < "country 1"}
    known = harvested(world, *(Query.of(country=name) for name in sorted(half)))
    assert known.records == 200
    audit = audited(world, known, 100)
    assert audit.found
    size = audit.estimate()
    assert size.estimate == pytest.approx(400, rel=0.1)
    assert size.low <= 400 <= size.high


@pytest.mark.parametrize("mode", ["attribute", "keyword"])
def test_as_many_are_missing_as_one_total_leaves(mode):
    rows = [{"text": "flag of a land" if n % 2 else f"smile {n}"} for n in range(600)]
    world = World(collection=index(rows, mode), limit=50)
    known = harvested(world, Query.of(text=rows[1]["text"] if mode == "attribute" else "flag"))
    assert known.records == 50
    assert audited(world, known).estimate().low >= 300


def test_without_pages_or_records_there_is_still_an_answer():
    world = World(collection=index(texts(400), "keyword"))
    assert audited(world, recall(Sounding(), world.interface)).estimate().estimate == 0
    assert audited(world, held(world, 0.2), pages=0).estimate().estimate >= 80


def test_an_audit_that_could_ask_nothing_does_not_call_itself_certain():
    world = World(collection=index(texts(400), "keyword"), counts=NONE)
    size = audited(world, held(world, 0.2), pages=0).estimate()
    assert size.low < size.high
