"""Words of records' own pages, asked where a search finds by more than its rows show.

A search may look into what only own pages say: a genre, a publisher. Words of rows then lead to
part of the records, and an audit, which draws from these words, takes that part for all. Where
many records that were found do not show what they were found by, a few own pages are read, and what
they say beyond rows is asked for, the commonest first: once early, and whenever asking no longer
pays, until that brings nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from random import Random

from leadline.document import Document
from leadline.harvest.follow import SAMPLE, Following
from leadline.interpret.words import is_content
from leadline.model import Interface, Kind, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge
from leadline.plan.words import words
from leadline.read.details import DetailRule

EARLY = 50  # pages: by then it shows
UNSHOWN = 0.05  # of the records found, at least, that do not show what they were found by
FEWEST = 50  # records found that tell
STEM, ENDING = 4, 3  # letters that are compared at least; letters of an ending that are not
ASKED = 8  # words of some own pages that are asked for
WHY = Why(expert="own page", expected=0.0, pages=1.0, evidence="only records' own pages say it")


class OwnWords:
    """Remembers whether a search box finds by more than rows show, and what own pages led to."""

    def __init__(self, interface: Interface) -> None:
        boxes = (a.name for a in interface.attributes if a.kind is Kind.KEYWORD)
        self._box = next(boxes, "")
        self._found = self._unshown = self._turns = 0
        self._asked: tuple[int, int] | None = None  # the first and last turn of the latest words

    def hearing(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The same turns, each taken note of as it passes."""
        for turn in turns:
            self.hear(turn)
            yield turn

    def hear(self, turn: Turn) -> None:
        """Take note of an answer."""
        self._turns += 1
        if turn.step.why is not None and turn.step.why.expert == WHY.expert:
            goes_on = self._asked is not None and self._asked[1] == self._turns - 1
            begun = self._asked[0] if self._asked is not None and goes_on else self._turns
            self._asked = begun, self._turns
        word = dict(turn.step.query.predicates).get(self._box, "").casefold()
        stem = word[: max(STEM, len(word) - ENDING)]
        for record in turn.answer.records if stem else ():
            self._found += 1
            self._unshown += not any(stem in text.casefold() for _, text in record.values)

    async def steps(self, known: Knowledge, own: Following) -> list[Step]:
        """What to ask; nothing where rows show what is searched, or the latest were in vain."""
        if self._found < FEWEST or self._unshown < UNSHOWN * self._found or self._in_vain(known):
            return []
        rule = await own.rule()
        if rule is None or not rule.more:
            return []
        pages = await own.some(Random(f"own pages/{known.records}"), SAMPLE)
        asked = {value for query in known.queries for _, value in query.predicates}
        return [Step(Query(((self._box, one),)), 1, WHY) for one in _said(rule, pages, asked)]

    def _in_vain(self, known: Knowledge) -> bool:
        if self._asked is None:
            return False
        first, last = (min(self._turns - turn, known.pages - 2) for turn in self._asked)
        return int(known.held[-2 - first]) == int(known.held[-1 - last])


def _said(rule: DetailRule, pages: Iterable[Document], asked: Collection[str]) -> list[str]:
    counts = Counter[str]()
    for page in pages:
        said = (word for _, text in rule.beyond(page) for word in words(text))
        counts.update(list(dict.fromkeys(filter(is_content, said))))
    return [word for word, _ in counts.most_common() if word not in asked][:ASKED]
