import csv

import numpy as np

from leadline.lab.collection import index
from leadline.lab.cover import cover_of
from leadline.lab.experiment import Bounds, Experiment, Run, bound_at, summary
from leadline.lab.plots import sampled, write_csv, write_pictures
from leadline.lab.policies import Setting
from leadline.lab.run import Curve
from leadline.lab.world import World


def experiment(**settings) -> Experiment:
    world = World(collection=index([{"t": "all"} for _ in range(100)], "keyword"), **settings)
    setting = Setting(world=world, cover=cover_of(world))
    return Experiment(setting=setting, policies=("oracle", "random"), seeds=(1, 2))


def curve(*held: int) -> Curve:
    return Curve(np.array(held), np.arange(1, len(held) + 1), 100, 0.5)


def test_means_are_over_seeds_and_a_mark_needs_them_all():
    runs = [Run("random", 1, curve(10, 50, 80), 20.0), Run("random", 2, curve(50, 60), 30.0)]
    assert summary(experiment(), runs)["policies"] == {
        "random": {
            "0.5": {"pages": 1.5, "queries": 1.5},
            "coverage": 0.7,
            "seconds": 0.5,
            "peak_mb": 30.0,
        }
    }


def test_marks_go_up_to_the_target():
    base = experiment()
    assert base.marks == (0.5, 0.8, 0.9, 0.95)
    low = Experiment(setting=base.setting, policies=(), target=0.6)
    assert low.marks == (0.5, 0.6)


def test_a_run_ends_after_twenty_times_the_floor():
    assert experiment(page_size=5).page_limit == 400
    assert experiment(page_size=50).page_limit == 200


def test_the_bound_is_never_below_the_floor():
    assert bound_at(experiment(), {0.5: 3}, 0.5) == 5
    assert bound_at(experiment(), {0.5: 7}, 0.5) == 7


def test_beyond_single_values_only_the_floor_is_left():
    assert bound_at(experiment(), {}, 0.9) == 9
    assert bound_at(experiment(predicates=1), {}, 0.9) is None


def test_an_interrupted_experiment_can_be_summed_up():
    results = summary(experiment(), [Bounds({0.5: 5, 0.8: 8}, None)])
    assert results["policies"] == {}
    assert results["bound"] == {"0.5": 5, "0.8": 8, "0.9": 9, "0.95": 10}
    assert summary(experiment(), [])["bound"] == {}


def test_curves_as_a_table_and_as_pictures(tmp_path):
    runs = [Run("oracle", 1, curve(10, 20), 1.0), Run("random", 1, curve(5), 1.0)]
    write_csv(tmp_path / "curves.csv", runs)
    write_pictures(tmp_path, runs, 10)
    with (tmp_path / "curves.csv").open(newline="") as file:
        assert list(csv.reader(file))[1:] == [
            ["oracle", "1", "1", "1", "10", "0.1"],
            ["oracle", "1", "2", "2", "20", "0.2"],
            ["random", "1", "1", "1", "5", "0.05"],
        ]
    assert (tmp_path / "curves.svg").read_text().startswith("<?xml")
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_long_curves_are_thinned_and_keep_their_ends():
    places = sampled(10_000)
    assert (places[0], places[-1], len(places)) == (0, 9_999, 500)
    assert sampled(2) == [0, 1]
    assert sampled(0) == []
