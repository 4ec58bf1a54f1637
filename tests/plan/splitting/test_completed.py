"""Answers that were cut and that others have completed since."""

from leadline.model import Attribute, Interface, Kind, Query, Record
from leadline.plan.splitting.completed import Completed
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.tree import Tree

FIELDS = (
    Attribute(name="town", domain=("Rome", "Oslo"), missing=True),
    Attribute(name="kind", domain=("a", "b", "c"), missing=True),
    Attribute(name="year", kind=Kind.RANGE, missing=True),
)
FORM = Interface(attributes=FIELDS, page_size=2, limit=2)
ROME = Query.of(town="Rome")


def add(rows, key, town, kind):
    rows.add(Record(key, (("town", town), ("kind", kind), ("year", "1990"))), Query())


def test_all_that_an_answer_counts_is_held_when_others_have_shown_the_rest():
    rows = Rows(FORM)
    completed = Completed(rows)
    add(rows, "1", "Rome", "a")
    completed.note(ROME, total=3)
    assert not completed.has(ROME)
    add(rows, "2", "Rome", "b")
    add(rows, "3", "Oslo", "b")
    assert not completed.has(ROME)
    add(rows, "4", "Rome", "c")
    assert completed.has(ROME)
    assert completed.has(ROME)  # and is not counted twice


def test_what_was_not_counted_or_has_a_range_is_not_looked_at():
    rows = Rows(FORM)
    completed = Completed(rows)
    add(rows, "1", "Rome", "a")
    completed.note(Query.of(town="Rome", year="[1990,1990]"), total=1)
    assert not completed.has(Query.of(town="Rome", year="[1990,1990]"))
    assert not completed.has(ROME)


def test_a_cell_inside_of_an_answer_that_others_completed_needs_no_request():
    rows = Rows(FORM)
    tree, cell = Tree(FORM, rows), Node(Query.of(kind="c", town="Rome"))
    tree.completed.note(ROME, total=2)
    add(rows, "1", "Rome", "a")
    assert not tree.lies_inside(cell)
    add(rows, "2", "Rome", "b")
    assert tree.lies_inside(cell)
