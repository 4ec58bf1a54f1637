"""Which field of a record shows which attribute."""

import pytest

from leadline.interpret.columns import match_columns, options_in
from leadline.model import Attribute, Record

GENRES = frozenset({"Comedy", "Drama", "Sci-fi, fantasy"})


@pytest.mark.parametrize(
    ("shown", "options"),
    [
        ("Drama", ("Drama",)),
        ("Comedy, Drama", ("Comedy", "Drama")),
        ("Comedy / Drama", ("Comedy", "Drama")),
        ("Comedy; Drama;", ("Comedy", "Drama")),
        ("Sci-fi, fantasy", ("Sci-fi, fantasy",)),
        ("Comedy, Opera", ()),
        ("", ()),
    ],
)
def test_options_that_a_line_shows(shown, options):
    assert options_in(shown, GENRES) == options


def test_a_field_with_several_options_in_a_line_shows_the_attribute():
    attribute = Attribute(name="kind of film", domain=tuple(GENRES))
    records = [
        Record(str(n), (("genre", "Comedy, Drama"), ("title", f"No. {n}"))) for n in range(5)
    ]
    assert match_columns([attribute], records) == (("genre", "kind of film"),)
