"""One site of the Web, drawn from its seed: its pages, menus, forms, language, design and manners.

What is drawn depends on the seed of the Web and the number of the site alone. Shares that the paper
does not give are assumptions; docs/web.md lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from random import Random

from leadline.lab.web.addresses import PRIME, STYLES, Numbers, host, slug
from leadline.lab.web.designs import DESIGNS, Design
from leadline.lab.web.draw import chance, mixed
from leadline.lab.web.others import link_page, templates
from leadline.lab.web.placing import PAGE, SHOPS, SITE, Placed, decoys, query_forms
from leadline.lab.web.shapes import SEARCH, Shapes
from leadline.lab.web.statistics import DEEPEST, size
from leadline.lab.web.texts import LANGUAGES, Language, Subject
from leadline.lab.web.tree import Tree

ROBOTS = 0.385  # of sites: 2,925 of 7,593 (Sun, Zhuang, Councill and Giles 2007)
SITEMAPS = 0.2
OPENSEARCH = 0.05  # of the sites with a search on the root page
CLOSED = 0.1  # of the sites with robots rules close their results
SAYS_SEARCH = 0.5  # of the links to pages with query forms say so
LATIN = 0.15  # of sites write Latin 1
FRAMED = 0.03  # of sites have their menu and their text in two frames
FOLDERS = frozenset({"folders", "slug"})  # styles in which sections have short addresses
ASKING = frozenset({"query", "page"})  # styles in which pages have parameters


MENU, MAIN = "/frames/menu.html", "/frames/main.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """What a site offers to crawlers."""

    robots: bool
    closed: bool  # its rules close its results
    sitemap: bool
    opensearch: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site: everything that its pages are made from."""

    number: int
    seed: int
    language: Language
    subject: Subject
    tree: Tree
    numbers: Numbers
    style: str
    look: str
    charset: str
    follows: frozenset[str]  # templates of links to other sites
    link_page: int
    queries: tuple[Placed, ...]
    decoys: tuple[Placed, ...]
    shop: bool
    framed: bool  # its root page is but two frames
    manners: Manners
    sections: Mapping[str, int]  # by folder: the pages that the menu of the root leads to
    tied: Mapping[int, tuple[Placed, ...]]  # by page: the forms that are put to it

    @property
    def host(self) -> str:
        """Its address."""
        return host(self.number)

    @property
    def design(self) -> Design:
        """What its pages look like."""
        return DESIGNS[self.look]

    @property
    def name(self) -> str:
        """What it calls itself."""
        return f"{_one(self.subject.titles, self.seed)} – {self.subject.name.capitalize()}"

    def title(self, node: int) -> str:
        """What a page is called, on it and in links to it."""
        stirred = mixed(self.seed, node)
        if not node:
            return self.name
        if node == self.link_page:
            return _one(self.language.links, stirred)
        if node in self.tied and self._says_search(node):
            return _one(self.language.search, stirred)
        if self.tree.in_menu(node) and stirred % 4:
            return _one(self.language.menu, self.seed + 5 * node)
        return _one(self.subject.titles, stirred)

    def _says_search(self, node: int) -> bool:
        said = mixed(self.seed ^ 0x11, node) < SAYS_SEARCH * 2**32
        return said and any(form.kind == SEARCH for form in self.tied[node])

    def path(self, node: int) -> str:
        """The address of a page within the site."""
        if not node:
            return "/"
        if self.style not in FOLDERS:
            folder = slug(self.title(self._section(node))) if self.style == "page" else ""
            return STYLES[self.style](folder, "", self.numbers.of(node))
        section = self._section(node)
        folder = slug(self.title(section))
        if node == section and self.sections.get(folder) == node:
            return f"/{folder}/"
        return STYLES[self.style](folder, slug(self.title(node)), self.numbers.of(node))

    def _section(self, node: int) -> int:
        """The page one step below the root that a page is under."""
        parent = self.tree.parent(node)
        while parent > 0:
            node, parent = parent, self.tree.parent(parent)
        return node

    def depth(self, node: int) -> int:
        """The steps from the root to what a page says; a frame is one."""
        return self.tree.depth(node) + self.framed

    def shown_at(self, node: int) -> str:
        """The address at which one reads what a page says."""
        return MAIN if self.framed and not node else self.path(node)

    def link(self, node: int) -> tuple[str, str]:
        """The address and the title of a page, as markup."""
        return self.path(node).replace("&", "&amp;"), _escaped(self.title(node))

    def node(self, target: str) -> int | None:
        """The page at an address within the site."""
        if target == "/":
            return 0
        node = self.sections.get(target.strip("/"))
        if node is None:
            node = self.numbers.node(target)
        if node is None or node >= self.tree.pages or self.path(node) != target:
            return None
        return node

    def forms(self, node: int) -> list[Placed]:
        """The forms on a page, those on all pages first."""
        found = [form for form in self.tied.get(0, ()) if form.reach == SITE]
        for one in self.tree.above(node) if self.tied else ():
            for form in self.tied.get(one, ()):
                if form.reach != SITE and (one == node or form.reach != PAGE):
                    found.append(form)
        return found


def _one(words: tuple[str, ...], number: int) -> str:
    return words[number % len(words)]


@lru_cache(50_000)
def _escaped(text: str) -> str:
    return escape(text)


def drawn(
    seed: int, number: int, languages: Mapping[str, Language], shapes: Shapes, deep: float
) -> Site:
    """The site of a number."""
    rng = chance("site", seed, number)
    tree = Tree(size(rng), rng)
    language = languages[rng.choices(tuple(LANGUAGES), tuple(LANGUAGES.values()))[0]]
    style = rng.choice(tuple(STYLES))
    has = rng.random() < deep
    itself = style not in ASKING
    queries = tuple(query_forms(rng, tree, shapes, language.code, itself)) if has else ()
    others = tuple(decoys(rng, tree, shapes, language.code))
    follows = templates(rng)
    site = Site(
        number=number,
        seed=rng.getrandbits(62),
        language=language,
        subject=rng.choice(language.subjects),
        tree=tree,
        numbers=Numbers(rng.randrange(2, PRIME), rng.randrange(PRIME)),
        style=style,
        look=rng.choices(tuple(DESIGNS), [one.share for one in DESIGNS.values()])[0],
        charset="iso-8859-1" if rng.random() < LATIN else "utf-8",
        follows=follows,
        link_page=link_page(rng, tree, follows),
        queries=queries,
        decoys=others,
        shop=rng.random() < SHOPS,
        framed=rng.random() < FRAMED and max(_depths(tree, queries), default=0) < DEEPEST,
        manners=_manners(rng),
        sections={},
        tied=_tied(queries + others),
    )
    named = {slug(site.title(node)): node for node in reversed(tree.menu(0))}
    return replace(site, sections=named)


def _depths(tree: Tree, forms: tuple[Placed, ...]) -> list[int]:
    return [tree.depth(form.node) for form in forms]


def _manners(rng: Random) -> Manners:
    robots, closed, sitemap, opensearch = (rng.random() for _ in range(4))
    return Manners(
        robots=robots < ROBOTS,
        closed=closed < CLOSED,
        sitemap=sitemap < SITEMAPS,
        opensearch=opensearch < OPENSEARCH,
    )


def _tied(placed: tuple[Placed, ...]) -> dict[int, tuple[Placed, ...]]:
    tied: dict[int, tuple[Placed, ...]] = {}
    for form in placed:
        tied[form.node] = (*tied.get(form.node, ()), form)
    return tied
