"""Values that no list names are found by the site's search."""

from collections import Counter

from leadline.answering import heard_out
from leadline.plan.facets.journey import Held, Journey
from leadline.plan.facets.lists import Link, Shown
from leadline.plan.facets.lookups import Lookups

NAMED = ("Town", "Bern")
TOWNS = {
    f"k{n}": ("Town", town)
    for n, town in enumerate(["Bern"] * 9 + ["Chur", "Chur", "Genf", "Lyss"])
}
ROWS = {key: f"{key} {'lake' if town == 'Chur' else 'hills'}" for key, (_, town) in TOWNS.items()}


def found(under):
    """The members of the list under a town, or under a word of a row."""
    return [
        key
        for key, town in TOWNS.items()
        if all(v == town if v[0] == "Town" else v[1] in ROWS[key].split() for v in under)
    ]


def shown(under):
    """Beside a list of more than five the panel names Bern only."""
    members = found(under)
    towns = dict.fromkeys(TOWNS[key] for key in members if TOWNS[key] not in under)
    named = {
        town: Link(url=f"{town[1]}", count=sum(TOWNS[key] == town for key in members))
        for town in towns
        if len(members) <= 5 or town == NAMED
    }
    cut = frozenset({"Town"}) if len(members) > 5 else frozenset()
    return Shown(keys=tuple(members), total=len(members), panel=named, cut=cut)


def travelled(journey):
    def answer(ask):
        under = ask.under if ask.url.startswith("?") else {("Town", ask.url)}
        return shown(frozenset(under))

    asked, _ = heard_out(journey.go(), answer)
    journey.known.conclude()
    return asked


def journey(lookups):
    first, held = shown(frozenset()), Held(keys=TOWNS)
    return Journey(first, held=held, lookups=lookups, alone=lambda link, here, everything: link)


def test_a_search_brings_up_the_values_that_panels_do_not_name():
    words = Lookups(ROWS.items, "q", lambda word: f"?q={word}")
    going = journey(words)
    asked = [ask.url for ask in travelled(going)]
    assert set(going.known.pairs()) == {(key, *town) for key, town in TOWNS.items()}
    assert asked == ["Bern", "?q=lake", "Chur", "?q=hills", "?q=k12", "Lyss", "?q=k11", "Genf"]


def test_without_a_search_they_stay_unknown():
    going = journey(None)
    assert [ask.url for ask in travelled(going)] == ["Bern"]
    assert {town for _, _, town in going.known.pairs()} == {"Bern"}


def test_words_that_too_many_rows_have_are_not_asked():
    words = Lookups(lambda: [("a", "red cup"), ("b", "red jug"), ("c", "red")], "q", str)
    words.learn("abc")
    assert words.choose("abc", 2, set()) == ("q", "jug")
    assert words.choose("abc", 2, {("q", "jug"), ("q", "cup")}) is None
    assert words.choose("abc", 3, set()) == ("q", "red")


PLACES = {
    f"p{n}": frozenset({("Town", f"T{n // 2}"), ("Land", f"L{n // 4}")}) for n in range(24)
}  # two in each town, two towns in each land


def beside(under):
    """Panels name two values at most beside more than four; words find one place each."""
    members = [key for key, own in PLACES.items()
               if all(v in own if v[0] != "q" else v[1] == key for v in under)]  # fmt: skip
    counts = Counter(v for key in members for v in PLACES[key] if v not in under)
    named = dict(sorted(counts.items())) if len(members) <= 4 else {
        v: n for v, n in counts.items() if v[1] in ("T0", "T1", "L0", "L1")}  # fmt: skip
    cut = frozenset({"Town", "Land"}) if len(members) > 4 else frozenset[str]()
    panel = {v: Link(url="=".join(v), count=n) for v, n in named.items()}
    return Shown(keys=tuple(members), total=len(members), panel=panel, cut=cut)


def test_a_value_that_another_tells_is_not_read():
    words = Lookups(lambda: [(key, key) for key in PLACES], "q", lambda word: f"q={word}")
    going = Journey(beside(frozenset()), held=Held(keys=PLACES), lookups=words,
                    alone=lambda link, here, everything: link)  # fmt: skip
    found, _ = heard_out(going.go(), lambda ask: beside(frozenset({tuple(ask.url.split("=", 1))})))
    going.known.conclude()
    asked = [ask.url for ask in found]
    assert set(going.known.pairs()) == {(key, *v) for key, own in PLACES.items() for v in own}
    assert len(asked) == len(set(asked)) < 2 * len(PLACES)
