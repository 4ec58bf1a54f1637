"""One site of the synthetic Web as the strategies meet it, and what it really has.

Pages come from the Web's page function, without a network; those had by a `Bed` are made and read
once for all strategies that ask for them. Forms are recognised as they are everywhere, so that
what detection misses is missed here too; the truth says what there was.
"""

from __future__ import annotations

from leadline.browse.identity import identity, query_forms
from leadline.browse.links import external
from leadline.browse.strategy import Entrance
from leadline.document import Document
from leadline.lab.web.pages import page
from leadline.lab.web.truth import forms
from leadline.lab.web.world import Web
from leadline.net.robots import read_rules

REFUSED = 400


class Bed:
    """A site, its pages at hand."""

    def __init__(self, web: Web, number: int) -> None:
        self.web = web
        self.number = number
        self.root = f"{web.origin(number)}/"
        self._pages = dict[str, Document | None]()

    def entrance(self, seed: int = 0) -> Entrance:
        """Where it begins, with the sitemaps that its robots.txt names."""
        found = page(self.web, f"{self.root}robots.txt")
        sitemaps = () if found is None else read_rules(found).sitemaps
        return Entrance(url=self.root, sitemaps=sitemaps, seed=seed)

    def get(self, url: str) -> Document | None:
        """A page of the site."""
        if url not in self._pages:
            self._pages[url] = fetched(self.web, url)
        return self._pages[url]

    def sites(self, document: Document) -> tuple[str, ...]:
        """The other sites that a page names."""
        return external(document)

    def truth(self) -> dict[str, str]:
        """The query forms that it has, each with the page on which it is met first."""
        return {identity(known.form): known.form.page for known in forms(self.web, self.number)}


def fetched(web: Web, url: str) -> Document | None:
    """A page of the Web; None if it is not to be had."""
    found = page(web, url)
    return None if found is None or found.status >= REFUSED else Document(found)


def forms_on(document: Document) -> tuple[str, ...]:
    """The query forms on a page, by what they are known by."""
    return tuple(identity(found.form) for found in query_forms(document))
