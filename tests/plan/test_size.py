"""How much is behind a form, told from what was asked."""

import math
from dataclasses import replace

import pytest

from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.proof import Ground, build
from leadline.plan.size import Size, estimate_size, is_proved
from leadline.plan.size.pace import by_saturation
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


FIRST = (EVERYTHING, 1, found(books("a", "b"), more=True))
REST = (EVERYTHING, 2, found(books("c")))
NO_PAGE = (EVERYTHING, 2, Answer(outcome=Outcome.EMPTY))
LAW = Query.of(genre="law")


@pytest.mark.parametrize("end", [REST, NO_PAGE], ids=["a short page", "an empty one"])
def test_a_list_that_nobody_counts_is_everything_once_it_was_read_to_its_end(end):
    begun, whole = told(FORM, FIRST), told(FORM, FIRST, end)
    assert not is_proved(begun, estimate_size(begun))
    size = size_of(whole)
    assert (size.estimate, size.low, size.high, size.counted) == (
        whole.records, whole.records, whole.records, False)  # fmt: skip
    assert is_proved(whole, size)


def test_such_a_list_is_refuted_by_a_record_that_it_does_not_have():
    known = told(FORM, FIRST, REST, (LAW, 1, found(books("d"))))
    assert not is_proved(known, estimate_size(known))


def test_a_page_that_could_not_be_had_leaves_a_list_open():
    failed = (EVERYTHING, 1, Answer(outcome=Outcome.FAILED))
    known = told(FORM, failed, REST)
    assert not is_proved(known, estimate_size(known))


def test_two_answers_that_end_alike_after_full_pages_may_both_be_cut():
    four = [(EVERYTHING, 1, found(books("a", "b"), more=True)),
            (EVERYTHING, 2, found(books("c", "d")))]  # fmt: skip
    again = [(LAW, page, answer) for _, page, answer in four]
    alone, alike = told(FORM, *four), told(FORM, *four, *again)
    assert is_proved(alone, estimate_size(alone))
    assert not is_proved(alike, estimate_size(alike))


@pytest.mark.parametrize(("records", "whole"), [(1000, False), (1002, True)])
def test_a_list_of_a_round_thousand_that_nothing_checks_may_be_cut(records, whole):
    keys = [f"k{n}" for n in range(records)]
    pages = [(EVERYTHING, 1 + n // 2, found(books(*keys[n : n + 2]), more=n + 2 < records))
             for n in range(0, records, 2)]  # fmt: skip
    known = told(FORM, *pages)
    assert is_proved(known, estimate_size(known)) is whole
    turns = [Turn(i, Step(q, page), a) for i, (q, page, a) in enumerate(pages, 1)]
    proof = build(turns, FORM)
    assert (proof.cells[0].ground is Ground.WHOLE) is whole
    checked = told(FORM, *pages, (LAW, 1, found(books("k1"))))
    assert is_proved(checked, estimate_size(checked))


@pytest.mark.parametrize(("records", "size"), [(100, None), (99, 99), (150, 150)])
def test_one_page_of_a_round_length_may_be_the_first_of_many(records, size):
    form = replace(FORM, page_size=records)
    known = told(form, (EVERYTHING, 1, found(books(*(f"k{n}" for n in range(records))))))
    estimated = estimate_size(known)
    assert (estimated and estimated.estimate) == size


def test_it_is_time_to_stop_when_a_list_was_read_and_some_pages_beside_it_bring_nothing():
    dull = [(Query.of(genre=f"g{n}"), 1, Answer(outcome=Outcome.EMPTY)) for n in range(5)]
    assert reason_to_stop(told(FORM, FIRST, REST, *dull[:4]), Goal()) is None
    assert reason_to_stop(told(FORM, FIRST, REST, *dull), Goal()) == "everything is held"
    assert reason_to_stop(told(FORM, FIRST, *dull), Goal()) is None


def test_a_list_that_counts_a_few_more_than_it_shows_is_not_looked_through_again():
    keys = [f"k{n}" for n in range(300)]
    listed = [(EVERYTHING, 1 + n // 2, found(books(*keys[n : n + 2]), total=302, more=True))
              for n in range(0, 300, 2)]  # fmt: skip
    end = (EVERYTHING, 151, Answer(outcome=Outcome.EMPTY))
    dull = [(Query.of(genre=f"g{n}"), 1, Answer(outcome=Outcome.EMPTY)) for n in range(5)]
    assert reason_to_stop(told(FORM, *listed, end, *dull), Goal()) == "asking no longer pays"
    assert reason_to_stop(told(FORM, *listed, *dull), Goal()) is None


def test_the_options_of_an_attribute_add_up():
    form = Interface(attributes=FORM.attributes, page_size=2)
    known = told(
        form,
        (Query.of(genre="law"), 1, found(books("a", "b"), 5, True)),
        (Query.of(genre="poetry"), 1, found(books("c", "d", genre="poetry"), 4, True)),
    )
    size = size_of(known)
    assert (size.estimate, size.low) == (9, 4)


def test_the_options_of_an_attribute_say_nothing_of_records_that_lack_it():
    form = Interface(attributes=(*FORM.attributes, *WORDS.attributes), page_size=2)
    asked = [(Query.of(genre=genre), 1, found(books(genre, genre=genre), 1))
             for genre in ("law", "poetry")]  # fmt: skip
    assert size_of(told(form, *asked)).high == 2
    lacking = (Query.of(text="book"), 1, found((Record("c", (), "book c"),)))
    size = estimate_size(told(form, *asked, lacking))
    assert size is None or size.high > 3


def test_intervals_do_not_say_what_is_missing_of_them():
    years = Interface(attributes=(Attribute(name="year", kind=Kind.RANGE), *WORDS.attributes),
                      page_size=2, limit=2)  # fmt: skip
    harvest = [(Query.of(text=f"w{n}"), 1, found((Record(f"k{n}", (), f"w{n}"),), 1))
               for n in range(40)]  # fmt: skip
    cut = (Query.of(year="[1900 .. 2000)"), 1, found((Record("k1", (), "w1"),), 35, True))
    dull = [(Query.of(text=f"v{n}"), 1, Answer(outcome=Outcome.EMPTY)) for n in range(60)]
    assert size_of(told(years, *harvest, cut, *dull)).low == 40


def stopped(words, *, new, text="a book of poems"):
    """A harvest by so many words, of which the first ones brought a record that was new."""
    pages = [("a", f"n{n}") if n < new else ("a",) for n in range(words)]
    asked = ((Query.of(text=f"w{n}"), 1, found(tuple(Record(k, (), text.format(k)) for k in page)))
             for n, page in enumerate(pages))  # fmt: skip
    return told(WORDS, *asked)


def test_while_as_many_records_come_in_as_ever_there_is_no_telling():
    assert estimate_size(stopped(60, new=60)) is None


def test_when_fewer_come_in_many_more_may_be_missing():
    size = size_of(stopped(60, new=54))
    assert (size.low, round(size.high)) == (55, 97)
    assert size.low < size.estimate < size.high


def test_when_nothing_came_for_long_little_can_be_missing():
    size = size_of(stopped(60, new=30))
    assert (size.low, size.high) == (31, 34)


def test_records_of_words_that_nobody_knew_may_be_out_of_reach():
    known, hardly = stopped(60, new=30), stopped(60, new=30, text="{0} by {0}s")
    assert size_of(hardly).high > 2 * size_of(known).high


def test_what_totals_leave_is_missing_at_least():
    every = Record("a", (), " ".join(f"w{n}" for n in range(6)))
    answers = [
        (Query.of(text=f"w{n}"), 1, found((every, Record(f"n{n}", (), f"w{n}")), 4, True))
        for n in range(6)
    ]
    size = size_of(told(WORDS, *answers))
    assert 9 == size.low < size.high


def test_what_records_hide_may_be_held_whatever_totals_say():
    answers = [(Query.of(text=f"w{n}"), 1, found(books("a", f"n{n}"), 4, True)) for n in range(6)]
    size = size_of(told(WORDS, *answers))
    assert 7 == size.low < size.high


def test_what_was_read_to_its_end_is_not_missing_though_records_hide_the_word():
    shown = (*books("a", "b"), Record("c", (), "w0 w1 w2 w3 w4 w5"))
    pages = ((1, shown[:2], True), (2, shown[2:], False))
    answers = [(Query.of(text=f"w{n}"), page, found(records, 3, more))
               for n in range(6) for page, records, more in pages]  # fmt: skip
    assert size_of(told(WORDS, *answers)).low == 3


def test_a_pace_that_falls_as_chance_has_it_tells_how_far_it_has_gone():
    share_held = 1 - math.exp(-1)
    pace = 1 / (math.e - 1)  # of the latest pages, over that of all
    assert by_saturation(pace) == pytest.approx((1 - share_held) / share_held)
    assert by_saturation(0.0) < 1e-20


def test_of_what_is_all_new_there_is_no_telling_how_much_there_is():
    asked = [(Query.of(text=f"w{n}"), 1, found(books(f"a{n}", f"b{n}"))) for n in range(60)]
    assert estimate_size(told(WORDS, *asked)) is None


def test_asking_that_brings_nothing_is_given_up():
    empty = Answer(total=0, outcome=Outcome.EMPTY)
    start = (Query.of(text="a"), 1, found(books("a", "b"), 2))
    dull = [(Query.of(text=f"w{n}"), 1, empty) for n in range(85)]
    assert reason_to_stop(told(WORDS, start), Goal()) is None
    assert reason_to_stop(told(WORDS, start, *dull), Goal()) == "asking no longer pays"
    assert reason_to_stop(told(WORDS, start, *dull), Goal(target=0.9)) is None


def test_what_cannot_be_proved_is_asked_until_that_no_longer_pays():
    few = Interface(attributes=FORM.attributes, page_size=2, limit=2)
    stuck = [(Query.of(genre=genre), 1, found(books(genre, f"{genre}2", genre=genre), 5))
             for genre in ("law", "poetry")]  # fmt: skip
    dull = [(Query.of(genre=f"g{n}"), 1, Answer(outcome=Outcome.EMPTY)) for n in range(85)]
    proof = Goal(proof=True)
    reason = "it cannot be proved that nothing is missing, and asking no longer pays"
    assert reason_to_stop(told(few, *stuck, *dull), proof) == reason
    assert reason_to_stop(told(few, *stuck, *dull[:20]), proof) is None
    assert reason_to_stop(told(few, stuck[0], *dull), proof) is None  # there is still a cell to ask


def test_a_box_of_which_nothing_can_be_proved_is_left_when_nothing_has_come_for_long():
    start = (Query.of(text="a"), 1, found(books("a", "b"), 2))
    dull = [(Query.of(text=f"w{n}"), 1, Answer(outcome=Outcome.EMPTY)) for n in range(325)]
    assert reason_to_stop(told(WORDS, start, *dull[:200]), Goal(proof=True)) is None
    assert reason_to_stop(told(WORDS, start, *dull), Goal(proof=True)) is not None
