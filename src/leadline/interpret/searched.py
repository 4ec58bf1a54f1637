"""Which fields of its records a search box does not look into.

A word that a known record visibly carries, and that the site finds nowhere, is not looked for
where the record carries it. Once a few words that only one field shows were asked in vain, its
other words are not worth a request: years beside a search for titles, names of categories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from leadline.model import Interface, Kind, Outcome, Record, Turn
from leadline.plan.words import words

IN_VAIN = 3  # words of a field that found nothing
EXCEPTIONS = 0.1  # of as many may find something: elsewhere, out of sight
MOST = 50_000  # words that are remembered


class Searched:
    """Remembers which fields show a word, and which words found something."""

    def __init__(self, interface: Interface) -> None:
        boxes = (a.name for a in interface.attributes if a.kind is Kind.KEYWORD)
        self._box = next(boxes, "")
        self._shown: dict[str, str | None] = {}  # by the field that shows it; None: by several
        self._asked: dict[str, bool] = {}  # whether it found something
        self.vain: tuple[str, ...] = ()  # fields that are not looked into

    def hearing(self, turns: Iterable[Turn]) -> Iterator[Turn]:
        """The same turns, each taken note of as it passes."""
        for turn in turns:
            self.hear(turn)
            yield turn

    def hear(self, turn: Turn) -> None:
        """Take note of an answer."""
        answer = turn.answer
        if not self._box or answer.outcome not in (Outcome.FOUND, Outcome.EMPTY):
            return
        for record in answer.records:
            self._show(record)
        asked = turn.step.query.predicates
        if turn.step.page == 1 and len(asked) == 1 and asked[0][0] == self._box:
            self._asked[asked[0][1]] = bool(answer.records)
            self.vain = self._in_vain()

    def _show(self, record: Record) -> None:
        for name, value in record.values:
            for word in words(value) if len(self._shown) < MOST else ():
                if self._shown.setdefault(word, name) != name:
                    self._shown[word] = None

    def _in_vain(self) -> tuple[str, ...]:
        missed, found = Counter[str](), Counter[str]()
        for word, hit in self._asked.items():
            if field := self._shown.get(word):
                (found if hit else missed)[field] += 1
        fields = {field for field in self._shown.values() if field}
        vain = {f for f in missed if missed[f] >= IN_VAIN and found[f] <= EXCEPTIONS * missed[f]}
        return tuple(sorted(vain)) if vain < fields else ()
