"""What of an earlier exploration still stands, as the counts of the first list tell.

A value that as many have as did before is taken to be had by the same; a facet all of whose values
are so need not be asked. Leaves out what counts cannot show: as many came as went.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from leadline.plan.facets.journey import Held
from leadline.plan.facets.lists import Shown, Value


def confirmed(held: Held, first: Shown, before: Mapping[Value, Collection[str]]) -> Held:
    """What is held, with those values that the first list counts as they were."""
    same = {value: tuple(before[value]) for value, link in first.panel.items()
            if value in before and len(before[value]) == link.count}  # fmt: skip
    open_ = {facet for facet, text in first.panel if (facet, text) not in same} | first.cut
    settled = {facet for facet, _ in first.panel} - open_
    return replace(held, own={**same, **held.own}, settled=held.settled | settled)
