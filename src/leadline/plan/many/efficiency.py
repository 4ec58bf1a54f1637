"""What a query brings and costs (Xian et al. 2012, Eqs. 1, 2 and 8-11).

- Cost(q, DB) = C_q + C_m M + C_d P, with M = P = the pages that hold num(q, DB) records, or N where
  the source shows no more than N of them                                              (1, 2)
- Reward(q, DB) = num(q, DB) - num(q, DB_local)                                        (8)
  with num(q, DB) = |DB_local| P(q, S_local) / P(q_1..m, S_local), for values met in DB  (9)
- Reward(q, DB) = P(q, S_local) |DB|, for values met only elsewhere                    (10)
- Efficient(q) = Reward(q, DB) / Cost(q, DB)                                           (11)

Eq. 2 has num / k; the paper's example (104 records, 10 a page: 11) rounds up, and so do we.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Cost, Interface

Floats = NDArray[np.float64]


def three_part(query: float = 1.0, contact: float = 1.0, page: float = 1.0) -> Cost:
    """C_q, C_m and C_d as a cost: each page is one contact and one download."""
    return Cost(query=query, page=contact + page)


UNIT = three_part()


def pages_for(matches: Any, interface: Interface) -> Any:
    """M: pages that so many matches fill, cut at the source's limit (2)."""
    most = np.inf if interface.limit is None else interface.limit
    return np.maximum(1.0, np.ceil(np.minimum(matches, most) / interface.page_size))


def matches_met(local: int, probability: Floats, queried: float) -> Floats:
    """num(q, DB) of values met in the source (9); without bound where P(q_1..m) is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(probability > 0, local * probability / queried, 0.0)
    return np.asarray(found)


def matches_unmet(probability: Floats, size: float) -> Floats:
    """num(q, DB) of values met only elsewhere (10)."""
    return probability * size


def efficiency(matches: Floats, held: Floats, cost: Cost, interface: Interface) -> Floats:
    """Efficient(q) of each value (8, 11)."""
    reward = np.maximum(matches - held, 0.0)
    return np.asarray(reward / cost.of(1, pages_for(matches, interface), 0))
