"""From an audit's draws to an estimate and its interval.

Missing records are M/H times the records held, M and H being the weights drawn; or, calibrated,
C·M/B, C being what totals say in all and B what of it the draws found. Either is a ratio of sums
over independent draws. The error is the jackknife's, with half as many degrees of freedom as there
are draws that matter (Kish's effective number), and a doubt about what no totals cover: a sample
without the rare heavy draws thinks itself too certain. What overlaps of values say is a second
opinion; both are weighed by their errors. If nothing missing was drawn, the bound is that of an
event that did not happen in so many trials.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.calibration import Calibration
from leadline.plan.size.opinion import Opinion
from leadline.plan.size.overlaps import View
from leadline.plan.size.reach import out_of_reach
from leadline.plan.size.spread import documents_in
from leadline.plan.size.student import CONFIDENCE, effective, ratio_error
from leadline.plan.size.value import Size
from leadline.plan.size.weighing import Missing

Floats = NDArray[np.float64]
UNCHECKED = 0.3  # of what is missing and no totals cover: nothing checks how it is met
TINY = 1e-12  # so as not to divide by nothing
DOUBTS = 3.0  # degrees of freedom of overlaps, whose error is mostly that of three comparisons


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What an audit has: records that can be drawn, draws, how many are surely missing, what totals
    say."""

    known: Knowledge
    eligible: int
    drawn: Sequence[Missing]
    least: int
    calibration: Calibration | None
    overlaps: View | None = None


def judge(evidence: Evidence) -> Size:
    """The size."""
    missing, covered = _sums(evidence)
    held = np.array([one.held for one in evidence.drawn])
    total = evidence.calibration.total if evidence.calibration is not None else 0.0
    if missing.sum() <= 0:
        return _nothing_missing(evidence, total)
    if total > 0 and covered.sum() > 0:
        checked = min(float(covered.sum() / missing.sum()), 1.0)
        return _size(evidence, total, missing, covered, checked)
    guessed = np.array([one.guessed for one in evidence.drawn])
    return _size(evidence, evidence.eligible, missing + guessed, held, 0.0)


def _sums(evidence: Evidence) -> tuple[Floats, Floats]:
    """For each draw the weight of its missing records, and what totals cover of it."""
    known = evidence.known
    records = [record for one in evidence.drawn for record in one.records]
    weights = np.concatenate([one.weights for one in evidence.drawn])
    start = np.cumsum([0, *(len(one.records) for one in evidence.drawn)])
    of = np.zeros(len(records))
    if records and evidence.calibration is not None:
        of = evidence.calibration.of(documents_in(known, records))
    return _by_draw(weights, start), _by_draw(weights * of, start)


def _by_draw(values: Floats, start: NDArray[np.int64]) -> Floats:
    sums = np.concatenate(([0.0], np.cumsum(values)))
    return np.asarray(sums[start[1:]] - sums[start[:-1]])


def _size(evidence: Evidence, scale: float, above: Floats, below: Floats, checked: float) -> Size:
    number = effective(above)
    doubt = math.hypot(1 / (1 + number), UNCHECKED * (1 - checked))
    error = math.hypot(ratio_error(above, below), doubt)
    drawn = Opinion(scale * float(above.sum() / below.sum()), error, max(number / 2 - 1, 1.0))
    view = evidence.overlaps
    both = drawn if view is None else drawn.with_(Opinion(view.missing, view.error, DOUBTS))
    return both.and_(_beyond(evidence, both.missing)).size(evidence.known.records, evidence.least)


def _beyond(evidence: Evidence, missing: float) -> float:
    """Records that no known value leads to, if so many are missing that one does."""
    records = [record for one in evidence.drawn for record in one.records]
    weights = np.concatenate([one.weights for one in evidence.drawn])
    scale = missing / max(float(weights.sum()), TINY)
    return out_of_reach(evidence.known, records, weights * scale)


def _nothing_missing(evidence: Evidence, total: float) -> Size:
    held, least = evidence.known.records, evidence.least
    bound = -math.log((1 - CONFIDENCE) / 2) * evidence.eligible / len(evidence.drawn)
    estimate = held + max(total, least)
    return Size(estimate=estimate, low=float(held + least), high=max(estimate, held + bound))
