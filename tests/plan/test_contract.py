"""Every policy keeps the contract, and the contract can be broken."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import leadline.plan
from leadline.model import Outcome, Query, Record, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.locator.policy import Locator
from leadline.plan.policy import Policy, Unlearned
from tests.plan.contract import (
    CELLS,
    FACETS,
    FORMS,
    KEYWORD,
    MANNERS,
    MIXED,
    ORACLES,
    POLICIES,
    WORLDS,
    Broken,
    Odd,
    check_replay,
    crawl,
    firsts,
    library,
)

MIXED_SINGLE = library(*MIXED.interface.attributes[:3], predicates=1)
every_policy = pytest.mark.parametrize("policy", POLICIES)
every_oracle = pytest.mark.parametrize("oracle", ORACLES)
every_world = pytest.mark.parametrize("world", WORLDS)


@every_policy
@pytest.mark.parametrize("form", FORMS)
def test_a_policy_asks_what_the_form_takes_and_ends_by_itself(policy, form):
    source = FORMS[form]
    crawl(POLICIES[policy](), source, first=firsts(source))


@every_policy
def test_a_policy_may_be_given_nothing_to_begin_with(policy):
    for source in (KEYWORD, FACETS, MIXED, FORMS["a list of everything"]):
        crawl(POLICIES[policy](), source)


@every_policy
@pytest.mark.parametrize("manner", MANNERS)
def test_a_policy_survives_odd_answers(policy, manner):
    for source in (MIXED_SINGLE, FORMS["two fields at a time, cut"]):
        crawl(POLICIES[policy](), Odd(source, MANNERS[manner]), first=firsts(source))


@every_policy
@pytest.mark.parametrize("source", [KEYWORD, FACETS], ids=["box", "fields"])
def test_a_policy_is_fixed_by_its_seed_and_replays_from_its_ledger(policy, source):
    first, make = firsts(source), POLICIES[policy]
    turns = crawl(make(), source, first=first, seed=7)
    assert crawl(make(), source, first=first, seed=7) == turns
    check_replay(make, source.interface, turns, first, seed=7)


@every_policy
def test_a_policy_replays_from_an_odd_ledger(policy):
    source, make = Odd(MIXED, MANNERS["moods"]), POLICIES[policy]
    turns = crawl(make(), source, first=firsts(source))
    check_replay(make, source.interface, turns, firsts(source))


@every_policy
def test_one_policy_object_serves_several_conversations(policy):
    shared, make = POLICIES[policy](), POLICIES[policy]
    crawl(shared, KEYWORD, first=firsts(KEYWORD))
    assert crawl(shared, MIXED, first=firsts(MIXED)) == crawl(make(), MIXED, first=firsts(MIXED))


@every_policy
@every_world
def test_a_policy_keeps_the_contract_in_the_lab(policy, world):
    source = WORLDS[world]
    first = [Query((("text", "sea"),)), Query.of(genre="law")]
    crawl(POLICIES[policy](), source, first=[q for q in first if source.interface.can_ask(q)])


@pytest.mark.parametrize("policy", ["splitting", "sounding", "sounding for queries"])
@pytest.mark.parametrize("cells", CELLS)
def test_a_policy_that_splits_keeps_the_contract(policy, cells):
    source, make = CELLS[cells], POLICIES[policy]
    turns = crawl(make(), source, seed=3)
    assert crawl(make(), source, seed=3) == turns
    check_replay(make, source.interface, turns, seed=3)


@pytest.mark.parametrize("policy", ["splitting", "sounding"])
@pytest.mark.parametrize("manner", MANNERS)
def test_a_policy_that_splits_survives_odd_answers(policy, manner):
    for name in ("from … to", "drop-downs, no totals", "both, one at a time"):
        source, make = Odd(CELLS[name], MANNERS[manner]), POLICIES[policy]
        turns = crawl(make(), source)
        check_replay(make, source.interface, turns)


def test_a_guess_that_was_asked_already_is_not_asked_again():
    """By a first query, by a probe, or as a cell: whoever asked it, once is enough."""
    for source in (FORMS["one listed value at a time"], CELLS["drop-downs, no totals"]):
        form = source.interface
        listed = [Query(((a.name, value),)) for a in form.attributes for value in a.domain or ()]
        for first in (listed[:1], listed[-2:], listed[::2], listed):
            crawl(POLICIES["sounding"](), source, first=first)


@every_oracle
@every_world
def test_an_oracle_keeps_the_contract_in_the_lab(oracle, world):
    source = WORLDS[world]
    first = [q for q in (Query.of(text="sea"), Query.of(y="3")) if source.interface.can_ask(q)]
    turns = crawl(ORACLES[oracle](source), source, first=first)
    assert crawl(ORACLES[oracle](source), source, first=first) == turns
    check_replay(lambda: ORACLES[oracle](source), source.interface, turns, first)


def test_choices_do_not_depend_on_the_process():
    """Sets of strings are ordered differently from process to process; choices must not be."""
    script = "from tests.plan.contract import diary; print(*diary(), sep='\\n')"
    diaries = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert diaries[0] == diaries[1]
    assert len(diaries[0].splitlines()) > 10 * len(POLICIES)


def test_every_policy_of_the_package_is_on_the_list():
    found = set[type]()
    for module in pkgutil.walk_packages(leadline.plan.__path__, "leadline.plan."):
        for _, one in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            several = hasattr(one, "of_union")  # it asks several sources: see tests/plan/many
            policy = hasattr(one, "choose") and hasattr(one, "learner")
            if policy and not several and not one.__name__.startswith("_"):
                found.add(one)
    found.discard(Policy)
    listed = {type(make()) for make in POLICIES.values()} | {Locator}  # which asks for places only
    assert {one.__name__ for one in found if not inspect.isabstract(one)} <= {
        one.__name__ for one in listed
    }


# --- the contract can be broken -------------------------------------------------------------------


class Orderly(Unlearned):
    """Asks the values as they come, and keeps the contract."""

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        waiting = (known.query(v) for v in range(known.values) if known.query_of[v] < 0)
        return known.unfinished() or next((Step(query) for query in waiting), None)


class Repeats(Unlearned):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        return Step(known.queries[0])


class Skips(Unlearned):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        return Step(known.queries[0], 3)


class AsksAnything(Unlearned):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        return Step(Query.of(genre="law", year="1920"))


class Forgets(Orderly):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        known.local[:] = 0
        return super().choose(known, rng)


class Counts(Orderly):
    asked = 0

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        self.asked += 1
        return super().choose(known, rng) if self.asked % 2 else None


class Endless(Unlearned):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        return Step(Query.of(genre=f"genre {known.pages}"))


class Insists(Unlearned):
    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        return Step(known.queries[-1], int(known.next_page[-1]))


SINGLE = library(*FACETS.interface.attributes, predicates=1)
LAW = [Query.of(genre="law")]


def test_a_policy_that_behaves_passes():
    turns = crawl(Orderly(), SINGLE, first=LAW)
    assert turns[0].step == Step(Query.of(genre="law"))
    shown = {record.key for turn in turns for record in turn.answer.records}
    assert len(shown) == 23
    check_replay(Orderly, SINGLE.interface, turns, LAW)


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        (Repeats(), "repeats itself"),
        (Skips(), "skips pages"),
        (AsksAnything(), "cannot express"),
        (Forgets(), "changes what is known"),
        (Counts(), "changes its mind"),
        (Endless(), "still asking"),
    ],
)
def test_a_policy_that_misbehaves_is_caught(policy, complaint):
    with pytest.raises(Broken, match=complaint):
        crawl(policy, SINGLE, first=LAW)


def test_a_policy_that_insists_is_caught():
    with pytest.raises(Broken, match="insists"):
        crawl(Insists(), Odd(SINGLE, MANNERS["only refused"]), first=LAW)


def test_a_policy_with_a_memory_of_its_own_does_not_replay():
    class Remembers(Unlearned):
        def __init__(self) -> None:
            self.pages = set[int]()

        def choose(self, known: Knowledge, rng: Random) -> Step | None:
            self.pages.add(known.pages)
            return Step(Query.of(genre=f"genre {len(self.pages)}"))

    turns = crawl(Remembers(), SINGLE, pages=6)
    with pytest.raises(Broken, match="instead of"):
        check_replay(Remembers, SINGLE.interface, turns)


def test_the_library_says_the_truth():
    small = library(*FACETS.interface.attributes, page_size=2, limit=3)
    first, second = (small.answer(Step(Query.of(genre="law"), page)) for page in (1, 2))
    assert [len(first.records), len(second.records)] == [2, 1]
    assert (first.more, second.more) == (True, False)
    assert first.total == 10
    assert all(("genre", "law") in record.values for record in first.records)
    assert small.answer(Step(Query.of(genre="none"))).outcome is Outcome.EMPTY
    assert isinstance(first.records[0], Record)
