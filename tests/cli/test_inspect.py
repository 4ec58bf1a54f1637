"""What `leadline inspect` says of a form."""

import json

from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from tests.harvest.odd_sites import Catalogue, leadline, serving

FAST = ("--delay", 0, "--browser", "never")


def test_a_search_box():
    with serving(Catalogue()) as site:
        told = json.loads(leadline("inspect", site, *FAST, "--json").out)
        said = leadline("inspect", site, *FAST).out.splitlines()
    [field] = told["fields"]
    assert (field["kind"], told["records"]) == ("keyword", "html")
    assert f"  words       {field['name']}: several at once, all must match" in said
    assert not [line for line in said if line.startswith("  fields ")]


def test_several_fields():
    with started(site_of(rows_of_the_catalogue()[:200], "definitions", browsable=True)) as url:
        said = leadline("inspect", url, *FAST).out.splitlines()
    assert "  words       name: several at once, all must match" in said
    assert "  fields      several at once, all must match" in said
