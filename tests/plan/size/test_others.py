"""The estimates of others, by their formulas."""

from itertools import product

import pytest

from leadline.answering import heard_out
from leadline.flow import recall
from leadline.lab.collection import index
from leadline.lab.world import Counts, World
from leadline.model import Answer, Attribute, Interface, Kind, Query, Record, Step, Turn
from leadline.plan.size.chao import chao
from leadline.plan.size.drill_downs import DrillDowns
from leadline.plan.size.lu_li import lu_li
from leadline.plan.size.random_answers import random_answers
from leadline.plan.size.schnabel import schnabel
from leadline.plan.size.wu import crawls_of, pairwise_overlap
from leadline.plan.sounding import Sounding

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),))


def told(*answers):
    known = recall(Sounding(), BOX)
    for number, (word, keys) in enumerate(answers, 1):
        records = tuple(Record(key, (), f"text of {key}") for key in keys)
        known.hear(Turn(number, Step(Query.of(text=word)), Answer(records=records)))
    return known


def test_chao_counts_what_was_returned_once_and_twice():
    size = chao(told(("a", "vwxyz"), ("b", "yz12")))
    assert size.estimate == pytest.approx(7 + 5 * 4 / (2 * 3))
    assert 7 < size.low < size.estimate < size.high
    assert chao(told(("a", "vw"), ("b", "vw"))).high == 2


def test_schnabel_counts_what_was_marked():
    size = schnabel(told(("a", "vwxyz"), ("b", "yz12")))
    assert size.estimate == 7  # 4·5 / (2 + 1) = 6.7, but seven are held
    assert size.high == 40  # 20 / 0.5: the overlap is hardly known


def test_lu_and_li_ask_how_often_a_record_comes():
    answers = [frozenset("abc"), frozenset("bcd"), frozenset("cde")]
    size = lu_li(answers)
    assert size is not None
    assert size.estimate == pytest.approx(5 / (1 - (9 / 5) ** -1.1))
    assert lu_li([frozenset("ab"), frozenset("cd"), frozenset("ef")]) is None


def test_wu_compares_every_two_crawls():
    size = pairwise_overlap([frozenset("abcd"), frozenset("cdef"), frozenset("bdfh")])
    assert size.estimate == 16 * (1 / 2 + 1 / 2 + 1 / 2) / 3
    assert size.low == size.high == 8


def grid(counts="exact"):
    rows = [{"a": str(a), "b": str(b), "c": str(c)} for a, b, c in product(range(6), repeat=3)]
    world = World(collection=index(rows, "attribute"), limit=10, counts=Counts(kind=counts))
    known = recall(Sounding(), world.interface)
    for number, value in enumerate("012345", 1):
        for name in "abc":
            step = Step(Query(((name, value),)))
            known.hear(Turn(number, step, world.answer(step)))
    assert known.records < 216
    return world, known


@pytest.mark.parametrize("counts", ["exact", "none"])
def test_drill_downs_of_an_even_source_are_exact(counts):
    world, known = grid(counts)
    walks = DrillDowns(known, 100)
    heard_out(walks.steps(), world.answer)
    size = walks.estimate()
    assert size is not None
    assert size.estimate == pytest.approx(216)


def test_others_keep_to_their_pages():
    world, known = grid()
    asked, crawls = heard_out(crawls_of(known, 30, 1), world.answer)
    assert (len(asked), len(crawls)) == (30, 6)
    asked, answers = heard_out(random_answers(known, 30, 1), world.answer)
    assert len(asked) == 18  # every value once
    assert len(answers) == 18
