"""What lies within what was asked, and what leads out of it."""

import numpy as np

from leadline.model import Answer, Attribute, Interface, Outcome, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.within import LEAST, Within, outside

FORM = Interface(
    attributes=tuple(Attribute(name=name) for name in ("state", "city", "height")),
    page_size=10,
)


def place(state: str, number: int) -> Record:
    """A place in one of five cities of its state, at one of four heights that all states have."""
    values = (("state", state), ("city", f"{state} {number % 5}"), ("height", str(number % 4)))
    return Record(key=f"{state}/{number}", values=values)


def known_of(*states: str) -> Knowledge:
    """All of these states were asked for and read."""
    known = Knowledge(FORM)
    for number, state in enumerate(states):
        records = tuple(place(state, n) for n in range(40))
        answer = Answer(records=records, total=40, more=False, outcome=Outcome.FOUND)
        known.hear(Turn(number + 1, Step(Query.of(state=state)), answer))
    return known


def test_a_city_lies_within_the_state_that_was_asked_and_a_height_does_not():
    known = known_of("Kansas", "Iowa")
    share = outside(known, 3)
    assert share[known.id_of("city", "Iowa 1")] < 0.05
    assert share[known.id_of("height", "1")] > 0.7


def test_while_one_state_is_known_nothing_tells_them_apart():
    known = known_of("Kansas")
    assert (outside(known, 3) == 1.0).all()


def test_where_nothing_was_asked_nothing_lies_within():
    known = Knowledge(FORM)
    assert len(outside(known, 3)) == 0


def test_a_value_met_since_is_taken_for_one_of_its_kind():
    known, within = known_of("Kansas", "Iowa"), Within(3)
    within.renew(known)
    answer = Answer(records=(place("Ohio", 7),), total=1, more=False, outcome=Outcome.FOUND)
    known.hear(Turn(3, Step(Query.of(height="3")), answer))
    new = np.array([known.id_of("city", "Ohio 2")])
    assert np.log(LEAST) <= within.of(known, new)[0] < np.log(0.05)
