"""Facets asked again: the counts beside the list of everything tell which values are to be read.

Values that as many records have as did before are left alone. What a list that was read no longer
shows is gone, and so is what a panel no longer names; of lists that could not be read everything is
kept as it was. Ranges of sliders are as of the harvest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from leadline.harvest.exploring import Asking, Exploration
from leadline.harvest.maps import maps_of
from leadline.harvest.pairs import by_record, pairs_of
from leadline.net.stack import Door
from leadline.plan.facets.lists import Value
from leadline.source import Source
from leadline.store import Pair, Store, records_now

Told = dict[tuple[str, str, str], Pair]  # by record, attribute, value


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """How many values of records came and went, and what that took."""

    added: int = 0
    vanished: int = 0
    lists: int = 0
    stopped: str = ""


async def explored_again(
    store: Store, number: int, door: Door, source: Source, told: Callable[[int], None]
) -> Again:
    """Ask the facets of a source for what has changed, and keep who has which value now."""
    before = list(store.pairs(number))
    if not before:
        return Again()
    present = {stored.record.key for stored in records_now(store, number)}
    maps = await maps_of(store, number, door, source.url)
    holders = _holders(before, present)
    exploration = Exploration(store, number, door, source, maps=maps, before=holders)
    got = await exploration.run(Asking.AUTO, told, complete=True)
    old, now = _by_pair(before), _now(store, number, exploration, before)
    after = {
        at: pair for at, pair in old.items() if at in now or _stays(exploration, pair, present)
    }
    new = {at: pair for at, pair in now.items() if at not in old}
    store.keep_pairs(number, (*after.values(), *new.values()))
    return Again(
        added=len(new),
        vanished=len(old) - len(after),
        lists=got.lists,
        stopped=got.stopped,
    )


def _stays(exploration: Exploration, pair: Pair, present: set[str]) -> bool:
    """Whether nothing was found out about a pair."""
    return pair.key in present and not exploration.is_known((pair.attribute, pair.value))


def _holders(pairs: Sequence[Pair], present: set[str]) -> dict[Value, list[str]]:
    """The records that have each value and are still there."""
    found: dict[Value, list[str]] = {}
    for pair in pairs:
        if pair.key in present:
            found.setdefault((pair.attribute, pair.value), []).append(pair.key)
    return found


def _now(store: Store, number: int, exploration: Exploration, before: Sequence[Pair]) -> Told:
    """What facets and rows tell now; a facet that nothing hid before is hidden by nothing."""
    hidden = {pair.attribute for pair in before if pair.hidden}
    shown = frozenset(pair.attribute for pair in before) - hidden
    found = by_record(exploration.witnessed())
    records = records_now(store, number)
    return _by_pair(pairs_of(records, found, exploration.fields, shown))


def _by_pair(pairs: Sequence[Pair]) -> Told:
    return {(pair.key, pair.attribute, pair.value): pair for pair in pairs}
