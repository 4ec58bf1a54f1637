"""The numbers that sites are drawn from, as He et al. give them.

"A Structure-Driven Yield-Aware Web Form Crawler". Section 3.1: 94 % of the query forms lie within
depth 3 and none beyond 5; pages grow in number up to depth 5 and 17 % of them lie within depth 3;
34 databases have 129 query forms. Section 4.1: 87 % of the forms that are not on a root page are
reached through navigational links. Section 5.1: the five ways in which sites link to other sites.
Figure 17, means over sites: forms on root pages (0.537), the share that these are of a site's forms
(0.287), forms per page down to depth 3 (0.119) and 10 (0.114). Sizes are log-normal, which the
paper does not say; their two parameters are fitted to figure 17 and to the 17 %.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

DEEP = 0.75  # 0.4 forms on a root page over all sites (section 6) / 0.537 where there are any
SURVEYED = 0.12  # of servers at random addresses: 34 databases on 281 servers, section 3.1
DEPTHS = 10  # of pages
DEEPEST = 5  # of query forms
LARGEST = 20_000  # pages of a site
MEDIAN, SPREAD = 90.0, 1.9  # of the number of pages
MENU = 0.87  # of the forms below the root
ON_ROOT = 0.40  # of sites with query forms have some on the root page
ON_ROOT_ONLY = 0.5  # of those
TEMPLATES = {"none": 11, "link-page": 44, "skeleton": 8, "directory": 8, "mixed": 29}
BELOW = {1: 0.33, 2: 0.31, 3: 0.23, 4: 0.09, 5: 0.04}  # moved up where a site has no such depth


@dataclass(frozen=True, slots=True)
class Size:
    """How many pages a site has at each depth."""

    levels: tuple[int, ...]

    @property
    def pages(self) -> int:
        """All of them."""
        return sum(self.levels)

    @property
    def depth(self) -> int:
        """The deepest."""
        return len(self.levels) - 1


def size(rng: Random) -> Size:
    """The pages of a site: growing in number down to depth 5, fewer from there on."""
    pages = max(1, min(LARGEST, round(rng.lognormvariate(math.log(MEDIAN), SPREAD))))
    first = max(3.0, rng.lognormvariate(math.log(13), 0.5))
    growth = rng.uniform(1.6, 3.0)
    while sum(_room(first, growth)) < pages:
        growth *= 1.03
    return Size(tuple(_filled(_room(first, growth), pages)))


def _room(first: float, growth: float) -> list[float]:
    room = [1.0, first]
    for depth in range(2, DEPTHS + 1):
        room.append(room[-1] * (growth if depth <= 5 else 0.6))
    return room


def _filled(room: list[float], pages: int) -> list[int]:
    """As many levels as it takes, each full before the next."""
    levels: list[int] = []
    for place in room:
        levels.append(min(pages, max(1, round(place))))
        pages -= levels[-1]
        if not pages:
            return levels
    levels[-1] += pages
    return levels


def form_depths(rng: Random, site: Size) -> list[int]:
    """The depths of the query forms of a site that has any."""
    root = rng.choices((1, 2, 3), (78, 17, 5))[0] if rng.random() < ON_ROOT else 0
    below = 0 if root and rng.random() < ON_ROOT_ONLY else _below(rng)
    below = min(below, (site.pages - 1) // 2)
    if not root and not below:
        root = 1
    drawn = rng.choices(tuple(BELOW), tuple(BELOW.values()), k=below)
    return [0] * root + sorted(min(depth, site.depth) for depth in drawn)


def _below(rng: Random) -> int:
    return min(60, 1 + int(rng.lognormvariate(math.log(2.3), 1.15)))


def template(rng: Random) -> str:
    """How a site links to others."""
    return rng.choices(tuple(TEMPLATES), tuple(TEMPLATES.values()))[0]
