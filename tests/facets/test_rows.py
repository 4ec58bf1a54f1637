"""Facets that say no more than rows do."""

from leadline.interpret.facet_rows import Rows, said

COUNTS = {("Colour", "Red"): 2, ("Colour", "Blue"): 1, ("Size", "1"): 2, ("Tag", "new"): 2,
          ("Tag", "old"): 2}  # fmt: skip
ROWS = {
    "a": (("hue", "red"), ("price", "1"), ("tags", "new; old")),
    "b": (("hue", "RED"), ("price", "2"), ("tags", "new")),
    "c": (("hue", "blue"), ("price", "3"), ("tags", "old")),
}


def test_a_field_with_the_same_counts_shows_a_facet():
    rows = Rows(counts=COUNTS, total=3)
    for key, values in ROWS.items():
        rows.hear(key, values)
    assert rows.fields() == {"Colour": "hue", "Tag": "tags"}
    assert rows.own({"Colour": "hue", "Tag": "tags"}) == {
        ("Colour", "Red"): ["a", "b"],
        ("Colour", "Blue"): ["c"],
        ("Tag", "new"): ["a", "b"],
        ("Tag", "old"): ["a", "c"],
    }


def test_part_of_the_records_has_its_share():
    def shown(counts):
        rows = Rows(counts=counts, total=6)
        for key, values in ROWS.items():
            rows.hear(key, values)
        return rows.fields()

    assert shown({("Colour", "red"): 4, ("Colour", "blue"): 2}) == {"Colour": "hue"}
    assert shown({("Colour", "red"): 1, ("Colour", "blue"): 5}) == {}  # more than there are


def test_a_value_is_parted_only_into_values():
    rows = Rows(counts={("Studio", "Fox"): 1, ("Studio", "Fox/Sun"): 1}, total=2)
    rows.hear("a", (("by", "Fox/Sun"),))
    rows.hear("b", (("by", "Fox"),))
    assert rows.own(rows.fields()) == {("Studio", "Fox"): ["b"], ("Studio", "Fox/Sun"): ["a"]}


def test_all_that_a_record_says():
    assert said([("tags", "New,  old"), ("hue", "Red")]) == {"new, old", "new", "old", "red"}
