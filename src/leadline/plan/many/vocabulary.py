"""One numbering of values for several sources, so that their counters can be compared.

A value is an attribute and a text. What two sources call by different names is one attribute where
the caller says so; spelling is not touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge

Pair = tuple[str, str]


class Vocabulary:
    """The values of all sources in the order in which they were met."""

    def __init__(self) -> None:
        self.pairs: list[Pair] = []
        self._ids: dict[Pair, int] = {}
        self._attribute = Column(np.int16)
        self._names: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def attributes(self) -> int:
        """How many attributes there are."""
        return len(self._names)

    @property
    def attribute(self) -> NDArray[Any]:
        """The number of each value's attribute."""
        return self._attribute.array

    def number(self, pair: Pair) -> int:
        """The number of a value, given to it now if it has none."""
        found = self._ids.get(pair)
        if found is None:
            found = self._ids[pair] = len(self.pairs)
            self.pairs.append(pair)
            self._attribute.append(self._names.setdefault(pair[0], len(self._names)))
        return found

    def id_of(self, pair: Pair) -> int:
        """The number of a value, or -1."""
        return self._ids.get(pair, UNKNOWN)


class Placed:
    """What is known of one source, its values under their common numbers.

    `common` maps its own attribute names to the common ones; those left out keep their name.
    """

    def __init__(
        self, known: Knowledge, vocabulary: Vocabulary, common: Mapping[str, str] | None = None
    ) -> None:
        self.known = known
        self.vocabulary = vocabulary
        own = [attribute.name for attribute in known.interface.attributes]
        self.common = {name: (common or {}).get(name, name) for name in own}
        self._common = list(self.common.values())
        self._own = {name: a for a, name in self.common.items()}
        self._place = Column(np.int32)

    def update(self) -> None:
        """Number the values that were met since the last time."""
        first, known = len(self._place), self.known
        met = zip(known.attribute[first:].tolist(), known.names[first:], strict=True)
        self._place.extend([self.vocabulary.number((self._common[a], name)) for a, name in met])

    @property
    def place(self) -> NDArray[Any]:
        """The common number of each of its values."""
        return self._place.array

    def own(self, pair: Pair) -> Pair | None:
        """A value as this source is asked for it; None where it has no such attribute."""
        name = self._own.get(pair[0])
        return None if name is None else (name, pair[1])

    def id_of(self, pair: Pair) -> int:
        """Its own number of a value, or -1."""
        own = self.own(pair)
        return UNKNOWN if own is None else self.known.id_of(*own)

    def spread(self, counts: NDArray[Any], nothing: float = 0) -> NDArray[Any]:
        """An array over its own values as one over all; `nothing` for values it has not met."""
        out = np.full(len(self.vocabulary), nothing, counts.dtype)
        out[self.place] = counts
        return out
