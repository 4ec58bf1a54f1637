"""Sliders in a harvest: numbers that only ranges tell."""

import json
from decimal import Decimal
from random import Random

from leadline.interpret.facet_rows import Numbers
from leadline.lab.facets.truth import truth_of
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.plan.facets.known import Known
from leadline.plan.facets.lists import Shown
from leadline.plan.facets.sliders import Slider, slide
from tests.harvest.test_facets import MAKERS, NOUNS, harvested, pairs_in, told


def priced(number=80):
    rng = Random(7)
    rows = [
        {"title": f"{rng.choice(NOUNS).title()} {n} by {rng.choice(MAKERS)}",
         "note": f"made by {rng.choice(MAKERS)} for {rng.choice(MAKERS)}",
         "price": rng.randint(5, 400)}
        for n in range(number)
    ]  # fmt: skip
    table = FacetTable(rows=rows, facets=("price",))
    return FacetedSite(table=table, page_size=10, widget="slider")


def test_a_slider_is_asked_from_the_front_page_on(tmp_path):
    site = priced()
    url, got = harvested(site, tmp_path / "x.db")
    truth, found = truth_of(site, url), told(pairs_in(tmp_path / "x.db"))
    assert json.loads(got.out)["records"] == 80
    assert len(found) == 80
    assert truth.right(found) == truth.always


def numbers(*prices):
    found = Numbers()
    for n, price in enumerate(prices):
        found.hear([("title", f"Lamp {n}"), ("price", price)])
    return found


def test_rows_that_show_the_number_make_a_slider_superfluous():
    low, high = Decimal(5), Decimal(1200)
    assert numbers("£5.00", "£17.50", "£1,200.00").show(low, high)
    assert not numbers("£5.00", "£17.50", "£80.00").show(low, high)
    assert not numbers("£5.00", "on request", "£1,200.00").show(low, high)
    assert not numbers().show(low, high)


def test_a_site_that_does_not_look_at_the_slider_is_not_believed():
    known = Known({}, 30)
    slider = Slider(name="Price", low=Decimal(1), high=Decimal(99), step=Decimal(1),
                    url=lambda low, high: f"?{low}-{high}")  # fmt: skip
    talk, asked = slide(slider, known, 10), 0
    shown = Shown(keys=tuple(f"k{n}" for n in range(10)), total=30)
    try:
        next(talk)
        while asked < 100:
            asked += 1
            talk.send(shown)
    except StopIteration:
        pass
    assert asked < 20
    assert list(known.pairs()) == []
