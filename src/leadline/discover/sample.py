"""Sampling, then executing: all strategies on some sites, then the best one on the others.

A site of the sample is searched by one strategy after the other, over the same pages: what one has
fetched the next reads from the shelf, so the sample costs no more than the pages of all together.
What came of it is kept with the run, and an interrupted sample goes on with its other sites.
Source: He et al., Section 3.2 and Section 6, 1b; the estimates are those of `browse.sampling`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from leadline.browse.sampling import (
    Check,
    Prediction,
    Sampled,
    Trial,
    check,
    choose,
    compare,
    predict,
)
from leadline.browse.strategy import Maker
from leadline.browse.yields import Yield
from leadline.discover.search import Found, SiteSearch

NAME = "sample"  # what a site of the sample was searched by


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How the strategies did on the sample, what was predicted for the chosen one, what came."""

    sites: int
    compared: tuple[Sampled, ...]
    prediction: Prediction
    checks: tuple[Check, ...] = ()

    @property
    def chosen(self) -> str:
        """The strategy for the other sites."""
        return self.prediction.strategy


async def try_out(search: SiteSearch, makers: Mapping[str, Maker]) -> list[Trial]:
    """All strategies on one site; none if it cannot be had or the pages are spent."""
    entrance = await search.enter()
    if entrance is None:
        return []
    trials, together = list[Trial](), Found(complete=True)
    for name, maker in makers.items():
        found = await search.search(entrance, maker)
        if not found.complete:
            return []
        together.sites |= found.sites
        forms = frozenset(found.forms)
        trials.append(Trial(strategy=name, site=search.site.key, pages=found.pages, found=forms))
    search.end(together, NAME)
    return trials


def report(trials: Sequence[Trial], others: int) -> Report | None:
    """What the sample says about so many other sites; None without a sample."""
    compared = compare(trials)
    chosen = choose(compared)
    if chosen is None:
        return None
    return Report(sites=chosen.sites, compared=tuple(compared), prediction=predict(chosen, others))


def checked(told: Report, yields: Sequence[tuple[int, int]]) -> Report:
    """The report with how the prediction did, for the sites that were searched since."""
    came = [Yield(pages=pages, found=found) for pages, found in yields]
    chosen = next(one for one in told.compared if one.strategy == told.chosen)
    prediction = predict(chosen, len(came))
    checks = tuple(check(prediction, came)) if came else ()
    return Report(sites=told.sites, compared=told.compared, prediction=prediction, checks=checks)


def to_notes(trials: Sequence[Trial]) -> Any:
    """Trials as JSON values."""
    return [asdict(trial) | {"found": sorted(trial.found)} for trial in trials]


def from_notes(notes: Any) -> list[Trial]:
    """The trials that were kept."""
    listed = (notes or {}).get("trials", ())
    return [Trial(**{**one, "found": frozenset(one["found"])}) for one in listed]
