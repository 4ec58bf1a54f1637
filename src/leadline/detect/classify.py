"""What a form is for: search, login, registration, contact, subscribe, order, and so on.

A softmax regression over the features of `features.py`; the weights are in `weights.py`, derived by
`bench/forms.py` from the annotated forms that the formasaurus package carries and measured there on
domains that they were not derived from. What another classifier thinks can be given as a vote.
The first of two classifications: from the markup, before any probe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from leadline.detect.features import features
from leadline.detect.linear import Linear
from leadline.detect.weights import KINDS, TABLE
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
    model, found = _model(), sorted(features(form))
    shares = model.shares(found)
    if vote:
        shares = [(own + vote.get(kind, 0.0)) / 2 for own, kind in zip(shares, KINDS, strict=True)]
    best = max(range(len(KINDS)), key=shares.__getitem__)
    return Verdict(kind=KINDS[best], probability=shares[best], reason=_reason(model, best, found))


def _reason(model: Linear, place: int, found: list[str]) -> str:
    """The three features that speak most for a kind."""
    weights = dict(zip(found, model.weights(found, place), strict=True))
    telling = sorted(found, key=weights.__getitem__, reverse=True)[:3]
    return ", ".join(name for name in telling if weights[name] > 0)


@cache
def _model() -> Linear:
    return Linear.read(KINDS, TABLE)
