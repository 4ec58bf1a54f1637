"""Links from site to site, in the paper's three templates, which a site may mix.

A link page names many other sites; a skeleton names the same few on every page; a directory names
new ones on each, mostly down to depth 3. Some sites are named far more often than others, and some
that are named do not exist.
"""

from __future__ import annotations

from random import Random

from leadline.lab.web.draw import mixed
from leadline.lab.web.statistics import template
from leadline.lab.web.tree import Tree

LINK_PAGE, SKELETON, DIRECTORY = "link-page", "skeleton", "directory"
DEAD = 0.04  # of the links lead to sites that do not exist
DEEPEST = 3  # to which all pages of a directory name sites
RARELY = 20  # one in so many deeper pages does
NEARLY = 2**32


def templates(rng: Random) -> frozenset[str]:
    """The templates that a site follows."""
    kind = template(rng)
    if kind == "mixed":
        all_three = (LINK_PAGE, SKELETON, DIRECTORY)
        return frozenset(rng.sample(all_three, rng.choice((2, 2, 3))))
    return frozenset() if kind == "none" else frozenset({kind})


def link_page(rng: Random, tree: Tree, follows: frozenset[str]) -> int:
    """The page with the links to other sites: mostly near the root; -1 if there is none."""
    if LINK_PAGE not in follows:
        return -1
    depth = rng.choices((0, 1, 2, 3), (10, 60, 20, 10))[0]
    return rng.choice(tree.level(min(depth, tree.size.depth)))


def everywhere(seed: int, follows: frozenset[str], sites: int) -> list[int]:
    """The sites named on all pages."""
    return _some(seed, -2, 2 + seed % 7, sites) if SKELETON in follows else []


def named(
    seed: int, node: int, depth: int, follows: frozenset[str], linking: bool, sites: int
) -> list[int]:
    """The sites named in the text of a page; `linking` says that it is the link page."""
    stirred = mixed(seed ^ 0x51, node)
    count = 10 + stirred % 50 if linking else 0
    if DIRECTORY in follows and (depth <= DEEPEST or stirred % RARELY == 0):
        count += 2 + stirred % 8
    return _some(seed, node, count, sites)


def _some(seed: int, node: int, count: int, sites: int) -> list[int]:
    return [_one(mixed(seed ^ 0x77, 64 * node + place), sites) for place in range(count)]


def _one(stirred: int, sites: int) -> int:
    """A site: the lower the rank, the likelier; ranks are dealt to sites in no order."""
    share = stirred / NEARLY
    if share < DEAD:
        return sites + stirred % (sites // 10 + 1)
    rank = int(((share - DEAD) / (1 - DEAD)) ** 2 * sites)
    return rank * 7_919 % sites
