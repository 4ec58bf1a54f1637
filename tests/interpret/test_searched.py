"""Fields that a search does not look into are found out by words asked in vain."""

from leadline.interpret.searched import Searched
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn

BOX = Interface(attributes=(Attribute(name="q", kind=Kind.KEYWORD),))
FILMS = tuple(
    Record(key=title, values=(("title", title), ("year", year)))
    for title, year in (("amber tale", "1950"), ("birch song", "1951"), ("cedar 1952", "1953"))
)


def after(*asked: tuple[str, bool]) -> tuple[str, ...]:
    searched = Searched(BOX)
    searched.hear(Turn(1, Step(Query()), Answer(records=FILMS)))
    for number, (word, found) in enumerate(asked, 2):
        answer = Answer(records=FILMS[:1]) if found else Answer(outcome=Outcome.EMPTY)
        searched.hear(Turn(number, Step(Query.of(q=word)), answer))
    return searched.vain


def test_a_field_whose_words_find_nothing_is_not_looked_into():
    assert after(("1950", False), ("1951", False)) == ()
    assert after(("amber", True), ("1950", False), ("1951", False), ("1953", False)) == ("year",)


def test_a_field_whose_words_find_something_is():
    assert after(("1950", False), ("1951", False), ("1953", True)) == ()


def test_not_all_fields_are_left_out():
    words = ("1950", "1951", "1953", "amber", "birch", "song")
    assert after(*((word, False) for word in words)) == ()
