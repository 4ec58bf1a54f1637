"""Words of records' own pages, asked where a search finds by more than its rows show.

A search may look into what only own pages say: a genre, a publisher. Words of rows then lead to
part of the records, and an audit, which draws from these words, takes that part for all. Where
many records that were found do not show what they were found by, a few own pages are read, and what
they say beyond rows is asked for, the commonest first: once early, and whenever asking no longer
pays, until that brings nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random

from leadline.document import Document
from leadline.harvest.follow import SAMPLE, Following
from leadline.interpret.words import is_content
from leadline.model import Kind, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge
from leadline.plan.words import words
from leadline.read.details import DetailRule

EARLY = 50  # pages: by then it shows
UNSHOWN = 0.05  # of the records found, at least, that do not show what they were found by
FEWEST = 50  # records found that tell
STEM, ENDING = 4, 3  # letters that are compared at least; letters of an ending that are not
ASKED = 8  # words of some own pages that are asked for
WHY = Why(expert="own page", expected=0.0, pages=1.0, evidence="only records' own pages say it")


async def own_words(known: Knowledge, turns: Sequence[Turn], own: Following) -> list[Step]:
    """What to ask of words that only own pages say; nothing where the last few were in vain."""
    box = next((a.name for a in known.interface.attributes if a.kind is Kind.KEYWORD), "")
    if not box or _in_vain(known, turns) or not looks_beyond(turns, box):
        return []
    rule = await own.rule()
    if rule is None or not rule.more:
        return []
    pages = await own.some(Random(f"own pages/{known.records}"), SAMPLE)
    asked = {value for query in known.queries for _, value in query.predicates}
    return [Step(Query(((box, one),)), 1, WHY) for one in _said(rule, pages, asked)]


def _in_vain(known: Knowledge, turns: Sequence[Turn]) -> bool:
    """Whether such words were asked, and no record came since."""
    ours = [turn.step.why is not None and turn.step.why.expert == WHY.expert for turn in turns]
    begun = max((n for n, own in enumerate(ours) if own and not (n and ours[n - 1])), default=None)
    if begun is None:
        return False
    since = min(len(ours) - begun, known.pages)
    return int(known.held[-1 - since]) == known.records


def looks_beyond(turns: Iterable[Turn], box: str) -> bool:
    """Whether many records do not show the word that they were found by, whatever its ending."""
    found = unshown = 0
    for turn in turns:
        word = dict(turn.step.query.predicates).get(box, "").casefold()
        word = word[: max(STEM, len(word) - ENDING)]
        for record in turn.answer.records if word else ():
            found += 1
            unshown += not any(word in text.casefold() for _, text in record.values)
    return found >= FEWEST and unshown >= UNSHOWN * found


def _said(rule: DetailRule, pages: Iterable[Document], asked: Collection[str]) -> list[str]:
    counts = Counter[str]()
    for page in pages:
        said = (word for _, text in rule.beyond(page) for word in words(text))
        counts.update(list(dict.fromkeys(filter(is_content, said))))
    return [word for word, _ in counts.most_common() if word not in asked][:ASKED]
