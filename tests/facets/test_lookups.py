"""Values that no list names are found by the site's search."""

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
    asked, talk = [], journey.go()
    try:
        ask = next(talk)
        while True:
            asked.append(ask)
            under = ask.under if ask.url.startswith("?") else {("Town", ask.url)}
            ask = talk.send(shown(frozenset(under)))
    except StopIteration:
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
    assert asked == ["Bern", "?q=lake", "?q=hills", "?q=k12", "?q=k11"]  # who is found is told


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
