"""Which forms a site has and on which of its pages they are.

Query forms follow the paper's statistics (`statistics.py`). A form on the root page is often on all
pages, one of a section on the section's. Where no menu leads to a form, its page hangs below
another one with a form, if there is any: footnote 3 of the paper says that most such forms are
linked from beside simpler ones. How many sites have which other forms is an assumption.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from leadline.lab.web.shapes import ELSEWHERE, SEARCH, Shape, Shapes
from leadline.lab.web.statistics import MENU, form_depths
from leadline.lab.web.tree import Tree

PAGE, SECTION, SITE = "page", "section", "site"
EVERYWHERE = 0.6  # of the forms on root pages are on all pages
BELOW = 0.25  # of the other forms are on all pages of their section
ITSELF = 0.1  # of the forms on one page only are sent to the page's own address
TRIES = 12
SHOPS = 0.15
DECOYS = (  # kind, share of sites, share of those that have it on all pages
    ("login", 0.35, 0.45), ("registration", 0.2, 0.0), ("contact", 0.45, 0.0),
    ("subscribe", 0.2, 0.75), ("poll", 0.06, 0.4), ("password-recovery", 0.08, 0.0),
    ("other", 0.08, 0.7), (ELSEWHERE, 0.08, 0.6),
)  # fmt: skip
SEARCHES = (
    "/search", "/cgi-bin/search.cgi", "/find", "/results.php", "/catalog/results", "/query",
    "/s", "/db/list", "/search/results.asp", "/lookup", "/search.html", "/index/find", "/browse",
    "/servlet/Query", "/servlet/List", "/q", "/opac", "/items", "/data/view",
)  # fmt: skip
OTHERS = {
    "login": "/login", "registration": "/account/register", "contact": "/cgi-bin/formmail.pl",
    "subscribe": "/newsletter/subscribe", "poll": "/poll/vote", "order": "/cart/add",
    "password-recovery": "/account/recover", "other": "/do", ELSEWHERE: "",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A form in its place: the page, and whether it is also on those below it or on all."""

    kind: str
    shape: Shape
    action: str  # the path it is sent to; empty: the page's own
    node: int
    reach: str = PAGE
    number: int = 0


def query_forms(
    rng: Random, tree: Tree, shapes: Shapes, language: str, itself: bool
) -> list[Placed]:
    """The query forms of a site that has any; `itself`: some are sent to their own page."""
    placed: list[Placed] = []
    actions = _actions(rng)
    for depth in form_depths(rng, tree.size):
        node, reach = 0, SITE if rng.random() < EVERYWHERE else PAGE
        if depth:
            node = _page(rng, tree, depth, placed)
            reach = SECTION if tree.children(node) and rng.random() < BELOW else PAGE
        shape = rng.choice(shapes.of(SEARCH, language))
        alone = reach == PAGE and not any(one.node == node for one in placed)
        own = itself and alone and rng.random() < ITSELF
        action = "" if own else next(actions)
        placed.append(Placed(kind=SEARCH, shape=shape, action=action, node=node, reach=reach,
                             number=len(placed)))  # fmt: skip
    return placed


def _actions(rng: Random) -> Iterator[str]:
    names = rng.sample(SEARCHES, len(SEARCHES))
    yield from names
    for number in range(2, 99):
        stem, dot, ending = names[number % len(names)].partition(".")
        yield f"{stem}{number}{dot}{ending}"


def _page(rng: Random, tree: Tree, depth: int, placed: list[Placed]) -> int:
    """A page at a depth, reached through menus or not."""
    level = tree.level(depth)
    some = [rng.choice(level) for _ in range(TRIES)]
    if rng.random() < MENU:
        node = max(some, key=lambda one: sum(map(tree.in_menu, tree.above(one))))
        tree.promote(node)
        return node
    beside = {one.node for one in placed}
    free = [one for one in some if not tree.by_menus(one)]
    return max(free or some, key=lambda one: tree.parent(one) in beside)


def decoys(rng: Random, tree: Tree, shapes: Shapes, language: str) -> list[Placed]:
    """The forms of a site that are no searches of its own."""
    placed = []
    for kind, share, everywhere in DECOYS:
        if rng.random() < share and (fitting := shapes.of(kind, language)):
            reach = SITE if rng.random() < everywhere else PAGE
            node = 0 if reach == SITE else _some_page(rng, tree)
            placed.append(Placed(kind=kind, shape=rng.choice(fitting), action=OTHERS[kind],
                                 node=node, reach=reach))  # fmt: skip
    return placed


def _some_page(rng: Random, tree: Tree) -> int:
    """A page of the first two depths."""
    return rng.randrange(min(tree.pages, tree.starts[min(3, len(tree.starts) - 1)]))
