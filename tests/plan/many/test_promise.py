"""What a value promises at a source: what is within reach, what is not, and what rests hold."""

import numpy as np
import pytest

from leadline.model import (
    Answer,
    Attribute,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
    Why,
)
from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.calibration import DRAWN, Forecasts, Kinds
from leadline.plan.many.company import LEAST, TIMES, Company, out_of_reach
from leadline.plan.many.elsewhere import Elsewhere
from leadline.plan.many.freshness import Freshness
from leadline.plan.many.overlap import CAUTION, PRIOR, Overlap
from leadline.plan.many.reach import Reach
from leadline.plan.many.smoothing import discounts, smoothed
from leadline.plan.many.soundings import Chart, Soundings
from leadline.plan.many.together import Together

FORM = Interface(attributes=(Attribute(name="state"), Attribute(name="city")), page_size=10)
KANSAS, WICHITA = Query.of(state="Kansas"), Query.of(city="Wichita")


def place(key: str, state: str, city: str) -> Record:
    return Record(key, (("state", state), ("city", city)))


def page(query: Query, *records: Record) -> Turn:
    answer = Answer(records=records, total=len(records), outcome=Outcome.FOUND)
    return Turn(1, Step(query), answer)


CITIES = [place(f"k{n}", "Kansas", "Wichita" if n % 2 else "Topeka") for n in range(8)]


def told(chances: tuple[float, float]) -> tuple[Together, Reach]:
    """All of Kansas was read in the first of two sources."""
    both = Together([FORM, FORM], Soundings())
    both.hear(0, page(KANSAS, *CITIES))
    reach = Reach(both)
    reach.renew(both, np.array(chances))
    reach.learn(both, 0, KANSAS, 1.0)
    return both, reach


def test_nothing_is_new_where_all_that_it_lies_in_was_read():
    both, reach = told((0.5, 0.4))
    values = len(both.vocabulary)
    wichita = both.vocabulary.id_of(("city", "Wichita"))
    union = 1 - 0.5 * 0.6  # of the domain, seven tenths are in either source
    assert reach.weights(values)[wichita] == pytest.approx(4 / 0.5 * union)  # half of them had
    assert reach.new(0, values)[wichita] == 0.0
    new = reach.new(1, values)[wichita]
    assert new == pytest.approx(8 * 0.5 * union)  # those that the first has not


def test_sources_that_share_nothing_have_as_many_each():
    both, reach = told((0.001, 0.001))
    wichita = both.vocabulary.id_of(("city", "Wichita"))
    weights = reach.weights(len(both.vocabulary))
    assert weights[wichita] == pytest.approx(8, rel=0.01)  # four in each


def test_what_is_held_elsewhere_may_be_here_too():
    both, reach = told((0.5, 0.4))
    wichita = np.array([both.vocabulary.id_of(("city", "Wichita"))])
    assert reach.common(1, wichita).tolist() == pytest.approx([4 * 0.4])
    assert reach.common(0, wichita).tolist() == [0.0]
    reach.learn(both, 1, WICHITA, 0.5)  # half of it was read, and did not show them
    assert reach.common(1, wichita).tolist() == pytest.approx([4 * 0.4 * 0.5 / 0.8])
    assert reach.lacking(1) == pytest.approx(4 * 0.4 * 0.5 / 0.8 + 4 * 0.4)  # and those of Topeka
    assert reach.lacking(0) == 0.0


def test_what_a_box_for_one_column_does_not_show_the_source_lacks():
    everything = Attribute(name="q", kind=Kind.KEYWORD)
    titles = Attribute(name="title", kind=Kind.KEYWORD)
    forms = [Interface(attributes=(box,), page_size=10) for box in (everything, titles)]
    names = [{"q": "words"}, {"title": "words of titles"}]
    boxes = [{"words of titles": "name"}, {"words of titles": "title"}]
    both = Together(forms, Soundings(), names=names, boxes=boxes)
    moons = [Record(f"m{n}", (("name", f"Moon {n}"),), f"Moon {n} drama") for n in range(9)]
    both.hear(0, page(Query.of(q="moon"), *moons))
    before = Soundings().lacking(both, 1)
    nothing = Answer(records=(), total=0, outcome=Outcome.EMPTY)
    both.hear(1, Turn(2, Step(Query.of(title="drama")), nothing))
    assert Soundings().lacking(both, 1) == before  # no title has that word
    both.hear(1, Turn(3, Step(Query.of(title="moon")), nothing))
    assert Soundings().lacking(both, 1) == 0.0


def test_a_conjunction_settles_what_it_matches():
    both, reach = told((0.5, 0.4))
    reach.learn(both, 1, Query.of(state="Kansas", city="Wichita"), 1.0)
    new = reach.new(1, len(both.vocabulary))
    assert new[both.vocabulary.id_of(("city", "Wichita"))] == pytest.approx(0.0)
    assert new[both.vocabulary.id_of(("city", "Topeka"))] > 1.0


def test_what_a_page_shows_tells_of_the_whole_answers_of_other_sources():
    both, reach = told((0.5, 0.4))
    overlap = Overlap(2)
    rows = both.union.known.rows_matching([both.union.id_of(("city", "Wichita"))])
    assert reach.left(0, rows).tolist() == [0.0] * 4
    overlap.learn(both, 0, rows, reach.left(0, rows))  # no other source has shown them yet
    assert overlap.of(0) == PRIOR
    more = [place(f"w{n}", "Kansas", "Wichita") for n in range(6)]
    both.hear(1, page(WICHITA, *CITIES[1::2], *more))
    rows = both.union.known.rows_matching([both.union.id_of(("city", "Wichita"))])
    for _ in range(2):  # each of them tells once
        overlap.learn(both, 0, rows, reach.left(0, rows))
    assert overlap.of(0) == pytest.approx((4 + PRIOR * CAUTION) / (10 + CAUTION))


def test_of_a_source_that_was_read_to_no_end_the_others_speak():
    both, overlap = Together([FORM, FORM], Soundings()), Overlap(2)
    both.hear(0, page(KANSAS, *CITIES))
    both.hear(1, page(WICHITA, *CITIES[1::2]))
    rows = np.arange(both.records)
    overlap.learn(both, 0, rows, np.zeros(len(rows)))  # the first has all that the second showed
    usual = (4 + PRIOR * CAUTION) / (4 + CAUTION)
    assert overlap.of(1) == pytest.approx(usual)
    overlap.sizes = np.array([1.5, 0.5])
    assert overlap.of(1) == pytest.approx((4 + PRIOR * CAUTION) / (6 + CAUTION) * 0.5)


def test_who_has_more_of_the_others_entities_is_larger():
    both, overlap = Together([FORM, FORM], Soundings()), Overlap(2)
    assert overlap.sizes_by_share().tolist() == [1.0, 1.0]
    both.hear(0, page(KANSAS, *CITIES))
    both.hear(1, page(WICHITA, *CITIES[1:3]))
    rows = np.arange(both.records)
    for source in (0, 1):  # the first has both that the second showed, which has two of its eight
        overlap.learn(both, source, rows, np.zeros(len(rows)))
    large, small = overlap.sizes_by_share()
    assert large > 1.0 > small
    elsewhere = Elsewhere(both)
    kansas, none = both.vocabulary.id_of(("state", "Kansas")), np.zeros(len(both.vocabulary))
    assert elsewhere.matches(both, 1, none)[kansas] == 8.0
    elsewhere.renew(both, overlap.sizes_by_share())
    assert elsewhere.matches(both, 1, none)[kansas] == pytest.approx(8 * small / large)


def test_a_source_whose_answers_bring_nothing_to_it_is_nearly_held():
    both = Together([FORM, FORM], Soundings())
    both.hear(0, page(KANSAS, *CITIES))
    chart = both.learner
    assert isinstance(chart, Chart)
    before = [chart._promises.of(both, source).new for source in (0, 1)]
    for number in range(30):
        for source in (0, 1):
            chart.hidden.open((source, number), 0.5)
            chart.hidden.close((source, number), source * (number % 2))
    after = [chart._promises.of(both, source).new for source in (0, 1)]
    assert after[0] == pytest.approx(before[0] * chart.hidden.factor(0))
    assert chart.hidden.factor(0) < 0.6
    assert 1.2 < chart.hidden.factor(1) < 2.0


def test_an_earlier_harvest_is_a_sample_of_what_there_is():
    old = Knowledge(FORM)
    old.hear(page(KANSAS, *CITIES))
    one = Together([FORM], Soundings(), earlier=[old])
    reach = Reach(one)
    reach.renew(one, np.array([1.0]))
    kansas = one.vocabulary.id_of(("state", "Kansas"))
    before = reach.new(0, len(one.vocabulary))[kansas]
    reach.learn(one, 0, WICHITA, 1.0)
    assert reach.new(0, len(one.vocabulary))[kansas] == pytest.approx(before / 2)


def test_shares_are_drawn_to_their_attribute_unless_its_values_agree():
    kinds = np.array([0, 0, 0, 1, 1, 1])
    whole = np.array([8.0, 8.0, 1.0, 8.0, 8.0, 1.0])
    part = np.array([8.0, 0.0, 1.0, 4.0, 4.0, 1.0])  # the first kind is all or nothing
    found = smoothed(part, whole, kinds, 2)
    assert found[2] > 0.9
    assert found[5] < 0.6


def test_values_met_once_are_discounted_where_none_is_met_twice():
    counts = np.array([1.0, 1.0, 1.0, 1.0, 5.0, 2.0, 2.0, 7.0])
    kinds, none = np.array([0, 0, 0, 0, 1, 1, 1, 1]), np.zeros(8, bool)
    title, genre = discounts(counts, kinds, 2, none)
    assert title > 0.85
    assert genre < 0.15


def test_values_that_were_asked_tell_whether_what_was_met_once_is_met_again():
    counts = np.array([2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    country, asked = np.zeros(12, int), np.arange(12) < 4
    assert discounts(counts, country, 1, np.zeros(12, bool))[0] == pytest.approx(0.5)
    assert discounts(counts, country, 1, asked)[0] < 0.2  # those asked had two and more


def test_nothing_is_out_of_reach_where_all_values_of_an_attribute_were_asked():
    known = Knowledge(FORM)
    known.hear(page(KANSAS, *CITIES))
    known.hear(page(WICHITA, *CITIES[1::2]))
    wichita = known.id_of("city", "Wichita")
    together, least = (log[wichita] for log in out_of_reach(known, 2))
    assert together <= least < np.log(LEAST) + 1.0
    fresh = Knowledge(FORM)
    fresh.hear(page(KANSAS, *CITIES))
    for log in out_of_reach(fresh, 2):
        assert log[fresh.id_of("city", "Wichita")] > -0.1


def test_whatever_the_regression_has_learnt_so_much_and_no_more_is_out_of_reach():
    both = Together([FORM, FORM], Soundings())
    both.hear(0, page(WICHITA, *CITIES[1::2]))
    both.hear(0, page(Query.of(city="Topeka"), *CITIES[::2]))
    known = both.union.known
    company: Company = known.learner.values
    company.model.beta[0] = 20.0  # a few odd examples: everything is out of reach
    company.renew(known)
    kansas = known.id_of("state", "Kansas")
    assert company.logits[kansas] == np.log(TIMES) + out_of_reach(known, 2)[1][kansas]


def test_the_pages_of_an_answer_speak_for_its_rest():
    rest, others = Freshness(), [Column(np.bool_)]
    others[0].grow(40)
    rest.learn(0, np.arange(30))
    rest.learn(0, np.arange(30, 40))
    one, forecast = np.array([0]), np.array([0.5])
    assert rest.shares(one, forecast, others)[0] == pytest.approx((8 * 0.5 + 40) / 48)
    others[0].array[4:] = True  # another source shows all but four of them meanwhile
    assert rest.shares(one, forecast, others)[0] == pytest.approx((8 * 0.5 + 4) / 48)
    rest.close(0)
    assert rest.shares(one, forecast, others)[0] == 0.5


def test_an_answer_that_waits_keeps_what_no_other_source_has_shown():
    both = Together([FORM, FORM], Soundings())
    kansas = [place(f"k{n}", "Kansas", f"c{n}") for n in range(1500)]
    opened = Answer(records=tuple(kansas[:10]), total=400, more=True, outcome=Outcome.FOUND)
    both.hear(1, Turn(1, Step(KANSAS), opened))
    both.hear(0, page(KANSAS, *kansas[4:]))
    number = np.array([both.sources[1].known.number(KANSAS)])
    assert isinstance(both.learner, Chart)
    promises = both.learner._promises
    assert promises.forecast(both, 1, number)[0] == 0.0  # three tenths of 1,490 would be too many
    assert promises.newness(both, 1, number)[0] == pytest.approx(4 / 18)


def test_of_what_was_asked_elsewhere_the_others_have_shown_their_part():
    both, reach = told((0.5, 0.4))
    reach.learn(both, 1, WICHITA, 0.5)  # half of the answer was read
    wichita, kansas = (both.vocabulary.id_of(x) for x in (("city", "Wichita"), ("state", "Kansas")))
    values = len(both.vocabulary)
    assert reach.untold(1, values)[[wichita, kansas]].tolist() == [1.0, 0.5]
    assert reach.untold(0, values)[[wichita, kansas]].tolist() == pytest.approx([0.8, 1.0])


def answered(
    forecasts: Forecasts, expert: str, attribute: int, forecast: float, new: int, met: int = 10
) -> None:
    """One answer of which so much was forecast, read to its end."""
    why = Why(expert=expert, expected=forecast, pages=1.0)
    forecasts.open((0, 0), why, attribute, forecast, met)
    forecasts.note((0, 0), new)
    forecasts.close((0, 0))


def corrected(
    forecasts: Forecasts, *asked: tuple[float, bool, int], met: tuple[int, ...] = ()
) -> list[float]:
    new, told, attribute = (np.array(column) for column in zip(*asked, strict=True))
    held = np.array(met or [10] * len(asked))
    of = Kinds(told=told, attribute=attribute, forecast=new, met=held)
    return [float(one) for one in forecasts.corrected(of, np.ones(len(new)), 3)]


def test_small_forecasts_are_set_right_apart_by_how_often_a_value_was_met():
    forecasts = Forecasts()
    for _ in range(20):
        answered(forecasts, "probe", 0, 1.0, 3, met=1)
        answered(forecasts, "probe", 0, 1.0, 0, met=10)
    once, often = corrected(forecasts, (1.0, False, 0), (1.0, False, 0), met=(1, 10))
    assert once > 2.0
    assert often < 0.5


def test_forecasts_of_either_kind_are_set_right_apart():
    forecasts = Forecasts()
    for _ in range(20):
        answered(forecasts, "told", 0, 4.0, 0)
        answered(forecasts, "probe", 0, 4.0, 8)
    told, probe, large = corrected(forecasts, (4.0, True, 0), (4.0, False, 0), (40.0, True, 0))
    assert told < 0.5
    assert 7.0 < probe < 9.0
    assert large == 40.0  # nothing was learnt of large forecasts


def test_one_wild_forecast_does_not_silence_an_attribute():
    forecasts = Forecasts()
    answered(forecasts, "probe", 0, 500.0, 19)
    assert corrected(forecasts, (100.0, False, 0))[0] > 30.0


def test_one_broad_answer_does_not_speak_for_other_attributes():
    forecasts = Forecasts()
    answered(forecasts, "probe", 0, 25.0, 250)
    assert 100.0 < corrected(forecasts, (100.0, False, 1))[0] < 170.0


def test_small_forecasts_are_drawn_to_what_their_kind_brings():
    forecasts = Forecasts()
    for _ in range(30):
        answered(forecasts, "probe", 0, 0.1, 2)
        answered(forecasts, "probe", 1, 0.1, 0)
    leads_on, never, untried = corrected(forecasts, *((0.0, False, a) for a in range(3)))
    assert leads_on > 0.9 * DRAWN * 2
    assert never < 0.4 * DRAWN
    assert never < untried < leads_on


def test_attributes_that_never_surprise_are_tried_less_and_less():
    forecasts = Forecasts()
    for number in range(10):
        answered(forecasts, "probe", number % 2, 0.02, number % 2)
    never, ever, untried = forecasts.luck(3)
    assert never < 0.2 < untried == 0.5 < ever
