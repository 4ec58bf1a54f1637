"""The conversation with one source: a generator that yields steps and is sent answers.

It is neither sync nor async and does no I/O, so the same conversation runs against a simulated
table, a live site or a stored ledger. Randomness is seeded per turn: a conversation that is
resumed from its turns goes on exactly as one that was never interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from random import Random

from leadline.model import Answer, Interface, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge
from leadline.plan.policy import Policy

START = Why(expert="start", expected=0.0, pages=1.0, evidence="given as a first query")


def recall(policy: Policy, interface: Interface, turns: Iterable[Turn] = ()) -> Knowledge:
    """What is known after these turns, with the policy's own learning folded in."""
    known = Knowledge(interface, policy.learner(interface))
    for turn in turns:
        known.hear(turn)
    return known


def converse(
    policy: Policy,
    known: Knowledge,
    first: Sequence[Query] = (),
    seed: int = 0,
    heard: Callable[[Turn], None] | None = None,
) -> Generator[Step, Answer, None]:
    """Ask the first queries, then whatever the policy chooses, until it has nothing left.

    `heard` is called with each turn *before* the policy learns of it: the place to store it.
    """
    while (step := next_step(policy, known, first, seed)) is not None:
        answer = yield step
        turn = Turn(known.pages + 1, step, answer)
        if heard is not None:
            heard(turn)
        known.hear(turn)


def next_step(
    policy: Policy, known: Knowledge, first: Sequence[Query] = (), seed: int = 0
) -> Step | None:
    """The step that comes after what is known."""
    for query in first:
        if known.number(query) < 0 and known.interface.can_ask(query):
            return Step(query, 1, START)
    return policy.choose(known, Random(f"{seed}/{known.pages}"))
