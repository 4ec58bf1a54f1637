"""Sampling, then executing: try strategies on a sample of sites, predict, choose one, check later.

Each strategy searches every site of a sample; by the central limit theorem its mean local harvest
and coverage lie within an interval with 95 % probability. What a site has is what all strategies
together found there. The global yield is predicted by the local means (Equations 4 and 5). Of the
strategies that cover enough, the one with the highest harvest is chosen.
Source: He et al., Section 3.2, Equation 3 and its second footnote; Section 6, 1b.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from leadline.browse.yields import Yield, coverages, harvests, summed

Z = 1.959964  # of 95 %
ENOUGH = 0.85  # coverage that a strategy must reach to be chosen for its harvest


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One strategy on one site of the sample: the pages it took and the forms it found."""

    strategy: str
    site: str
    pages: int
    found: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A mean and how far the true one may be from it, with 95 % probability."""

    mean: float
    margin: float

    def holds(self, value: float) -> bool:
        """Whether a value lies within."""
        return abs(value - self.mean) <= self.margin


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """How a strategy did on the sample."""

    strategy: str
    sites: int
    harvest: Estimate
    coverage: Estimate
    pages: Estimate  # for a site
    found: Estimate  # on a site


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a strategy will bring on so many sites."""

    strategy: str
    sites: int
    harvest: Estimate  # H = h
    coverage: Estimate  # C = c
    pages: Estimate
    found: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How a prediction did; what it predicted, what came, and whether that was within."""

    name: str
    predicted: float
    margin: float
    real: float
    within: bool


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of a sample and its interval (Equation 3)."""
    count = len(values)
    if count == 0:
        return Estimate(mean=0.0, margin=math.inf)
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean=mean, margin=math.inf)
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean=mean, margin=Z * math.sqrt(variance / count))


def compare(trials: Iterable[Trial]) -> list[Sampled]:
    """The strategies by their harvest, the best first."""
    by_strategy = defaultdict[str, list[Trial]](list)
    known = defaultdict[str, set[str]](set)
    for trial in trials:
        by_strategy[trial.strategy].append(trial)
        known[trial.site] |= trial.found
    found = [_sampled(name, ran, known) for name, ran in by_strategy.items()]
    return sorted(found, key=lambda one: -one.harvest.mean)


def choose(sampled: Sequence[Sampled], enough: float = ENOUGH) -> Sampled | None:
    """The strategy with the highest harvest of those that cover enough, or the most."""
    if not sampled:
        return None
    covering = [one for one in sampled if one.coverage.mean >= enough]
    if covering:
        return max(covering, key=lambda one: one.harvest.mean)
    return max(sampled, key=lambda one: one.coverage.mean)


def predict(chosen: Sampled, sites: int) -> Prediction:
    """What it will bring on so many sites like those of the sample."""
    return Prediction(
        strategy=chosen.strategy,
        sites=sites,
        harvest=chosen.harvest,
        coverage=chosen.coverage,
        pages=_times(chosen.pages, sites),
        found=_times(chosen.found, sites),
    )


def check(prediction: Prediction, yields: Sequence[Yield]) -> list[Check]:
    """The prediction beside what executing brought; coverage only where the truth is known."""
    total = summed(yields)
    local = estimate(harvests(yields)).mean
    found = [
        _check("local harvest", prediction.harvest, local),
        _check("global harvest", prediction.harvest, total.harvest),
        _check("pages", prediction.pages, total.pages),
        _check("forms", prediction.found, total.found),
    ]
    if total.coverage is not None:
        found.append(_check("global coverage", prediction.coverage, total.coverage))
    return found


def _sampled(name: str, ran: Sequence[Trial], known: Mapping[str, set[str]]) -> Sampled:
    yields = [
        Yield(pages=trial.pages, found=len(trial.found), total=len(known[trial.site]))
        for trial in ran
    ]
    return Sampled(
        strategy=name,
        sites=len(yields),
        harvest=estimate(harvests(yields)),
        coverage=estimate(coverages(yields)),
        pages=estimate([one.pages for one in yields]),
        found=estimate([one.found for one in yields]),
    )


def _times(one: Estimate, count: int) -> Estimate:
    return Estimate(mean=one.mean * count, margin=one.margin * count)


def _check(name: str, predicted: Estimate, real: float) -> Check:
    return Check(
        name=name,
        predicted=predicted.mean,
        margin=predicted.margin,
        real=real,
        within=predicted.holds(real),
    )
