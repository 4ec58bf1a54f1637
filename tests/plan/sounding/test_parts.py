"""The parts of the default policy, each on something small enough to check by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from leadline.flow import recall
from leadline.lab.collection import index
from leadline.lab.run import run
from leadline.lab.world import World
from leadline.model import (
    PAGES,
    QUERIES,
    Answer,
    Attribute,
    Interface,
    Kind,
    Outcome,
    Query,
    Record,
    Step,
    Turn,
)
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.sounding import Sounding
from leadline.plan.sounding.backbone import Backbone
from leadline.plan.sounding.cells import Cell, Cells
from leadline.plan.sounding.depth import Depth
from leadline.plan.sounding.guesses import Guesses, unmet
from leadline.plan.sounding.index import Setting, broad, index_table, look_up, matches_of
from leadline.plan.sounding.leave_one_out import LeaveOneOut
from leadline.plan.sounding.openings import best_probe
from leadline.plan.sounding.regression import Regression, logit, sigmoid
from leadline.plan.sounding.rests import Rests
from leadline.plan.sounding.size import Size
from leadline.plan.sounding.values import Values

FILMS = Interface(
    attributes=(Attribute(name="genre"), Attribute(name="year")), page_size=2, any_page=True
)


def film(key: str, genre: str, year: str) -> Record:
    return Record(key, (("genre", genre), ("year", year)))


def heard(*turns: Turn, interface: Interface = FILMS) -> Knowledge:
    known = Knowledge(interface)
    for turn in turns:
        known.hear(turn)
    return known


def page(number: int, query: Query, *records: Record, total: int, more: bool, of: int = 1) -> Turn:
    return Turn(number, Step(query, of), Answer(records=records, total=total, more=more))


def test_codes_are_tried_by_the_shape_of_one_value_where_all_is_dry_but_not_for_ever() -> None:
    code = Attribute(name="code")
    assert unmet(code, ["AT"]) == []
    assert len(unmet(code, ["AT"], alike=1)) == 26 * 26 - 1
    rows = [{"code": code, "name": f"{code}{i}"} for code in ("AB", "DE", "MA") for i in range(9)]
    world = World(collection=index(rows, "attribute"), page_size=10)
    curve = run(world, Sounding(), first=Query.of(code="MA"), target=1.0)
    assert curve.coverage == 1.0
    alone = World(collection=index(rows[-9:], "attribute"), page_size=10)
    assert len(run(alone, Sounding(), first=Query.of(code="MA"), target=2.0).held) < 50


def test_an_island_is_left_by_codes_however_many_pages_it_took_to_look_round() -> None:
    rows = [
        {"code": code, "number": first + i * i, "name": f"{code}{i}"}
        for first, code in ((100, "AB"), (1_000, "DE"), (2_000, "MA"))
        for i in range(18)
    ]
    world = World(collection=index(rows, "attribute"), page_size=10)
    curve = run(world, Sounding(), first=Query.of(code="DE"), target=1.0)
    assert int((curve.held <= 18).sum()) > 30  # pages on the first island
    assert curve.coverage == 1.0


def test_the_regression_learns_what_it_is_shown() -> None:
    model = Regression(np.array([0.0, 0.0]))
    for _ in range(300):
        model.learn(np.array([1.0, 1.0]), 0.9)
        model.learn(np.array([1.0, -1.0]), 0.2)
    predicted = sigmoid(model.logits(np.array([[1.0, 1.0], [1.0, -1.0]])))
    assert predicted == pytest.approx([0.9, 0.2], abs=0.02)
    assert model.spread < 0.4


def test_a_share_has_finite_log_odds_even_at_the_ends() -> None:
    assert logit(np.array([0.0, 0.5, 1.0])) == pytest.approx([-6.9, 0.0, 6.9], abs=0.01)


def test_half_unseen_means_twice_as_many_match() -> None:
    assert matches_of(30, 0.0) == 60


def setting(**changes: object) -> Setting:
    usual: dict[str, object] = {
        "page_size": 10, "limit": None, "cost": PAGES, "rate": 1.0, "spread": 0.3, "probe": 1.0,
        "unseen": np.inf,
    }  # fmt: skip
    return Setting(**{**usual, **changes})  # type: ignore[arg-type]


def index_of(held: int, share: float, **changes: object) -> float:
    table = index_table(setting(**changes), 1_000_000)
    return float(look_up(table, np.array([held]), np.array([logit(share)]))[0])


def test_an_answer_that_is_all_new_fills_its_pages() -> None:
    assert index_of(50, 0.999) == pytest.approx(10, abs=0.05)


def known_first() -> Depth:
    depth = Depth()
    for _ in range(50):
        depth.learn(0.05, new=1, expected=10)
        depth.learn(0.95, new=10, expected=5)
    return depth


def test_the_beginning_of_an_answer_that_is_known_leaves_the_whole_as_new_as_it_is() -> None:
    start, half, whole = known_first().beginning(np.array([0.05, 0.5, 1.0]))
    assert start < 0.8 * half
    assert half < whole == 1


def test_a_word_whose_answer_is_cut_is_worth_less_where_beginnings_are_known() -> None:
    cut, fits = ({"limit": limit, "depth": known_first()} for limit in (100, 10_000))
    assert index_of(1_000, 0.5, **cut) < 0.8 * index_of(1_000, 0.5, limit=100)
    assert index_of(1_000, 0.5, **fits) == index_of(1_000, 0.5, limit=10_000)


def test_nothing_unseen_is_worth_nothing() -> None:
    assert index_of(50, 0.001) < 0.05


def test_an_answer_of_one_page_brings_its_unseen_part() -> None:
    assert index_of(3, 0.5) == pytest.approx(3, abs=0.4)  # six match on one page


def test_with_queries_as_the_cost_a_longer_answer_is_worth_more() -> None:
    short, long = (index_of(held, 0.5, cost=QUERIES) for held in (20, 200))
    assert long == pytest.approx(10 * short, rel=0.1)


def test_the_limit_caps_what_an_answer_is_worth() -> None:
    assert index_of(1000, 0.5, cost=QUERIES, limit=100) == pytest.approx(50, rel=0.05)


def test_a_broad_query_earns_a_bonus_and_a_narrow_one_none() -> None:
    assert broad(np.array([1.0, 500.0]), 1000.0) == pytest.approx([1.0, 1.193], abs=0.001)


def test_depth_learns_that_later_pages_bring_more() -> None:
    depth = Depth()
    for _ in range(200):
        depth.learn(0.05, new=2, expected=5)
        depth.learn(0.9, new=6, expected=5)
    assert depth.yields(np.array([0.05, 0.9])) == pytest.approx([0.41, 1.19], abs=0.02)


def test_depth_knows_nothing_at_first() -> None:
    assert Depth().yields(np.array([0.01, 0.5, 1.0])).tolist() == [1.0, 1.0, 1.0]


def test_an_answer_is_opened_as_deep_as_possible_until_another_depth_proves_better() -> None:
    depth = Depth()
    assert depth.best_page(last=30, size=0.01) == 30
    for _ in range(10):
        depth.learn(0.3, new=1, expected=5)
        depth.learn(0.02, new=6, expected=5)
    assert depth.best_page(last=30, size=0.01) == 3  # the last one of the same sort
    assert depth.best_page(last=1, size=0.01) == 1


def test_pages_that_are_read_on_tell_where_in_an_answer_the_new_records_are() -> None:
    law = Query.of(genre="law")
    known = heard(page(1, law, film("a", "law", "1"), film("b", "law", "2"), total=6, more=True))
    rests = Rests(Depth(), teaches=True)
    rests.learn(known, 0, page=1, records=2, new=2)
    rests.expect(known, 0)
    rests.learn(known, 0, page=2, records=2, new=0)
    assert rests.depth.yields(np.array([0.5, 0.9])).tolist() == pytest.approx([5 / 7, 1.0])


def test_the_rest_of_a_query_is_what_its_total_leaves() -> None:
    law = Query.of(genre="law")
    known = heard(page(1, law, film("a", "law", "1"), film("b", "law", "2"), total=6, more=True))
    rests = Rests(Depth())
    rests.expect(known, 0)
    rests.learn(known, 0, page=1, records=2, new=2)
    assert rests.page(0) == 2
    assert rests.index(known, known.unseen()).tolist() == [2.0]  # four left on two pages


@pytest.mark.parametrize(("total", "read"), [(600, [76, 189, 77, 190]), (100, [14, 15, 16, 17])])
def test_a_long_answer_is_read_elsewhere_where_its_own_pages_bring_nothing(
    total: int, read: list[int]
) -> None:
    law = Query.of(genre="law")
    two = film("a", "law", "1"), film("b", "law", "2")
    turns = [page(1, law, *two, total=total, more=True)]
    depth = Depth()
    depth.learn(0.3, new=60, expected=40)  # elsewhere most was new from a quarter on,
    depth.learn(0.7, new=55, expected=40)  # and next to that behind five eighths
    rests = Rests(depth)
    rests.learn(heard(*turns), 0, page=1, records=2, new=2)
    for of in read:
        assert rests.page(0) == of
        rests.expect(heard(*turns), 0)
        turns.append(page(len(turns) + 1, law, *two, total=total, more=True, of=of))
        rests.learn(heard(*turns), 0, page=of, records=2, new=0)


def test_no_page_is_planned_behind_the_end_of_an_answer_that_counts_more() -> None:
    law = Query.of(genre="law")
    films = film("a", "law", "1"), film("b", "law", "2")
    behind = Turn(2, Step(law, 3), Answer(total=8, outcome=Outcome.EMPTY))
    known = heard(page(1, law, *films, total=8, more=True), behind)
    rests = Rests(Depth())
    rests.learn(known, 0, page=3, records=0, new=0)
    assert rests.page(0) == 2  # of four by the total


def box_of_four(limit: int | None) -> Knowledge:
    box = Interface(
        attributes=(Attribute(name="text", kind=Kind.KEYWORD),), page_size=10, limit=limit
    )
    known = recall(Sounding(), box)
    texts = ("start once", "start often twice", "start often", "start often thrice")
    records = tuple(Record(text, (), text) for text in texts)
    known.hear(page(1, Query.of(text="start"), *records, total=4, more=False))
    worth = [-np.inf, 5.0, 4.9, 4.0, 5.0]  # start, once, often, twice, thrice
    known.learner.prices.put(np.arange(5), worth)
    return known


@pytest.mark.parametrize("limit", [None, 50])
def test_of_words_as_good_as_each_other_the_commonest_is_opened(limit: int | None) -> None:
    known = box_of_four(limit)
    assert best_probe(known.learner, known).query == Query.of(text="often")


def test_behind_a_limit_only_until_the_size_of_the_source_was_told() -> None:
    known = box_of_four(limit=50)
    known.learner.size.learn(records=10, held=10, total=4_000)
    assert best_probe(known.learner, known).query == Query.of(text="once")


def test_behind_a_limit_a_word_that_is_better_is_opened_though_another_is_commoner() -> None:
    known = box_of_four(limit=50)
    known.learner.prices.put(np.array([2]), 4.8)
    assert best_probe(known.learner, known).query == Query.of(text="once")


@pytest.mark.parametrize(("attributes", "fair"), [(1, False), (2, True)])
def test_cells_of_words_that_disappoint_are_marked_down(attributes: int, fair: bool) -> None:
    setting = Setting(
        page_size=10, limit=100, cost=PAGES, rate=5.0, spread=0.5, probe=1.0, unseen=1000.0
    )
    cells = Cells(Values(attributes))
    cells.price(heard(), setting)
    cell = Cell((0, 1), held=10.0, logit=2.0, score=8.0, features=np.zeros(6))
    for _ in range(10):
        cells.judge(cell, held=10, share=0.0)
    assert (cells.promise.fairness.factor == 1.0) is fair


def test_however_many_pages_bring_nothing_the_next_one_is_expected_to_bring_something() -> None:
    cut = Interface(attributes=FILMS.attributes, page_size=2, limit=4)
    law = Query.of(genre="law")
    known = heard(
        page(1, law, film("a", "law", "1"), film("b", "law", "2"), total=9, more=True),
        interface=cut,
    )
    rests = Rests(Depth())
    rests.learn(known, 0, page=1, records=2, new=2)
    for _ in range(40_000):
        rests.expect(known, 0)
        rests.learn(known, 0, page=1, records=2, new=0)
    assert rests.correction > 0
    rests.expect(known, 0)


def test_where_pages_are_in_order_the_index_is_the_rate_of_the_whole_rest() -> None:
    ordered = Interface(attributes=FILMS.attributes, page_size=2)
    law = Query.of(genre="law")
    known = heard(
        page(1, Query.of(year="1"), film("a", "law", "1"), total=1, more=False),
        page(2, law, film("b", "law", "2"), film("c", "law", "3"), total=5, more=True),
        interface=ordered,
    )
    rests = Rests(Depth())
    rests.expect(known, 1)
    rests.learn(known, 1, page=1, records=2, new=2)
    assert rests.index(known, known.unseen())[1] == 1.0  # two of five left on two pages


def test_leave_one_out_tells_a_key_from_a_category() -> None:
    turns, rows = list[Turn](), 0
    for year in range(12):
        found = [film(f"{year}/{i}", f"g{rows + i}", str(year)) for i in range(2)]
        rows += 2
        turns.append(page(len(turns) + 1, Query.of(year=str(year)), *found, total=8, more=True))
    for genre in range(12):
        known_film = film(f"{genre // 2}/{genre % 2}", f"g{genre}", str(genre // 2))
        turns.append(
            page(len(turns) + 1, Query.of(genre=f"g{genre}"), known_film, total=1, more=False)
        )
    yields = LeaveOneOut(2)
    yields.renew(heard(*turns))
    genre, year = yields.logits(np.array([0, 1]), np.array([1.0, 1.0]))
    assert genre < logit(1 / 6) < logit(1 / 2) < year


def test_the_backbone_is_the_attribute_that_partitions() -> None:
    tagged = Interface(attributes=(Attribute(name="tag"), Attribute(name="year")), page_size=2)
    records = [
        Record(str(i), (("tag", "x"), ("tag", f"t{i}"), ("year", str(i % 2)))) for i in range(4)
    ]
    known = heard(page(1, Query.of(tag="x"), *records, total=4, more=False), interface=tagged)
    backbone = Backbone(2)
    backbone.learn(known, 0, Shown(rows=np.arange(4), fresh=np.arange(4), again=np.arange(0)))
    backbone.renew(known, known.local.astype(float))
    assert backbone.factor.tolist() == [0.6, 1.0]  # tags repeat within a record, years don't
    assert backbone.outside == pytest.approx(0.6)


def test_the_backbone_is_judged_by_what_other_attributes_have_shown() -> None:
    graded = Interface(
        attributes=(Attribute(name="grade"), Attribute(name="year")), page_size=10, limit=20
    )

    often = [1, 2, 3] * 3 + list(range(4, 25))  # three years that overflow, and others that fit

    def rows(query: int, count: int, grade: str, year: int | None = None) -> tuple[Record, ...]:
        years = [often[(10 * query + i) % 30] if year is None else year for i in range(count)]
        return tuple(
            Record(f"{query}-{i}", (("grade", grade), ("year", f"y{one}")))
            for i, one in enumerate(years)
        )

    # years whose records mostly have a grade too common to be read, then rare grades, read whole
    turns = [
        page(n, Query.of(year=f"y{n}"), *rows(n, 20, "common", n), total=44, more=False)
        for n in (1, 2, 3)
    ]
    turns += [
        page(n, Query.of(grade=f"rare{n}"), *rows(n, 10, f"rare{n}"), total=10, more=False)
        for n in range(4, 28)
    ]
    known, by_pages, by_queries = Knowledge(graded), Backbone(2), Backbone(2, pages_cost=False)
    for turn in turns:
        known.hear(turn)
        shown = known.rows_matching(known.parts(turn.number - 1))
        for backbone in (by_pages, by_queries):
            backbone.learn(known, turn.number - 1, Shown(rows=shown, fresh=shown, again=shown[:0]))
    for backbone in (by_pages, by_queries):
        backbone.renew(known, known.local.astype(float))
    held = known.local[known.attribute == 0]
    assert held[held <= 20].sum() == 240  # of 300 that are held: most fit by grade
    assert by_pages.factor.argmax() == 1  # but of those that years have shown none
    assert by_queries.factor.argmax() == 0  # where only queries cost, what is cut is no loss


def test_gaps_of_a_range_and_codes_of_an_alphabet_can_be_guessed() -> None:
    number, code = Attribute(name="number"), Attribute(name="code")
    assert unmet(number, ["2", "4", "6", "10"]) == ["0", "8", "12"]
    assert len(unmet(code, ["AT", "BE", "CH", "DE", "FR", "GB", "IT", "NL"])) == 26 * 26 - 8
    assert unmet(code, ["poetry", "law", "drama", "satire"]) == []


def test_options_of_a_drop_down_that_were_not_met_can_be_guessed() -> None:
    assert unmet(Attribute(name="genre", domain=("law", "poetry")), ["law"]) == ["poetry"]


def test_a_guess_that_hits_makes_guessing_worth_more() -> None:
    guesses = Guesses(FILMS)
    known = heard(
        *(
            page(i + 1, Query.of(year=str(2 * i)), film(str(i), f"g{i}", str(2 * i)), total=1,
                 more=False)
            for i in range(25)
        )
    )  # fmt: skip
    guesses.renew(known)
    before = guesses.best(known, np.ones(2), np.inf)
    assert before is not None
    assert before[1:] == (1, "-2")
    hit = Query.of(year="-2")
    known.hear(page(26, hit, film("x", "g", "-2"), film("y", "g", "-2"), total=9, more=True))
    guesses.learn(known, known.number(hit))
    after = guesses.best(known, np.ones(2), np.inf)
    assert after is not None
    assert after[2] == "50"
    assert after[0] > before[0]


def test_the_size_follows_the_totals() -> None:
    size = Size()
    size.learn(records=100, held=10, total=50)
    assert size.records == pytest.approx(500)
    size.at_least(records=400, unseen=300)
    assert size.records == pytest.approx(706)
    assert size.unseen(700) == pytest.approx(6)


def test_every_step_says_why() -> None:
    policy = Sounding()
    law = Query.of(genre="law")
    only_genres = Interface(attributes=(Attribute(name="genre"),), page_size=2, any_page=True)
    answer = page(1, law, film("a", "law", "1"), film("b", "law", "1"), total=8, more=True)
    step = policy.choose(recall(policy, only_genres, [answer]), Random(0))
    assert step == Step(law, 2)
    assert str(step.why) == "rest: 2.0 new on 1.0 page; 2 of 8 held, 2 shown"
