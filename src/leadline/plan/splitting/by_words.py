"""Words for a cell that no field divides: with counts, enough of them bring all of it.

Beside ranges and drop-downs a form may have a box, of which it is known that a word more narrows
an answer. Then what a cell hides is asked for together with words of the records that it shows,
until as many are held as the source says there are: it is closed by its count, whoever brought
them. The next word is the one that most of those records have that no word so far has brought, and
that should still fit. It is given up when words bring nothing. Leaves out sources that do not count
(no set of words is known to be all), and policies that ask for words themselves and do so better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from leadline.model import Interface, Kind
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import Rows

SHORTEST = 3  # letters of a word that sites look for
LOOKED_AT = 2_000  # records of a cell
FULL = 0.8  # of the limit that a word may be thought to have
IN_VAIN = 8  # words in a row that bring nothing


class ByWords:
    """The box of a form with other fields, and the words that were tried in its cells."""

    def __init__(self, interface: Interface, rows: Rows) -> None:
        several = interface.predicates is None or interface.predicates > 1
        boxes = [a.name for a in interface.attributes if a.kind is Kind.KEYWORD and several]
        self._box = boxes[0] if boxes else ""
        self._interface, self._rows = interface, rows

    def next_word(self, node: Node) -> tuple[tuple[str, str], ...]:
        """The box and the word to ask a cell with; nothing if there is none, or none helps."""
        if not self._box or node.total is None or not node.rows:
            return ()
        self._note(node)
        word = self._word(node, node.total) if node.in_vain < IN_VAIN else ""
        node.words += [word] if word else []
        return ((self._box, word),) if word else ()

    def _word(self, node: Node, total: int) -> str:
        said = [self._rows.words(row) for row in node.rows[-LOOKED_AT:]]
        tried = frozenset(node.words)
        left = [some for some in said if tried.isdisjoint(some)]
        scale = total / len(node.rows)
        return self._best(left, tried, scale) or self._best(said, tried, scale)

    def _note(self, node: Node) -> None:
        """Count the words that brought nothing."""
        node.in_vain = 0 if len(node.rows) > node.before_word else node.in_vain + bool(node.words)
        node.before_word = len(node.rows)

    def _best(self, said: Iterable[frozenset[str]], tried: frozenset[str], scale: float) -> str:
        most = FULL * (self._interface.limit or 1)
        counted = Counter(word for some in said for word in some if word not in tried)
        fit = [(times * scale > most, -times if times * scale <= most else times, word)
               for word, times in counted.items() if _is_asked(word)]  # fmt: skip
        return min(fit)[2] if fit else ""


def _is_asked(word: str) -> bool:
    return len(word) >= SHORTEST or not word.isascii()
