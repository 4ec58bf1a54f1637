"""The number of matches a page claims, and how far it can be trusted.

The total is the number at a constant place that varies with the query and agrees with what was
read: at least the records seen so far, and no more than the pages hold once all are read,
(pages - 1)·p < n <= pages·p; 0 where nothing was found; the same on all pages of one query. One
page is enough for a guess by words; more pages confirm it or throw it out. Leaves out totals that
only a script writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from leadline.document import Document
from leadline.model import Count
from leadline.read.outcome_words import says_nothing_found
from leadline.read.total_places import CROWD, Numbers, Spot, spots_at

GUESS = 2.5  # what a place must score: by its looks alone,
CONFIRMED = 5.0  # or with this, if it varies and is once what the last page proves,
STEADY = 4.5  # or with this, if it varies, but not between the pages of one query,
VARIES = 1.5  # or with this, if it varies and nothing speaks against it
PROOFS, PROOF = 4, 0.5  # that count, and what each counts
ASKED = 1.5  # where the words asked for stand beside it
TRIED = 60  # places of one page
LIKELY = 1.5  # how well the words beside a number must agree with those of the rule,
SURE = 2.0  # where many lines at such a place have numbers,
PERFECT = 2.75  # and at best


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalSample:
    """A page that was read: which page of its query, with how many records, and if it is the last.

    `words` are those of the query, by which samples of different queries are told apart. A page
    of a query that nothing matches has no records.
    """

    document: Document
    records: int
    page: int = 1
    page_size: int = 10
    last: bool = False
    words: tuple[str, ...] = ()

    @property
    def seen(self) -> int:
        """The records of the query up to this page."""
        return max(0, self.page - 1) * max(1, self.page_size) + self.records

    @property
    def full(self) -> bool:
        """Whether there may be more after it, whatever it shows of that."""
        return self.records >= self.page_size


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalRule:
    """The place of the total, the words beside it, and its order among the numbers of its line."""

    place: str
    before: str = ""
    after: str = ""
    part: str = ""
    order: int = 0
    zero: bool = True  # whether "no results" means 0, or is said on other pages too

    def read(self, document: Document, records: int = 0) -> tuple[int, Count] | None:
        """The total claimed by a page on which so many records were read; None if it claims none.

        Only where there are none, or it is not known, can "no results" be the total.
        """
        spot = self.choose(spots_at(document, self.place))
        if spot is not None:
            return spot.value, spot.count
        if not records and self.zero and says_nothing_found(document):
            return 0, Count.EXACT
        return None

    def choose(self, found: Iterable[Spot]) -> Spot | None:
        """The number of these that is the total; without its place none is."""
        lines, best, most = set[str](), None, 0.0
        for spot in found:
            if spot.place != self.place:
                continue
            lines.add(spot.line)
            fit = self.fit(spot)
            if fit >= PERFECT:
                return spot
            best, most = (spot, fit) if fit > most else (best, most)
        return best if most >= (LIKELY if len(lines) <= CROWD else SURE) else None

    def fit(self, spot: Spot) -> float:
        """How well the words beside a number at this place agree with those of the total."""
        if spot.part in ("range", "page"):
            return 0.0
        if ":" in self.place:
            return PERFECT
        fit = _alike(self.before, spot.before) + _alike(self.after, spot.after)
        return fit + (0.5 if spot.part == self.part else 0.0) + (spot.order == self.order) * 0.25


def learn_total(samples: Sequence[TotalSample]) -> TotalRule | None:
    """The rule that tells the total on these pages; None if no number does."""
    rule = learn_place(samples)
    if rule is None:
        return None
    said = any(sample.records and says_nothing_found(sample.document) for sample in samples)
    return replace(rule, zero=not said)


def learn_place(samples: Sequence[TotalSample]) -> TotalRule | None:
    """The same for pages with records alone: whether "no results" means 0 is not looked at."""
    read = [_Read(sample=sample, numbers=Numbers(sample.document)) for sample in samples]
    fullest = max(read, key=lambda r: (r.sample.seen, not r.sample.last), default=None)
    if fullest is None or not fullest.sample.records:
        return None
    best, beyond = _Best(), dict[TotalRule, float]()
    further = _further(samples)
    for spot in sorted(fullest.numbers.all(), key=lambda spot: -spot.looks)[:TRIED]:
        highest = spot.looks + further
        if highest < GUESS or (best.everywhere and highest <= best.score):
            break
        rule = _rule(spot, fullest)
        if rule not in beyond:  # numbers of one list stand alike
            beyond[rule] = _score(rule, read)
        score = spot.looks + beyond[rule]
        if score >= GUESS:
            everywhere = _speaks(rule, read)
            proved = everywhere and beyond[rule] >= CONFIRMED
            best = max(best, _Best(proved, score, everywhere, rule), key=lambda one: one[:2])
    return best.rule


class _Best(NamedTuple):
    """A place so far: one that all answers state, and sums prove, is better than any other."""

    proved: bool = False
    score: float = float("-inf")
    everywhere: bool = False
    rule: TotalRule | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    sample: TotalSample
    numbers: Numbers


def _further(samples: Sequence[TotalSample]) -> float:
    """What a place can score at most beside its looks, by what these pages can prove."""
    if any(sample.last or not sample.records for sample in samples):
        return CONFIRMED + PROOFS * PROOF + ASKED
    pages, asked = {(s.words, s.page) for s in samples}, {s.words for s in samples}
    return (STEADY if len(pages) > len(asked) else VARIES) + ASKED


def _rule(spot: Spot, read: _Read) -> TotalRule:
    asked = {word.lower() for word in read.sample.words}
    before, after = ("" if word in asked else word for word in (spot.before, spot.after))
    return TotalRule(place=spot.place, before=before, after=after, part=spot.part, order=spot.order)


def _alike(known: str, seen: str) -> float:
    """How well two neighbours agree; the ends of words vary with number: "hit", "hits"."""
    if known == seen:
        return 1.0
    if not known or not seen:
        return 0.25
    return 0.9 if known[:4] == seen[:4] else 0.0


def _score(rule: TotalRule, read: Sequence[_Read]) -> float:
    """What the sums say, beside looks; minus infinity if they speak against it."""
    found = [(r.sample, rule.choose(r.numbers.at(rule.place))) for r in read]
    told = [(sample, spot) for sample, spot in found if spot is not None and sample.records]
    none = [spot.value for sample, spot in found if spot is not None and not sample.records]
    agreed = [_agreement(sample, spot) for sample, spot in told]
    against = sum(a < 0 for a in agreed) + sum(value > 0 for value in none)
    shown = sum(sample.records > 0 for sample, _ in found)
    if 2 * len(told) < shown or 5 * against > len(told) or _constant(told):
        return float("-inf")
    if _are_echoes(told) or any(_is_of_records(rule, one) for one in read):
        return float("-inf")
    proofs = sum(a > 0 for a in agreed) + none.count(0)
    confirmed = _confirmed(told, proofs) if _varies(told) else 0.0
    return confirmed + min(proofs, PROOFS) * PROOF + _asked(told) - _shown(told)


def _speaks(rule: TotalRule, read: Sequence[_Read]) -> bool:
    """Whether the first pages of all answers state it."""
    firsts = (one for one in read if one.sample.records and one.sample.page == 1)
    return all(rule.choose(one.numbers.at(rule.place)) is not None for one in firsts)


def _are_echoes(told: Sequence[tuple[TotalSample, Spot]]) -> bool:
    """Whether the numbers are those asked for: the list of 1998 says "1998"."""
    return bool(told) and all(
        str(found.value) in re.findall(r"\d+", " ".join(sample.words)) for sample, found in told
    )


def _is_of_records(rule: TotalRule, read: _Read) -> bool:
    """Whether there are as many such numbers as records, not all the same: one for each."""
    if read.sample.records <= 1:
        return False
    same = [s.value for s in read.numbers.at(rule.place) if rule.fit(s) >= PERFECT]
    return len(same) >= read.sample.records and len(set(same)) > 1


def _confirmed(told: Sequence[tuple[TotalSample, Spot]], proofs: int) -> float:
    if proofs:
        return CONFIRMED
    if not all(found.alone for _, found in told):
        return 0.0
    return STEADY if _steady(told) and all(found.only for _, found in told) else VARIES


def _varies(told: Sequence[tuple[TotalSample, Spot]]) -> bool:
    return len({found.value for _, found in told}) > 1 and len({s.words for s, _ in told}) > 1


def _steady(told: Sequence[tuple[TotalSample, Spot]]) -> bool:
    """Whether two pages of one query were seen, and no two of one claim different numbers."""
    said: dict[tuple[str, ...], set[int]] = {}
    for sample, found in told:
        said.setdefault(sample.words, set()).add(found.value)
    pages = {(sample.words, sample.page) for sample, _ in told}
    return len(pages) > len(said) and all(len(values) == 1 for values in said.values())


def _asked(told: Sequence[tuple[TotalSample, Spot]]) -> float:
    """A number in one line with the words asked for is likelier to count what they found."""
    beside = [any(w.lower() in found.line.lower() for w in s.words) for s, found in told]
    return ASKED if beside and all(beside) else 0.0


def _shown(told: Sequence[tuple[TotalSample, Spot]]) -> float:
    """A number that is that of the records shown, though more pages follow, counts only them."""
    shown = sum(found.value == s.records and not s.last and s.page == 1 for s, found in told)
    return 2.0 if shown == len(told) else 0.0


def _agreement(sample: TotalSample, found: Spot) -> int:
    """1 if the sums prove the number, -1 if they forbid it, 0 if they allow it."""
    if found.count is Count.LEAST:
        return 0
    if found.count is Count.ABOUT:
        return 0 if found.value >= 0.8 * sample.seen else -1
    if found.value < sample.seen:
        return -1
    if not sample.last:
        return 0
    if found.value == sample.seen:
        return 1
    size = max(1, sample.page_size)
    return 0 if sample.full or found.value <= sample.page * size else -1


def _constant(told: Sequence[tuple[TotalSample, Spot]]) -> bool:
    """Whether different queries get the same number, without the sums demanding it."""
    asked = {sample.words for sample, _ in told}
    if len(asked) < 2 or len({found.value for _, found in told}) > 1:
        return False
    capped = all(found.count is Count.LEAST for _, found in told)
    return not capped and not all(_agreement(sample, found) > 0 for sample, found in told)
