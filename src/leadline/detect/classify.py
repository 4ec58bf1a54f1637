"""What a form is for: search, login, registration, contact, subscribe, order, and so on.

A softmax regression over the features of `features.py`; the weights are in `weights.py`, derived by
`bench/forms.py` from half of the annotated forms that the formasaurus package carries, the other
half being kept for measuring. What another classifier thinks can be given as a vote.
Source: ALGORITHMS 4, the first of the two classifications (from the markup, before any probe).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from leadline.detect.features import features
from leadline.detect.weights import KINDS, START, WEIGHTS
from leadline.model import Form

SEARCH = "search"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a form is for, how probably, and what speaks for it."""

    kind: str
    probability: float
    reason: str = ""


def classify(form: Form, vote: Mapping[str, float] | None = None) -> Verdict:
    """The likeliest kind of a form; a vote counts as much as our own opinion."""
    found = sorted(features(form) & WEIGHTS.keys())
    shares = _shares([_score(place, found) for place in range(len(KINDS))])
    if vote:
        shares = [(own + vote.get(kind, 0.0)) / 2 for own, kind in zip(shares, KINDS, strict=True)]
    best = max(range(len(KINDS)), key=shares.__getitem__)
    return Verdict(kind=KINDS[best], probability=shares[best], reason=_reason(best, found))


def _score(place: int, found: list[str]) -> float:
    return START[place] + sum(WEIGHTS[name][place] for name in found)


def _shares(scores: list[float]) -> list[float]:
    top = max(scores)
    grown = [math.exp(score - top) for score in scores]
    return [share / sum(grown) for share in grown]


def _reason(place: int, found: list[str]) -> str:
    """The three features that speak most for a kind."""
    telling = sorted(found, key=lambda name: -WEIGHTS[name][place])[:3]
    return ", ".join(name for name in telling if WEIGHTS[name][place] > 0)
