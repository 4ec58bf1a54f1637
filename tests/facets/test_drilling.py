"""Lists that a site does not show whole: by which values they are read, by a table in memory."""

from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

SIZE, LIMIT = 5, 20


def table(number=120):
    """Towns tell their countries; half of the entities have a grade."""
    return {
        f"k{n}": {("Town", f"T{n % 12}"), ("Country", f"C{n % 12 // 4}")}
        | ({("Grade", "high" if n % 3 else "low")} if n % 2 else set())
        for n in range(number)
    }


def shown(rows, under, page):
    members = [key for key, values in rows.items() if under <= values]
    some = members[:LIMIT]
    values = sorted({v for key in members for v in rows[key] if v not in under})
    counts = {v: sum(v in rows[key] for key in members) for v in values}
    address = "&".join(f"{f}={t}" for f, t in sorted(under))
    return Shown(
        keys=tuple(some[(page - 1) * SIZE : page * SIZE]),
        total=len(members),
        panel={v: Link(url=f"/?{address}&{v[0]}={v[1]}", count=n) for v, n in counts.items()},
        following=f"/?{address}&page={page + 1}" if page * SIZE < len(some) else "",
    )


def travelled(rows):
    journey, asked = Journey(shown(rows, frozenset(), 1)), []
    talk = journey.go()
    try:
        ask = next(talk)
        while True:
            asked.append((ask.under, ask.page))
            ask = talk.send(shown(rows, ask.under, ask.page))
    except StopIteration:
        journey.known.conclude()
        return set(journey.known.pairs()), asked


def test_a_list_that_is_too_long_is_parted_by_one_facet():
    rows = table()
    found, asked = travelled(rows)
    assert found == {(key, *value) for key, values in rows.items() for value in values}
    assert len(asked) == len(set(asked))
    parts = {frozenset(facet for facet, _ in under) for under, _ in asked}
    grades = {facets for facets in parts if "Grade" in facets and len(facets) > 1}
    assert grades == {frozenset({"Grade", "Country"})}  # not by towns too


def test_a_list_that_is_as_long_as_one_it_is_part_of_is_not_asked():
    _, asked = travelled(table())
    assert not [under for under, _ in asked if {"Town", "Country"} <= {f for f, _ in under}]
