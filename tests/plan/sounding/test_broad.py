"""What is expected after a broad answer was read, and of values unlike all that were opened."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from leadline.flow import converse, recall
from leadline.lab.collection import index
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.run import first_query, run
from leadline.lab.world import World
from leadline.model import (
    PAGES,
    QUERIES,
    Answer,
    Attribute,
    Interface,
    Kind,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.classic.greedy_link import GreedyLink
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.fairness import Fairness
from leadline.plan.sounding.index import (
    Setting,
    broad,
    forecast,
    index_table,
    look_up,
    outcome,
)
from leadline.plan.sounding.level import level
from leadline.plan.sounding.outside import NEVER, Outside
from leadline.plan.sounding.regression import Regression, logit
from leadline.plan.sounding.survey import candidate, commonest
from leadline.plan.sounding.values import LEVELLED, Values

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=2)


def heard(*answers: tuple[str, int, list[str]]) -> Knowledge:
    known = Knowledge(BOX)
    for number, (word, total, texts) in enumerate(answers, 1):
        records = tuple(Record(text, (), text) for text in texts)
        answer = Answer(records=records, total=total, more=total > len(records))
        known.hear(Turn(number, Step(Query.of(text=word), 1), answer))
    return known


def waiting(known: Knowledge) -> NDArray[Any]:
    return (known.query_of < 0) & (known.local > 0)


AIRPORTS = ["lewis airport", "grant airport", "smith airport"]
BOTH = heard(("airport", 3, AIRPORTS), ("smith", 9, ["smith airport", "smith field"]))


def test_records_of_an_answer_read_whole_say_nothing_about_what_is_unseen() -> None:
    outside = Outside()
    outside.renew(BOTH, broad=2.5)
    assert not outside.empty
    assert outside.records == 1
    counts = dict(zip(BOTH.names, outside.held.tolist(), strict=True))
    assert counts == {"airport": 0, "smith": 1, "lewis": 0, "grant": 0, "field": 1}


def test_an_answer_that_is_small_for_the_source_or_not_complete_leaves_nothing_out() -> None:
    outside = Outside()
    outside.renew(BOTH, broad=25)
    assert outside.empty
    outside.renew(heard(("airport", 4, AIRPORTS)), broad=1.25)
    assert outside.empty


def test_new_records_are_outside() -> None:
    known, outside = heard(("airport", 3, AIRPORTS)), Outside()
    outside.renew(known, broad=1.25)
    known.hear(Turn(2, Step(Query.of(text="field"), 1), Answer(
        records=(Record("x", (), "north field"),), total=1, more=False)))  # fmt: skip
    outside.grow(known)
    outside.add(known, np.array([3]))
    assert outside.records == 1
    assert outside.once[known.id_of("text", "north")] == 1


def test_the_commonest_word_is_sought_where_there_may_be_more() -> None:
    outside = Outside()
    everywhere = heard(("x", 9, ["x of a", "x of b", "x of c", "x of d"]))
    assert everywhere.names[commonest(everywhere, outside, waiting(everywhere))] == "of"
    outside.renew(BOTH, broad=2.5)
    assert BOTH.names[commonest(BOTH, outside, waiting(BOTH))] == "field"


def test_a_word_is_surveyed_while_it_may_be_broader_than_the_broadest_opened() -> None:
    texts = [f"{i} of" for i in range(6)]
    narrow = heard(("0", 2, ["0 of", "0 a of"]), ("1", 9, texts[1:]))
    assert narrow.names[candidate(narrow, Outside(), waiting(narrow))] == "of"
    beaten = heard(
        ("0", 2, ["0 the", "0 the of"]),
        ("1", 8, [f"1 the {i}" for i in range(8)]),
        ("the", 90, [f"the of {i} b" for i in range(9)]),
    )
    assert candidate(beaten, Outside(), waiting(beaten)) == -1  # 10 of 19 have `of`


def test_outside_only_words_that_are_more_there_than_the_opened_ones_are_surveyed() -> None:
    inside = [f"the and in {i}" for i in range(20)]
    beyond = [f"and on {i}" for i in range(20, 26)]
    known = heard(("the", 20, inside), ("and", 90, beyond))
    outside = Outside()
    outside.renew(known, broad=10)
    assert known.names[candidate(known, outside, waiting(known))] == "on"  # 6 of 6, `and` 6 of 26
    opened = heard(("the", 20, inside), ("and", 90, beyond), ("on", 50, beyond[:2]))
    outside.renew(opened, broad=10)
    assert candidate(opened, outside, waiting(opened)) == -1


def test_an_answer_is_whole_without_its_last_few_records() -> None:
    outside = Outside()
    outside.renew(heard(("the", 100, [f"the {i}" for i in range(97)])), broad=30)
    assert not outside.empty


def test_the_level_is_what_is_unseen_of_values_that_were_hardly_read() -> None:
    read = ("the", 20, [f"the and {i}" for i in range(20)])
    known = heard(read, ("and", 90, ["and 20", "and 21"]), ("or", 100, ["or and"]))
    now = level(known, share=0.9)
    assert [known.names[v] for v in now.values] == ["and", "or"]
    assert now.matches.tolist() == [90, 100]
    assert now.logit == pytest.approx(np.log((67 + 99 + 9) / (23 + 1 + 1)))
    assert now.unseen(10) == pytest.approx(70)


def test_a_value_speaks_for_the_level_by_its_matches() -> None:
    known = heard(("and", 90, ["and or", "and 2"]), ("or", 100, ["or and"]))
    now = level(known, share=0.9)
    assert now.part(known.id_of("text", "and")) == 90 / 200  # ten are the size's
    assert now.part(known.id_of("text", "2")) == 0


def test_what_a_broad_word_says_of_the_level_is_not_learnt_again_of_all_words() -> None:
    known = recall(Sounding(), BOX)
    seen = [f"the sea {i}" for i in range(200)]
    for number, (word, total, texts) in enumerate([("the", 200, seen), ("sea", 4_000, seen[:2])]):
        answer = Answer(records=tuple(Record(text, (), text) for text in texts), total=total)
        known.hear(Turn(number + 1, Step(Query.of(text=word), 1), answer))
    assert known.learner.level(known).logit == pytest.approx(float(logit(0.95)), abs=0.01)
    assert known.learner.values.model.beta == pytest.approx(LEVELLED, abs=0.005)


def test_a_word_that_is_found_inside_of_others_says_nothing_of_the_level() -> None:
    airports = [f"airport {i}" for i in range(40)]
    known = heard(("airport", 40, airports), ("air", 45, airports[:2]))
    assert level(known, share=0.1).logit == pytest.approx(np.log(1 / 9))  # none carries "air"


def test_without_anything_opened_most_is_thought_unseen() -> None:
    now = level(heard(), share=0.9)
    assert now.logit == pytest.approx(np.log(9))
    assert now.mean(np.zeros((0, 2))).tolist() == [0, 0]


def test_the_level_is_that_of_the_source_as_long_as_no_value_was_hardly_read() -> None:
    known = heard(("the", 2, ["the sea", "the law"]))
    assert level(known, share=0.5).logit == 0


SETTING = Setting(page_size=10, limit=None, cost=PAGES, rate=1.0, spread=0.5, probe=1.0,
                  unseen=1e9)  # fmt: skip


def test_what_is_known_of_an_answer_is_priced_like_what_is_forecast() -> None:
    assert outcome(50, 0.5, SETTING) == (50, 10)  # of 100 that match, on ten pages
    assert outcome(95, 0.05, SETTING) == (0.5, 1)  # below the going rate: left after one page
    new, cost = forecast(50, 0.0, SETTING)
    assert new / cost == pytest.approx(5.3, abs=0.1)


def test_openings_that_fall_short_mark_down_those_to_come() -> None:
    fairness = Fairness()
    assert fairness.factor == 1
    for _ in range(20):
        fairness.learn(20, 0.0, 0.1, SETTING)  # half was thought unseen, a tenth is
    assert 0.4 < fairness.factor < 0.5
    for _ in range(40):
        fairness.learn(20, 0.0, 0.8, SETTING)
    assert fairness.factor == 1


def test_an_opening_counts_alike_however_long_the_answer_was_thought_to_be() -> None:
    short, long = Fairness(), Fairness()
    for _ in range(5):
        short.learn(10, 0.0, 0.01, SETTING)
        long.learn(1_000, 0.0, 0.01, SETTING)
    assert short.factor < 0.7
    assert long.factor == pytest.approx(short.factor, abs=0.05)


def test_by_pages_an_opening_that_was_left_at_once_hardly_counts() -> None:
    once, by_pages = Fairness(), Fairness(by_pages=True)
    for fairness in (once, by_pages):
        for _ in range(5):
            fairness.learn(1_000, 0.0, 0.01, SETTING)  # left after one page of some two hundred
    assert once.factor < 0.7
    assert by_pages.factor > 0.9


def index_of(held: int, share: float, spread: float, unseen: float) -> float:
    setting = Setting(page_size=10, limit=None, cost=PAGES, rate=1.0, spread=spread, probe=1.0,
                      unseen=unseen)  # fmt: skip
    table = index_table(setting, 1000)
    return float(look_up(table, np.array([held]), np.array([logit(share)]))[0])


INSIDE = [f"the node {i}" for i in range(20)] + [f"the perl {i}" for i in range(20, 40)]
BEYOND = ["node js 40", "node js 41", "of 42"]
AFTERWARDS = heard(("the", 40, INSIDE), ("of", 90, BEYOND))


def test_few_records_outside_tell_what_is_common_there_but_do_not_hide_the_rest() -> None:
    outside = Outside(least=20)
    outside.renew(AFTERWARDS, broad=30)
    assert not outside.tells
    common = dict(zip(AFTERWARDS.names, outside.common(AFTERWARDS).tolist(), strict=True))
    assert common["node"] > common["perl"] + 1  # 20 inside of each, 2 of the first outside
    assert common["perl"] > common["js"] > 2  # 20 inside and none, none and 2


def missed(word: str, unseen: float) -> float:
    outside = Outside()
    outside.renew(AFTERWARDS, broad=30)
    values = np.array([AFTERWARDS.id_of("text", word)])
    return float(outside.missed(AFTERWARDS, values, unseen)[0])


def test_of_words_as_common_inside_more_is_unseen_of_the_one_met_outside() -> None:
    assert missed("node", 12) > 2 * missed("perl", 12)
    assert missed("perl", 12) > 0
    assert missed("node", 12) > missed("node", 3)


def test_a_word_met_nowhere_but_outside_is_expected_to_be_mostly_there() -> None:
    assert missed("js", 300) > 10  # 2 of 3 outside have it, and one in a hundred outside is held
    assert missed("js", 300) < 200


def test_what_lies_outside_is_counted_anew_when_a_broad_answer_is_complete() -> None:
    outside = Outside()
    outside.renew(heard(("of", 90, BEYOND)), broad=30)
    assert not outside.small
    assert outside.is_stale(AFTERWARDS, broad=30)
    outside.renew(AFTERWARDS, broad=30)
    assert outside.small
    assert not outside.is_stale(AFTERWARDS, broad=30)


def test_of_two_answers_that_hold_nearly_all_the_broader_is_worth_more() -> None:
    share = [float(broad(new, 100.0, 0.98)) for new in (91, 97)]
    assert share[1] > 1.2 * share[0]
    assert broad(91, 100.0) == broad(97, 100.0)


def test_no_answer_brings_more_than_all_that_is_unseen() -> None:
    assert index_of(1, 0.99, 0.3, unseen=1e9) == pytest.approx(10, abs=0.5)
    assert index_of(1, 0.99, 0.3, unseen=2.0) < 4  # two, and the bonus of a broad answer


def test_what_no_example_speaks_about_stays_in_doubt() -> None:
    model = Regression(np.array([0.0, 0.0]))
    for _ in range(50):
        model.learn(np.array([1.0, 0.0]), 0.5)
    known, unknown = model.doubts(np.array([[1.0, 0.0], [1.0, 5.0]]))
    assert unknown > 5 * known


def test_small_cells_are_asked_before_a_crawl_gives_up() -> None:
    rows = [{"maker": f"m{i % 5}", "year": f"y{i // 5 % 16}"} for i in range(400)]
    world = World(collection=index(rows, "attribute"), page_size=5, limit=10)
    policy = Sounding()
    known = recall(policy, world.interface)
    talk = converse(policy, known, (Query.of(maker="m0"),), 1)
    step = next(talk, None)
    with suppress(StopIteration):
        while step is not None:
            step = talk.send(world.answer(step))
    assert known.records == 385  # single values show 160; no record leads to the cells left


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_where_queries_are_what_costs_a_few_broad_words_are_asked(seed):
    world = World(collection=index(rows_of_the_catalogue(), "keyword"))
    first = first_query(world, seed)
    ours, theirs = (
        run(world, policy, first=first, target=0.9)
        for policy in (Sounding(cost=QUERIES), GreedyLink())
    )
    assert ours.queries[-1] <= theirs.queries[-1]


def test_words_in_company_that_was_never_asked_are_thought_less_seen() -> None:
    known = heard(("red", 2, ["red fox yak", "red owl elk"]), ("fox", 1, ["red fox yak"]))
    values = Values(attributes=1)
    values.grow(known)
    rows = np.arange(known.records)
    values.outside.add(known, rows)
    values.region.add(known, Shown(rows=rows, fresh=rows, again=rows[:0]))
    values.renew(known, broad=NEVER)
    sums = values.region.company(np.arange(known.values)).imag
    company = dict(zip(known.names, sums.tolist(), strict=True))
    assert company["yak"] == 1.0  # red and fox were asked
    assert company["elk"] == 0.5  # red was, owl was not
    logits = dict(zip(known.names, values.logits.tolist(), strict=True))
    assert logits["elk"] > logits["yak"]
