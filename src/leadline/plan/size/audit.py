"""An audit: a few pages asked only to learn how many records there are.

A form with several fields is audited by letting these check each other (`crossing`), and so is any
source without totals whose answers can be followed to their last page. A search box, else: records
held are drawn at random, each walks to a query (`spread`), and the query is asked. Its records that
are not held have a share of their weight there, as the ones held have; over draws the first over
the second is the ratio of what is missing to what is held. This needs no assumption on how the
records held were chosen: drawing is the only chance. Where totals are exact, some pages ask
for more of them, and the missing records drawn bring them to scale (`calibration`), some to totals
of two values at once, a second opinion (`overlaps`).

Where everything can be listed and is counted, that count is the size. Leaves out what no query
that can be thought of would find, but for the correction in `weighing`. What an audit finds is
harvest too, but was not captured as a policy captures: it stays out of `Knowledge`.
"""

from __future__ import annotations

from collections.abc import Generator
from random import Random

import numpy as np

from leadline.model import Answer, Count, Kind, Outcome, Query, Record, Step
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.calibration import Calibration, calibrate, sample, unseen_by_total
from leadline.plan.size.crossing import Crossing
from leadline.plan.size.judgement import Evidence, judge
from leadline.plan.size.overlaps import Overlaps
from leadline.plan.size.reading import WHY, Reading, read_answer
from leadline.plan.size.running import estimate_size
from leadline.plan.size.spread import Spread, documents_in
from leadline.plan.size.totals import worth_asking
from leadline.plan.size.value import Size, exactly
from leadline.plan.size.weighing import Missing, weigh

PAGES_A_PROBE = 5
PAIRS = 0.3  # of the pages, for totals of two values
DRAWS_A_PAGE = 10  # at most: a draw that falls on an answer read before costs nothing
VISIBLY = 0.8  # of the records a query returns carry what it asked for


class Audit:
    """A conversation of at most so many pages, and the estimate that comes of it."""

    def __init__(self, known: Knowledge, pages: int, seed: int = 0) -> None:
        self.known, self.pages = known, pages
        self.spent = 0
        self.found: dict[str, Record] = {}  # records that were not held
        self._rng = Random(f"audit/{seed}")
        self._fits = np.random.default_rng(seed)
        self._spread = Spread(known, most_held(known), together=True)
        self._everything: int | None = None
        self._surely = 0  # missing records of the value that most of them have
        self._calibration: Calibration | None = None
        self._overlaps: Overlaps | None = None
        self._crossing: Crossing | None = None
        self._drawn: list[Missing] = []

    def steps(self) -> Generator[Step, Answer, None]:
        """Yields steps and is sent their answers, until the pages are spent."""
        talk = self._talk()
        step = next(talk, None)
        while step is not None and self.spent < self.pages:
            answer = yield step
            self._hear(answer)
            try:
                step = talk.send(answer)
            except StopIteration:
                step = None
        talk.close()

    def _hear(self, answer: Answer) -> None:
        self.spent += 1
        for record in answer.records:
            if self.known.row_of(record.key) < 0:
                self.found.setdefault(record.key, record)

    def _talk(self) -> Generator[Step, Answer, None]:
        if self.known.interface.browsable:
            yield from self._count_all()
        if self._everything is None and self.known.records:
            if self._can_cross():
                yield from self._cross()
                return
            if self.known.states_totals:
                yield from self._ask_for_totals()
            yield from self._probe()

    def _can_cross(self) -> bool:
        """Whether fields check each other by totals, or the ends of answers can be looked for."""
        interface = self.known.interface
        if self.known.states_totals:
            return any(a.kind is Kind.VALUE for a in interface.attributes)
        return interface.any_page and interface.limit is None

    def _cross(self) -> Generator[Step, Answer, None]:
        unseen = unseen_by_total(self.known, {})
        self._crossing = Crossing(self.known, unseen, self.pages, self._rng)
        yield from self._crossing.steps()

    def estimate(self) -> Size:
        """The size, as far as the answers so far tell."""
        if self._everything is not None:
            return exactly(float(self._everything), counted=True)
        if self._crossing is not None and (size := self._crossing.size(len(self.found))):
            return size
        if not self._drawn:
            return estimate_size(self.known) or self._unknown()
        evidence = Evidence(
            known=self.known,
            eligible=len(self._spread.eligible),
            drawn=self._drawn,
            least=max(len(self.found), self._surely),
            calibration=self._calibration,
            overlaps=self._overlaps.view() if self._overlaps is not None else None,
        )
        return judge(evidence)

    def _unknown(self) -> Size:
        """What is held, if nothing could be asked: nothing speaks against as many again."""
        held = float(self.known.records)
        return Size(estimate=held, low=held, high=2 * held)

    def _count_all(self) -> Generator[Step, Answer, None]:
        number, total = self.known.number(Query()), None
        if number >= 0 and self.known.exact[number] and self.known.states_totals:
            total = int(self.known.total[number])
        elif number < 0 and self.pages:
            answer = yield Step(Query(), 1, WHY)
            total = answer.total if answer.count is Count.EXACT else None
        if total is not None and total >= self.known.records:
            self._everything = total

    def _ask_for_totals(self) -> Generator[Step, Answer, None]:
        known, closed = self.known, self._spread.closed
        rows, trust = sample(known, closed, self._fits)
        stated: dict[int, int] = {}
        for value in worth_asking(known, closed, rows, trust, self.pages):
            answer = yield Step(known.query(value), 1, WHY)
            exact = answer.outcome is Outcome.FOUND and answer.count is Count.EXACT
            if answer.total is not None and exact and self._carried(answer, (value,)):
                stated[value] = answer.total
        unseen = unseen_by_total(known, stated)
        self._surely = max(unseen.values(), default=0)
        self._calibration = calibrate(known, unseen, rows, trust)
        if known.interface.predicates != 1 and unseen:
            self._overlaps = Overlaps(known, unseen, self._fits)
            yield from self._overlaps.steps(int(PAIRS * self.pages))

    def _carried(self, answer: Answer, query: tuple[int, ...]) -> bool:
        """Whether the records of an answer visibly carry what was asked for."""
        documents = documents_in(self.known, answer.records)
        carrying = np.ones(len(documents), bool)
        for value in query:
            carrying &= documents.carrying(value)
        return bool(carrying.sum() >= VISIBLY * len(documents))

    def _probe(self) -> Generator[Step, Answer, None]:
        answers: dict[tuple[int, ...], Missing | None] = {}
        for _ in range(DRAWS_A_PAGE * self.pages):
            if self.spent >= self.pages or not len(self._spread.eligible):
                return
            query = self._spread.walk(self._rng)
            if query not in answers:
                reading = yield from self._read(query)
                if reading is None:  # values are not looked up together: draw single ones
                    self._spread = Spread(self.known, self._spread.most, together=False)
                    self._drawn.clear()
                    answers.clear()
                    continue
                answers[query] = None if reading.failed else weigh(self._spread, query, reading)
            if (missing := answers[query]) is not None:
                self._drawn.append(missing)

    def _read(self, query: tuple[int, ...]) -> Generator[Step, Answer, Reading | None]:
        """What the query's answer shows; None if it is not about all of its values."""
        known, most = self.known, min(PAGES_A_PROBE, self.pages - self.spent)
        talk = read_answer(known.query(*query), self._spread.held(query), known, most, self._rng)
        step = next(talk)
        while True:
            answer = yield step
            if len(query) > 1 and not self._carried(answer, query):
                talk.close()
                return None
            try:
                step = talk.send(answer)
            except StopIteration as done:
                reading: Reading = done.value
                return reading


def most_held(known: Knowledge) -> int:
    """The most records held that a query to be asked should match: some pages, well under K."""
    page, limit = known.interface.page_size, known.interface.limit
    return 3 * page if limit is None else max(1, min(3 * page, limit // 3))
