"""Search boxes that do not take short words."""

from __future__ import annotations

from leadline.answering import heard_out
from leadline.flow import converse, recall
from leadline.lab.collection import index
from leadline.lab.world import World
from leadline.model import Answer, Outcome, Query, Step
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.too_short import TooShort


def test_words_are_too_short_once_several_as_short_have_found_nothing() -> None:
    short = TooShort()
    for word in ("of", "to", "in", "is", "it"):
        short.learn(word, found=False)
    assert short.longest == 0
    short.learn("by", found=False)
    assert short.longest == 2
    short.learn("the", found=False)  # one word may be refused for another reason
    assert short.longest == 2
    short.learn("x", found=True)
    assert short.longest == 0


def test_a_box_that_refuses_short_words_is_asked_for_few_of_them() -> None:
    codes = [a + b for a in "abcdefgh" for b in "klmnopqr"]
    rows = [{"title": f"town{i % 40} road{i % 17} {codes[i % 64]}"} for i in range(400)]
    world = World(collection=index(rows, "keyword"))
    policy = Sounding()
    known = recall(policy, world.interface)
    talk = converse(policy, known, (Query.of(text="road3"),), 0)

    def is_short(step: Step) -> bool:
        return any(len(word) < 3 for _, word in step.query.predicates)

    def answer(step: Step) -> Answer:
        return Answer(outcome=Outcome.REFUSED) if is_short(step) else world.answer(step)

    asked, _ = heard_out(talk, answer)
    assert known.records == 400
    assert sum(is_short(step) and len(step.query.predicates) == 1 for step in asked) <= 6
