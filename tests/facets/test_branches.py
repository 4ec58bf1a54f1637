"""A tree: the branches of a value are named by its own list only."""

from collections import Counter

from leadline.answering import heard_out
from leadline.plan.facets.journey import Journey
from leadline.plan.facets.lists import Link, Shown

TOWNS = {"CH": ["Bern"] * 3 + ["Chur", "Genf"], "FR": ["Lyon"] * 2 + ["Metz"], "LI": ["Vaduz"]}
PLACES = {
    f"{land}{n}": (("Place", land), ("Place", town))
    for land, towns in TOWNS.items()
    for n, town in enumerate(towns)
}


def shown(under):
    members = [key for key, values in PLACES.items() if under <= set(values)]
    depth = 1 if any(text in TOWNS for _, text in under) else 0
    counts: dict[tuple[str, str], int] = {}
    for key in members:
        value = PLACES[key][depth]
        counts[value] = counts.get(value, 0) + (value not in under)
    panel = {v: Link(url=v[1], count=n) for v, n in counts.items() if n}
    return Shown(keys=tuple(members), total=len(members), panel=panel)


def told(journey, answer):
    """The addresses of all that is asked."""
    asked, _ = heard_out(journey.go(), answer)
    journey.known.conclude()
    return [ask.url for ask in asked]


def test_the_largest_branch_follows_from_the_others():
    journey = Journey(shown(frozenset()), url="all", alone=lambda link, here, everything: link)
    asked = told(journey, lambda ask: shown(frozenset([("Place", ask.url)])))
    assert set(journey.known.pairs()) == {(k, *v) for k, values in PLACES.items() for v in values}
    assert sorted(asked) == ["CH", "Chur", "FR", "Genf", "LI", "Metz"]


def test_what_branches_tell_is_not_read_once_more():
    size = 4
    places = {f"{land}{n}": (("Place", land), ("Place", f"{land} {'NSEW'[n % 3]}"))
              for land in ("CH", "FR", "LI") for n in range(30)}  # fmt: skip

    def page(url):
        value, _, number = url.partition("#")
        start = int(number or 0)
        members = [k for k, values in places.items() if not value or ("Place", value) in values]
        depth = 1 if value in ("CH", "FR", "LI") else 0
        counts = Counter(places[key][depth] for key in members if " " not in value)
        more = f"{value}#{start + size}" if start + size < len(members) else ""
        return Shown(keys=tuple(members[start : start + size]), total=len(members), following=more,
                     panel={v: Link(url=v[1], count=n) for v, n in counts.items()})  # fmt: skip

    journey = Journey(page(""), alone=lambda link, here, everything: link)
    asked = told(journey, lambda ask: page(ask.url))
    assert set(journey.known.pairs()) == {(k, *v) for k, values in places.items() for v in values}
    assert not [url for url in asked if url[:2] == url.partition("#")[0] and "#" in url]
