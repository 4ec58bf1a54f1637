"""What holds for every published policy, on a source small enough to be read whole."""

from random import Random

import pytest

from leadline.flow import next_step, recall
from leadline.lab.collection import index
from leadline.lab.world import World
from leadline.model import PAGES, Answer, Attribute, Cost, Interface, Outcome, Query, Turn
from leadline.plan.classic import (
    Abortion,
    Adaptive,
    AToZ,
    BreadthFirst,
    DepthFirst,
    DomainKnowledge,
    DomainTable,
    GenericFrequency,
    GreedyLink,
    Independence,
    Mmmi,
    RandomValue,
    RandomWords,
    Zipf,
)
from leadline.plan.policy import Policy
from tests.plan.classic.stories import crawl, pairs, table

COLOURS = ("red", "green", "blue", "grey")
SHAPES = ("disc", "square", "star")
ROWS = [
    {"colour": COLOURS[i % 4], "shape": SHAPES[(i // 2 + i // 7) % 3], "maker": f"m{i // 5}"}
    for i in range(60)
]
WORDS = (*COLOURS, *SHAPES, *(f"m{i}" for i in range(12)))
FIRST = Query.of(maker="m3")

POLICIES = {
    "breadth first": BreadthFirst(),
    "depth first": DepthFirst(),
    "random value": RandomValue(),
    "greedy link": GreedyLink(),
    "mmmi, detected": Mmmi(share=0.3, batch=3, window=1),
    "mmmi, fixed": Mmmi(records=60, share=0.5, batch=3),
    "domain knowledge": DomainKnowledge(DomainTable.of(pairs(ROWS[:30]))),
    "generic frequency": GenericFrequency(WORDS),
    "random words": RandomWords(WORDS, seed=5),
    "a to z": AToZ(WORDS),
    "independence": Adaptive(),
    "independence, pages": Adaptive(Independence(records=60), cost=PAGES),
    "independence, capped": Adaptive(cost=PAGES, capped=True),
    "zipf": Adaptive(Zipf(), batch=2),
    "zipf, all costs": Adaptive(Zipf(), cost=Cost(query=1, page=2, record=3), batch=2),
    "abortion": Abortion(GreedyLink(), least=0.01),
    "abortion, unlearned": Abortion(BreadthFirst(), least=0.01),
}
every = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES.keys())


@every
@pytest.mark.parametrize("limit", [None, 8])
def test_reads_the_whole_source(policy: Policy, limit: int | None):
    world = World(collection=index(ROWS, "attribute"), page_size=3, limit=limit)
    turns, known = crawl(world, policy, FIRST)
    assert known.records == 60
    steps = [turn.step for turn in turns]
    assert len(set(steps)) == len(steps)


@every
def test_choosing_changes_nothing_and_survives_a_restart(policy: Policy):
    turns, _ = crawl(table(ROWS, page_size=3, limit=4), policy, FIRST)
    interface = table(ROWS, page_size=3, limit=4).interface
    for length in (1, 7, 13):
        known = recall(policy, interface, turns[:length])
        expected = turns[length].step
        assert [next_step(policy, known), next_step(policy, known)] == [expected, expected]


@every
def test_asks_only_what_the_form_lists(policy: Policy):
    world = table(ROWS, page_size=3)
    form = Interface(
        attributes=(
            Attribute(name="colour", domain=("red", "blue")),
            Attribute(name="shape"),
            Attribute(name="maker", domain=("m3", "m4")),
        ),
        page_size=3,
    )
    known = recall(policy, form)
    while (step := next_step(policy, known, (FIRST,))) is not None:
        known.hear(Turn(known.pages + 1, step, world.answer(step)))
    words = {value for query in known.queries for _, value in query.predicates}
    assert all(form.can_ask(query) for query in known.queries)
    assert {"red", "blue", "m3", "m4", *SHAPES} <= words


@every
def test_with_nothing_known_it_asks_from_its_own_list_or_not_at_all(policy: Policy):
    world = table(ROWS)
    step = policy.choose(recall(policy, world.interface), Random(0))
    own = isinstance(policy, DomainKnowledge | GenericFrequency | RandomWords | AToZ)
    assert (step is not None) == own


@every
def test_goes_on_after_failures_and_refusals(policy: Policy):
    world = table(ROWS, page_size=3, failures=0.2, stop_words=2)
    _, known = crawl(world, policy, FIRST)
    assert known.records > 40


@every
def test_an_empty_source_is_no_surprise(policy: Policy):
    form = Interface(attributes=(Attribute(name="colour"),), browsable=True)
    known = recall(policy, form)
    while (step := next_step(policy, known, (Query(), Query.of(colour="red")))) is not None:
        known.hear(Turn(known.pages + 1, step, Answer(outcome=Outcome.EMPTY, total=0)))
    assert known.records == 0


@every
def test_browsing_first_is_a_query_like_any_other(policy: Policy):
    world = table(ROWS, page_size=7, limit=20, browsable=True)
    _, known = crawl(world, policy, Query())
    assert known.records > 40
