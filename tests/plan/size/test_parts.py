"""The parts of an audit, one at a time."""

import math
from contextlib import suppress
from itertools import combinations
from random import Random

import numpy as np
import pytest

from leadline.answering import heard_out
from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.size.calibration import unseen_by_total
from leadline.plan.size.gamma import gamma_bounds
from leadline.plan.size.linkage import Linkage, linkage
from leadline.plan.size.lists import by_lists
from leadline.plan.size.measuring import CLOSE, Measuring, measure
from leadline.plan.size.opinion import Opinion
from leadline.plan.size.overlaps import Overlaps
from leadline.plan.size.parts import Parts
from leadline.plan.size.reach import out_of_reach
from leadline.plan.size.reading import read_answer
from leadline.plan.size.samples import List
from leadline.plan.size.spread import Spread, closed_values, documents_in, documents_of
from leadline.plan.size.student import NORMAL, mean_interval, ratio_error, t_quantile
from leadline.plan.size.unread import Unread
from leadline.plan.sounding import Sounding

FORM = Interface(
    attributes=tuple(Attribute(name=name) for name in ("genre", "year", "studio")), page_size=10
)
BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=2)


def told(interface, *answers):
    turns = (Turn(i, Step(q, page), a) for i, (q, page, a) in enumerate(answers, 1))
    return recall(Sounding(), interface, turns)


def films(number, seed=1):
    rng = Random(seed)
    return tuple(
        Record(
            f"{seed}/{i}",
            (
                ("genre", rng.choice(("law", "war"))),
                ("year", str(rng.randrange(5))),
                ("studio", str(int(rng.paretovariate(0.7)) % 20)),
            ),
        )
        for i in range(number)
    )


@pytest.mark.parametrize("most", [3, 10, 30, 1000])
@pytest.mark.parametrize("together", [True, False])
def test_the_shares_of_a_record_add_up_to_one(most, together):
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=films(200), more=True)))
    spread = Spread(known, most, together=together)
    others = documents_in(known, films(20, seed=2))
    for documents in (documents_of(known, np.arange(20)), others):
        every = sorted(set(documents.terms.tolist()))
        queries = [q for size in (1, 2, 3) for q in combinations(every, size)]
        possible = [q for q in queries if len(set(known.attribute[list(q)])) == len(q)]
        sums = sum(spread.shares(q, documents) for q in possible)
        assert sums == pytest.approx(np.ones(20))


def test_a_walk_ends_where_few_enough_match():
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=films(200), more=True)))
    spread = Spread(known, 10, together=True)
    ends = [spread.walk(Random(seed)) for seed in range(50)]
    assert all(spread.held(query) == len(known.rows_matching(query)) for query in ends)
    stuck = [query for query in ends if spread.held(query) > 10]
    assert all(len(query) == 3 for query in stuck)  # nothing is left to narrow it with


def test_what_is_held_to_the_last_record_is_closed():
    rows = (Record("a", (), "red fox"), Record("b", (), "red hen"))
    hens = Answer(records=rows[1:], total=5, more=True)
    known = told(BOX, (Query.of(text="red"), 1, Answer(records=rows, total=2)),
                 (Query.of(text="hen"), 1, hens))  # fmt: skip
    closed = closed_values(known)
    assert [known.names[v] for v in np.flatnonzero(closed)] == ["red"]
    assert unseen_by_total(known, {}) == {known.id_of("text", "hen"): 4}


def in_part(number, **values):
    return [Record(f"{i} {values}", tuple(values.items())) for i in range(number)]


def sure(opinion):
    assert opinion is not None
    return opinion


def test_known_parts_are_certain_but_for_what_no_draw_met():
    parts = Parts("genre")
    assert parts.meet(in_part(3, genre="law"), {"law", "war"}) == []
    opinion = sure(parts.opinion(100, 0, 0, Linkage()))
    assert opinion.missing == pytest.approx(100)
    assert opinion.error == pytest.approx(NORMAL / 2)  # one draw found anything
    assert Parts("genre").opinion(0, 0, 0, Linkage()) is None


def test_new_parts_that_draws_meet_again_and_again_are_all_there_are():
    parts = Parts("genre")
    for _ in range(30):
        parts.meet([*in_part(1, genre="tale"), *in_part(1, genre="essay")], {"law"})
    parts.counted.update(tale=20, essay=30)
    assert sure(parts.opinion(100, 0, 0, Linkage())).missing == pytest.approx(150, rel=0.001)


def test_new_parts_met_once_stand_for_those_overlooked():
    parts = Parts("genre")
    for number in range(8):
        assert parts.meet(in_part(2, genre=f"new {number}"), {"law"}) == [f"new {number}"]
        parts.counted[f"new {number}"] = 10
    opinion = sure(parts.opinion(0, 0, 0, Linkage()))
    assert 200 < opinion.missing < 1600
    assert opinion.error > 0.5


def test_records_without_the_attribute_count_by_their_share():
    parts = Parts("genre")
    parts.meet([*in_part(8, genre="law"), *in_part(1, year="1999")], {"law"})
    assert sure(parts.opinion(90, 0, 0, Linkage())).missing == pytest.approx(100)


def test_new_parts_are_between_what_draws_met_and_what_is_like_known_ones():
    parts = Parts("genre")
    for _ in range(30):
        parts.meet(in_part(1, genre="tale"), {"law"})
    parts.counted.update(tale=20)
    many, two = (sure(parts.opinion(100, 0, 0, Linkage(parts=n, with_each=80))) for n in (10**6, 2))
    assert many.missing == pytest.approx(100 + math.sqrt(20 * 80), rel=0.001)
    assert two.missing == pytest.approx(100 + math.sqrt(20 * math.sqrt(20 * 80)), rel=0.001)


def test_what_nothing_leads_to_is_in_doubt_whatever_lists_say():
    surely = Opinion(120, 0.05, 5).unless(50)
    assert surely.missing == 120
    assert surely.error == pytest.approx(math.hypot(0.05, 50 / 120))


def test_a_part_with_values_of_its_own_is_hardly_met():
    """Genres of ten books each: law and war share their years, tales have years of their own."""
    shared = [Record(f"{genre}{n}", (("genre", genre), ("year", str(n))))
              for genre in ("law", "war") for n in range(10)]  # fmt: skip
    apart = [Record(f"tale{n}", (("genre", "tale"), ("year", f"x{n}"))) for n in range(10)]
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=(*shared, *apart))))
    unlike = linkage(known, 0, 0.2, draws=20)
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=tuple(shared))))
    alike = linkage(known, 0, 0.2, draws=20)
    assert alike.unmet < 0.1
    assert alike.with_each == pytest.approx(12, rel=0.01)
    assert unlike.unmet == pytest.approx(11.2, rel=0.01)  # of parts of 12 each, three in four met
    assert unlike.with_each == pytest.approx(18, rel=0.01)


def test_parts_that_share_nothing_leave_as_many_again_unmet():
    """Towns of a country each: no town says whether there are other countries."""
    towns = tuple(Record(f"{genre}{n}", (("genre", genre), ("year", f"{genre} {n}")))
                  for genre in ("law", "war", "tale") for n in range(10))  # fmt: skip
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=towns)))
    apart, some = (linkage(known, 0, 0.0, draws=50, new=new) for new in (0, 9))
    assert apart.with_each == math.inf
    assert apart.unmet == pytest.approx(60, rel=0.01)
    assert some.unmet == pytest.approx(7.3, rel=0.01)  # other parts were met all the same
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=towns[:10])))
    assert linkage(known, 0, 0.0, draws=50) == Linkage()


def test_pages_left_unread_are_drawn_once():
    left = Unread(FORM)
    left.opened(Query.of(genre="war"), 5, held=5)
    assert not left
    left.opened(Query.of(genre="law"), 42, held=7)
    drawn = [left.draw(Random(seed)) for seed in range(5)]
    assert sorted(step.page for step in drawn if step is not None) == [2, 3, 4, 5]
    assert drawn[4] is None


def page_of(rows, page, size=10, total=None):
    records = tuple(rows[(page - 1) * size : page * size])
    outcome = Outcome.FOUND if records else Outcome.EMPTY
    return Answer(records=records, total=total, more=page * size < len(rows), outcome=outcome)


def clamped(rows, page):
    """What a site shows that takes a page too high for the last one."""
    return page_of(rows, min(page, -(-len(rows) // 10)))


def measured(known, rows, held, site=page_of, close=CLOSE):
    """What the pages of a site tell of an answer, and how many it took."""
    talk = measure(known, Query.of(genre="law"), held, close)
    steps, found = heard_out(talk, lambda step: site(rows, step.page))
    assert found is not None
    return found.matching, len(steps)


@pytest.mark.parametrize("number", [60, 64, 75, 130, 333])
@pytest.mark.parametrize("site", [page_of, clamped])
def test_the_last_page_tells_how_many_match(number, site):
    rows = [Record(f"{i}", (("genre", "law"),)) for i in range(number)]
    known = told(FORM, (Query.of(year="1999"), 1, Answer(records=tuple(rows[:60]))))
    matching, pages = measured(known, rows, 60, site)
    assert pages <= 8
    assert matching - 60 == pytest.approx(number - 60, rel=0.3, abs=5)


def test_where_few_are_looked_at_each_is_measured_to_its_end():
    rows = [Record(f"{i}", (("genre", "law"),)) for i in range(1337)]
    known = told(FORM, (Query.of(year="1999"), 1, Answer(records=tuple(rows[:530]))))
    roughly, few = measured(known, rows, 530)
    closely, more = measured(known, rows, 530, close=0.0)
    assert abs(roughly - 1337) > abs(closely - 1337)
    assert closely == pytest.approx(1337, abs=5)
    assert few < more <= 12


def test_what_is_not_measured_to_its_end_is_not_certain():
    found = Measuring(held=50, size=10, low=5, high=11)
    assert found.matching == pytest.approx(70)
    assert found.variance == pytest.approx(60**2 / 12)
    found.hear(8, Answer(records=films(4), more=False))
    assert (found.matching, found.variance) == (74, 0)


def test_a_page_that_cannot_be_had_measures_nothing():
    known = told(FORM, (Query.of(year="1999"), 1, Answer(records=films(9))))
    talk = measure(known, Query.of(genre="law"), held=9)
    next(talk)
    with pytest.raises(StopIteration) as done:
        talk.send(Answer(outcome=Outcome.FAILED))
    assert done.value.value is None


def test_an_empty_page_that_a_harvest_asked_is_not_behind_the_end():
    rows = [Record(f"{i}", (("genre", "law"),)) for i in range(64)]
    known = told(FORM, (Query.of(genre="law"), 1, Answer(records=tuple(rows[:10]), more=True)),
                 (Query.of(genre="law"), 40, Answer(outcome=Outcome.EMPTY)))  # fmt: skip
    assert measured(known, rows, 10)[0] == pytest.approx(64, abs=10)


def a_list(position, size, shares, alone=0.0, beyond=0.0):
    return List(
        position=position, size=size, variance=0.0, shares=np.array(shares), number=400.0,
        variances=np.zeros(len(shares)), alone=alone, beyond=beyond,
    )  # fmt: skip


def test_two_lists_that_overlap_by_chance_tell_what_is_in_neither():
    lists = [a_list(0, 80, [1, 0.5]), a_list(1, 50, [0.8, 1])]
    opinion = sure(by_lists(lists))
    assert opinion.missing == pytest.approx(100, rel=0.01)
    assert opinion.error > 0.1  # they may hang together


def test_of_lists_within_each_other_a_third_tells_more():
    nested = [a_list(0, 40, [1, 0.5, 0.5]), a_list(1, 20, [1, 1, 0.5])]
    assert sure(by_lists(nested)).missing == pytest.approx(40, rel=0.01)
    crossing = a_list(2, 50, [0.4, 0.2, 1])
    assert sure(by_lists([*nested, crossing])).missing == pytest.approx(100, rel=0.03)


def test_a_pair_of_lists_that_says_less_than_was_counted_is_not_heard():
    within, around = a_list(0, 40, [1, 1, 0.5]), a_list(1, 60, [0.9, 1, 0.6])
    crossing = a_list(2, 60, [0.4, 0.6, 1])
    pairs = [(within, around), (around, crossing)]
    less, more = (sure(by_lists(pair)).missing for pair in pairs)
    assert less < 80 < more
    assert by_lists([within, around], 1, 80.0) is None
    assert sure(by_lists([within, around, crossing], 1, 80.0)).missing == pytest.approx(more)


def test_to_one_list_come_records_that_no_value_leads_to():
    opinion = sure(by_lists([a_list(0, 80, [1], alone=1.0, beyond=20.0)]))
    assert opinion.missing == pytest.approx(100)
    assert opinion.error > 0.2
    assert by_lists([]) is None


def titled(*texts):
    rows = tuple(Record(text, (), text) for text in texts)
    return told(BOX, (Query.of(text="a"), 1, Answer(records=rows, more=False)))


def test_short_titles_of_which_few_words_are_known_leave_others_out_of_reach():
    known = titled("red one", "red two", "big six", "big ten", "old six", "old ten")
    # by pairs of words: two records with one that another has, four with both of theirs
    assert out_of_reach(known, (), np.zeros(0)) == pytest.approx(0.5 * 2**2 / (2 * (4 + 1)))


def test_titles_of_one_word_are_known_as_often_as_both_of_two():
    known = titled("red one", "red two", "big six", "big ten", "old six", "old ten")
    unknown = Record("new", (), "red")
    pairs = 0.5 * 2**2 / (2 * (4 + 1))
    alone = (2 + pairs) / (4 + 1)  # for each that is known
    more = out_of_reach(known, (unknown,), np.array([3.0]))
    assert more == pytest.approx(pairs + 3 * alone)


def test_records_with_a_common_word_or_with_many_are_within_reach():
    known = titled(*(f"the n{number}" for number in range(9)))
    assert out_of_reach(known, (), np.zeros(0)) == 0
    long = " ".join(f"w{number}" for number in range(30))
    assert out_of_reach(known, (Record("long", (), long),), np.ones(1)) == 0


def test_values_that_meet_as_often_as_by_chance_tell_how_many_are_missing():
    rng = Random(4)
    texts = [" ".join(w for w in "abcdefgh" if rng.random() < 0.4) for _ in range(6000)]
    rows = tuple(Record(str(i), (), text) for i, text in enumerate(texts))
    known = told(BOX, (Query.of(text="z"), 1, Answer(records=rows[:2000], more=True)))
    unseen = {known.id_of("text", w): sum(w in text for text in texts[2000:]) for w in "abcdefgh"}
    overlaps = Overlaps(known, unseen, np.random.default_rng(1))
    talk = overlaps.steps(20)
    asked = [next(talk)]
    with suppress(StopIteration):
        while True:
            both = [word for _, word in asked[-1].query.predicates]
            total = sum(all(word in text for word in both) for text in texts)
            asked.append(talk.send(Answer(total=total)))
    assert len(asked) <= 20
    view = overlaps.view()
    assert view is not None
    assert view.missing == pytest.approx(4000, rel=0.03)


@pytest.mark.parametrize(("asked", "words"), [("o", "abc"), ("z", "abco")])
def test_a_value_that_records_are_held_for_is_not_compared(asked, words):
    texts = ("o a b", "o b c", "o a c")
    rows = tuple(Record(str(i), (), texts[i % 3]) for i in range(90))
    known = told(BOX, (Query.of(text=asked), 1, Answer(records=rows, total=150, more=True)))
    overlaps = Overlaps(
        known, {known.id_of("text", w): 40 for w in "abco"}, np.random.default_rng(1)
    )
    steps = overlaps.steps(20)
    pairs = [next(steps).query]
    with suppress(StopIteration):
        while True:
            pairs.append(steps.send(Answer(outcome=Outcome.FAILED)).query)
    assert "".join(sorted({word for pair in pairs for _, word in pair.predicates})) == words


def test_two_values_that_are_not_asked_for_both_tell_nothing():
    rows = tuple(Record(str(i), (), "a b" if i % 3 else "a") for i in range(90))
    known = told(BOX, (Query.of(text="z"), 1, Answer(records=rows, more=True)))
    overlaps = Overlaps(known, {known.id_of("text", w): 40 for w in "ab"}, np.random.default_rng(1))
    talk = overlaps.steps(20)
    next(talk)
    with pytest.raises(StopIteration):
        talk.send(Answer(total=150))  # more than have either
    assert overlaps.view() is None


def test_opinions_are_weighed_by_their_errors():
    one, other = Opinion(100, 0.1, 10), Opinion(100, 0.3, 3)
    assert one.with_(other).missing == pytest.approx(100)
    assert one.with_(other).error == pytest.approx(0.9 * 0.1 + 0.1 * 0.3)
    apart = one.with_(Opinion(400, 0.1, 10))
    assert apart.missing == pytest.approx(200)
    assert apart.error > 0.9  # they contradict each other


@pytest.mark.parametrize(("events", "least", "most"),
                         [(1, 0.05, 4.74), (4, 1.37, 9.15), (25, 17.4, 34.9)])  # fmt: skip
def test_bounds_of_a_few_events_are_those_of_poisson(events, least, most):
    low, high = gamma_bounds(events, 1 / math.sqrt(events), NORMAL)
    assert low == pytest.approx(least, abs=0.05)
    assert high == pytest.approx(most, rel=0.01)


def test_an_error_far_above_the_number_makes_no_bound_without_reason():
    low, high = gamma_bounds(100.0, 2.0, t_quantile(3))
    assert low == 0
    assert high < 3000
    assert gamma_bounds(1.0, 100.0, t_quantile(5))[1] < 500  # five times the error
    assert gamma_bounds(100.0, 0.0, NORMAL) == (100.0, 100.0)


def asked(known, answers, most=5, held=2):
    """The pages that reading a query asks for, and what it makes of these answers."""
    talk = read_answer(Query.of(text="red"), held, known, most, Random(0))
    steps, reading = heard_out(talk, lambda step: answers[step.page - 1])
    return [step.page for step in steps], reading


def page(*keys, total=None, more=True):
    return Answer(records=tuple(Record(k, (), "red") for k in keys), total=total, more=more)


def test_an_answer_is_read_until_all_that_is_missing_was_seen():
    known = told(BOX, (Query.of(text="fox"), 1, page("a", "b", more=False)))
    pages, reading = asked(known, [page("a", "b", total=2, more=False)])
    assert (pages, reading.complete, reading.unseen) == ([1], True, [])
    pages, reading = asked(known, [page("a", "x", total=5), page("y", "z", total=5)])
    assert (pages, reading.complete, len(reading.unseen)) == ([1, 2], True, 3)
    pages, reading = asked(known, [page("a", "x"), page("y", "z"), page("b", more=False)])
    assert (pages, reading.complete, len(reading.held)) == ([1, 2, 3], True, 2)


def test_of_a_long_answer_some_pages_stand_for_the_rest():
    numbered = Interface(attributes=BOX.attributes, page_size=2, any_page=True)
    known = told(numbered, (Query.of(text="fox"), 1, page("a", "b", more=False)))
    answers = [page(f"x{i}", f"y{i}", total=40) for i in range(20)]
    pages, reading = asked(known, answers, most=3)
    assert (len(pages), pages[0], reading.complete) == (3, 1, False)
    assert sum(number for _, number in reading.unseen) == pytest.approx(40)


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 6.314), (2, 2.920), (3, 2.353), (5, 2.015), (10, 1.812), (30, 1.697), (1e9, 1.645)],
)
def test_quantiles_of_students_t(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, abs=0.01)


def test_intervals_of_means_and_ratios():
    assert mean_interval([1, 2, 3]) == pytest.approx((2, 0.314, 3.686), abs=0.001)
    same = np.array([1.0, 2.0, 3.0])
    assert ratio_error(same, 2 * same) == pytest.approx(0)
    assert ratio_error(same, np.ones(3)) == pytest.approx(1 / np.sqrt(3) / 2)
    assert ratio_error(np.zeros(3), np.ones(3)) == float("inf")
