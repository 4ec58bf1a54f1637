"""Proofs of harvests: made when they end, kept with them, checked from the archive alone.

Every page that a proof rests on is read again, the way the harvest read it, and compared with its
turn; then the proof is checked against the turns. Taken as given are the way of asking and reading
that the file keeps, with the limit and the values of drop-downs, and that the archive is genuine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from leadline.codec import load
from leadline.document import Document
from leadline.errors import StoreError
from leadline.flow import recall
from leadline.model import Answer, Page, Step, Turn
from leadline.plan.locator import certificate
from leadline.plan.locator.certificate import Certificate, as_proof, certified, judged
from leadline.plan.locator.chart import Chart
from leadline.plan.locator.policy import Locator
from leadline.plan.proof import (
    Change,
    Outline,
    Proof,
    Verdict,
    build,
    changes,
    failures,
    from_json,
    outline_in,
    to_json,
    verify,
)
from leadline.plan.splitting import Splitting
from leadline.plan.splitting.policy import divider_of
from leadline.query.ask import request_for
from leadline.query.encode import tokens
from leadline.read.answer import read
from leadline.read.echoes import Echoes
from leadline.read.plain import plainly
from leadline.source import Source
from leadline.store import Store


def keep_proof(store: Store, number: int, source: Source, learner: object) -> None:
    """Keep what the turns of a source prove, along a policy's tree of cells, or by its discs."""
    if isinstance(learner, Chart):
        found = certified(learner, _turns(store, number, source))
        store.keep_proof(number, certificate.to_json(found))
        return
    proof = build(_turns(store, number, source), source.interface, outline_in(learner))
    store.keep_proof(number, to_json(proof))


def _turns(store: Store, number: int, source: Source) -> Iterator[Turn]:
    """The turns as policies hear them: with numbers and dates in plain writing."""
    return (plainly(source, turn) for turn in store.turns(number))


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was found about a proof, and what happened to the source while it was harvested."""

    proof: Proof
    verdict: Verdict
    pages: int  # that were read again
    began: float | None  # seconds since 1970
    ended: float | None
    later: int  # turns that came after the proof
    changes: tuple[Change, ...]
    failed: tuple[Step, ...]


def source_of(store: Store, number: int) -> Source:
    """How a source is asked and read, as the file keeps it."""
    try:
        return load(Source, store.understanding(number))
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise StoreError("how the source is asked and read is not in the file") from error


def proof_of(store: Store, number: int, source: Source) -> Proof:
    """The proof that is kept; one that the turns give, if none was."""
    if source.located:
        found = _certificate(store, number, source)
        return as_proof(found, _turns(store, number, source))
    data = store.proof(number)
    if data is None:
        along = _outline(store, number, source)
        return build(_turns(store, number, source), source.interface, along)
    if (proof := from_json(data)) is None:
        raise StoreError("the proof in the file is damaged")
    return proof


def _certificate(store: Store, number: int, source: Source) -> Certificate:
    """The same of a source that is asked for what is near a point."""
    data = store.proof(number)
    if data is None:
        known = recall(Locator(), source.interface, _turns(store, number, source))
        assert isinstance(known.learner, Chart)
        return certified(known.learner, _turns(store, number, source))
    if (found := certificate.from_json(data)) is None:
        raise StoreError("the proof in the file is damaged")
    return found


def _verdict(store: Store, number: int, source: Source, proof: Proof) -> Verdict:
    """Whether the proof follows from the turns."""
    turns = _turns(store, number, source)
    if not source.located:
        return verify(proof, turns, source.interface)
    return judged(_certificate(store, number, source), list(turns), source.interface.limit)


def _outline(store: Store, number: int, source: Source) -> Outline | None:
    """How the turns divide a source, if there is anything to divide it by."""
    if divider_of(source.interface) is None:
        return None
    return outline_in(recall(Splitting(), source.interface, _turns(store, number, source)).learner)


Told = Callable[[int, int], None]  # hears how many turns of how many are done


def check(store: Store, number: int, told: Told = lambda done, of: None) -> Checked:
    """Check the proof of a source against its turns, and these against the archived pages."""
    with store.frozen():
        return _checked(store, number, told)


def _checked(store: Store, number: int, told: Told) -> Checked:
    source = source_of(store, number)
    proof = proof_of(store, number, source)
    named = {turn for cell in proof.cells for turn in cell.turns}
    archived = _Archived(source, set(range(1, proof.turns + 1)) if source.located else named)
    wrong = tuple(archived.differences(store, number, proof.turns, told))
    verdict = _verdict(store, number, source, proof)
    if wrong:
        problems = (*wrong, *verdict.problems)
        verdict = replace(verdict, holds=False, complete=False, high=None, problems=problems)
    bare = [_bare(turn) for turn in store.turns(number)]
    return Checked(
        proof=proof,
        verdict=verdict,
        pages=archived.pages,
        began=archived.began,
        ended=archived.ended,
        later=max(0, store.totals(number).turns - proof.turns),
        changes=tuple(changes(bare)),
        failed=tuple(failures(bare)),
    )


def _bare(turn: Turn) -> Turn:
    """A turn without its records, of which so many may be held as there are."""
    return replace(turn, answer=replace(turn.answer, records=()))


@dataclass(slots=True)
class _Archived:
    """The pages behind the turns that a proof rests on: those it names, and each record's first."""

    source: Source
    named: set[int]
    pages: int = 0
    began: float | None = None
    ended: float | None = None
    _held: set[str] = field(default_factory=set)
    _echoes: Echoes = field(default_factory=Echoes)

    def differences(self, store: Store, number: int, last: int, told: Told) -> Iterator[str]:
        """What the archived pages do not bear out."""
        both = zip(store.turns(number), store.read_from(number), strict=True)
        for turn, (_, page) in both:
            if turn.number > last:
                break
            told(turn.number, last)
            self._note_time(page)
            new = {record.key for record in turn.answer.records} - self._held
            self._held |= new
            needed = bool(new) or turn.number in self.named
            if needed and (wrong := self._wrong(turn, page, new)):
                yield f"turn {turn.number} ({turn.step.query}, page {turn.step.page}): {wrong}"
            self._echoes.hear(turn.step, turn.answer)

    def _note_time(self, page: Page | None) -> None:
        if page is not None:
            self.began = page.fetched if self.began is None else min(self.began, page.fetched)
            self.ended = page.fetched if self.ended is None else max(self.ended, page.fetched)

    def _wrong(self, turn: Turn, page: Page | None, new: set[str]) -> str:
        if page is None:
            return "its page is not in the archive"
        if not self._answers(page, turn.step):
            return f"the archived page answers another question, {page.request}"
        self.pages += 1
        reading = read(self.source, Document(page), page.request, turn.step)
        answer = self._echoes.ended(reading, turn.step).answer
        return "; ".join(self._compared(turn, answer, new))

    def _answers(self, page: Page, step: Step) -> bool:
        """Whether a page may be the answer to a step, as far as that can be told."""
        request = request_for(self.source, step)
        if request is None or (self.source.form is not None and tokens(self.source.form)):
            return True
        return replace(request, rendered=page.request.rendered) == page.request

    def _compared(self, turn: Turn, read_now: Answer, new: set[str]) -> Iterator[str]:
        kept, limit = turn.answer, self.source.interface.limit
        if kept.outcome is not read_now.outcome:
            yield f"the ledger says {kept.outcome}, the archived page {read_now.outcome}"
            return
        if (kept.total, kept.count) != (read_now.total, read_now.count):
            yield f"the ledger counts {_total(kept)} records, the archived page {_total(read_now)}"
        if [r.key for r in kept.records] != [r.key for r in read_now.records]:
            yield (f"the ledger has {len(kept.records)} records, the archived page "
                   f"{_others(kept, read_now)}")  # fmt: skip
        elif self._values(kept, new) != self._values(read_now, new):
            yield "records of the ledger have other values on the archived page"
        at_end = limit is not None and turn.step.page * self.source.interface.page_size >= limit
        if kept.more != read_now.more and not at_end:
            yield f"the archived page says that {'more' if read_now.more else 'nothing'} follows"

    def _values(self, answer: Answer, keys: set[str]) -> list[list[tuple[str, str]]]:
        interface = self.source.interface
        names = {attribute.name for attribute in interface.attributes}
        names |= {order.by for order in interface.orders}
        told = self.source.located  # where a record is may stand in any of its fields
        return [[pair for pair in record.values if told or pair[0] in names]
                for record in answer.records if record.key in keys]  # fmt: skip


def _total(answer: Answer) -> str:
    said = "" if answer.total is None else answer.count.value.replace("exact", "")
    return "no" if answer.total is None else f"{said} {answer.total:,}".strip()


def _others(kept: Answer, read_now: Answer) -> str:
    missing = {r.key for r in kept.records} ^ {r.key for r in read_now.records}
    return f"{len(read_now.records)}, {len(missing)} of them others"
