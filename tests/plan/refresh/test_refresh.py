"""A source that has changed is asked again: what came, went and is different, for few pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

import pytest

from leadline.answering import answered, heard_out
from leadline.intervals import Interval
from leadline.lab.churn import Keyed, churned, keyed, source_of
from leadline.lab.collection import Collection, index
from leadline.lab.proving import form_over
from leadline.lab.refreshing import harvested, refreshed
from leadline.lab.sorting import sorting_by
from leadline.lab.world import Counts
from leadline.model import Answer, Attribute, Interface, Kind, Outcome, Query, Record, Step, Turn
from leadline.plan.refresh import Findings, Held, Refresh
from leadline.plan.refresh.alike import Alike
from leadline.plan.refresh.answers import whole_answers
from leadline.plan.refresh.cell import Cell
from leadline.plan.refresh.gathering import gathered
from leadline.plan.refresh.held import differences
from leadline.plan.refresh.lost import Doubt
from leadline.plan.refresh.parts import box_of, ways_to_divide
from leadline.plan.refresh.reading import Reading

Rows = Mapping[str, Mapping[str, Any]]
KINDS = ("hut", "inn", "farm")
FORM = Interface(
    attributes=(
        Attribute(name="height", kind=Kind.RANGE, missing=True),
        Attribute(name="kind", domain=KINDS, missing=True),
    ),
    browsable=True,
    limit=100,
    any_page=True,
)


def houses(count: int = 600) -> dict[str, dict[str, Any]]:
    return {
        f"r{n}": {"height": n * 37 % 1000, "kind": KINDS[n % 3], "name": f"House {n}"}
        for n in range(count)
    }


def by_form(rows: list[Any]) -> Collection:
    return form_over(rows, ["height"], ["kind"])


def by_words(rows: list[Any]) -> Collection:
    return index(rows, "keyword")


def told(
    before: Rows, after: Rows, built: Callable[[list[Any]], Collection] = by_form, **settings: Any
) -> tuple[dict[str, list[str]], int]:
    """What a refresh tells, and for how many pages."""
    settings = {"browsable": True, "limit": 100} | settings
    listed = settings["limit"] is None
    old, new = (source_of(rows, built, **settings) for rows in (before, after))
    turns = harvested(old, "listing" if listed else "cells")
    records = {r.key: r for turn in turns for r in turn.answer.records}
    refresh = Refresh(old.interface, turns, records.values())
    pages = asked(refresh, new)
    found = refresh.findings
    return {
        "added": sorted(record.key for record in found.added),
        "changed": sorted(record.key for record in found.changed),
        "vanished": sorted(found.vanished),
    }, pages


def asked(refresh: Refresh, world: Keyed) -> int:
    return len(heard(refresh.run(), world))


def heard(asking: Generator[Step, Answer, Any], world: Keyed) -> list[Step]:
    """All that is asked in a conversation."""
    return heard_out(asking, world.answer)[0]


def test_nothing_has_changed():
    found, pages = told(houses(), houses())
    assert found == {"added": [], "changed": [], "vanished": []}
    assert pages <= 8


def test_one_came_one_went_and_one_is_different():
    now = houses()
    del now["r17"]
    now["n1"] = {"height": 500, "kind": "inn"}
    now["r300"]["kind"] = "inn"
    found, pages = told(houses(), now)
    assert found == {"added": ["n1"], "changed": ["r300"], "vanished": ["r17"]}
    assert pages <= 40  # of some 70


def test_a_value_that_moved_is_not_taken_for_a_record_that_went():
    now = houses()
    now["r100"]["height"] = 999
    found, _ = told(houses(), now)
    assert found == {"added": [], "changed": ["r100"], "vanished": []}


def test_what_came_and_went_in_a_list_is_found_by_places():
    now = {key: row for key, row in houses().items() if key not in ("r80", "r81", "r400")}
    now["n1"] = {"height": 1, "kind": "hut", "name": "House new"}
    found, pages = told(houses(), now, by_words, limit=None, ranking="newest")
    assert found == {"added": ["n1"], "changed": [], "vanished": ["r400", "r80", "r81"]}
    assert pages <= 20  # of 60


def test_a_list_of_as_many_as_before_with_the_same_beginning_may_have_changed():
    now = {key: row for key, row in houses().items() if key != "r10"}
    now["new"] = {"height": 5, "kind": "inn", "name": "New"}
    found, pages = told(houses(), now, by_words, limit=None)
    assert found == {"added": ["new"], "changed": [], "vanished": ["r10"]}
    assert pages <= 15  # of 60


def test_a_list_that_nobody_counts_is_compared_to_its_end():
    now = {key: row for key, row in houses().items() if key != "r3"}
    quiet = {"limit": None, "ranking": "newest", "counts": Counts(kind="none")}
    found, pages = told(houses(), now, by_words, **quiet)
    assert found == {"added": [], "changed": [], "vanished": ["r3"]}
    assert pages <= 12


def test_what_changed_last_is_found_where_a_list_can_be_had_in_that_order():
    rows = {key: {**row, "edited": "2020-01-01"} for key, row in houses().items()}
    edited = [f"r{n}" for n in range(7, 500, 12)]
    now = rows | {key: {**rows[key], "name": "New", "edited": "2020-02-02"} for key in edited}
    old, new = (source_of(some, by_words, browsable=True, limit=None,
                          sorting=sorting_by(list(some.values()), ["edited"]))
                for some in (rows, now))  # fmt: skip
    turns = harvested(old, "listing")
    records = {r.key: r for turn in turns for r in turn.answer.records}
    refresh = Refresh(old.interface, turns, records.values())
    assert asked(refresh, new) <= 20  # of 60
    assert {record.key for record in refresh.findings.changed} == set(edited)


def test_batches_are_found_for_a_tenth_of_the_pages():
    rows = keyed([{"size": n, "kind": KINDS[n * 7 % 3]} for n in range(5000)])

    def built(some: list[Any]) -> Collection:
        return form_over(some, ["size"], ["kind"])

    churn = churned(rows, 0.01, ordered=["size"], categories=["kind"], clustered=True)
    turns = harvested(source_of(rows, built, limit=500, browsable=True), "cells")
    after = source_of(churn.rows, built, limit=500, browsable=True)
    got = refreshed(turns, after, churn)
    assert (got.changes, got.found, got.wrong) == (50, 50, 0)
    assert got.ratio <= 0.1


def test_what_changes_have_in_common_is_asked_for():
    rows = {f"r{n}": {"height": n * 37 % 1000, "owner": f"o{n % 60}"} for n in range(3000)}
    came = {f"n{n}": {"height": n * 40, "owner": "o41"} for n in range(25)}
    found, pages = told(rows, rows | came, lambda some: form_over(some, ["height"], ["owner"]),
                        limit=500)  # fmt: skip
    assert found == {"added": sorted(came), "changed": [], "vanished": []}
    assert pages <= 40  # of 300; 113 if each cell that differs were looked into


def a_house(key: str, height: int, kind: str) -> Record:
    return Record(key=key, values=(("height", str(height)), ("kind", kind)))


def test_a_guess_is_about_what_is_still_left_around_what_was_found():
    held = recorded(a_house(key, row["height"], row["kind"]) for key, row in houses().items())
    inns = Query((("kind", "inn"),))
    cells = {inns: Cell(inns, 210, 200)}
    alike = Alike(held, cells)
    alike.learn([a_house("new", 37, "inn")], 1)
    point = ("height", str(Interval.point("37")))
    assert alike.best(0.0) == Query((point,)), "inns are a third of all, and counted"
    cells[inns].believed = 208
    assert alike.best(0.0) is None, "hardly more can be left"


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.REFUSED])
def test_a_page_that_fails_is_no_record_that_went(outcome):
    rows = houses()
    world = source_of(rows, by_form, browsable=True, limit=100)
    turns = harvested(world, "cells")
    records = {r.key: r for turn in turns for r in turn.answer.records}
    refresh = Refresh(world.interface, turns, records.values())
    heard_out(refresh.run(), lambda _: Answer(outcome=outcome))
    assert len(refresh.findings) == 0


@pytest.mark.parametrize(
    "answer",
    [
        Answer(total=10**15, more=True),
        Answer(records=(Record("r1"),), total=10**15, more=True),
        Answer(records=(Record("new"), Record("r5")), more=True),
        Answer(records=(Record("r9"), Record("r2"), Record("r5")), total=-4, more=True),
    ],
)
@pytest.mark.parametrize("limit", [None, 100])
def test_a_source_that_talks_nonsense_is_left_after_a_while(answer, limit):
    built = by_words if limit is None else by_form
    world = source_of(houses(), built, browsable=True, limit=limit)
    turns = harvested(world, "listing" if limit is None else "cells")
    records = {r.key: r for turn in turns for r in turn.answer.records}
    asking, pages = Refresh(world.interface, turns, records.values()).run(), 0
    for _ in answered(asking, lambda _: answer):
        pages += 1
        assert pages < 20_000
    assert pages > 0


def inns() -> tuple[Reading, Keyed]:
    """Two hundred houses, of which twelve inns that lay together are gone."""
    before = {f"r{n}": {"height": n, "kind": "hut" if n < 110 else "inn"} for n in range(200)}
    after = {f"r{n}": before[f"r{n}"] for n in range(200) if not 130 <= n < 142}
    held, now = (source_of(rows, by_form, browsable=True, limit=500) for rows in (before, after))
    steps = [Step(Query(), page) for page in range(1, 21)]
    records = [record for step in steps for record in held.answer(step).records]
    return Reading(held.interface, Held(held.interface, records)), now


def test_what_is_gone_is_looked_for_on_one_page_if_all_that_are_there_are_known():
    reading, now = inns()
    steps = heard(reading.count(Query.of(height="[130 .. 142)"), "descent"), now)
    assert [step.page for step in steps if step.query == Query.of(kind="inn")] == [1]  # of 8


def test_what_no_other_count_has_any_more_is_not_looked_for():
    reading, now = inns()
    heard(reading.count(Query.of(kind="inn"), "overview"), now)
    assert reading.cells[Query.of(kind="inn")].off == 12
    steps = heard(reading.count(Query.of(height="[130 .. 142)"), "descent"), now)
    assert {name for step in steps for name, _ in step.query.predicates} == {"height"}
    assert reading.cells[Query.of(kind="inn")].off == 0


def test_what_followed_and_is_not_so_is_forgotten_with_all_that_it_followed_from():
    reading, now = inns()
    heard(reading.count(Query.of(height=""), "overview"), now)
    for height, said in (("[100 .. *]", 85), ("[150 .. *]", 47), ("[170 .. *]", 27)):
        reading.follow(Query.of(height=height), said)
    heard(reading.count(Query.of(height="[150 .. *]"), "descent"), now)  # it has all 50
    known = {str(query): cell.off for query, cell in reading.cells.items()}
    assert known == {"height=[150 .. *]": 0, "height=[170 .. *]": 3}


@pytest.mark.parametrize("counts", ["exact", "none"])
@pytest.mark.parametrize("seed", [2, 3, 5])
def test_what_has_only_changed_is_never_told_as_gone_for_sure(counts, seed):
    rows = houses(1200)
    churn = churned(rows, 0.05, ordered=["height"], categories=["kind"], seed=seed)
    settings = {"limit": 100, "browsable": True, "counts": Counts(kind=counts)}
    turns = harvested(source_of(rows, by_form, **settings), "cells")
    got = refreshed(turns, source_of(churn.rows, by_form, **settings), churn)
    assert got.wrong == got.wrong_in_doubt
    assert got.kinds["vanished"][1] > 0


def lost_from(*queries: Query) -> Held:
    """An inn at 5 that these answers should have shown, and did not."""
    held = recorded([Record("inn", (("height", "5"), ("kind", "inn")))])
    for query in queries:
        held.missing(query, set())
    return held


def test_a_record_is_gone_if_no_field_is_asked_for_by_all_answers_that_lack_it():
    low, inn = Query.of(height="[* .. 9]"), Query.of(kind="inn")
    asked = [held.lost["inn"].asked for held in (lost_from(low), lost_from(low, inn))]
    assert asked == [{"height"}, set()]
    assert Doubt(lost_from(low), []).keys() == {"inn"}
    assert Doubt(lost_from(low, inn), []).keys() == set()
    assert lost_from(low).findings({"inn"}) == Findings(vanished=("inn",), doubtful=("inn",))
    assert lost_from(low, inn).findings() == Findings(vanished=("inn",))


def test_a_count_tells_that_a_record_is_gone_if_hardly_another_one_can_be():
    held = lost_from(Query.of(height="[* .. 9]"))

    def doubted(said: int, off: int) -> bool:
        inns = Cell(Query.of(kind="inn"), said=said, believed=0, overview=True)
        huts = Cell(Query.of(kind="hut"), said=500, believed=500 - off, overview=True)
        return bool(Doubt(held, [inns, huts]).keys())

    assert not doubted(said=0, off=0)
    assert doubted(said=1, off=0)  # it may be that one
    for n in range(40):
        held.meet(Record(f"k{n}", (("kind", "inn"),)))
    assert not doubted(said=0, off=9)  # all others were seen


def test_a_count_is_not_believed_where_much_is_open():
    others = [Record(f"k{n}", (("kind", "inn"),)) for n in range(10)]
    held = recorded([Record("inn", (("height", "5"), ("kind", "inn"))), *others])
    held.missing(Query.of(height="[* .. 9]"), set())
    inns = Cell(Query.of(kind="inn"), said=10, believed=10, overview=True)
    for off, doubted in ((0, set()), (9, {"inn"})):
        huts = Cell(Query.of(kind="hut"), said=1000, believed=1000 - off, overview=True)
        assert Doubt(held, [inns, huts]).keys() == doubted


def test_a_word_tells_that_a_record_is_gone_only_with_a_word_of_another_field():
    box = Interface(attributes=(Attribute(name="q", kind=Kind.KEYWORD),))
    for word, asked in (("old", {"title"}), ("blue", set())):
        held = Held(box, [Record("k", (("title", "old red house"), ("colour", "blue")))])
        for one in ("house", word):
            held.missing(Query.of(q=one), set())
        assert held.lost["k"].asked == asked


def recorded(records: Iterable[Record]) -> Held:
    return Held(FORM, records)


def test_a_field_that_always_differs_says_nothing_about_a_record():
    before = [Record(f"k{n}", (("kind", "inn"), ("place", str(n)))) for n in range(30)]
    held = recorded(before)
    for n, record in enumerate(before):
        kind = "hut" if n == 3 else "inn"
        held.meet(Record(record.key, (("kind", kind), ("place", str(n + 1)))))
    assert [record.key for record in held.findings().changed] == ["k3"]


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        (Record("a", (("x", "1"),)), Record("a", (("x", "1"),), "other text"), []),
        (Record("a", (("x", "1"),)), Record("a", (("x", "2"), ("y", "3"))), ["x", "y"]),
        (Record("a", (("x", "1  2"),)), Record("a", (("x", "1 2"),)), []),
        (Record("a", (), "one two"), Record("a", (), "one\ntwo"), []),
        (Record("a", (), "one two"), Record("a", (), "one three"), [""]),
    ],
)
def test_records_differ_in_fields_and_only_without_them_in_text(old, new, names):
    assert list(differences(old, new)) == names


def test_a_cell_is_halved_at_the_median_or_divided_by_values():
    kinds = ("hut", "inn", "inn", "farm")
    records = [Record(str(n), (("height", str(n)), ("kind", kind))) for n, kind in enumerate(kinds)]
    held, whole = recorded(records), Cell(Query(), said=6, believed=4)
    ways = ways_to_divide(whole, held, FORM, {})
    assert [[str(part) for part in way.parts] for way in ways] == [
        ["height=[* .. 2)", "height=[2 .. *]"],
        ["kind=inn", "kind=farm", "kind=hut"],
    ]
    farms = Cell(Query.of(kind="farm"), said=3, believed=1)
    ways = ways_to_divide(whole, held, FORM, {farms.query: farms})
    assert str(ways[1].parts[0]) == "kind=farm"  # it lacks as many as the whole
    box = box_of(records[1:3], recorded(records), without="none")
    assert str(box) == "height=[1 .. 2] AND kind=inn"


def test_records_that_are_looked_for_are_gathered_where_a_page_shows_several():
    heights = (1, 2, 3, 700, 701, 702)
    lost = [Record(str(h), (("height", str(h)),)) for h in heights]

    def pages(some: list[Record]) -> float:
        spanned = [int(value) for record in some for _, value in record.values]
        return 1 + (max(spanned) - min(spanned)) // 10

    groups = [[record.key for record in group] for group in gathered(lost, pages, recorded([]))]
    assert groups == [["1", "2", "3"], ["700", "701", "702"]]


def test_answers_count_as_whole_from_the_first_page_to_the_last():
    def turn(number: int, word: str, page: int, keys: str, more: bool) -> Turn:
        answer = Answer(records=tuple(Record(key) for key in keys), more=more)
        return Turn(number, Step(Query.of(text=word), page), answer)

    turns = [
        turn(1, "whole", 1, "ab", True), turn(2, "whole", 2, "c", False),
        turn(3, "begun", 1, "ab", True), turn(4, "end", 2, "ab", False),
    ]  # fmt: skip
    assert whole_answers(turns, FORM) == {Query.of(text="whole"): ["a", "b", "c"]}


@pytest.mark.parametrize("clustered", [False, True])
def test_where_nothing_is_to_change_nothing_does(clustered):
    rows = keyed([{"size": n} for n in range(30)])
    churn = churned(rows, 0.0, ordered=["size"], clustered=clustered)
    assert (dict(churn.rows), dict(churn.kinds)) == (rows, {})
