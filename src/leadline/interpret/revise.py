"""What a harvest shows about its source that probing could not: limits met while asking.

The limit K shows when answers end early, always after the same number of records, although the
site counts more; where it does not, or counts no further, when the list of everything shows less
than is held, or when many answers end at the same length and none is longer, or some of them while
more of what is held carries what they were asked for. That a site looks for no short words shows
when none of them finds what records visibly carry, although longer ones do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from leadline.model import Kind, Query
from leadline.plan.knowledge import Knowledge
from leadline.source import Source

AGREEING = 2  # answers that end after the same number of records
MANY = 4  # of them, where the site does not count more
NEAR = 0.8  # of the greatest length
CLEARLY = 0.98  # of its total that an answer must fall short of
LONGEST = 3  # letters of a word that a site may call too short
IN_VAIN = 8  # short words that found nothing
MOSTLY = 0.8  # of the longer words found something


def revised(source: Source, known: Knowledge, vain: Sequence[str] = ()) -> Source | None:
    """The source with what was learnt since, and the fields that are asked in vain; None if
    nothing was.
    """
    limit = source.interface.limit or _limit(source, known)
    shortest = source.shortest or _shortest(known)
    interface = replace(source.interface, limit=limit)
    capped = source.capped or _counts_no_further(known, limit)
    unsearched = tuple(dict.fromkeys((*source.unsearched, *vain)))
    learnt = replace(source, interface=interface, shortest=shortest, capped=capped,
                     unsearched=unsearched)  # fmt: skip
    return None if learnt == source else learnt


def _limit(source: Source, known: Knowledge) -> int | None:
    return (
        _by_totals(source, known)
        or _by_everything(known)
        or _by_lengths(source, known)
        or _by_carriers(source, known)
    )


def _by_totals(source: Source, known: Knowledge) -> int | None:
    """Where answers end that the site counts more of."""
    ended = ~known.open & known.exact & (known.shown >= source.interface.page_size)
    short = np.flatnonzero(ended & (known.shown < CLEARLY * known.total))
    lengths = Counter(int(known.shown[q]) for q in short if not known.skipped.get(int(q)))
    if not lengths:
        return None
    limit, times = lengths.most_common(1)[0]
    return limit if times >= AGREEING else None


def _by_everything(known: Knowledge) -> int | None:
    """Where the list of everything ends, if more is held and no answer was longer."""
    listed = known.number(Query())
    if listed < 0 or known.open[listed] or known.skipped.get(listed):
        return None
    length = int(known.shown[listed])
    return length if 0 < length == known.shown.max() < known.records else None


def _by_lengths(source: Source, known: Knowledge) -> int | None:
    """The length that many answers have, if it is the greatest and hardly any comes near it."""
    ended = [q for q in np.flatnonzero(~known.open).tolist() if not known.skipped.get(q)]
    lengths = Counter(int(known.shown[q]) for q in ended)
    longest = max(lengths, default=0)
    if longest < source.interface.page_size or not known.shown.max() == longest < known.records:
        return None
    near = sum(times for length, times in lengths.items() if NEAR * longest <= length < longest)
    return longest if lengths[longest] >= max(MANY, 2 * near) else None


def _by_carriers(source: Source, known: Knowledge) -> int | None:
    """The greatest length, if answers that leave out what is known to match mostly have it."""
    longest = int(known.shown.max(initial=0))
    asked = np.flatnonzero(~known.open & (known.value >= 0) & (known.shown > 0))
    alone = [q for q in asked.tolist() if not known.skipped.get(q)]
    cut = [q for q in alone if known.local[known.value[q]] > known.shown[q]]
    full = sum(known.shown[q] == longest for q in cut)
    enough = longest >= source.interface.page_size and full >= max(AGREEING, len(cut) / 2)
    return longest if enough else None


def _counts_no_further(known: Knowledge, limit: int | None) -> bool:
    """Whether the site counts as much as it shows and no more, though more is held."""
    if limit is None or not known.states_totals:
        return False
    return bool(known.total[known.exact].max(initial=0) == limit < known.records)


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
