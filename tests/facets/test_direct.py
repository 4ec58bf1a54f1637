"""Lists of several values are asked for at once where addresses can be put together."""

import json
from itertools import product

import pytest

from leadline.answering import heard_out
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

SIZE = 5
EVERYTHING = json.dumps([[], 1])


class Site:
    """A table in memory whose addresses are choices; it notes which lists it is asked for."""

    def __init__(self, table, *, forgets=False):
        self.table, self.forgets, self.asked = table, forgets, []
        self.offered = set()

    def shown(self, url):
        choice, page = json.loads(url)
        if self.forgets and len(choice) > 1 and json.dumps([choice, page]) not in self.offered:
            choice = choice[:1]  # knows no address but those of its own links
        under = {tuple(value) for value in choice}
        members = [key for key, values in self.table.items() if under <= values]
        values = sorted({v for key in members for v in self.table[key]} - under)
        links = {v: Link(url=json.dumps([[*choice, v], 1]),
                         count=sum(v in self.table[key] for key in members))
                 for v in values}  # fmt: skip
        more = json.dumps([choice, page + 1])
        self.offered |= {more, *(link.url for link in links.values())}
        return Shown(
            keys=tuple(members[(page - 1) * SIZE : page * SIZE]),
            total=len(members),
            panel=links,
            following=more if page * SIZE < len(members) else "",
            url=url,
        )

    def travelled(self, alone):
        journey = Journey(self.shown(EVERYTHING), url=EVERYTHING, alone=alone)
        self.asked += heard_out(journey.go(), lambda ask: self.shown(ask.url))[0]
        journey.known.conclude()
        return {(pair.key, pair.value) for pair in journey.known.witnessed()}

    @property
    def truth(self):
        return {(key, value) for key, values in self.table.items() for value in values}


def added(link, here, everything):
    """What a link adds to the list it stands on, put on another."""
    had, onto = json.loads(here)[0], json.loads(everything)[0]
    return json.dumps([[*onto, *(v for v in json.loads(link)[0] if v not in had)], 1])


def even(number=240):
    """Things whose colour, size and age have nothing to do with each other."""
    kinds = list(product("rgb", "SML", ("old", "new")))
    return {f"k{n}": {("Colour", c), ("Size", s), ("Age", a)}
            for n, (c, s, a) in ((n, kinds[n % len(kinds)]) for n in range(number))}  # fmt: skip


def tied(number=240):
    """Things of which each colour comes in one size only."""
    return {f"k{n}": {("Colour", "rgbcmy"[n % 6]), ("Size", "uvwxyz"[n % 6]),
                      ("Age", "old" if n // 6 % 2 else "new")}
            for n in range(number)}  # fmt: skip


def test_no_list_is_opened_on_the_way_to_others():
    site = Site(even())
    assert site.travelled(added) == site.truth
    few = {ask.under for ask in site.asked if 0 < len(ask.under) < 3}
    assert len(few) == 3  # the largest list of each facet, which tells what links add


def test_no_set_of_values_is_asked_for_twice():
    site = Site(even())
    site.travelled(added)
    pages = [(ask.under, ask.page) for ask in site.asked]
    assert len(pages) == len(set(pages))


def test_without_addresses_lists_are_reached_by_links():
    site = Site(even())
    assert site.travelled(lambda link, here, everything: "") == site.truth
    assert any(len(ask.under) == 2 for ask in site.asked)


def test_combinations_that_nobody_has_are_not_asked_for():
    site = Site(tied())
    assert site.travelled(added) == site.truth
    assert all(any(ask.under <= values for values in site.table.values()) for ask in site.asked)


@pytest.mark.parametrize("table", [even(), tied()])
def test_an_address_that_leads_elsewhere_is_not_believed(table):
    site = Site(table, forgets=True)
    assert site.travelled(added) == site.truth
