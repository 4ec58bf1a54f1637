"""Asking a live source again for some cells of a proof: do they still hold?

Nothing is kept: the file stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from leadline.harvest.conversation import Conversation
from leadline.harvest.plan import Plan
from leadline.harvest.proofs import proof_of, source_of
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
    asking, asked = recheck(proof, held, most, rng), 0
    try:
        step = next(asking)
        while True:
            reading, _ = await talk.ask(step)
            asked += 1
            told(asked)
            if reading.next is not None:
                talk.next[step.query, step.page + 1] = reading.next
            step = asking.send(reading.answer)
    except StopIteration as done:
        found: list[Rechecked] = done.value
        return found
