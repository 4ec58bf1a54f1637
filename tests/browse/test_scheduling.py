"""Which site is next."""

from leadline.browse.prospects import Prospects
from leadline.browse.scheduling import Ranked, RoundRobin, Simple, Slot


def taken(schedule):
    found = []
    while (slot := schedule.take()) is not None:
        found.append(slot.site)
    return found


def test_simple_takes_sites_as_they_come_and_each_once():
    schedule = Simple()
    for site in ("b", "a", "b", "c"):
        schedule.add(site)
    assert taken(schedule) == ["b", "a", "c"]
    schedule.add("a")
    assert taken(schedule) == []


def test_ranked_takes_what_was_named_most_often():
    schedule = Ranked()
    for site in ("b", "a", "c", "a", "c", "c"):
        schedule.add(site)
    assert taken(schedule) == ["c", "a", "b"]


def test_round_robin_goes_a_link_deeper_in_each_round():
    schedule = RoundRobin()
    schedule.add("a")
    schedule.add("b")
    first = schedule.take()
    assert first == Slot("a", 0)
    schedule.give_back(first)
    assert (schedule.take(), schedule.take()) == (Slot("b", 0), Slot("a", 1))


def test_sites_like_those_that_brought_much_come_first():
    schedule = Prospects()
    schedule.add("http://one.example/", ["library", "catalogue"])
    schedule.add("http://two.example/", ["holiday", "photos"])
    assert taken(schedule) == ["http://one.example/", "http://two.example/"]
    schedule.learn("http://one.example/", pages=5, found=6)
    schedule.learn("http://two.example/", pages=10, found=0)
    schedule.add("http://three.example/", ["photos"])
    schedule.add("http://four.example/", ["catalogue"])
    assert taken(schedule) == ["http://four.example/", "http://three.example/"]


def test_a_site_that_was_not_finished_can_be_given_back():
    for schedule in (Simple(), Ranked(), RoundRobin(), Prospects()):
        schedule.add("http://a.example/")
        slot = schedule.take()
        assert slot is not None
        schedule.give_back(slot)
        assert taken(schedule) == ["http://a.example/"]
