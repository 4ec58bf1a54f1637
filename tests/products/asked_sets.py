"""Which sets of values were asked of a product, by the requests that reached it.

An address stands for the values that it names, the order that it asks for, and a page; what
shortens or decorates a list is no part of that. The list of everything, which names none, is left
out, and so are answers that only send the browser on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from urllib.parse import parse_qsl, urlsplit

from tests.products.proxy import Asked

Values = frozenset[tuple[str, str]]
Page = tuple[Values, str, str]  # values, order, page


def asked_twice(product: str, requests: Iterable[Asked]) -> list[Page]:
    """The pages of sets of values that were had under more than one address."""
    return [page for page, number in _pages(product, requests).items() if number > 1]


def asked_in_orders(product: str, requests: Iterable[Asked]) -> list[Values]:
    """The sets of values that were asked in more than one order."""
    orders = {(values, order) for values, order, _ in _pages(product, requests)}
    return [values for values, number in Counter(v for v, _ in orders).items() if number > 1]


def _pages(product: str, requests: Iterable[Asked]) -> Counter[Page]:
    """What was had, and under how many addresses."""
    paths = {asked.path for asked in requests if asked.status == 200}
    return Counter(page for path in paths if (page := PAGE[product](path))[0])


def _datasette(path: str) -> Page:
    pairs = _pairs(path)
    named = {pair for pair in pairs if pair[0] == "_search" or not pair[0].startswith("_")}
    order = next((f"{name} {text}" for name, text in pairs if name.startswith("_sort")), "")
    return frozenset(named), order, dict(pairs).get("_next", "")


def _oscar(path: str) -> Page:
    pairs, folder = _pairs(path), urlsplit(path).path
    named = {pair for pair in pairs if pair[0] in ("q", "selected_facets")}
    named |= {("category", folder)} if "/category/" in folder else set()
    return frozenset(named), dict(pairs).get("sort_by", ""), dict(pairs).get("page", "1")


def _jsfacets(path: str) -> Page:
    return frozenset(_pairs(path)), "", ""


def _pairs(path: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(path).query)


PAGE: Mapping[str, Callable[[str], Page]] = {
    "datasette": _datasette,
    "oscar": _oscar,
    "jsfacets": _jsfacets,
}
