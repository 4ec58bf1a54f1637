"""Whatever the table and the form: a proof is true, and it is found wherever there is one."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings

from leadline.lab.sorting import Sorting
from leadline.model import Query
from tests.plan.splitting.stories import (
    alike,
    coverage,
    finest,
    harvested,
    sorted_sources,
    sources,
)

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


def fits(world):
    """How many records a cell may have to be proved; without totals a full answer may be cut."""
    counts, limit = world.counts, world.limit
    told = counts.kind == "exact" or counts.kind == "rounded" or counts.cap >= limit
    return limit if told and counts.kind != "none" else limit - 1


def named(cells: list[Query], rows: list[int], world) -> bool:
    """Whether a cell around these rows is among those that cannot be proved."""
    return any(set(rows) <= set(world.ranked(cell).tolist()) for cell in cells)


@settings(max_examples=150, deadline=None, suppress_health_check=SLOW)
@given(sources())
def test_a_proof_is_true_and_found_where_there_is_one(source):
    rows, ordered, categories, world = source
    splitter, turns = harvested(world)
    hidden = [group for group in alike(rows, ordered, categories) if len(group) > world.limit]
    if splitter.proved:
        assert coverage(world, turns) == 1.0
    for group in hidden:
        assert named(splitter.impossible, group, world)
    if all(len(cell) <= fits(world) for cell in finest(rows, ordered, categories).values()):
        assert splitter.proved
        assert splitter.impossible == []


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(sorted_sources())
def test_orders_prove_nothing_that_is_false_and_all_that_is_proved_without(world):
    splitter, turns = harvested(world)
    plain = replace(world, sorting=Sorting())
    without, turns_without = harvested(plain)
    assert coverage(world, turns) >= (1.0 if splitter.proved else coverage(plain, turns_without))
    assert splitter.proved or not without.proved
