"""Lu and Li's estimate from random queries, for comparison.

OR is how often a record was returned on average, over the records returned at all. For records of
unequal catchability, as documents under random words, the share found is about 1 − OR^−1.1 (Lu and
Li 2010, "Estimating deep web data source size by capture–recapture method"): N̂ = n/(1 − OR^−1.1).
The exponent is theirs, fitted to English texts. The interval is the jackknife's over the queries.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from leadline.plan.size.student import t_quantile
from leadline.plan.size.value import Size

EXPONENT = 1.1


def lu_li(answers: Sequence[frozenset[str]]) -> Size | None:
    """The size by how much the answers to random queries overlap; None if they don't."""
    times = Counter(key for answer in answers for key in answer)
    found, returned = len(times), sum(times.values())
    if len(answers) < 3 or returned <= found:
        return None
    only = [sum(times[key] == 1 for key in answer) for answer in answers]
    parts = zip(only, answers, strict=True)
    without = [_size(found - own, returned - len(answer)) for own, answer in parts]
    estimate = _size(found, returned)
    return _interval(estimate, np.array(without), found)


def _size(found: int, returned: int) -> float:
    overlap = max(returned, found + 0.5) / max(found, 1)
    return float(found / (1 - overlap**-EXPONENT))


def _interval(estimate: float, without: np.typing.NDArray[np.float64], found: int) -> Size:
    number = len(without)
    variance = (number - 1) / number * float(np.sum((without - without.mean()) ** 2))
    factor = math.exp(min(t_quantile(number - 1) * math.sqrt(variance) / estimate, 50.0))
    return Size(estimate=estimate, low=max(float(found), estimate / factor), high=estimate * factor)
