"""Facets of which some have several values are asked together with others if everybody has one."""

from leadline.answering import heard_out
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

SIZE = 5


class Site:
    """A table in memory that answers as a site would, and notes what it is asked."""

    def __init__(self, table):
        self.table, self.asked = table, []

    def shown(self, under, page=1):
        members = [key for key, values in self.table.items() if under <= values]
        values = sorted({v for key in members for v in self.table[key]} - under)
        counts = {v: sum(v in self.table[key] for key in members) for v in values}
        return Shown(
            keys=tuple(members[(page - 1) * SIZE : page * SIZE]),
            total=len(members),
            panel={v: Link(url="/", count=n) for v, n in counts.items()},
            following="/" if page * SIZE < len(members) else "",
        )

    def travelled(self):
        journey = Journey(self.shown(frozenset()))
        asked, _ = heard_out(journey.go(), lambda ask: self.shown(ask.under, ask.page))
        self.asked += [(ask.under, ask.page) for ask in asked]
        journey.known.conclude()
        return {(pair.key, pair.value) for pair in journey.known.witnessed()}

    @property
    def truth(self):
        return {(key, value) for key, values in self.table.items() for value in values}


def thing(n, *tags):
    size = ("Size", "SML"[n * 7 % 11 % 3])
    return {size, *(("Tag", tag) for tag in tags)}


def test_a_list_under_both_tells_both():
    tags = [("new",), ("old",), ("new", "old")]
    site = Site({f"k{n}": thing(n, *tags[n % 3]) for n in range(120)})
    assert site.travelled() == site.truth
    lists = {under for under, page in site.asked if page > 1}
    assert {tuple(sorted(facet for facet, _ in under)) for under in lists} == {("Size", "Tag")}
    assert len(site.asked) <= 2 * 80 / SIZE + 6 + 3  # the lists of tags alone take 32


def test_a_facet_that_some_lack_is_read_by_itself():
    tags = [("new",), ("old",), ("new", "old"), ("new", "old"), ()]
    site = Site({f"k{n}": thing(n, *tags[n % 5]) for n in range(120)})
    assert site.travelled() == site.truth
    assert all(len(under) == 1 for under, page in site.asked if page > 1)


def test_that_some_have_three_is_seen_beside_the_two_that_most_have():
    tags = [("new",), ("old", "odd"), ("new", "old", "odd"), ("odd",)]
    site = Site({f"k{n}": thing(n, *tags[n % 4]) for n in range(160)})
    assert site.travelled() == site.truth
    assert any(len(under) == 2 for under, page in site.asked if page > 1)
