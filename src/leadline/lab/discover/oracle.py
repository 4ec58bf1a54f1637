"""What one would need who knows where every form is: the fewest pages for as many forms.

A form costs its page and the pages above it that are not paid for yet; the parts of all sites that
have most forms for a page come first. Sites without forms cost nothing. A bound that no strategy
comes near: what a page shows before it is fetched does not tell.
`seeing` is a bound for those who learn: it tells menus and links that speak of searching without
error, follows those and nothing else, and knows for this very Web how much a page brings after so
many finds and so many pages in vain, by which it stops.
Both recognise every form. Leaves out ways to a page other than the tree's.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass

from leadline.browse.yields import Yield
from leadline.lab.web.shapes import SEARCH
from leadline.lab.web.site import Site
from leadline.lab.web.world import Web

RICH, LONG = 2, 15  # finds, and pages in vain, beyond which more make no difference


def oracle(web: Web, coverage: float) -> Yield:
    """The pages that this share of all forms takes."""
    parts = sorted(
        (part for number in range(web.sites) for part in _parts(web.site(number))),
        key=lambda part: -part.harvest,
    )
    total = sum(part.found for part in parts)
    pages = found = 0
    for part in parts:
        if found < coverage * total:
            pages, found = pages + part.pages, found + part.found
    return Yield(pages=pages, found=found, total=total)


def seeing(web: Web, coverage: float) -> Yield:
    """The pages that it takes one who sees menus, at the price at which so much is covered.

    Between two prices, some sites are searched by one and the others by the other.
    """
    walks = [tuple(_walk(web.site(number))) for number in range(web.sites)]
    total = sum(len(web.site(number).queries) for number in range(web.sites))
    rates = _rates(walks)
    dear = now = (0, 0)
    for price in sorted(set(rates.values()), reverse=True):
        spent = [_until(walk, rates, price) for walk in walks]
        dear, now = now, (sum(pages for pages, _ in spent), sum(found for _, found in spent))
        if now[1] >= coverage * total:
            break
    found = min(now[1], math.ceil(coverage * total))
    share = (found - dear[1]) / max(1, now[1] - dear[1])
    return Yield(pages=math.ceil(dear[0] + share * (now[0] - dear[0])), found=found, total=total)


def _parts(site: Site) -> Iterator[Yield]:
    """The pages of a site that have forms, with those above them, the best first."""
    forms, paid = _forms(site), set[int]()
    while left := forms.keys() - paid:
        ways = [[node for node in site.tree.above(one) if node not in paid] for one in left]
        way = max(ways, key=lambda way: sum(forms[node] for node in way) / len(way))
        paid.update(way)
        yield Yield(pages=len(way), found=sum(forms[node] for node in way))


def _forms(site: Site) -> Counter[int]:
    return Counter(form.node for form in site.queries)


# --- seeing menus ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """A page on the way; what is said to lead to a search is always worth asking for."""

    found: int
    said: bool = False


def _walk(site: Site) -> Iterator[_Step]:
    """The front page, links that speak of searching as they come, and the menus by their depth."""
    forms = _forms(site)
    said, menus = deque([0]), deque[int]()
    while said or menus:
        node = said.popleft() if said else menus.popleft()
        yield _Step(found=forms[node], said=node == 0 or _is_said(site, node, forms))
        for child in site.tree.children(node):
            if _is_said(site, child, forms):
                said.append(child)
            elif site.tree.in_menu(child):
                menus.append(child)


def _is_said(site: Site, node: int, forms: Counter[int]) -> bool:
    """Whether a link to the page speaks of searching, by its title or beside another form."""
    beside = not site.tree.in_menu(node) and forms[node] and forms[site.tree.parent(node)]
    placed = any(form.kind == SEARCH for form in site.tied.get(node, ()))
    return bool(beside or (placed and site.title(node) in site.language.search))


_State = tuple[int, int]


def _states(walk: tuple[_Step, ...]) -> Iterator[tuple[_State, _Step]]:
    """What was found and how many pages were in vain before each step."""
    found = vain = 0
    for step in walk:
        yield (min(found, RICH), min(vain, LONG)), step
        found, vain = found + step.found, 0 if step.found else vain + 1


def _rates(walks: list[tuple[_Step, ...]]) -> dict[_State, float]:
    pages, found = Counter[_State](), defaultdict[_State, int](int)
    for walk in walks:
        for state, step in _states(walk):
            if not step.said:
                pages[state] += 1
                found[state] += step.found
    return {state: found[state] / count for state, count in pages.items()}


def _until(walk: tuple[_Step, ...], rates: dict[_State, float], price: float) -> tuple[int, int]:
    """Pages and finds until a page promises less than the price."""
    pages = found = 0
    for state, step in _states(walk):
        if not step.said and rates[state] < price:
            break
        pages, found = pages + 1, found + step.found
    return pages, found
