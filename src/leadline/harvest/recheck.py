"""Asking a live source again for some cells of a proof: do they still hold?

Nothing is kept: the file stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

from leadline.answering import attended
from leadline.harvest.conversation import Conversation
from leadline.harvest.plan import Plan
from leadline.harvest.proofs import proof_of, source_of
from leadline.model import Answer, Step
from leadline.net.stack import Door
from leadline.plan.proof import Rechecked, recheck
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore, Store


async def rechecked(
    store: Store, number: int, most: int, door: Door, rng: Random, told: Callable[[int], None]
) -> list[Rechecked]:
    """What has become of so many cells of a proof, chosen at random; `told` hears of pages."""
    source = source_of(store, number)
    proof = proof_of(store, number, source)
    held = {stored.record.key for stored in store.records(number)}
    memory = MemoryStore()
    plan = Plan(url=source.url, policy=Sounding())
    talk = Conversation(plan, memory, memory.source(source.url), door, source)
    pages = count(1)

    async def answer(step: Step) -> Answer:
        reading, _ = await talk.ask(step)
        told(next(pages))
        if reading.next is not None:
            talk.next[step.query, step.page + 1] = reading.next
        return reading.answer

    return await attended(recheck(proof, held, most, rng), answer)
