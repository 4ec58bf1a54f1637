"""Audits of a harvest: some pages asked at random, so that its size is told and not guessed.

When asking no longer pays, or the target seems reached, an audit says how much is held. Its turns
are in the ledger like all others, and heard once it is over, so a harvest that was killed during
an audit goes through it again with the answers that it had. What the audits found is kept in the
file's state. Where a budget does not allow for a whole audit, none is begun.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from leadline.answering import attended
from leadline.model import Answer, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.size import Audit, Size
from leadline.plan.size.reading import WHY

SHARE = 0.08  # of the pages so far: what an audit may take
FEWEST, MOST = 20, 80  # pages of an audit
AGAIN = 1.25  # times the pages: by then an audit that did not show the target is repeated

Ask = Callable[[Step], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What one audit found, the number of its last turn, and how many pages came before it."""

    last: int
    pages: int
    estimate: float
    low: float
    high: float

    @property
    def size(self) -> Size:
        """The size."""
        return Size(estimate=self.estimate, low=self.low, high=self.high)


class Audits:
    """All audits of a harvest, and the turns of one that was cut short."""

    def __init__(self, state: Any) -> None:
        self.done = [Audited(**one) for one in (state or {}).get("audits", ())]
        self._cut_short: list[Turn] = []

    @property
    def kept(self) -> list[dict[str, Any]]:
        """What goes into the file's state."""
        return [asdict(one) for one in self.done]

    def size(self, records: int) -> Size | None:
        """The size by the latest audit; what is held by now is the least."""
        if not self.done:
            return None
        size, held = self.done[-1].size, float(records)
        return Size(estimate=max(size.estimate, held), low=max(size.low, held),
                    high=max(size.high, held))  # fmt: skip

    def without_cut_short(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The turns of a ledger but for those of an audit at its end that is not over."""
        last = self.done[-1].last if self.done else 0
        for turn in turns:
            if turn.number > last and is_audit(turn):
                self._cut_short.append(turn)
                continue
            yield from self._cut_short
            self._cut_short.clear()
            yield turn

    def is_due(self, known: Knowledge, left: float) -> bool:
        """Whether anything was learnt since the latest one, and so many requests allow for it."""
        news = not self.done or known.pages > self.done[-1].pages
        return known.records > 0 and news and _pages(known) <= left

    def shows(self, known: Knowledge, target: float) -> bool:
        """Whether by the latest audit the target is surely reached."""
        size = self.size(known.records)
        return size is not None and known.records >= target * size.high

    def waits(self, known: Knowledge, target: float) -> bool:
        """Whether another audit would come too early to show more."""
        if not self.done:
            return False
        enough = known.records >= target * self.done[-1].high
        return not enough and known.pages < AGAIN * self.done[-1].pages

    async def run(self, known: Knowledge, ask: Ask, keep: Callable[[Step, Answer], Turn]) -> None:
        """Audit, and let what it brought be known."""
        audit, turns = Audit(known, _pages(known), seed=len(self.done)), list[Turn]()

        async def answered(step: Step) -> Answer:
            if self._cut_short and self._cut_short[0].step == step:
                turns.append(self._cut_short.pop(0))
                return turns[-1].answer
            answer = await ask(step)
            if not is_known(known, step) and all(turn.step != step for turn in turns):
                turns.append(keep(step, answer))
            return answer

        await attended(audit.steps(), answered)
        size = audit.estimate()
        for turn in turns:
            known.hear(turn)
        last = turns[-1].number if turns else known.pages
        self.done.append(Audited(last=last, pages=known.pages, estimate=size.estimate,
                                 low=size.low, high=size.high))  # fmt: skip


def _pages(known: Knowledge) -> int:
    """How many pages an audit takes."""
    return min(MOST, max(FEWEST, int(SHARE * known.pages)))


def is_audit(turn: Turn) -> bool:
    """Whether a turn was asked by an audit."""
    return turn.step.why is not None and turn.step.why.expert == WHY.expert


def is_known(known: Knowledge, step: Step) -> bool:
    """Whether the page was asked before."""
    number = known.number(step.query)
    if number < 0 or step.page >= known.next_page[number]:
        return False
    return step.page not in known.skipped.get(number, ())
