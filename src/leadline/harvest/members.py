"""The sources of an integration: each with its own conversation, which all of them hear."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from leadline.codec import load
from leadline.errors import BudgetSpent, LeadlineError, StoreError
from leadline.flow import recall
from leadline.harvest.conversation import Conversation
from leadline.harvest.plan import Plan
from leadline.harvest.run import understood
from leadline.model import Attribute, Outcome, Turn
from leadline.net.stack import Door
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.soundings import Soundings
from leadline.plan.size import Size, estimate_size
from leadline.plan.stopping import EVERYTHING
from leadline.read.plain import plainly
from leadline.source import Source
from leadline.store import Store
from leadline.unify.in_common import Fields, sampled

SPREAD = 2.0  # standard deviations of what is thought to be in common


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """How one source stands: what it brought, and why it is no longer asked."""

    url: str
    pages: int = 0
    queries: int = 0
    records: int = 0
    size: Size | None = None  # by its own answers
    common: float = 0.0  # records of others that it is thought to have and has not shown
    stopped_because: str = ""
    failure: str = ""

    @property
    def whole(self) -> Size | None:
        """Its size, at least what is held and what it is thought to have in common with others."""
        if self.size is None or self.size.counted or self.stopped_because == EVERYTHING:
            return self.size
        least, more = self.records + self.common, SPREAD * math.sqrt(self.common)
        return replace(self.size, estimate=max(self.size.estimate, least),
                       high=max(self.size.high, least + more))  # fmt: skip

    @property
    def coverage(self) -> float | None:
        """The share of the source that is held, as far as can be told."""
        return None if self.whole is None else self.whole.coverage(self.records)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How all of them stand; entities are told apart by what names them."""

    doing: str
    parts: tuple[Part, ...]
    entities: int = 0
    stopped_because: str = ""


Watch = Callable[[Standing], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """A source that was harvested before, and some of its records."""

    source: Source
    known: Knowledge
    sample: list[Fields]


class Member(Conversation):
    """The conversation with one of several sources, which all of them hear.

    It is soon given up: the others go on, and it is asked once more when they are done.
    """

    patience = 3

    def __init__(self, plan: Plan, store: Store, number: int, door: Door, source: Source) -> None:
        super().__init__(plan, store, number, door, source)
        self.heard: Callable[[Turn], None] = self.known.hear
        self.changed = False  # whether it is understood in another way since

    def hear(self, turn: Turn) -> None:
        """Let all sources hear a turn."""
        self.heard(turn)

    def revise(self) -> None:
        """What was learnt about the source changes how it is seen."""
        before = self.source
        super().revise()
        self.changed = self.changed or self.source != before

    def counting(self) -> Iterator[Turn]:
        """The turns that say something, from the first on."""
        stored = (plainly(self.source, turn) for turn in self.store.turns(self.number))
        return self.lapses.counting(stored)

    def part(self) -> Part:
        """How it stands."""
        return Part(
            url=self.plan.url,
            pages=self.known.pages,
            queries=len(self.known.queries),
            records=self.known.records,
            size=estimate_size(self.known),
        )


async def members_of(
    plans: Sequence[Plan], store: Store, doors: Sequence[Door], watch: Watch
) -> tuple[list[Member], list[Part]]:
    """The sources that are understood, and why the others are not."""
    parts = {plan.url: Part(url=plan.url) for plan in plans}

    async def member(plan: Plan, door: Door) -> Member:
        number = store.source(plan.url)

        def told(progress: object) -> None:
            doing = f"looking at {plan.url}"
            watch(Standing(doing=doing, parts=tuple(parts.values())))

        source = await understood(plan, store, number, door, told)
        return Member(plan, store, number, door, source)

    talks = (member(plan, door) for plan, door in zip(plans, doors, strict=True))
    found = await asyncio.gather(*talks, return_exceptions=True)
    members, failed = list[Member](), list[Part]()
    for plan, one in zip(plans, found, strict=True):
        if isinstance(one, Member):
            members.append(one)
        elif isinstance(one, LeadlineError) and not isinstance(one, StoreError | BudgetSpent):
            failed.append(Part(url=plan.url, stopped_because="not understood", failure=str(one)))
        else:
            raise one
    return members, failed


def telling(source: Source, sample: Iterable[Fields]) -> Source:
    """A source that tells of all that its records show, also where it cannot be asked for it.

    So a site with nothing but a search box tells what genres there are, and how frequent they are.
    """
    interface = source.interface
    known = {a.name for a in interface.attributes}
    shown = dict.fromkeys(name for fields in sample for name in fields if name not in known)
    more = (Attribute(name=name) for name in shown)
    return replace(source, interface=replace(interface, attributes=(*interface.attributes, *more)))


def earlier_of(store: Store, policy: Soundings) -> list[Earlier]:
    """What the harvests of a file tell about values, source by source."""
    found = []
    for one in store.sources():
        if (stored := store.understanding(one.id)) is not None:
            sample = sampled(stored.record for stored in store.records(one.id))
            source = telling(load(Source, stored), sample)
            turns = (plainly(source, turn) for turn in store.turns(one.id))
            said = (turn for turn in turns if turn.answer.outcome is not Outcome.FAILED)
            known = recall(policy.single(), source.interface, said)
            found.append(Earlier(source=source, known=known, sample=sample))
    return found
