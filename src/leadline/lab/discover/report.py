"""What an experiment found, as the figures of the paper have it.

16: each strategy on the sites that have query forms, by what is true. 17: the strategies on a
sample, as one who does not know the truth compares them, the choice, and how the prediction did on
the other sites. 18: pages, forms and the trend of the harvest over all sites. 19 and 20: the Site
Finder. 21: both finders together, and page-based crawling.
Source: He et al., Section 6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from leadline.browse.sampling import check, choose, compare, estimate, predict
from leadline.browse.yields import Yield, coverages, harvests, summed
from leadline.lab.discover.finder import Setting
from leadline.lab.discover.oracle import oracle, seeing
from leadline.lab.discover.study import Searched
from leadline.lab.web.world import Web

POINTS = 200  # of a curve that are kept
Curve = list[tuple[int, int]]
Runs = Mapping[str, Sequence[Searched]]


def strategies_table(runs: Runs) -> list[dict[str, Any]]:
    """Harvest and coverage of each strategy over all sites, local and global, by what is true."""
    return [{"strategy": name} | _row(ran) for name, ran in runs.items()]


def losses(runs: Runs) -> dict[str, dict[str, int]]:
    """Where the pages of each strategy went, and why forms were not found."""
    return {name: _losses(ran) for name, ran in runs.items()}


def bounds(web: Web, runs: Runs) -> dict[str, dict[str, float]]:
    """What as much as the best strategy found takes those who know more than one can.

    Of the forms that they come upon, they recognise as large a share as it did.
    """
    best = max(runs.values(), key=lambda ran: sum(one.right for one in ran), default=())
    found = sum(one.right for one in best)
    share = found / max(1, found + sum(one.unrecognised for one in best))
    wanted = (summed([one.truly for one in best]).coverage or 0.0) / (share or 1.0)
    made = {"oracle": oracle(web, wanted), "seeing menus": seeing(web, wanted)}
    return {name: _bound(one, share) for name, one in made.items()}


def _bound(one: Yield, share: float) -> dict[str, float]:
    return {
        "pages": one.pages,
        "forms": round(share * one.found),
        "harvest": round(share * one.harvest, 4),
        "coverage": round(share * (one.coverage or 0.0), 4),
    }


def figure_16(runs: Runs) -> list[dict[str, Any]]:
    """The same on the sites that have query forms."""
    deep = {name: [one for one in ran if one.total] for name, ran in runs.items()}
    return strategies_table(deep)


def figure_17(runs: Runs, size: int) -> dict[str, Any]:
    """Sampling, then executing: the first sites are the sample, the others are what it is for."""
    sampled = compare(one.trial for ran in runs.values() for one in ran[:size])
    chosen = choose(sampled)
    if chosen is None:
        return {}
    rest = runs[chosen.strategy][size:]
    foreseen = predict(chosen, len(rest))
    return {
        "sample": [asdict(one) for one in sampled],
        "chosen": chosen.strategy,
        "prediction": asdict(foreseen),
        "checks": [asdict(one) for one in check(foreseen, [one.truly for one in rest])],
    }


def figure_18(runs: Runs) -> dict[str, Curve]:
    """Pages and forms after each site."""
    return {name: thinned(_summed(ran)) for name, ran in runs.items()}


def figure_19(settings: Sequence[Setting]) -> list[dict[str, Any]]:
    """Local harvest and coverage of each setting of the Site Finder."""
    return [asdict(one) for one in settings]


def figure_20(curves: Mapping[str, Curve]) -> dict[str, Curve]:
    """Pages and new sites, by what it began with."""
    return {name: thinned(curve) for name, curve in curves.items()}


def figure_21(runs: Runs, finding: Curve, page_based: Mapping[str, Curve]) -> dict[str, Any]:
    """Both finders together, and page-based crawling beside them."""
    pages, new = finding[-1] if finding else (0, 0)
    return {
        "entire": [_entire(name, ran, pages / max(new, 1)) for name, ran in runs.items()],
        "page_based": {name: thinned(curve) for name, curve in page_based.items()},
    }


def thinned(curve: Curve) -> Curve:
    """So many points of a curve at most, the last one included."""
    step = max(1, len(curve) // POINTS)
    return [*curve[:-1:step], *curve[-1:]]


def _row(ran: Sequence[Searched]) -> dict[str, Any]:
    yields = [one.truly for one in ran]
    total = summed(yields)
    harvest, coverage = estimate(harvests(yields)), estimate(coverages(yields))
    return {
        "sites": len(ran),
        "pages": total.pages,
        "forms": total.found,
        "false": sum(len(one.found) - one.right for one in ran),
        "harvest": round(total.harvest, 4),
        "coverage": round(total.coverage or 0.0, 4),
        "local_harvest": round(harvest.mean, 4),
        "local_harvest_margin": round(harvest.margin, 4),
        "local_coverage": round(coverage.mean, 4),
        "local_coverage_margin": round(coverage.margin, 4),
    }


def _losses(ran: Sequence[Searched]) -> dict[str, int]:
    deep = [one for one in ran if one.total]
    missed = sum(one.total - one.right - one.unrecognised for one in deep)
    return {
        "pages_first_to_show_a_form": sum(one.useful for one in deep),
        "pages_between": sum(one.last - one.useful for one in deep),
        "pages_after_the_last_find": sum(one.pages - one.last for one in deep),
        "pages_of_sites_without_forms": sum(one.pages for one in ran if not one.total),
        "forms_not_recognised": sum(one.unrecognised for one in deep),
        "forms_on_pages_not_asked_for": missed,
    }


def _summed(ran: Sequence[Searched]) -> Curve:
    pages = forms = 0
    curve = Curve()
    for one in ran:
        pages, forms = pages + one.pages, forms + one.right
        curve.append((pages, forms))
    return curve


def _entire(name: str, ran: Sequence[Searched], each: float) -> dict[str, Any]:
    """With the pages that finding the sites takes, `each` for a site."""
    total = summed([one.truly for one in ran])
    pages = total.pages + each * len(ran)
    return {
        "strategy": name,
        "form_finder": round(total.harvest, 4),
        "entire": round(total.found / pages, 4) if pages else 0.0,
    }
