"""How well a harvest matches the truth: records found, and values in the right fields.

A found record is paired with the true one it shares most with, a rare value counting for more than
a common one, and each true record is paired once. Field names are the harvester's own: for every
true column the field that holds it most often is taken, and only there does a value count as right.
"""

from __future__ import annotations

import heapq
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Fields = Mapping[str, Sequence[str]]
Values = Mapping[str, str]

ALMOST = 0.8  # share of the longer text that the shorter one, contained in it, must make up
ENOUGH = 0.5  # share of a true record's weight that a found one must hold to be the same
CANDIDATES = 3  # rare words of each found text by which true records are looked up
PER_WORD = 50  # true records looked at for each of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a harvest compares with the truth; `mapping` names the field of each true column."""

    truth: int
    found: int
    matched: int
    values: int
    right: int
    mapping: Mapping[str, str]

    @property
    def recall(self) -> float:
        """The share of true records that was found."""
        return self.matched / self.truth if self.truth else 1.0

    @property
    def precision(self) -> float:
        """The share of found records that are true ones, each counted once."""
        return self.matched / self.found if self.found else 1.0

    @property
    def accuracy(self) -> float:
        """The share of the matched records' true values that are in the right field."""
        return self.right / self.values if self.values else 1.0


def score(truth: Sequence[Values], found: Sequence[Fields]) -> Score:
    """Compare what was found with what can be shown."""
    truth = [{name: plain(text) for name, text in one.items() if plain(text)} for one in truth]
    found = [{name: list(map(plain, texts)) for name, texts in one.items()} for one in found]
    paired = pairs(truth, found)
    mapping = columns(truth, found, paired)
    return Score(
        truth=len(truth),
        found=len(found),
        matched=len(paired),
        values=sum(len(truth[place]) for place in paired.values()),
        right=sum(_right(truth[paired[one]], found[one], mapping) for one in paired),
        mapping=mapping,
    )


def flat(record: Mapping[str, Any]) -> dict[str, list[str]]:
    """An exported record as texts by field: nested fields get dotted names, numbers are spelled."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in _leaves("", record):
        found[name].append(text)
    return dict(found)


def _leaves(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{name}.{key}" if name else str(key), inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _leaves(name, inner)
    elif value is not None:
        yield name, str(value)


def plain(text: str) -> str:
    """A text without what does not matter: white space, compatibility forms, case."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def same(true: str, found: str) -> bool:
    """Whether a plain text is the true one, or differs from it by a little around it only."""
    if true == found:
        return True
    short, long = (true, found) if len(true) <= len(found) else (found, true)
    return len(short) >= ALMOST * len(long) and short in long


def pairs(truth: Sequence[Values], found: Sequence[Fields]) -> dict[int, int]:
    """For each found record that is a true one, which; none is taken twice. Texts are plain."""
    weights = _weights(truth)
    index = _words(truth)
    best = [
        (weight, one, place)
        for one, record in enumerate(found)
        for place, weight in _alike(record, truth, index, weights)
    ]
    best.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    paired: dict[int, int] = {}
    taken: set[int] = set()
    for _, one, place in best:
        if one not in paired and place not in taken:
            paired[one] = place
            taken.add(place)
    return paired


def columns(
    truth: Sequence[Values], found: Sequence[Fields], paired: Mapping[int, int]
) -> dict[str, str]:
    """For each true column the field of the found records that most often holds its values."""
    holds: dict[str, Counter[str]] = defaultdict(Counter)
    for one, place in paired.items():
        for column, true in truth[place].items():
            holds[column].update(
                name for name, texts in found[one].items() if any(same(true, t) for t in texts)
            )
    return {column: counts.most_common(1)[0][0] for column, counts in holds.items() if counts}


def _right(truth: Values, found: Fields, mapping: Mapping[str, str]) -> int:
    return sum(
        any(same(true, text) for text in found.get(mapping.get(column, ""), ()))
        for column, true in truth.items()
    )


def _weights(truth: Sequence[Values]) -> dict[tuple[str, str], float]:
    """What each value says about which record it is of: the rarer the more."""
    counts = Counter(item for one in truth for item in one.items())
    return {item: math.log(1 + len(truth) / count) for item, count in counts.items()}


def _words(truth: Sequence[Values]) -> dict[str, list[int]]:
    index: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(truth):
        for word in _split(one.values()):
            index[word].append(place)
    return index


def _split(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"\w+", text)}


def _rarest(text: str, index: Mapping[str, list[int]]) -> list[str]:
    words = (word for word in _split([text]) if word in index)
    return heapq.nsmallest(CANDIDATES, words, key=lambda word: (len(index[word]), word))


def _alike(
    record: Fields,
    truth: Sequence[Values],
    index: Mapping[str, list[int]],
    weights: Mapping[tuple[str, str], float],
) -> Iterator[tuple[int, float]]:
    """The true records that a found one may be, with the weight of what they share."""
    texts = {text for several in record.values() for text in several}
    rare = {word for text in texts for word in _rarest(text, index)}
    held = dict.fromkeys(texts, True)  # whether a true text is among them, for those looked at
    for place in {place for word in rare for place in index[word][:PER_WORD]}:
        for true in truth[place].values():
            if true not in held:
                held[true] = any(same(true, text) for text in texts)
        weight = sum(weights[item] for item in truth[place].items() if held[item[1]])
        if weight >= ENOUGH * sum(weights[item] for item in truth[place].items()):
            yield place, weight
