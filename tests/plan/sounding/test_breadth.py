"""Which word of a search box is opened to learn how broad it is, and with which page."""

from __future__ import annotations

import math

import pytest

from leadline.flow import recall
from leadline.model import Answer, Attribute, Interface, Kind, Query, Record, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.breadth import improvement, pays
from leadline.plan.sounding.openings import survey


def box(page_size: int = 10, *, any_page: bool = True) -> Interface:
    text = Attribute(name="text", kind=Kind.KEYWORD)
    return Interface(attributes=(text,), page_size=page_size, any_page=any_page)


def heard(known: Knowledge, word: str, total: int, texts: list[str]) -> Knowledge:
    records = tuple(Record(text, (), text) for text in texts)
    answer = Answer(records=records, total=total, more=total > len(records))
    known.hear(Turn(known.pages + 1, Step(Query.of(text=word), 1), answer))
    return known


def two_words(
    total: int, *, page_size: int = 10, shown: int = 10, any_page: bool = True
) -> Knowledge:
    """Ten records came with a rare word, nine of them with `of`; all that came since have `the`."""
    known = Knowledge(box(page_size, any_page=any_page))
    heard(known, "rare", 10, [f"rare {'of' if i else ''} the {i}" for i in range(10)])
    return heard(known, "of", total, [f"of the {i} b" for i in range(shown)])


def the(known: Knowledge) -> int:
    return known.names.index("the")


def test_what_is_above_zero_of_a_normal_distribution() -> None:
    assert improvement(0.0, 1.0) == pytest.approx(1 / math.sqrt(2 * math.pi))
    assert improvement(10.0, 1.0) == pytest.approx(10.0)
    assert improvement(-10.0, 1.0) == pytest.approx(0.0, abs=1e-9)
    assert improvement(-1.0, 0.0) == 0.0
    assert improvement(3.0, 0.0) == 3.0


def test_a_word_that_may_be_the_broadest_is_opened_in_a_source_of_many_pages() -> None:
    known = two_words(1_000)
    assert pays(known, the(known))


def test_the_same_word_is_not_worth_a_page_in_a_source_of_a_few() -> None:
    known = two_words(24)
    assert not pays(known, the(known))


def test_the_longer_the_pages_the_less_a_broader_answer_saves() -> None:
    short, long = two_words(30), two_words(30, page_size=50)
    assert pays(short, the(short))
    assert not pays(long, the(long))


def test_what_a_page_shows_again_is_what_it_costs_where_any_page_may_be_asked() -> None:
    anywhere, in_order = two_words(29), two_words(29, any_page=False)
    assert pays(anywhere, the(anywhere))
    assert not pays(in_order, the(in_order))


def test_nothing_is_compared_when_the_broadest_answer_was_read() -> None:
    known = two_words(200, shown=200)
    assert not pays(known, the(known))


def test_a_word_that_is_clearly_rarer_is_not_opened() -> None:
    known = two_words(1_000)
    assert not pays(known, known.names.index("0"))


def test_a_common_word_is_opened_as_deep_as_the_broadest_answer_makes_sure_of() -> None:
    known = recall(Sounding(), box())
    heard(known, "rare", 10, [f"rare {'of' if i else ''} the {i}" for i in range(10)])
    heard(known, "of", 1_000, [f"of the {i} b" for i in range(10)])
    offer = survey(known.learner, known)
    assert offer is not None
    assert offer.query == Query.of(text="the")  # on all 20: on 86 % of 1,000 or more, surely
    assert offer.page == 86


def test_a_site_that_refuses_what_it_shows_is_not_taken_at_its_word() -> None:
    known = recall(Sounding(), box())
    heard(known, "rare", 10, [f"rare of {'it' if i else ''} the {i}" for i in range(10)])
    heard(known, "of", 1_000, [f"of the {i} b" for i in range(9)])
    assert known.finds_as_shown
    assert survey(known.learner, known) is not None
    heard(known, "it", 0, [])
    assert not known.finds_as_shown
    assert survey(known.learner, known) is None  # fewer than two pages of records have a word
