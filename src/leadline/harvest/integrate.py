"""Several sources of one domain harvested together, each telling what to ask the others.

Every source has a conversation of its own, with its own ledger; what is asked next, and where, is
chosen over all of them by what it brings to their union. What their attributes have in common and
which records are one entity is told from what has come in, and looked at again when there is twice
as much. Resuming is folding the turns of all ledgers in the order in which they were kept. A source
that cannot be understood, or that stops answering, does not keep the others from going on.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from leadline.errors import BudgetSpent, StoppedAnswering
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.members import Earlier, Member, Part, Standing, Watch
from leadline.model import PAGES, Kind, Query, Record, Step, Turn
from leadline.plan.many.soundings import Soundings
from leadline.plan.many.together import Together
from leadline.plan.size import estimate_size
from leadline.plan.stopping import DRY, EVERYTHING, PAYS, WINDOW, proved
from leadline.source import Source
from leadline.store import Store
from leadline.unify.attributes import Matching
from leadline.unify.identity import identity
from leadline.unify.in_common import Common, Entities, Samples, in_common, sampled

WORDS = "words"  # what search boxes are called together, but for those that look into one column
IN_ONE = f"{WORDS}\x1e"  # these are called like the column, after this
FIRST = 100  # records of all sources: then it is looked at for the first time
SOON = 20  # the same, where an earlier harvest is there to compare with
AGAIN = 2  # times as many records: then it is looked at again
ENDED = "asking no longer pays anywhere"


@dataclass
class Integration:
    """Sources being asked in turns, until none of them pays."""

    store: Store
    members: Sequence[Member]
    earlier: Sequence[Earlier] = ()
    policy: Soundings = field(default_factory=lambda: Soundings(cost=PAGES))

    def __post_init__(self) -> None:
        self._left: dict[int, Part] = {}
        self._again = set[int]()
        self._due = FIRST  # records: then what sources share is looked at again
        self._seen: tuple[tuple[int, ...], Common] | None = None
        self._fold()

    @property
    def _records(self) -> int:
        return sum(member.known.records for member in self.members)

    # --- what they have in common ---------------------------------------------------------------

    def _fold(self) -> None:
        """Hear everything so far, with what is known by now about what sources share."""
        cuts, samples, matching = self._in_common()
        names = [names_of(n, source, matching) for n, source in enumerate(self._sources())]
        self.together = Together(
            [member.source.interface for member in self.members],
            self.policy,
            first=[first_of(member.source) for member in self.members],
            earlier=[one.known for one in self.earlier],
            entity=Entities(identity(matching, samples), cuts),
            names=names,
            boxes=[looked_into(n, names, matching) for n in range(len(self.members))],
        )
        for n, member in enumerate(self.members):
            member.known = self.together.sources[n].known
            member.heard = partial(self._hear, n)
            member.changed = False
        self._gains = [deque[int](maxlen=WINDOW) for _ in self.members]
        for n, turn in self._turns():
            self._hear(n, turn)
        for n, member in enumerate(self.members):
            if n not in self._left and (reason := self._reason(n, member)) is not None:
                self._leave(n, reason)
        self.together.left.update(self._left)

    def _in_common(self) -> Common:
        """What the samples say; it is looked at again when they are others."""
        samples = self._samples()
        sizes = tuple(map(len, samples.values()))
        changed = any(member.changed for member in self.members)
        if changed or self._seen is None or self._seen[0] != sizes:
            self._seen = sizes, in_common(samples)
        return self._seen[1]

    def _sources(self) -> list[Source]:
        """Those that are asked, and those of earlier harvests."""
        asked = [member.source for member in self.members]
        return [*asked, *(one.source for one in self.earlier)]

    def _turns(self) -> Iterator[tuple[int, Turn]]:
        """The turns of all sources that count, in the order in which they were kept."""
        places = {member.number: n for n, member in enumerate(self.members)}
        ledgers = [{turn.number: turn for turn in member.counting()} for member in self.members]
        passed = [0] * len(self.members)
        for number in self.store.order():
            if (n := places.get(number)) is not None:
                passed[n] += 1
                if (turn := ledgers[n].get(passed[n])) is not None:
                    yield n, turn

    def _samples(self) -> Samples:
        """The records of each source that tell what they share.

        They are those that there were when there were twice as many as the last time, so that a
        run that was interrupted sees what one that was not saw.
        """
        seen: list[dict[str, Record]] = [{} for _ in self.members]
        samples: Samples = {n: [] for n in range(len(self.members))}
        self._due = SOON if self.earlier else FIRST
        for n, turn in self._turns():
            seen[n] |= {record.key: record for record in turn.answer.records}
            if sum(map(len, seen)) >= self._due:
                samples = {n: sampled(records.values()) for n, records in enumerate(seen)}
                self._due = AGAIN * sum(map(len, seen))
        return samples | {n: one.sample for n, one in enumerate(self.earlier, len(self.members))}

    def _hear(self, n: int, turn: Turn) -> None:
        held = self.together.records
        self.together.hear(n, turn)
        self._gains[n].append(self.together.records - held)

    def _reason(self, n: int, member: Member) -> str | None:
        """Why to ask a source no more: it is held, or does not pay for all of them together."""
        if proved(member.known, estimate_size(member.known)):
            return EVERYTHING
        gains, least = self._gains[n], PAYS * member.source.interface.page_size * WINDOW
        return DRY if len(gains) == WINDOW and sum(gains) < least else None

    # --- asking -----------------------------------------------------------------------------------

    async def run(self, watch: Watch) -> Standing:
        """Ask until there is a reason to stop."""
        reason = ENDED
        try:
            while (choice := self._next()) is not None:
                await self._ask(*choice)
                watch(self.standing("asking"))
        except BudgetSpent as error:
            reason = str(error)
        except asyncio.CancelledError:
            reason = INTERRUPTED
        return replace(self.standing("done"), stopped_because=reason)

    def _next(self) -> tuple[int, Step] | None:
        """What failed earlier, a first page of each, what pays best; at last those let alone."""
        for n, member in enumerate(self.members):
            if n not in self._left and (step := self._due_at(n, member)) is not None:
                return n, step
        if (choice := self.policy.choose(self.together)) is not None:
            return choice
        back = {n for n, part in self._left.items() if part.stopped_because == GAVE_UP}
        if not back - self._again:
            return None
        self._again |= back
        for n in back:
            del self._left[n]
        self._fold()
        return self._next()

    def _due_at(self, n: int, member: Member) -> Step | None:
        """A page that failed earlier, or the first of a source of which nothing is known."""
        first = None if member.known.pages else self.together.start(n)
        return member.lapses.next() or first

    async def _ask(self, n: int, step: Step) -> None:
        member = self.members[n]
        try:
            reason, failure = await member.taken(step), member.failure
        except StoppedAnswering as error:
            reason, failure = GAVE_UP, error.failure
        if reason == GAVE_UP:
            self._leave(n, reason, failure)
        if reason is not None or member.changed or self._records >= self._due:
            self._fold()
        elif (reason := self._reason(n, member)) is not None:
            self._leave(n, reason)
            self._fold()

    def _leave(self, n: int, reason: str, failure: str = "") -> None:
        """Ask a source no more."""
        self._left[n] = replace(self.members[n].part(), stopped_because=reason, failure=failure)

    def standing(self, doing: str) -> Standing:
        """How all of them stand."""
        parts = tuple(self._part(n, member) for n, member in enumerate(self.members))
        return Standing(doing=doing, parts=parts, entities=self.together.records)

    def _part(self, n: int, member: Member) -> Part:
        left = self._left.get(n)
        part = replace(member.part(), common=self.policy.lacking(self.together, n))
        if left is None:
            return part
        return replace(part, stopped_because=left.stopped_because, failure=left.failure)


def first_of(source: Source) -> Query | None:
    """What a source is asked first: its list of everything, where it has one."""
    return Query() if source.interface.browsable else next(iter(source.first), None)


def names_of(n: int, source: Source, matching: Matching) -> dict[str, str]:
    """What the attributes of a source are called by all of them together."""
    common = _common_columns(n, matching)
    shown = {name for _, name in source.columns}  # records name these fields like the attribute
    named = {}
    for attribute in source.interface.attributes:
        own = attribute.name
        named[own] = common.get(own, f"{n}\x1e{own}")
        if attribute.kind is Kind.KEYWORD:
            named[own] = f"{IN_ONE}{named[own]}" if own in shown else WORDS
    return named


def looked_into(n: int, names: Iterable[Mapping[str, str]], matching: Matching) -> dict[str, str]:
    """The column of a source that each box looks into, of those that look into one column."""
    columns = {f"{IN_ONE}{name}": own for own, name in _common_columns(n, matching).items()}
    boxes = {name for own in names for name in own.values() if name.startswith(IN_ONE)}
    return {box: columns.get(box, "") for box in boxes}


def _common_columns(n: int, matching: Matching) -> dict[str, str]:
    """The columns of a source that others have too, and what they are called together."""
    return {
        column.name: attribute.name
        for attribute in matching.attributes
        if attribute.is_shared
        for column in attribute.columns
        if column.source == n
    }
