"""What a crawl has learned, kept for the next one."""

import json

import pytest

from leadline.browse.bandit import bandit
from leadline.browse.experience import Experience
from leadline.browse.remembering import from_notes, to_notes
from tests.browse.small_site import links, search_form, walk

MENU = "<nav>" + links("/a/", "/b/", "/c/", "/d/") + "</nav>"
PAGES = {"/": MENU} | {f"/{x}/": MENU + search_form(f"/{x}/find", x) for x in "abcd"}


def learned():
    known = Experience()
    for _ in range(3):
        walk(bandit(known), PAGES)
    return known


def test_experience_is_the_same_after_it_was_kept():
    known = learned()
    again = from_notes(json.loads(json.dumps(to_notes(known))))
    assert again is not None
    assert again.weights.tolist() == known.weights.tolist()
    assert again.menus.sites == 3
    assert again.menus.told == known.menus.told
    assert walk(bandit(again), PAGES) == walk(bandit(known), PAGES)


def test_words_that_say_nothing_yet_are_left_out():
    known = Experience()
    known.hear(("rare",), 0.0, 0.01)
    known.hear(("search",), 1.0, 0.2)
    assert to_notes(known)["words"] == {"search": [1.0, 0.2]}


@pytest.mark.parametrize(
    "change",
    [
        {"version": 0},
        {"names": ["page"]},
        {"weights": [1, 2]},
        {"weights": None},
        {"spread": "wide"},
        {"words": {"a": [float("nan"), 1]}},
        {"words": {"a": 3}},
        {"marks": {}},
        {"texts": [1]},
    ],
)
def test_what_is_damaged_is_no_experience(change):
    assert from_notes(to_notes(learned()) | change) is None


@pytest.mark.parametrize("notes", [None, 3, [], {}, "experience"])
def test_nothing_is_no_experience(notes):
    assert from_notes(notes) is None
