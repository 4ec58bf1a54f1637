"""Whether a page on which no record was read really has none, or has a new design.

What usually stands on the pages of a site besides records is remembered; if more than that repeats
on a page, it holds something that a wrapper should have read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from leadline.document import Document
from leadline.read.records import Element, grow, set_apart
from leadline.read.repeated import repeated
from leadline.read.repeated_score import facts, ranked, texts

LOUD = 100.0  # less than this is not a list of records
MOST = 600


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """Digests of texts that are always there, and how much of the rest repeats at most."""

    texts: tuple[str, ...] = ()
    score: float = 0.0

    def is_all_of(self, document: Document) -> bool:
        """Whether a page has nothing but this: nothing was found."""
        body = document.tree.body if document.is_html else None
        if body is None:
            return True
        return surprise(set_apart(grow(body)), self.texts) <= max(1.5 * self.score, LOUD)


NOTHING = Usual()


def learn_usual(pages: Sequence[Element]) -> Usual:
    """What is usual, given pages without records."""
    found = sorted({_digest(text) for page in pages for text in texts(page)})[:MOST]
    return Usual(texts=tuple(found), score=max((surprise(p, found) for p in pages), default=0.0))


def surprise(root: Element, usual: Sequence[str]) -> float:
    """How much the best set of a page looks like records, usual texts left out."""
    known = set(usual)
    stale = {text for text in texts(root) if _digest(text) in known}
    best = ranked(repeated([root]), [facts(root, stale, ())], asked=False)
    return best[0].score if best else 0.0


def _digest(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
