"""The lab's own sites over HTTP: nearly every record and value, for hardly more than the lab asks.

The goals are the same for all designs, the source is a real catalogue of 7,884 airports.
"""

import pytest

from bench.sites import measure
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import DESIGNS, site_of
from tests.browsers import HAS_CHROMIUM

ROWS = rows_of_the_catalogue()

DRAWN = "javascript"  # its data are found by a browser
OWN = ("ranges", "sorted", "sorted-links")  # have tests of their own, with data and a limit
TRIED = [one for one in DESIGNS if one not in OWN and (HAS_CHROMIUM or one != DRAWN)]


@pytest.mark.slow
@pytest.mark.parametrize("design", TRIED)
def test_a_catalogue_is_harvested_from_its_address_alone(design):
    result = measure(site_of(ROWS, design))
    assert result.score.truth == len(ROWS) == 7_884
    assert result.score.recall >= 0.95
    assert result.score.precision >= 0.98
    assert result.score.accuracy >= 0.95
    assert result.lab_pages is not None
    assert result.requests <= 1.3 * result.lab_pages
