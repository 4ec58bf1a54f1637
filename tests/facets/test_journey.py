"""Which lists are asked, by a table in memory that answers as a site would."""

from leadline.answering import heard_out
from leadline.plan.facets.journey import Held, Journey
from leadline.plan.facets.known import OWN
from leadline.plan.facets.lists import Link, Shown

TABLE = {
    f"k{n}": {("Colour", "red" if n % 3 else "blue"), ("Size", "SML"[n % 2]), ("Town", f"T{n}")}
    for n in range(12)
}


def shown(under, page, named=lambda value: True, size=5):
    members = [key for key, values in TABLE.items() if under <= values]
    values = {v for key in members for v in TABLE[key] if v not in under and named(v)}
    counts = {v: sum(v in TABLE[key] for key in members) for v in sorted(values)}
    address = "&".join(f"{f}={t}" for f, t in sorted(under))
    return Shown(
        keys=tuple(members[(page - 1) * size : page * size]),
        total=len(members),
        panel={v: Link(url=f"/?{address}&{v[0]}={v[1]}", count=n) for v, n in counts.items()},
        following=f"/?{address}&page={page + 1}" if page * size < len(members) else "",
    )


def travelled(journey, **options):
    asked, _ = heard_out(journey.go(), lambda ask: shown(ask.under, ask.page, **options))
    journey.known.conclude()
    return [(ask.under, ask.page) for ask in asked]


def facets_told(journey):
    return {(pair.key, pair.value) for pair in journey.known.witnessed()}


def test_everything_is_told_and_no_page_asked_twice():
    journey = Journey(shown(frozenset(), 1))
    asked = travelled(journey)
    assert facets_told(journey) == {(key, v) for key, values in TABLE.items() for v in values}
    assert len(asked) == len(set(asked))


def test_what_rows_show_is_not_asked():
    own = {
        value: [key for key, values in TABLE.items() if value in values]
        for values in TABLE.values()
        for value in values
        if value[0] != "Size"
    }
    held = Held(keys=TABLE, own=own, settled=frozenset({"Colour", "Town"}))
    journey = Journey(shown(frozenset(), 1), held=held)
    asked = travelled(journey)
    assert {facet for under, _ in asked for facet, _ in under} <= {"Size"}
    pages = {pair.value[0]: pair.page for pair in journey.known.witnessed() if pair.page == OWN}
    assert set(pages) == {"Colour", "Town"}
    assert facets_told(journey) == {(key, v) for key, values in TABLE.items() for v in values}


def test_values_that_only_other_lists_name_are_asked_alone():
    def alone(link, here, everything):
        return f"/?{link.rpartition('&')[2]}"

    first = shown(frozenset(), 1, named=lambda value: value[1] != "blue")
    journey = Journey(first, url="/", alone=alone)
    asked = travelled(journey)
    assert (frozenset([("Colour", "blue")]), 1) in asked
    assert {(k, v) for k, v in facets_told(journey) if v == ("Colour", "blue")} == {
        (f"k{n}", ("Colour", "blue")) for n in (0, 3, 6, 9)
    }
