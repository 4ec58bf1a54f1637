"""Rare values asked several at a time, where a site takes them for alternatives."""

import pytest

from leadline.answering import heard_out
from leadline.interpret.facet_urls import together
from leadline.plan.facets.codes import coded
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

SITE = "http://shop.example/all"
MAKERS = {("Maker", f"M{n}"): 1 + (n < 3) for n in range(31)}


def test_thirty_one_values_take_five_lists():
    lists = coded(MAKERS, 20)
    assert len(lists) == 5
    spelt = {value: tuple(value in some for some in lists) for value in MAKERS}
    assert len(set(spelt.values())) == 31
    assert all(any(digits) for digits in spelt.values())
    assert sum(map(sum, (spelt["Maker", f"M{n}"] for n in range(3)))) == 3  # the common are short


def test_values_that_fill_pages_are_not_asked_together():
    assert coded(dict.fromkeys(MAKERS, 15), 20) == ()
    assert coded({("Maker", "A"): 1, ("Maker", "B"): 1}, 20) == ()


class Shop:
    """A shop in which each thing has a maker; several makers in an address are alternatives."""

    def __init__(self, makers, widens=True):
        self.makers, self.widens, self.asked = makers, widens, []

    def shown(self, chosen):
        found = [key for key, some in self.makers.items() if not chosen or some & chosen]
        if len(chosen) > 1 and not self.widens:
            found = []
        names = sorted({name for some in self.makers.values() for name in some})
        counts = {name: sum(name in some for some in self.makers.values()) for name in names}
        panel = {("Maker", n): Link(url=f"{SITE}?m={n}", count=c) for n, c in counts.items()}
        return Shown(keys=tuple(found), total=len(found), panel=panel if not chosen else {})

    def told(self):
        journey = Journey(self.shown(frozenset()), url=SITE, together=together)
        asked, _ = heard_out(journey.go(), lambda ask: self.shown(
            {part[2:] for part in ask.url.partition("?")[2].split("&")}))  # fmt: skip
        self.asked += [ask.url for ask in asked]
        journey.known.conclude()
        return set(journey.known.pairs())


def true(makers):
    return {(key, "Maker", name) for key, some in makers.items() for name in some}


def test_alternatives_tell_everything_in_fewer_lists():
    makers = {f"k{n}": {f"M{n % 40}"} for n in range(60)}
    shop = Shop(makers)
    assert shop.told() == true(makers)
    assert len(shop.asked) < 20


def test_where_values_exclude_each_other_one_list_is_lost():
    makers = {f"k{n}": {f"M{n % 40}"} for n in range(60)}
    shop = Shop(makers, widens=False)
    assert shop.told() == true(makers)
    assert sum("&" in url for url in shop.asked) == 1


def test_who_has_two_values_is_not_taken_for_having_a_third():
    makers = {f"k{n}": {f"M{n % 40}"} for n in range(57)}
    makers |= {"x": {"M3", "M5"}, "y": {"M7"}, "z": set()}
    shop = Shop(makers)
    assert shop.told() == true(makers)


@pytest.mark.parametrize(
    ("links", "example", "found"),
    [
        (("?m=A", "?m=B"), None, "?m=A&m=B"),
        (("?m=A", "?m=B"), ("?m=X|Y", "?m=X"), "?m=A%7CB"),
        (("?m=A", "?m=B"), ("?m=X&m=Y", "?m=X"), "?m=A&m=B"),
        (("?m=A&ref=1", "?m=B&ref=2"), None, ""),  # more than the value
        (("?m=A", "?n=B"), None, ""),
        (("/A", "/B"), None, ""),
        ((), None, ""),
    ],
)
def test_the_address_of_several_values(links, example, found):
    example = example and tuple(SITE + url for url in example)
    assert together([SITE + link for link in links], SITE, example).removeprefix(SITE) == found
