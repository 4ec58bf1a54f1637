"""Lists that a site does not show whole: by which values they are read, by a table in memory."""

from urllib.parse import parse_qsl

from leadline.answering import heard_out
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


def shown(rows, under, url=""):
    asked = dict(parse_qsl(url.partition("?")[2]))
    page, order = int(asked.get("page", 1)), asked.get("order", "")
    members = [key for key, values in rows.items() if under <= values]
    some = (members[::-1] if order else members)[:LIMIT]
    values = sorted({v for key in members for v in rows[key] if v not in under})
    counts = {v: sum(v in rows[key] for key in members) for v in values}
    address = "&".join(f"{f}={t}" for f, t in sorted(under))
    return Shown(
        keys=tuple(some[(page - 1) * SIZE : page * SIZE]),
        total=len(members),
        panel={v: Link(url=f"/?{address}&{v[0]}={v[1]}", count=n) for v, n in counts.items()},
        following=f"/?order={order}&page={page + 1}" if page * SIZE < len(some) else "",
        orders=("/?order=down",),
    )


def travelled(rows):
    journey = Journey(shown(rows, frozenset()))
    asked, _ = heard_out(journey.go(), lambda ask: shown(rows, ask.under, ask.url))
    journey.known.conclude()
    return set(journey.known.pairs()), [(ask.under, ask.page) for ask in asked]


def test_a_list_that_is_too_long_is_parted_by_one_facet_at_most():
    rows = table()
    found, asked = travelled(rows)
    assert found == {(key, *value) for key, values in rows.items() for value in values}
    assert len(asked) == len(set(asked))
    parts = {frozenset(facet for facet, _ in under) for under, _ in asked}
    grades = {facets for facets in parts if "Grade" in facets and len(facets) > 1}
    assert grades <= {frozenset({"Grade", "Country"})}  # not by towns too
    assert len(asked) <= 33


def test_a_list_that_is_as_long_as_one_it_is_part_of_is_not_asked():
    _, asked = travelled(table())
    assert not [under for under, _ in asked if {"Town", "Country"} <= {f for f, _ in under}]


def crowded(number=120):
    """Three towns of which no list shows all, each told by its country; half has a grade."""
    return {
        f"k{n}": {("Town", f"T{n % 3}"), ("Country", f"C{n % 3}")}
        | ({("Grade", f"G{n % 3}")} if n % 3 else set())
        for n in range(number)
    }


def test_lists_that_are_the_same_by_their_counts_are_read_once_and_in_each_order_once():
    rows = crowded(90)
    found, asked = travelled(rows)
    assert found == {(key, *value) for key, values in rows.items() for value in values}
    assert len([under for under, _ in asked if len(under) > 1]) == 0
    assert len(asked) <= 3 * 8 + 5  # two orders of four pages for each town, and first pages


def test_a_facet_with_gaps_that_another_tells_is_not_asked():
    rows = {f"k{n}": {("Town", "large"), ("Grade", "high")} if n % 3 else {("Town", "small")}
            for n in range(30)}  # fmt: skip
    found, asked = travelled(rows)
    assert found == {(key, *value) for key, values in rows.items() for value in values}
    assert not [page for under, page in asked if "Grade" in dict(under) and page > 1]


def test_facets_are_chosen_again_once_a_list_is_cut():
    rows = {f"k{n}": {("Town", f"T{n % 24}"), ("Size", "SML"[n // 7 % 3]), ("New", str(n // 5 % 2))}
            for n in range(240)}  # fmt: skip
    found, asked = travelled(rows)
    assert found == {(key, *value) for key, values in rows.items() for value in values}
    assert len(asked) <= 130  # 153 if each list is read in parts at once
