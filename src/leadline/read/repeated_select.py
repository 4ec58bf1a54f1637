"""Where the records of a page are: a selector of what holds them, and how its children are told.

The selector is the shortest chain of ancestors that finds the same parents on every sample; what
classes cannot tell apart, the shape of a record does.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.read.align import CELLS, has_digit, lead
from leadline.read.records import Element, grow, set_apart, text_of
from leadline.read.repeated import (
    SAME_FORM,
    Unit,
    alike,
    core_of,
    descendants,
    has_half,
    parts_of,
    shape,
    usual_size,
)
from leadline.read.repeated_header import NAME, first_of_all, header_of, names_in
from leadline.read.repeated_score import Scored

PLAIN = re.compile(r"-?[A-Za-z_][\w-]*", re.A)
ADVERT = re.compile(
    r"ads?|advert\w*|sponsor\w*|promo(ted|tion)?|anzeige|werbung|publicit\w*|publicidad|reklam\w*",
    re.I,
)
MOST_NODES = 300
MOST_SHAPES = 5000  # records that are compared with what is like them
DEEP = 6  # levels of a record by which it is known anywhere
SPARE = 0.75  # of them in common
TELLING = 4  # places that make a shape one of its own
PIECE_OF_TABLE = "body > table > tbody"
PASSING = frozenset({"odd", "even", "first", "last", "alt", "active", "selected", "new", "row"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """How the records of a page are found.

    Children of `container` with this tag and these classes, none of the classes `without`, and at
    least half of the `core` of places; with `kinds`, such a child starts a run of siblings.
    """

    container: str
    tag: str
    classes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    core: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()  # tags that belong to a run
    size: int = 0  # of a run, where it is always the same
    form: tuple[str, ...] = ()  # the shape of what starts a run
    header: tuple[str, ...] = ()  # the names of a table's columns, in a row that is no record
    ahead: tuple[str, ...] = ()  # another such row, with which every page begins
    spare: tuple[str, ...] = ()  # the shape by which records are known outside the container

    def find(self, tree: LexborHTMLParser, known: Container[Unit] = ()) -> tuple[list[Unit], int]:
        """The records, and how many things in their place are none; what is made like `known`
        ones is not looked at more closely."""
        found, strange = self._inside(tree, known)
        if found or not self.spare:
            return found, strange
        return self.anywhere(tree), strange

    def _inside(self, tree: LexborHTMLParser, known: Container[Unit]) -> tuple[list[Unit], int]:
        judged = [(unit, self.verdict(unit, known)) for unit in self._units(tree)]
        found = [unit for unit, verdict in judged if verdict]
        return found, sum(verdict is False for _, verdict in judged)

    def verdict(self, unit: Unit, known: Container[Unit] = ()) -> bool | None:
        """Whether something in the place of a record is one; None if it is not meant to be."""
        if not self._is_wanted(unit[0]) or self._is_above(unit[0]):
            return None
        return not self.core or unit in known or has_half(unit, frozenset(self.core))

    def _is_above(self, row: Element) -> bool:
        """Whether it is the header, or what else stands above the records."""
        return any(names and _says(row, names) for names in (self.header, self.ahead))

    def nodes(self, tree: LexborHTMLParser) -> list[LexborNode]:
        """What may be records, where each is one element."""
        own = "".join(f".{token}" for token in self.classes if PLAIN.fullmatch(token))
        found = tree.css(f"{self._place(tree)} > {_named(self.tag)}{own}")
        return [node for node in found if node.tag == self.tag]

    def _place(self, tree: LexborHTMLParser) -> str:
        """What holds them: of a piece of a page, which is nothing but records, the piece itself."""
        piece = PIECE_OF_TABLE if self.tag == "tr" else "body"
        whole = self.spare or (tree.head is not None and tree.head.child is not None)
        if whole or tree.css_first(self.container) or tree.css_first(f"{piece} > :not({self.tag})"):
            return self.container
        return piece

    def anywhere(self, tree: LexborHTMLParser) -> list[Unit]:
        """The records by their shape alone, wherever they are."""
        if tree.body is None:
            return []
        spare = frozenset(self.spare)
        found = [e for e in descendants(grow(tree.body)) if self._could_be(e, spare)]
        around = {id(e) for e in _enclosing(found)}
        return [(e,) for e in found if id(e) not in around]

    def _could_be(self, element: Element, spare: frozenset[str]) -> bool:
        if element.tag != self.tag or not self._is_wanted(element):
            return False
        return alike(shape([element], DEEP), spare) >= SPARE

    def count(self, tree: LexborHTMLParser) -> int:
        """How many records there are."""
        return len(self.find(tree)[0])

    def _is_wanted(self, element: Element) -> bool:
        own = set(element.classes)
        return own.issuperset(self.classes) and not own.intersection(self.without)

    def _units(self, tree: LexborHTMLParser) -> Iterator[Unit]:
        if self.kinds:
            for container in tree.css(self._place(tree)):
                whole = grow(container)
                yield from self._runs(set_apart(whole, 1) if "-text" in self.kinds else whole)
            return
        for node in self.nodes(tree):
            yield (grow(node),)

    def _runs(self, container: Element) -> Iterator[Unit]:
        form = frozenset(self.form)
        unit: list[Element] = []
        for child in parts_of(container):
            if self._is_start(child, form):
                if unit:
                    yield tuple(unit)
                unit = [child]
            elif unit and self._goes_on(unit, child):
                unit.append(child)
            elif unit:
                yield tuple(unit)
                unit = []
        if unit:
            yield tuple(unit)

    def _goes_on(self, unit: list[Element], child: Element) -> bool:
        if self.size and len(unit) >= self.size:
            return False
        return child.tag in self.kinds and not set(child.classes).intersection(self.without)

    def _is_start(self, child: Element, form: frozenset[str]) -> bool:
        if child.tag != self.tag or not self._is_wanted(child):
            return False
        if any(feature[0] == "=" for feature in form):
            return f"={lead(child)}" in form
        return not form or alike(shape([child]), form) >= SAME_FORM


def _says(row: Element, names: tuple[str, ...]) -> bool:
    first = next((cell for cell in row.elements() if cell.tag in CELLS), None)
    if first is None or text_of(first)[:NAME] != names[0]:
        return False
    return names_in(row) == names


def learn_items(best: Scored, trees: Sequence[LexborHTMLParser]) -> Items | None:
    """How to find the units of a set on other pages; None if no selector does."""
    found = best.found
    parents = {
        page: {_number(e.node) for e in found.parents[page]} if best.pages.get(page) else set()
        for page in range(len(trees))
    }
    nodes = [e.node for page, some in found.parents.items() if best.pages.get(page) for e in some]
    container = _selector(nodes[:MOST_NODES], trees, parents)
    if container is None:
        return None
    units = [unit for some in best.pages.values() for unit in some]
    kinds = {element.tag for unit in units for element in unit[1:]} if found.starts else set()
    classes = _telling_class(units, trees)
    items = Items(
        container=container,
        tag=found.kind[0],
        classes=classes,
        without=_without(best, units),
        core=tuple(sorted(best.core)),
        kinds=tuple(sorted(kinds)),
        size=usual_size(units) if found.starts else 0,
        form=tuple(sorted(found.form)),
        header=header_of(found, {id(unit[0]) for unit in units}),
        ahead=first_of_all(found),
    )
    plain = replace(items, core=())
    enough = classes and all(plain.count(tree) == items.count(tree) for tree in trees)
    return plain if enough else items


def with_spare(
    items: Items, trees: Sequence[LexborHTMLParser], empty: Sequence[LexborHTMLParser]
) -> Items:
    """The same, also by shape alone if that finds these records, and none where there are none."""
    units = [unit for tree in trees for unit in items.find(tree)[0]]
    if items.kinds or len(units) > MOST_SHAPES:
        return items
    shapes = [shape(unit, DEEP) for unit in units]
    trial = replace(items, spare=tuple(sorted(core_of(shapes))))
    same = all(_numbers(trial.anywhere(tree)) == _numbers(items.find(tree)[0]) for tree in trees)
    telling = len(trial.spare) >= TELLING or bool(items.classes)
    return trial if telling and same and not any(map(trial.anywhere, empty)) else items


def _numbers(units: Sequence[Unit]) -> list[int]:
    return [_number(unit[0].node) for unit in units]


def _enclosing(found: Sequence[Element]) -> Iterator[Element]:
    """Those that have another of them inside; they come in the order of the page."""
    for one, after in pairwise(found):
        if any(inner is after for inner in descendants(one)):
            yield one


def _telling_class(units: Sequence[Unit], trees: Sequence[LexborHTMLParser]) -> tuple[str, ...]:
    """A class that all records have, and hardly anything else; none if there is no such."""
    common = set(units[0][0].classes).intersection(*(u[0].classes for u in units))
    for token in units[0][0].classes:
        if token in common - PASSING and PLAIN.fullmatch(token) and not has_digit(token):
            found = sum(len(tree.css(f"{_named(units[0][0].tag)}.{token}")) for tree in trees)
            if found <= 1.2 * len(units) + 2:
                return (token,)
    return ()


def _number(node: LexborNode) -> int:
    return int(node.mem_id)


def _without(best: Scored, units: Sequence[Unit]) -> tuple[str, ...]:
    """Classes of what stands among the records and is none: pagers, advertisements."""
    own = {id(element) for unit in units for element in unit}
    inside = {token for unit in units for element in unit for token in element.classes}
    strangers = {
        token
        for parents in best.found.parents.values()
        for parent in parents
        for child in parent.elements()
        if child.tag == best.found.kind[0] and id(child) not in own
        for token in child.classes
    }
    return tuple(sorted((strangers - inside) | _adverts(units)))[:50]


def _adverts(units: Sequence[Unit]) -> set[str]:
    tokens = [token for unit in units for token in set(unit[0].classes)]
    rare = {token for token in set(tokens) if tokens.count(token) <= 0.3 * len(units)}
    return {t for t in rare if any(ADVERT.fullmatch(word) for word in re.split(r"[-_]+", t))}


def _selector(
    nodes: Sequence[LexborNode], trees: Sequence[LexborHTMLParser], wanted: dict[int, set[int]]
) -> str | None:
    """The shortest chain of ancestors that finds the wanted nodes and no others."""
    for step in (_step, _numbered_step):
        chain: list[str] = []
        level = list(nodes)
        while level and all(node.tag not in ("html", "-document") for node in level):
            chain.insert(0, step(level))
            selector = " > ".join(chain)
            telling = any(c in selector for c in ".#:") or level[0].tag == "body"
            if telling and all(_finds(tree, selector, wanted[n]) for n, tree in enumerate(trees)):
                return selector
            level = [node.parent for node in level if node.parent is not None]
    return None


def _finds(tree: LexborHTMLParser, selector: str, wanted: set[int]) -> bool:
    found = {_number(node) for node in tree.css(selector)}
    return found == wanted if wanted else True


def _step(level: Sequence[LexborNode]) -> str:
    """Tag and id, or tag and two classes, that all nodes of a level have."""
    tag = _named(level[0].tag) if len({node.tag for node in level}) == 1 else "*"
    names = {node.attributes.get("id") or "" for node in level}
    name = names.pop()
    if not names and PLAIN.fullmatch(name) and not has_digit(name):
        return f"{tag}#{name}"
    own = [(node.attributes.get("class") or "").split() for node in level]
    common = [t for t in dict.fromkeys(own[0]) if all(t in some for some in own)]
    plain = [t for t in common if PLAIN.fullmatch(t) and not has_digit(t)]
    return tag + "".join(f".{token}" for token in plain[:2])


def _numbered_step(level: Sequence[LexborNode]) -> str:
    node = level[0]
    place, before = 1, node.prev
    while before is not None and place < 500:
        place += before.tag == node.tag
        before = before.prev
    return f"{_named(node.tag)}:nth-of-type({place})" if node.tag != "body" else "body"


def _named(tag: str | None) -> str:
    """A tag as a selector can name it: parsers take `<a"b>` for one, too."""
    return tag if tag is not None and PLAIN.fullmatch(tag) else "*"
