"""What a harvest shows about its source that probing could not: limits met while asking.

Where pages can only be followed one after the other, the limit K shows when answers end early,
always after the same number of records, although the site counts more. That a site looks for no
short words shows when none of them finds what records visibly carry, although longer ones do.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from leadline.model import Kind
from leadline.plan.knowledge import Knowledge
from leadline.source import Source

AGREEING = 2  # answers that end after the same number of records
CLEARLY = 0.98  # of its total that an answer must fall short of
LONGEST = 3  # letters of a word that a site may call too short
IN_VAIN = 8  # short words that found nothing
MOSTLY = 0.8  # of the longer words found something


def revised(source: Source, known: Knowledge) -> Source | None:
    """The source with what was learnt since; None if nothing was."""
    limit = source.interface.limit or _limit(source, known)
    shortest = source.shortest or _shortest(known)
    interface = replace(source.interface, limit=limit)
    learnt = replace(source, interface=interface, shortest=shortest)
    return None if learnt == source else learnt


def _limit(source: Source, known: Knowledge) -> int | None:
    ended = ~known.open & known.exact & (known.shown > source.interface.page_size)
    short = np.flatnonzero(ended & (known.shown < CLEARLY * known.total))
    lengths = Counter(int(known.shown[q]) for q in short if not known.skipped.get(int(q)))
    if not lengths:
        return None
    limit, times = lengths.most_common(1)[0]
    return limit if times >= AGREEING else None


def _shortest(known: Knowledge) -> int:
    """The fewest letters of a word that is looked for; 0 if short ones may be, too."""
    found, missed = _words(known)
    for fewest in range(LONGEST + 1, 1, -1):
        short = sum(times for letters, times in missed.items() if letters < fewest)
        refused = short >= IN_VAIN and not any(letters < fewest for letters in found)
        longer = sum(times for letters, times in found.items() if letters >= fewest)
        vain = sum(times for letters, times in missed.items() if letters >= fewest)
        if refused and longer >= max(IN_VAIN, MOSTLY * (longer + vain)):
            return fewest
    return 0


def _words(known: Knowledge) -> tuple[Counter[int], Counter[int]]:
    """How many words of each length found something, and how many nothing that is carried."""
    found, missed = Counter[int](), Counter[int]()
    attributes = known.interface.attributes
    for query in np.flatnonzero(known.value >= 0).tolist():
        value = known.value[query]
        if attributes[known.attribute[value]].kind is Kind.KEYWORD:
            letters = len(known.names[value])
            if known.shown[query]:
                found[letters] += 1
            elif known.local[value] and (known.total[query] == 0 or not known.open[query]):
                missed[letters] += 1
    return found, missed
