"""Words that no record has shown, tried where those that were met run dry."""

from __future__ import annotations

from random import Random

import numpy as np

from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.unmet import Unmet

BOX = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=10)
SEA = Query((("text", "sea"),))
READ = Turn(1, Step(SEA, 1), Answer(records=(Record("a", text="sea"),), total=1))


def test_when_all_words_met_were_asked_the_list_goes_on() -> None:
    policy = Sounding(words=("sea", "law"))
    step = policy.choose(recall(policy, BOX, [READ]), Random(0))
    assert step == Step(Query((("text", "law"),)), 1)
    assert step.why is not None
    assert step.why.expert == "guess"


def test_without_a_list_there_is_nothing_left_to_ask() -> None:
    policy = Sounding()
    assert policy.choose(recall(policy, BOX, [READ]), Random(0)) is None


def test_a_list_ends() -> None:
    policy = Sounding(words=("sea", "law"))
    law = Step(Query((("text", "law"),)), 1)
    missed = Turn(2, law, Answer(total=0, outcome=Outcome.EMPTY))
    assert policy.choose(recall(policy, BOX, [READ, missed]), Random(0)) is None


def test_misses_make_guessing_worth_less_and_hits_more() -> None:
    unmet = Unmet(BOX, ("law",))
    first = unmet.worth(10, np.inf)
    unmet.learn(0)
    missed = unmet.worth(10, np.inf)
    unmet.learn(4)
    assert missed < first < unmet.worth(10, np.inf)


def test_little_is_expected_of_a_word_that_none_of_many_records_carries() -> None:
    unmet = Unmet(BOX, ("law",))
    assert unmet.worth(10, most=0.05) < 0.1 < unmet.worth(10, most=1.0)


def test_a_form_without_a_search_box_takes_no_words() -> None:
    assert Unmet(Interface(attributes=(Attribute(name="genre"),)), ("law",)).query is None
