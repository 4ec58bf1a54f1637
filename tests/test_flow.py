"""The conversation: steps out, answers in, and the same again from its ledger."""

from random import Random

import pytest

from leadline.flow import START, converse, next_step, recall
from leadline.lab.collection import index
from leadline.lab.world import World
from leadline.model import (
    Answer,
    Attribute,
    Interface,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.policy import Policy, Unlearned
from tests.ledgers import read_again

ROWS = [{"a": n % 7, "b": n % 5, "c": n % 3, "d": n} for n in range(60)]
WORLD = World(collection=index(ROWS, "attribute"), page_size=4, failures=0.1, seed=2)
FIRST = (Query.of(a="1"),)


class AnyValue(Unlearned):
    """Any value that was met and not asked."""

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        waiting = [v for v in range(known.values) if known.query_of[v] < 0]
        return known.unfinished() or (Step(known.query(rng.choice(waiting))) if waiting else None)


class Tally:
    """How many records each query brought, as the policy's own learning."""

    def __init__(self) -> None:
        self.brought: list[int] = []

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        self.brought += [0] * (query + 1 - len(self.brought))

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        self.brought[query] += len(shown.fresh)


class ByLuck:
    """Goes from the front or the back of the values by what its learner counted."""

    def learner(self, interface: Interface) -> Tally:
        return Tally()

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        waiting = [v for v in range(known.values) if known.query_of[v] < 0]
        place = -1 if sum(known.learner.brought) % 2 else 0
        return known.unfinished() or (Step(known.query(waiting[place])) if waiting else None)


def play(policy: Policy, past: list[Turn], pages: int, seed: int = 0) -> list[Turn]:
    """The ledger after so many pages more."""
    turns = list(past)
    known = recall(policy, WORLD.interface, past)
    talk = converse(policy, known, FIRST, seed, turns.append)
    step = next(talk)
    for _ in range(pages - 1):
        step = talk.send(WORLD.answer(step))
    talk.close()
    return turns


@pytest.mark.parametrize("policy", [AnyValue(), ByLuck()])
@pytest.mark.parametrize("cut", [1, 2, 17, 39])
def test_an_interrupted_conversation_goes_on_as_if_it_had_not_been(policy, cut):
    whole = play(policy, [], 41)
    assert len(whole) == 40
    assert len({turn.step for turn in whole}) == 40
    resumed = play(policy, read_again(whole[:cut]), 41 - cut)
    assert resumed == whole


def test_another_seed_makes_other_choices():
    assert play(AnyValue(), [], 30, seed=1) == play(AnyValue(), [], 30, seed=1)
    assert play(AnyValue(), [], 30, seed=1) != play(AnyValue(), [], 30, seed=2)


def test_a_turn_is_told_before_the_policy_knows_it():
    policy = ByLuck()
    known = recall(policy, WORLD.interface)
    told = list[tuple[int, int, int, int]]()

    def heard(turn: Turn) -> None:
        told.append((turn.number, known.pages, known.records, len(known.learner.brought)))

    talk = converse(policy, known, (Query.of(d="3"),), heard=heard)
    answer = Answer(records=(Record("3", (("a", "3"), ("b", "3"))),))
    next(talk)
    talk.send(answer)
    assert told == [(1, 0, 0, 0)]
    assert (known.pages, known.records) == (1, 1)
    talk.send(answer)
    assert told == [(1, 0, 0, 0), (2, 1, 1, 1)]


def test_what_could_not_be_stored_is_not_known():
    known = recall(AnyValue(), WORLD.interface)

    def full(turn: Turn) -> None:
        raise OSError("disk full")

    talk = converse(AnyValue(), known, FIRST, heard=full)
    next(talk)
    with pytest.raises(OSError, match="disk full"):
        talk.send(Answer(records=(Record("1"),)))
    assert (known.pages, known.records, known.queries) == (0, 0, [])


def test_first_queries_come_first_and_once():
    first = (Query.of(a="1"), Query.of(nowhere="x"), Query.of(b="2"))
    talk = converse(AnyValue(), recall(AnyValue(), WORLD.interface), first)
    assert next(talk) == Step(Query.of(a="1"))
    second = talk.send(Answer(outcome=Outcome.FAILED))
    assert second == Step(Query.of(b="2"))
    assert second.why == START
    third = talk.send(Answer(records=(Record("9", (("c", "0"),)),)))
    assert third == Step(Query.of(c="0"))


def test_a_conversation_ends_when_the_policy_has_nothing_left():
    interface = Interface(attributes=(Attribute(name="a"),))
    talk = converse(AnyValue(), recall(AnyValue(), interface), (Query.of(a="1"),))
    next(talk)
    with pytest.raises(StopIteration):
        talk.send(Answer(outcome=Outcome.EMPTY))
    assert next_step(AnyValue(), recall(AnyValue(), interface)) is None


def test_what_is_next_depends_only_on_what_is_known():
    turns = play(AnyValue(), [], 20)
    known = recall(AnyValue(), WORLD.interface, turns)
    assert next_step(AnyValue(), known, FIRST) == next_step(AnyValue(), known, FIRST)
    assert next_step(AnyValue(), known, FIRST) == play(AnyValue(), turns, 2)[-1].step
