"""Checks that the claims of the papers are made of; each returns the function that judges runs.

A paper's "much", "about" and "slightly" are given numbers here, once, where they can be read.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

from leadline.lab.papers.figure import Verdict
from leadline.lab.papers.found import Found

Check = Callable[[Found], Verdict]
STEEP = 2.0  # "dramatically": the price of a record against the mean before
MUCH = 1.5  # "significantly below": the better coverage over the worse
SLIGHTLY = 0.1  # of coverage, or of the price
EPSILON = 1e-9
SAME = 0.05  # "roughly equivalent", of coverage


def cheapest(label: str, *marks: float) -> Check:
    """No other policy of the paper pays less for any of these coverages."""

    def check(found: Found) -> Verdict:
        pairs = [(m, _next_best(found, label, m)) for m in marks]
        held = all(
            math.isfinite(found.spent(label, m)) and found.spent(label, m) <= found.spent(r, m)
            for m, r in pairs
        )
        return Verdict(held, "; ".join(_beside(found, label, r, m) for m, r in pairs))

    return check


def _next_best(found: Found, label: str, mark: float) -> str:
    rivals = [other for other in found.figure.rivals if other != label]
    return min(rivals, key=lambda rival: found.spent(rival, mark))


def cheaper(label: str, other: str, mark: float) -> Check:
    """The first pays less than the second for this coverage."""

    def check(found: Found) -> Verdict:
        first, second = found.spent(label, mark), found.spent(other, mark)
        return Verdict(first < second, _beside(found, label, other, mark))

    return check


def about_as_cheap(label: str, other: str, mark: float) -> Check:
    """The first pays no more than slightly more than the second."""

    def check(found: Found) -> Verdict:
        first, second = found.spent(label, mark), found.spent(other, mark)
        held = math.isfinite(first) and first <= (1 + SLIGHTLY) * second
        return Verdict(held, _beside(found, label, other, mark))

    return check


def dearer_from(mark: float, end: float) -> Check:
    """For all of the paper's policies records between the two coverages cost much more."""

    def check(found: Found) -> Verdict:
        steep = {r: _steepness(found, r, mark, end) for r in found.figure.rivals}
        told = ", ".join(f"{label} ×{number(ratio)}" for label, ratio in steep.items())
        return Verdict(all(ratio >= STEEP for ratio in steep.values()), told)

    return check


def _steepness(found: Found, label: str, mark: float, end: float) -> float:
    before, whole = found.spent(label, mark), found.spent(label, end)
    if math.isinf(before):
        return 0.0  # it never came to where it should get dearer
    return (whole - before) / (end - mark) / (before / mark)


def well_above(better: tuple[str, ...], worse: tuple[str, ...], reference: str) -> Check:
    """At the budget that takes the reference to 80 % (or its end), far more coverage."""

    def check(found: Found) -> Verdict:
        budget = _budget(found, reference)
        least = min(found.covered(label, budget) for label in better)
        most = max(found.covered(label, budget) for label in worse)
        return Verdict(least >= MUCH * most, _at(found, budget, *better, *worse))

    return check


def below(worse: str, better: str, reference: str) -> Check:
    """At the budget that takes the reference to 80 % (or its end), less coverage."""

    def check(found: Found) -> Verdict:
        budget = _budget(found, reference)
        held = found.covered(worse, budget) < found.covered(better, budget)
        return Verdict(held, _at(found, budget, worse, better))

    return check


def _budget(found: Found, label: str) -> float:
    budget = found.spent(label, 0.8)
    return budget if math.isfinite(budget) else found.paid(label)


def ahead_after(floors: float, better: tuple[str, ...], worse: str) -> Check:
    """After so many times the page floor, all the better ones hold more."""

    def check(found: Found) -> Verdict:
        budget = floors * found.floor
        held = all(found.covered(b, budget) > found.covered(worse, budget) for b in better)
        return Verdict(held, _at(found, budget, *better, worse))

    return check


def slightly_ahead_after(floors: float, better: str, worse: str) -> Check:
    """After so many times the page floor, the better one holds more, but not by much."""

    def check(found: Found) -> Verdict:
        budget = floors * found.floor
        lead = found.covered(better, budget) - found.covered(worse, budget)
        return Verdict(0 <= lead <= SLIGHTLY, _at(found, budget, better, worse))

    return check


def holds_after(floors: float, label: str, share: float) -> Check:
    """After so many times the page floor, this share is held."""

    def check(found: Found) -> Verdict:
        budget = floors * found.floor
        return Verdict(found.covered(label, budget) >= share, _at(found, budget, label))

    return check


def drops_after(floors: float, loose: str, tight: str, drop: float, within: float) -> Check:
    """After so many times the page floor, the tight limit has cost about such a share."""

    def check(found: Found) -> Verdict:
        budget = floors * found.floor
        lost = 1 - found.covered(tight, budget) / max(found.covered(loose, budget), EPSILON)
        return Verdict(
            abs(lost - drop) <= within, f"{_at(found, budget, loose, tight)}: −{lost:.0%}"
        )

    return check


def falling_after(floors: float, *labels: str) -> Check:
    """After so many times the page floor, each holds less than the one before."""

    def check(found: Found) -> Verdict:
        budget = floors * found.floor
        held = [found.covered(label, budget) for label in labels]
        falling = all(a > b for a, b in pairwise(held))
        return Verdict(falling, _at(found, budget, *labels))

    return check


def reaches(label: str, mark: float) -> Check:
    """The policy gets that far at all."""

    def check(found: Found) -> Verdict:
        spent = found.spent(label, mark)
        return Verdict(math.isfinite(spent), f"{label} {mark:.0%}: {number(spent)}")

    return check


def alike_from(query: int, policy: str) -> Check:
    """From that query on, and until the first of them is done, all series hold nearly the same."""

    def check(found: Found) -> Verdict:
        labels = found.labels(policy)
        end = min(found.paid(label) for label in labels)
        points = [q for q in (query, 2 * query, 4 * query, 8 * query) if q <= max(end, query)]
        spread = {q: _spread([found.covered(label, q) for label in labels]) for q in points}
        told = ", ".join(f"query {q}: {s:.1%}" for q, s in spread.items())
        return Verdict(all(s <= SAME for s in spread.values()), f"most less least, {told}")

    return check


def _spread(held: list[float]) -> float:
    return max(held) - min(held)


def smaller_lead_than_in_queries(label: str, other: str, mark: float) -> Check:
    """The lead in the figure's unit is smaller than the lead in queries."""

    def check(found: Found) -> Verdict:
        if math.isinf(found.spent(label, mark) + found.spent(other, mark)):
            return Verdict(False, _beside(found, label, other, mark))
        units = found.spent(other, mark) / found.spent(label, mark)
        queries = found.queries(other, mark) / found.queries(label, mark)
        told = f"{mark:.0%}, {other} over {label}: ×{units:.2f} in cost, ×{queries:.2f} in queries"
        return Verdict(abs(units - 1) < abs(queries - 1), told)

    return check


def both(*checks: Check) -> Check:
    """All of them hold."""

    def check(found: Found) -> Verdict:
        verdicts = [one(found) for one in checks]
        return Verdict(all(v.held for v in verdicts), "; ".join(v.numbers for v in verdicts))

    return check


def number(value: float) -> str:
    """A price for people."""
    if not math.isfinite(value):
        return "not reached"
    return f"{value:,.0f}" if value >= 100 else f"{value:,.1f}".removesuffix(".0")


def _beside(found: Found, label: str, other: str, mark: float) -> str:
    return (f"{mark:.0%}: {label} {number(found.spent(label, mark))}, "
            f"{other} {number(found.spent(other, mark))}")  # fmt: skip


def _at(found: Found, budget: float, *labels: str) -> str:
    held = ", ".join(f"{label} {found.covered(label, budget):.1%}" for label in labels)
    return f"after {number(budget)} {found.figure.axis}: {held}"
