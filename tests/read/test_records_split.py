"""One text with several values is taken apart, and only then."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.read.fields_split import Place, Split, cut, learn_split

AIRPORTS = [
    "MRN · North Carolina · US · America/New_York",
    "ECA · Michigan · US · America/New_York",
    "LHR · England · GB · Europe/London",
    "HLS · Tasmania · AU · Australia/Hobart",
    "PMI · Balearic Islands · ES · Europe/Madrid",
]


def pieces(texts: list[str], text: str) -> list[str]:
    split = learn_split(texts)
    assert split is not None
    return [value for _, value in split.values(text)]


def places(texts: list[str], text: str) -> list[int]:
    """At which places of a whole text the pieces of another one are."""
    split = learn_split(texts)
    assert split is not None
    known = Split(
        sign=split.sign,
        places=tuple(
            Place(name=str(n), shape=p.shape, known=p.known) for n, p in enumerate(split.places)
        ),
    )
    return [int(name) for name, _ in known.values(text)]


def test_each_piece_is_a_value():
    assert pieces(AIRPORTS, AIRPORTS[0]) == ["MRN", "North Carolina", "US", "America/New_York"]


def test_a_missing_value_is_made_out_by_the_shape_of_the_others():
    assert places(AIRPORTS, "XYZ · FR · Europe/Paris") == [0, 2, 3]
    assert places(AIRPORTS, "XYZ · Provence") == [0, 1]
    assert places(AIRPORTS, "Europe/Paris") == [3]


def test_a_missing_value_is_made_out_by_values_seen():
    shelves = [f"{name} | {kind} | {state}" for name, kind, state in [
        ("Moby Dick", "book", "on loan"), ("Emma", "book", "here"), ("Psycho", "film", "here"),
        ("Ulysses", "book", "on loan"), ("Jaws", "film", "here"), ("Dune", "film", "on loan"),
    ]]  # fmt: skip
    assert places(shelves, "Persuasion | here") == [0, 2]
    assert places(shelves, "film | on loan") == [1, 2]


def test_a_piece_too_many_stays_with_the_last():
    assert pieces(AIRPORTS, "A · B · C · D · E") == ["A", "B", "C", "D · E"]


def test_dates_and_prices_are_named():
    texts = [f"{n} pages | € {n}.50 | 2020-01-{n}" for n in range(11, 20)]
    split = learn_split(texts)
    assert split is not None
    assert [place.name for place in split.places] == ["text", "price", "date"]


def test_a_dash_or_a_comma_needs_a_value_of_plain_shape_beside_it():
    sizes = [f"{n} bytes ({n} words) - 00:0{n}, {n} January 2024" for n in range(1, 9)]
    split = learn_split(sizes)
    assert split is not None
    assert split.values(sizes[0]) == [
        ("text", "1 bytes (1 words)"),
        ("date", "00:01, 1 January 2024"),
    ]
    assert pieces(["Paris, FR", "Rome, IT", "Bonn, DE", "Oslo, NO", "Lima, PE"], "Bern, CH") == [
        "Bern",
        "CH",
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ["America/New_York", "Europe/London", "Asia/Tokyo", "Africa/Cairo", "Europe/Paris"],
        ["Knuth, Donald", "Austen, Jane", "Woolf, Virginia", "Joyce, James", "Mann, Thomas"],
        ["3 May, 2021", "4 May, 2021", "5 May, 2021", "6 May, 2021", "7 May, 2021"],
        ["Drama / Crime", "Crime / Drama", "Comedy / Drama", "Crime / Comedy", "Drama / Comedy"],
        ["Alien - a film", "Emma", "Dune", "Moby Dick - the whale", "Ulysses"],
        ["http://a.example/1", "http://a.example/2", "http://a.example/3"],
        [f"It was the {n}th day of the year when they all left / and nobody ever came back to say "
         "why that had been so" for n in range(9)],
        [f"the beginning {n} / and then …" for n in range(9)],
        ["a · b"],
        [],
    ],
)  # fmt: skip
def test_what_only_looks_like_it_stays_whole(texts):
    assert learn_split(texts) is None


@given(st.lists(st.text("ab ·/,-|;1", max_size=30), max_size=12), st.text("ab ·/,-|;1"))
def test_any_texts_can_be_learned_from_and_read(texts, other):
    split = learn_split(texts)
    if split is None:
        return
    for text in [*texts, other]:
        got = [value for _, value in split.values(text)]
        assert "".join(cut(text, split.sign)) == "".join(
            piece for value in got for piece in cut(value, split.sign)
        )
