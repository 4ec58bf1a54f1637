"""The index of a query that was not opened yet: expected new records per cost, with the option
to stop after its first page.

Page 1 is a probe that shows how many records match. What the rest would bring is then known, so
the query is read on only where that beats the going rate; its index is E[new] / E[cost] over the
predicted spread of the unseen share (Gauss-Hermite nodes). Everything about an unopened query
follows from l, the matching records held, and its unseen share phi: it matches m = l / (1 - phi).
Of an answer that is cut only the beginning can be had, where mostly less is new (`depth.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.regression import sigmoid

Floats = NDArray[np.float64]

NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
WEIGHTS = WEIGHTS / WEIGHTS.sum()
SIZES = 56  # quarter steps of log l
SHARES = 121  # tenth steps of the log-odds
SHARE_RANGE = 6.0
SMALL = 0.01  # of all that is unseen: a query that holds less is worth no more than its records
BONUS = 0.5  # how much of the broad-query bonus to take
BROADEST = 0.9  # of all that is unseen: no query counts for more
BROADEST_WORD = 0.98  # the same in a search box, where the broadest answer is to be read first


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the index depends on besides l and phi."""

    page_size: int
    limit: int | None
    cost: Cost
    rate: float  # the going rate: new records per cost
    spread: float
    probe: float  # realised over expected new records on the pages that open long answers
    unseen: float  # records not held, all in all
    broadest: float = BROADEST  # share of these that one query is thought to hold at most
    depth: Depth | None = None  # where in a cut answer the new records are; None: anywhere


def broad(new: Any, unseen: float, most: float = BROADEST) -> Any:
    """Worth of a query that holds the share b of all that is unseen: -ln(1 - b) / b of its rate.

    The rates of all others fall while it is read, its own doesn't. No query counts for more than
    the share `most`.
    """
    b = np.asarray(new / max(unseen, 1.0))
    worth, large = np.ones(b.shape), b >= SMALL
    b = np.minimum(b[large], most)
    worth[large] = 1 + BONUS * (-np.log1p(-b) / b - 1)
    return worth


def index_table(setting: Setting, most: int) -> Floats:
    """Index by (log l, log-odds of the predicted share), for l up to `most`."""
    sizes = min(int(4 * np.log(max(most, 1))) + 2, SIZES)
    held = np.exp(np.arange(sizes) * 0.25)[:, None, None]
    centre = np.linspace(-SHARE_RANGE, SHARE_RANGE, SHARES)[None, :, None]
    new, cost = _expected(held, centre, setting)
    return np.asarray(new / np.maximum(cost, 1e-12))


def forecast(held: float, logits: float, setting: Setting) -> tuple[float, float]:
    """New records and cost that are expected of one query."""
    new, cost = _expected(np.full((1, 1, 1), held), np.full((1, 1, 1), logits), setting)
    return float(new[0, 0]), float(cost[0, 0])


def outcome(held: float, phi: float, setting: Setting) -> tuple[float, float]:
    """The same where the unseen share is known."""
    new, cost = _worth(np.full((1, 1, 1), held), np.full((1, 1, 1), phi), np.ones(1), setting)
    return float(new[0, 0, 0]), float(cost[0, 0, 0])


def _expected(held: Floats, centre: Floats, setting: Setting) -> tuple[Floats, Floats]:
    # the regression predicts the mean share: widen the centre so that the mean stays there
    widen = np.sqrt(1 + 0.3927 * setting.spread**2)
    phi = sigmoid(centre * widen + setting.spread * NODES[None, None, :])
    new, cost = _worth(held, phi, WEIGHTS, setting)
    return new @ WEIGHTS, cost @ WEIGHTS


def _worth(held: Floats, phi: Floats, weights: Floats, setting: Setting) -> tuple[Floats, Floats]:
    size = setting.page_size
    phi = np.minimum(phi, 1 / (1 + held / setting.unseen))  # no more than all that is unseen
    matches = held / np.maximum(1 - phi, 1e-4)
    limit = np.inf if setting.limit is None else float(setting.limit)
    visible = np.minimum(matches, limit)
    whole = visible * phi
    if setting.depth is not None:
        whole = whole * setting.depth.beginning(visible / matches)
    whole = whole * broad((whole @ weights)[..., None], setting.unseen, setting.broadest)
    probe = np.minimum(matches - held, size * phi * np.where(matches > size, setting.probe, 1.0))
    pages = np.minimum(_pages(visible / size), np.ceil(limit / size))
    price, probe_price = setting.cost.of(1, pages, whole), setting.cost.of(1, 1, probe)
    stop = (pages > 1) & (whole < setting.rate * price) & (price > probe_price)
    return np.where(stop, probe, whole), np.where(stop, probe_price, price)


def _pages(exact: Floats) -> Floats:
    """Expected pages, the last one not being full."""
    return np.where(exact <= 1, 1.0, np.where(exact < 5, exact + 0.5, exact))


def look_up(table: Floats, held: NDArray[Any], logits: Floats) -> Floats:
    """The index of each (l, log-odds)."""
    sizes = np.minimum(np.rint(4 * np.log(np.maximum(held, 1))), len(table) - 1).astype(np.intp)
    places = np.minimum(np.maximum(np.rint((logits + SHARE_RANGE) * 10), 0), SHARES - 1).astype(
        np.intp
    )
    return np.asarray(table[sizes, places])


def matches_of(held: Any, logits: Any) -> Any:
    """Expected matches m = l / (1 - phi)."""
    return held * (1 + np.exp(np.minimum(logits, 10.0)))
