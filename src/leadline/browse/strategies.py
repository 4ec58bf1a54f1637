"""The strategies by name: what `--strategy NAME` chooses from."""

from __future__ import annotations

from leadline.browse.bandit import LITTLE, bandit
from leadline.browse.exhaustive import exhaustive
from leadline.browse.experience import Experience
from leadline.browse.navmenu import navmenu
from leadline.browse.sleeping import sleeping
from leadline.browse.strategy import Maker

DEFAULT, THOROUGH = "bandit", "thorough"
LEARNING = frozenset({DEFAULT, THOROUGH})  # from site to site
DEPTHS = (0, 3, 10)  # He et al., Section 6


def strategies(experience: Experience | None = None) -> dict[str, Maker]:
    """What makes a strategy for a site, by name.

    A maker shares what it learns across sites, so one call serves one crawl. Those of ours begin
    with an experience, and add to it; without one, each with its own.
    """
    return {
        DEFAULT: bandit(experience),
        THOROUGH: bandit(experience, least=LITTLE),
        "sleeping": sleeping,
        **{f"exhaustive-{depth}": exhaustive(depth) for depth in DEPTHS},
        **{f"navmenu-{depth}": navmenu(depth) for depth in DEPTHS},
    }
