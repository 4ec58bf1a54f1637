"""The In-Site Form Searcher on many sites: each strategy on each of them.

A strategy has a process of its own. It searches many sites at once, a page of each in turn, as
`leadline discover` does: what it learns on one it knows on the others. For each site: the pages it
took, the forms it took for query forms, and how many of those are. Pages are let go of as they are
read: the largest sites have 20,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from leadline.browse.sampling import Trial
from leadline.browse.strategies import strategies
from leadline.browse.strategy import Maker
from leadline.browse.yields import Yield
from leadline.discover.crawl import AT_ONCE, FIRST
from leadline.lab.discover.bed import Bed, fetched, forms_on
from leadline.lab.discover.crawl import Crawl, Walk
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
    useful: int  # pages that were the first to show one
    last: int  # the number of the last of those pages
    unrecognised: int  # query forms on pages that were asked for

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


def _searched(name: str, bed: Bed, went: Crawl) -> Searched:
    truth, urls = bed.truth(), set(went.urls)
    first = {went.found[one] for one in truth.keys() & went.found.keys()}
    return Searched(
        strategy=name,
        site=bed.number,
        pages=went.pages,
        found=frozenset(went.found),
        right=len(truth.keys() & went.found.keys()),
        total=len(truth),
        useful=len(first),
        last=max(first, default=0),
        unrecognised=sum(url in urls and one not in went.found for one, url in truth.items()),
    )


def _work(web: Web, name: str, seed: int) -> Callable[[Tell], list[Searched]]:
    def work(tell: Tell) -> list[Searched]:
        make, found, pages = strategies()[name], list[Searched](), 0
        for site, went in side_by_side(web, make, seed):
            found.append(_searched(name, Bed(web, site), went))
            pages += went.pages
            tell(pages, len(found) / web.sites)
        return sorted(found, key=lambda one: one.site)

    return work


def side_by_side(web: Web, make: Maker, seed: int) -> Iterator[tuple[int, Crawl]]:
    """Search all sites, many at once and a page of each in turn; as they end."""
    walks, ended = dict[int, Walk](), 0
    waiting = iter(range(web.sites))
    while ended < web.sites:
        room = min(AT_ONCE, FIRST + ended) - len(walks)
        for site in islice(waiting, max(0, room)):
            strategy = make(Bed(web, site).entrance(seed + site))
            walks[site] = Walk(strategy, partial(fetched, web), forms_on)
        for site in [site for site, walk in walks.items() if not walk.step()]:
            ended += 1
            yield site, walks.pop(site).went()
