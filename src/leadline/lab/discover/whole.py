"""Page-based crawling of the same Web, for comparison: forms over pages.

Source: He et al., Section 6, 3; Figure 21 (b).
"""

from __future__ import annotations

from random import Random

from leadline.browse.whole_web import ORDERS, WholeWeb
from leadline.lab.discover.bed import fetched, forms_on
from leadline.lab.discover.crawl import crawl
from leadline.lab.web.world import Web

SEEDS = 10


def page_based(web: Web, pages: int, seed: int) -> dict[str, list[tuple[int, int]]]:
    """For each order of following links: pages, and distinct forms found after them."""
    found = dict[str, list[tuple[int, int]]]()
    for order in ORDERS:
        strategy = WholeWeb(web.seeds(SEEDS), order, Random(seed))
        went = crawl(strategy, lambda url: fetched(web, url), forms_on, pages)
        steps = sorted(went.found.values())
        curve = [(page, number) for number, page in enumerate(steps, 1)]
        found[order] = [*curve, (went.pages, len(steps))]
    return found
