"""The In-Site Form Searcher on many sites: each strategy on each of them.

A strategy goes through the sites one after the other, in a process of its own; what it learns on
one it knows on the next. For each site: the pages it took, the forms it took for query forms, and
how many of those are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from leadline.browse.sampling import Trial
from leadline.browse.strategies import strategies
from leadline.browse.yields import Yield
from leadline.lab.discover.bed import Bed
from leadline.lab.discover.crawl import crawl
from leadline.lab.web.world import Web
from leadline.lab.workers import Tell, fork_all


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """One site, searched by one strategy."""

    strategy: str
    site: int
    pages: int
    found: frozenset[str]  # what was taken for query forms
    right: int  # of them
    total: int  # query forms that the site has

    @property
    def truly(self) -> Yield:
        """The yield, by what is true."""
        return Yield(pages=self.pages, found=self.right, total=self.total)

    @property
    def trial(self) -> Trial:
        """The same as one who does not know the truth sees it."""
        return Trial(
            strategy=self.strategy, site=str(self.site), pages=self.pages, found=self.found
        )


Told = Callable[[str, int, float], None]  # a strategy, its pages, the share of the sites


def search_all(
    web: Web, names: Sequence[str], seed: int, at_once: int, told: Told
) -> Iterator[list[Searched]]:
    """What each strategy found on each site, as they finish."""
    works = [_work(web, name, seed) for name in names]
    for done in fork_all(works, at_once, lambda number, *news: told(names[number], *news)):
        found: list[Searched] = done.result
        yield found


def _work(web: Web, name: str, seed: int) -> Callable[[Tell], list[Searched]]:
    def work(tell: Tell) -> list[Searched]:
        make, found, pages = strategies()[name], list[Searched](), 0
        for site in range(web.sites):
            bed = Bed(web, site)
            went = crawl(make(bed.entrance(seed + site)), bed.get, bed.forms)
            truth = bed.truth()
            right = len(truth & went.found.keys())
            found.append(
                Searched(strategy=name, site=site, pages=went.pages,
                         found=frozenset(went.found), right=right, total=len(truth))
            )  # fmt: skip
            pages += went.pages
            tell(pages, (site + 1) / web.sites)
        return found

    return work
