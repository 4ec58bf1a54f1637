"""SourceSort: which source to begin with (Xian et al. 2012, §4.1).

The utility of a source is what it can add to the integrated system. Before anything was asked that
is its estimated size; equal ones keep their order. Leaves out the quality of data.
"""

from __future__ import annotations

from collections.abc import Sequence


def sort_sources(sizes: Sequence[float]) -> tuple[int, ...]:
    """The sources by utility, the most useful first."""
    return tuple(sorted(range(len(sizes)), key=lambda i: -sizes[i]))
