"""Strategies on a small synthetic Web: what is counted, and what is printed."""

import json

import pytest
from typer.testing import CliRunner

from leadline.browse.exhaustive import exhaustive
from leadline.cli.commands import app
from leadline.lab.discover import finder, report, whole
from leadline.lab.discover.bed import Bed, forms_on
from leadline.lab.discover.oracle import oracle, seeing
from leadline.lab.discover.study import Searched, search_all, side_by_side
from leadline.lab.web.world import Web

SITES = 6


@pytest.fixture(scope="module")
def web():
    return Web(SITES, seed=5)


def searched(strategy, site, pages, right, total, *found):
    return Searched(strategy=strategy, site=site, pages=pages, found=frozenset(found),
                    right=right, total=total, useful=right, last=right,
                    unrecognised=0)  # fmt: skip


RUNS = {
    "bandit": [searched("bandit", 0, 4, 2, 2, "a", "b"), searched("bandit", 1, 2, 0, 0, "x")],
    "navmenu-0": [searched("navmenu-0", 0, 1, 1, 2, "a"), searched("navmenu-0", 1, 1, 0, 0)],
}


def test_every_strategy_searches_every_site_and_the_front_page_is_one_page(web):
    names = ["bandit", "navmenu-0"]
    ran = {one[0].strategy: one for one in search_all(web, names, 1, 1, lambda *news: None)}
    assert {name: len(found) for name, found in ran.items()} == dict.fromkeys(names, SITES)
    assert [one.pages for one in ran["navmenu-0"]] == [1] * SITES
    assert all(one.right <= one.total for found in ran.values() for one in found)


def test_sites_are_searched_side_by_side_a_page_of_each_in_turn(web):
    asked = []

    def make(site):
        asked.append(site.url)
        return exhaustive(1)(site)

    ended = {site: went.pages for site, went in side_by_side(web, make, 1)}
    assert sorted(ended) == list(range(SITES))
    assert asked == [Bed(web, site).root for site in range(SITES)]
    assert list(ended.values()) == sorted(ended.values())  # the smallest end first


def test_a_strategy_finds_the_same_twice(web):
    one, two = (list(search_all(web, ["bandit"], 1, 1, lambda *news: None)) for _ in range(2))
    assert one == two


def test_the_truth_is_told_in_the_same_words_as_what_is_found(web):
    for site in range(SITES):
        bed = Bed(web, site)
        front = bed.get(bed.root)
        assert front is not None
        assert set(forms_on(front)) <= bed.truth().keys()


def test_harvest_and_coverage_are_local_and_global():
    bandit, front = report.strategies_table(RUNS)
    assert (bandit["pages"], bandit["forms"], bandit["false"]) == (6, 2, 1)
    assert (bandit["harvest"], bandit["coverage"]) == (0.3333, 1.0)
    assert (bandit["local_harvest"], bandit["local_coverage"]) == (0.25, 1.0)
    assert (front["harvest"], front["coverage"]) == (0.5, 0.5)
    assert [row["sites"] for row in report.figure_16(RUNS)] == [1, 1]


def test_what_was_not_of_use_is_told_apart():
    assert report.losses(RUNS)["bandit"] == {
        "pages_first_to_show_a_form": 2,
        "pages_between": 0,
        "pages_after_the_last_find": 2,
        "pages_of_sites_without_forms": 2,
        "forms_not_recognised": 0,
        "forms_on_pages_not_asked_for": 0,
    }


def test_who_knows_all_needs_fewer_pages_than_who_sees_menus(web):
    knows, sees = oracle(web, 0.8), seeing(web, 0.8)
    assert knows.coverage is not None
    assert sees.coverage is not None
    assert min(knows.coverage, sees.coverage) >= 0.8
    assert knows.pages < sees.pages


def test_both_finders_together_harvest_less_than_one():
    found = report.figure_21(RUNS, [(0, 0), (6, 3)], {})
    assert found["entire"][0] == {"strategy": "bandit", "form_finder": 0.3333, "entire": 0.2}


def test_a_curve_is_thinned_and_keeps_its_end():
    curve = [(n, n) for n in range(1000)]
    assert len(report.thinned(curve)) <= 202
    assert report.thinned(curve)[-1] == (999, 999)


def test_sites_are_found_from_sites(web):
    curve = finder.grown(web, web.seeds(2), 40, 1)
    assert curve[-1][0] <= 40
    assert curve[-1][1] <= SITES - 2


def test_page_based_crawls_stay_within_their_pages(web):
    found = whole.page_based(web, 15, 1)
    assert {order: curve[-1][0] for order, curve in found.items()} == {
        "breadth": 15, "depth": 15, "random": 15,
    }  # fmt: skip


def test_the_command_prints_one_object():
    asked = ["lab", "discover", "--sites", "4", "--strategy", "bandit,navmenu-3", "--json"]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert [row["strategy"] for row in found["strategies"]] == ["bandit", "navmenu-3"]


def test_a_strategy_that_there_is_not_is_refused():
    told = CliRunner().invoke(app, ["lab", "discover", "--strategy", "magic"])
    assert told.exit_code == 2


def test_the_figures_are_written(tmp_path):
    asked = ["lab", "discover", "--sites", "2", "--strategy", "navmenu-0", "--json"]
    told = CliRunner().invoke(app, [*asked, "--figures", str(tmp_path)])
    assert told.exit_code == 0, told.output
    names = {f"figure{number}.{ending}" for number in range(16, 22) for ending in ("svg", "png")}
    assert {path.name for path in tmp_path.iterdir()} == names | {"results.json"}
