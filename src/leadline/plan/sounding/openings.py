"""Offers to open a query: the best value, the best cell, and what is opened in order to learn.

Each is priced by `models.py`. Where pages are numbered an answer is not opened with its first page
(`depth.py` says why), but as deep as the records held make sure that there is a page; in a search
box, as deep as the broadest answer does: a common word has its share of that many records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding import breadth
from leadline.plan.sounding.index import matches_of
from leadline.plan.sounding.models import Models
from leadline.plan.sounding.offer import NOTHING, Offer
from leadline.plan.sounding.regression import sigmoid
from leadline.plan.sounding.survey import candidate, commonest

AHEAD = 0.5  # how far into the expected unseen part of an answer its first page is asked
NEAR = 0.97  # of the best index: what is as good as that is as good as the best
COLD = 15  # queries: fewer are too few to learn from
COLD_BY_QUERIES = 8  # the same with several attributes, where queries are what costs
SURELY = 2.0  # standard errors below what is expected
SHARED = 2  # records: a word that no more have may be a name


def best_probe(models: Models, known: Knowledge) -> Offer:
    """The value with the best index."""
    if is_cold(models, known):
        value = _commonest(models, known)
        return _of_value(models, known, "probe", value)
    index, value = models.index, models.prices.best
    if value < 0 or index[value] <= 0:
        return NOTHING
    if models.whole or _may_be_small(models):
        value = _best_known(known, np.flatnonzero(index >= NEAR * index[value]))
    return _of_value(models, known, "probe", value)


def _may_be_small(models: Models) -> bool:
    """Whether this is a search box behind a limit of which no answer has told the size yet."""
    return not (models.values.several or models.size.measured)


def _best_known(known: Knowledge, values: NDArray[Any]) -> int:
    """Of values that are as good as each other, the one whose forecast rests on most records."""
    return int(values[np.argmax(known.local[values])])


def is_cold(models: Models, known: Knowledge) -> bool:
    """Whether too few were opened to tell values apart, so that the commonest is the one."""
    few = len(known.queries) < _too_few(models)
    return few and models.totals and _commonest(models, known) >= 0


def tells_little(models: Models, known: Knowledge) -> bool:
    """Whether nothing has told the size yet, and no two records have a word that could.

    A word of one record is mostly its own (Good 1953); what is open is read on rather.
    """
    if models.size.measured or not is_cold(models, known):
        return False
    return bool(known.local[_commonest(models, known)] < SHARED)


def _too_few(models: Models) -> int:
    """How many queries are too few to learn from.

    In a search box where few answers are cut a few broad ones are most of what it takes; with
    several attributes only where nothing but queries costs, since reading across them is dear.
    """
    if models.whole:
        return COLD
    return COLD_BY_QUERIES if models.broadest_first else 0


def survey(models: Models, known: Knowledge) -> Offer | None:
    """Where few answers are cut, the value whose total is to be known before others are read."""
    if models.interface.limit is not None and not models.whole:
        return None
    if not models.totals or not models.pages_cost:
        return None
    value = _candidate(models, known)
    return None if value < 0 else _of_value(models, known, "survey", value)


def _candidate(models: Models, known: Knowledge) -> int:
    if models.values.several or not known.finds_as_shown:
        return candidate(known, models.values.outside, np.isfinite(models.index))
    value = _commonest(models, known)
    return value if value >= 0 and breadth.pays(known, value) else -1


def best_cell(models: Models, known: Knowledge, above: float) -> Offer:
    """The conjunction with the best index, if it is above this one.

    Once the values in it are known a little.
    """
    cell = models.cells.best
    if cell is None or is_cold(models, known):
        return NOTHING
    index = cell.score * models.backbone.outside
    if index <= above:
        return NOTHING
    return _opening(models, "cell", index, known.query(*cell.parts), cell.held, cell.logit)


def _commonest(models: Models, known: Knowledge) -> int:
    return commonest(known, models.values.outside, np.isfinite(models.index))


def _of_value(models: Models, known: Knowledge, expert: str, value: int) -> Offer:
    index, held = float(models.index[value]), int(known.local[value])
    logits = float(models.values.logits[value])
    tells = models.whole and known.finds_as_shown
    least = _least_matches(known, value) if tells else 0.0
    return _opening(models, expert, index, known.query(value), held, logits, least)


def _least_matches(known: Knowledge, value: int) -> float:
    """How many records match a value surely, if those held are a fair sample of the source.

    It has as many as the broadest answer at the least.
    """
    share = (int(known.local[value]) + 1) / (known.records + 2)
    share -= SURELY * (share * (1 - share) / (known.records + 2)) ** 0.5
    return float(max(share, 0.0) * known.total.max(initial=0))


def _opening(
    models: Models,
    expert: str,
    index: float,
    query: Query,
    held: float,
    logits: float,
    least: float = 0.0,
) -> Offer:
    phi, matches = float(sigmoid(logits)), float(matches_of(held, logits))
    visible = min(matches, models.interface.limit or np.inf)
    return Offer(
        expert,
        index,
        query,
        opening_page(models, held, matches, least),
        visible * phi,
        max(1.0, np.ceil(visible / models.interface.page_size)),
        f"{held:.0f} held, {phi:.0%} of those that match thought unseen",
    )


def opening_page(models: Models, held: float, matches: float, least: float = 0.0) -> int:
    """Which page to open an answer with: mostly the deeper ones hold more new records.

    Only where a total will tell how many pages there are, and not much deeper than the matching
    records held reach, or the `least` that match: a page past the end is a page lost. In a search
    box, where a ranking by relevance puts long texts last, which are mostly held, it is learnt how
    deep.
    """
    interface = models.interface
    if not interface.any_page or not models.totals or models.uncounted:
        return 1
    reach = max(held + AHEAD * min(matches - held, held), least)
    last = max(1, int(min(reach, interface.limit or np.inf) // interface.page_size))
    if models.values.several:
        return last
    return (
        models.depth.best_page(last, interface.page_size / max(matches, least)) if last > 1 else 1
    )
