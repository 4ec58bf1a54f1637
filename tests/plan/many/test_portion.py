"""What is left at a source, shared out by value, with the sizes of sources told or not."""

import numpy as np
import pytest

from leadline.model import Answer, Attribute, Interface, Outcome, Query, Record, Step, Turn
from leadline.plan.many.conjunctions import CAUTION, Conjunctions
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.portion import FEW, Portions, Trust
from leadline.plan.many.sizes import Sizes
from leadline.plan.many.soundings import Chart, Soundings
from leadline.plan.many.together import Together

FORM = Interface(attributes=(Attribute(name="origin"), Attribute(name="carrier")), page_size=10)
EWR = Query.of(origin="EWR")


def flight(key: int, origin: str, carrier: str) -> Record:
    return Record(str(key), (("origin", origin), ("carrier", carrier)))


def page(query: Query, *records: Record, total: int | None = None) -> Turn:
    total = len(records) if total is None else total
    answer = Answer(records=records, total=total, more=total > len(records), outcome=Outcome.FOUND)
    return Turn(1, Step(query), answer)


def chart_of(together: Together) -> Chart:
    assert isinstance(together.learner, Chart)
    return together.learner


def test_what_was_not_asked_has_all_of_the_rest():
    one = Together([FORM, FORM], Soundings())
    newark = [flight(n, "EWR", "UA") for n in range(8)]
    one.hear(0, page(Query.of(carrier="EV"), flight(10, "LGA", "EV"), flight(11, "LGA", "EV")))
    one.hear(0, page(EWR, *newark))
    kept = Portions(one)
    found = kept.of(one, 0)
    la_guardia = one.vocabulary.id_of(("origin", "LGA"))
    assert found[la_guardia] == pytest.approx((2 + FEW * 2 / 10) / (2 + FEW))
    elsewhere = kept.of(one, 1)  # which was asked nothing: there they are as they are held
    assert elsewhere[la_guardia] == pytest.approx(0.2)


def test_forecasts_are_believed_as_far_as_they_were_right():
    trust = Trust()
    assert trust.first == 0.5
    for number in range(5):
        trust.open((0, number), (1.0, 20.0))
        trust.close((0, number), 18.0)
    assert trust.first < 0.1
    both = trust.blended(np.array([1.0]), np.array([100.0]))
    assert 50 < both[0] < 100


def test_a_source_that_is_wholly_held_is_not_asked():
    records = [flight(n, "EWR", "UA") for n in range(8)]
    policy = Soundings(sizes=Sizes((8.0, 40.0)))
    both = Together([FORM, FORM], policy)
    both.hear(0, page(EWR, *records))
    chosen = policy.choose(both)
    assert chosen is not None
    assert chosen[0] == 1


def test_the_largest_source_is_asked_first():
    first = [EWR, EWR]
    assert Soundings().choose(Together([FORM, FORM], Soundings(), first=first)) is not None
    policy = Soundings(sizes=Sizes((8.0, 40.0)))
    chosen = policy.choose(Together([FORM, FORM], policy, first=first))
    assert chosen is not None
    assert chosen[0] == 1


def test_sizes_say_how_many_entities_there_are():
    sizes = Sizes((30.0, 60.0))
    assert sizes.union(np.array([0.5, 1.0])) == 60.0
    assert sizes.union(np.array([0.2, 0.4])) == 90.0  # no more than all of both
    assert Sizes().union(np.array([0.5, 1.0])) is None


def test_no_more_is_new_than_a_source_hides():
    policy = Soundings(sizes=Sizes((20.0, 12.0)))
    both = Together([FORM, FORM], policy)
    both.hear(0, page(EWR, *(flight(n, "EWR", "UA") for n in range(8))))
    both.hear(1, page(EWR, *(flight(n, "EWR", "UA") for n in range(5, 15))))
    assert chart_of(both)._promises.of(both, 1).new.max() <= 2.0


def test_an_answer_is_judged_by_its_first_page():
    policy = Soundings()
    both = Together([FORM, FORM], policy)
    both.hear(0, page(Query.of(carrier="UA"), *(flight(n, "EWR", "UA") for n in range(10))))
    step = policy.choose(both)
    assert step is not None
    source, asked = step
    records = [flight(n, "EWR", "UA") for n in range(100, 110)]
    answer = Answer(records=tuple(records), total=60, more=True, outcome=Outcome.FOUND)
    both.hear(source, Turn(2, asked, answer))
    assert not chart_of(both).forecasts._open  # though most of it was not read


def test_conjunctions_that_bring_nothing_are_expected_to_bring_less():
    some = Conjunctions(Overlap(2))
    assert some.factor == 1.0
    for number in range(3):
        some.open((0, number), 60.0)
        some.note((0, number), 0)
        some.close((0, number), 0.0)
    assert some.factor < CAUTION / (CAUTION + 5)


def test_what_is_kept_up_to_date_is_what_is_counted_anew():
    both = Together([FORM, FORM], Soundings())
    kept = Portions(both)
    turns = [
        (0, page(Query.of(carrier="EV"), flight(1, "LGA", "EV"), flight(2, "EWR", "EV"))),
        (1, page(EWR, *(flight(n, "EWR", "UA") for n in range(2, 9)))),
        (0, page(Query.of(origin="LGA"), flight(1, "LGA", "EV"), flight(9, "LGA", "B6"))),
        (1, page(Query.of(carrier="B6"), flight(9, "LGA", "B6"), flight(10, "JFK", "B6"))),
        (0, page(EWR, flight(3, "EWR", "UA"))),
    ]
    for source, turn in turns:
        both.hear(source, turn)
        for one in range(2):
            assert kept.of(both, one).tolist() == Portions(both).of(both, one).tolist()


def test_of_a_conjunction_the_value_that_fits_is_asked_alone():
    form = Interface(attributes=FORM.attributes, page_size=10, limit=20)
    policy = Soundings(sizes=Sizes((60.0,)))
    one = Together([form], policy)
    newark = [flight(n, "EWR", "UA" if n % 5 else "B6") for n in range(10)]
    one.hear(0, page(EWR, *newark, total=40))
    whole = chart_of(one)._of._whole
    assert whole(one, 0, Query.of(origin="EWR", carrier="B6")) == Query.of(carrier="B6")
    assert whole(one, 0, Query.of(origin="EWR", carrier="UA")) is None  # 48 match, 20 can be seen
    one.hear(0, page(Query.of(carrier="B6"), *(one for one in newark if "B6" in one.text)))
    assert whole(one, 0, Query.of(origin="EWR", carrier="B6")) is None  # it was asked
