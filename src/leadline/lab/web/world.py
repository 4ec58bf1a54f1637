"""The Web: sites drawn one by one when they are asked for, and forgotten when others are."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from leadline.lab.web.addresses import host, site_at
from leadline.lab.web.annotated import annotated
from leadline.lab.web.answers import behind
from leadline.lab.web.draw import chance
from leadline.lab.web.render import skeleton
from leadline.lab.web.shapes import shipped
from leadline.lab.web.site import Site, drawn
from leadline.lab.web.statistics import DEEP
from leadline.lab.web.texts import languages

KEPT = 4096  # sites at hand
TABLES = 512  # tables at hand


class Web:
    """So many sites, drawn from a seed; the same arguments give the same pages.

    `deep` is the share of sites with query forms. `texts` is a table of texts and `forms` a folder
    of annotated pages to take the place of what the package ships.
    """

    def __init__(
        self,
        sites: int = 2_000,
        *,
        seed: int = 1,
        port: int = 8080,
        deep: float = DEEP,
        texts: Path | None = None,
        forms: Path | None = None,
    ) -> None:
        self.sites, self.seed, self.port = sites, seed, port
        words = languages(texts)
        self.shapes = shipped() if forms is None else annotated(forms)
        self.site = lru_cache(KEPT)(lambda n: drawn(seed, n, words, self.shapes, deep))
        self.skeleton = lru_cache(KEPT)(lambda n: skeleton(self, self.site(n)))
        self.behind = lru_cache(TABLES)(lambda n, form: behind(self, self.site(n), form))

    def origin(self, site: int) -> str:
        """Where a site begins."""
        return f"http://{host(site)}:{self.port}"

    def at(self, address: str) -> Site | None:
        """The site of an address, if there is one."""
        number = site_at(address)
        return self.site(number) if number is not None and number < self.sites else None

    def seeds(self, count: int = 10) -> list[str]:
        """The roots of some sites, to begin a crawl with."""
        some = chance("seeds", self.seed).sample(range(self.sites), min(count, self.sites))
        return [f"{self.origin(site)}/" for site in some]
