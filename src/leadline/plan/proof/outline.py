"""How a source might be divided to prove it complete: queries and the parts they fall into.

Where cells were split until they fit, the outline is that tree. Any other harvest has only simple
ones: everything as one list, or divided by the choices of one drop-down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from leadline.model import Attribute, Interface, Kind, Query
from leadline.plan.proof.cover import part
from leadline.plan.proof.held import MISSING
from leadline.plan.splitting.halving import Half, Halver
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.policy import Splitter


@dataclass(frozen=True, slots=True)
class Outline:
    """A query and, if it is divided, the attribute and what gives the parts."""

    query: Query
    split: str = ""
    parts: Callable[[], list[Outline]] = list


def outline_in(learner: object) -> Outline | None:
    """How a policy that splits, or has somebody else do it, divides a source; else None."""
    splitter = getattr(learner, "splitter", learner)
    if isinstance(splitter, Halver):
        return of_halves(splitter.root, splitter.box.name)
    return of_tree(splitter.root) if isinstance(splitter, Splitter) else None


def of_halves(cell: Half, name: str) -> Outline:
    """The outline that cells divided by words have."""
    if not cell.parts:
        return Outline(cell.query)
    return Outline(cell.query, name, lambda: [of_halves(part, name) for part in cell.parts])


def of_tree(node: Node) -> Outline:
    """The outline that a tree of cells has."""
    split = node.split
    if split is None:
        return Outline(node.query)
    nodes = [*split.parts, *([split.missing] if split.missing is not None else [])]
    return Outline(node.query, split.name, lambda: [of_tree(one) for one in nodes])


def simple(interface: Interface) -> Iterator[Outline]:
    """Everything undivided, then by each drop-down."""
    yield Outline(Query())
    for attribute in interface.attributes:
        if attribute.kind is Kind.VALUE and attribute.domain:
            yield _by(attribute)


def _by(attribute: Attribute) -> Outline:
    values = [*(attribute.domain or ()), *([MISSING] if attribute.missing else [])]
    parts = [Outline(part(Query(), attribute, value)) for value in values]
    return Outline(Query(), attribute.name, lambda: list(parts))
