"""SourceSort: which source to begin with (Xian et al. 2012, §4.1).

The utility of a source is what it can add to the integrated system: a function of the amount of
new data and of its quality (completeness, consistency, redundancy). Before anything was asked
that is its estimated size times a quality that the caller may know; equal ones keep their order.
"""

from __future__ import annotations

from collections.abc import Sequence


def sort_sources(sizes: Sequence[float], quality: Sequence[float] = ()) -> tuple[int, ...]:
    """The sources by utility, the most useful first."""
    worth = [size * (quality[i] if quality else 1.0) for i, size in enumerate(sizes)]
    return tuple(sorted(range(len(sizes)), key=lambda i: -worth[i]))
