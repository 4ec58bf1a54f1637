"""How much is behind a form, told from what was asked."""

from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.size import Size, estimate_size, is_proved
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import Goal, reason_to_stop

FORM = Interface(
    attributes=(Attribute(name="genre", domain=("law", "poetry")),), page_size=2, browsable=True
)
WORDS = Interface(attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=2)


def books(*keys, genre="law"):
    return tuple(Record(key, (("genre", genre),), f"book {key}") for key in keys)


def told(interface, *answers):
    turns = (Turn(i, Step(q, page), a) for i, (q, page, a) in enumerate(answers, 1))
    return recall(Sounding(), interface, turns)


def found(records, total=None, more=False):
    return Answer(records=records, total=total, more=more)


EVERYTHING = Query()


def size_of(known) -> Size:
    size = estimate_size(known)
    assert size is not None
    return size


def test_what_the_site_counts_is_the_size():
    known = told(FORM, (EVERYTHING, 1, found(books("a", "b"), 3, True)))
    size = size_of(known)
    assert (size.estimate, size.low, size.high, size.counted) == (3, 3, 3, True)
    assert not is_proved(known, size)
    assert size.coverage(known.records) == 2 / 3


def test_as_many_as_are_counted_are_all():
    known = told(
        FORM,
        (EVERYTHING, 1, found(books("a", "b"), 3, True)),
        (EVERYTHING, 2, found(books("c"), 3)),
    )
    assert is_proved(known, estimate_size(known))


def test_a_list_without_a_count_proves_nothing():
    known = told(FORM, (EVERYTHING, 1, found(books("a", "b"))))
    assert size_of(known).estimate == 2
    assert not is_proved(known, estimate_size(known))


def test_the_options_of_an_attribute_add_up():
    form = Interface(attributes=FORM.attributes, page_size=2)
    known = told(
        form,
        (Query.of(genre="law"), 1, found(books("a", "b"), 5, True)),
        (Query.of(genre="poetry"), 1, found(books("c", "d", genre="poetry"), 4, True)),
    )
    size = size_of(known)
    assert (size.estimate, size.low) == (9, 4)


def test_the_latest_queries_say_which_share_is_held():
    answers = []
    for n in range(60):
        new = [f"n{n}"] if n < 30 else []
        answers.append((Query.of(text=f"w{n}"), 1, found(books("a", *new), 1 + len(new))))
    known = told(WORDS, *answers)
    size = size_of(known)
    assert size.low <= size.estimate <= size.high
    assert size.estimate == known.records


def test_asking_that_brings_nothing_is_given_up():
    empty = Answer(total=0, outcome=Outcome.EMPTY)
    start = (Query.of(text="a"), 1, found(books("a", "b"), 2))
    dull = [(Query.of(text=f"w{n}"), 1, empty) for n in range(85)]
    assert reason_to_stop(told(WORDS, start), Goal()) is None
    assert reason_to_stop(told(WORDS, start, *dull), Goal()) == "asking no longer pays"
    assert reason_to_stop(told(WORDS, start, *dull), Goal(target=0.9)) is None
