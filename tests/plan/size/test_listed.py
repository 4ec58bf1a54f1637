"""A list of everything that nobody counts."""

import pytest

from leadline.flow import recall
from leadline.model import Answer, Interface, Query, Record, Step, Turn
from leadline.plan.size import estimate_size
from leadline.plan.sounding import Sounding


@pytest.mark.parametrize(
    ("records", "size"), [(7, 7), (24, None), (25, None), (26, 26), (60, 60), (250, None)]
)
def test_a_single_page_as_long_as_pages_are_tells_no_size(records, size):
    rows = tuple(Record(str(n), (), f"row {n}") for n in range(records))
    known = recall(Sounding(), Interface(attributes=(), browsable=True, page_size=records))
    known.hear(Turn(1, Step(Query()), Answer(records=rows)))
    found = estimate_size(known)
    assert (found and found.estimate) == size
