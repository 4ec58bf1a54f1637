"""The Site Finder: Adaptive(T, S, p) on single sites, and sites found from sites.

Locally, what each setting of the three parameters finds of the other sites that a site names.
Globally, how many sites that were not known before a page brings, from few seeds and from a long
list.
Source: He et al., Section 6, 2; Figures 19 and 20.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from leadline.browse.adaptive import adaptive
from leadline.browse.exhaustive import exhaustive
from leadline.browse.links import external
from leadline.browse.sampling import estimate
from leadline.browse.strategy import Entrance, Seen
from leadline.browse.yields import Yield, coverages, harvests
from leadline.lab.discover.bed import Bed, fetched
from leadline.lab.discover.crawl import crawl
from leadline.lab.web.world import Web

THRESHOLDS, WINDOWS, CHANCES = (2, 5, 10), (2, 5, 10), (0.0, 0.05, 0.1)
DEEPEST = 10
MOST = 150  # pages of one site


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting of Adaptive: its mean local harvest and coverage."""

    threshold: int
    window: int
    chance: float
    harvest: float
    coverage: float


def local(web: Web, sites: Iterable[int], seed: int) -> list[Setting]:
    """Figure 19: all settings on some sites, of each at most so many pages."""
    settings = list(product(THRESHOLDS, WINDOWS, CHANCES))
    yields: list[list[Yield]] = [[] for _ in settings]
    for site in sites:
        bed = Bed(web, site)
        entrance = bed.entrance(seed + site)
        total = crawl(exhaustive(DEEPEST)(entrance), bed.get, bed.sites, MOST)
        for made, setting in zip(yields, settings, strict=True):
            went = crawl(adaptive(*setting)(entrance), bed.get, bed.sites, MOST)
            right = len(went.found.keys() & total.found.keys())
            made.append(Yield(pages=went.pages, found=right, total=len(total.found)))
    return [
        Setting(threshold=t, window=s, chance=p, harvest=round(estimate(harvests(made)).mean, 4),
                coverage=round(estimate(coverages(made)).mean, 4))
        for (t, s, p), made in zip(settings, yields, strict=True)
    ]  # fmt: skip


def grown(web: Web, seeds: Iterable[str], most: int, seed: int) -> list[tuple[int, int]]:
    """Figure 20: pages and new sites, after each site that was searched for others."""
    waiting = deque(dict.fromkeys(seeds))
    known = set(waiting)
    pages = new = 0
    curve = [(0, 0)]
    while pages < most and waiting:
        strategy = adaptive()(Entrance(url=waiting.popleft(), seed=seed + pages))
        while pages < most and (visit := strategy.choose()) is not None:
            pages += 1
            document = fetched(web, visit.url)
            named = () if document is None else external(document)
            fresh = [site for site in named if site not in known]
            known.update(fresh)
            waiting.extend(fresh)
            new += sum(web.at(_host(site)) is not None for site in fresh)
            strategy.learn(
                Seen(url=visit.url, depth=visit.depth, document=document, fresh=len(fresh))
            )
        curve.append((pages, new))
    return curve


def _host(site: str) -> str:
    return site.partition("://")[2].partition(":")[0].rstrip("/")
