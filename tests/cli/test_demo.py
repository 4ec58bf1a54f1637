import json

import numpy as np

from leadline.cli.blocks import curve, resampled
from leadline.cli.demo import demo
from leadline.lab.demo import Demo, as_json, catalogue
from leadline.lab.run import Curve


def test_the_demo_harvests_the_shipped_catalogue(capsys):
    demo(as_object=True)
    printed = json.loads(capsys.readouterr().out)
    assert printed["of"] == 7884
    assert printed["records"] >= 0.9 * 7884  # it stops when that is surely held
    assert printed["floor"] <= printed["pages"] < printed["a-z"]["pages"]
    audits = 0.2 * printed["pages"]  # to learn the size: not on the curve
    assert printed["pages"] < printed["requests"] < printed["pages"] + audits + 60


def test_the_summary_without_a_word_list():
    got = Curve(np.array([10, 15]), np.array([1, 2]), 20, 0.1)
    assert as_json(Demo(catalogue(), got, None)) == {
        "records": 15, "of": 20, "coverage": 0.75, "requests": 0, "pages": 2, "queries": 2,
        "floor": 2,
        "seconds": 0.1, "a-z": None,
    }  # fmt: skip


def test_a_curve_in_blocks():
    assert curve([0.0, 0.25, 0.5, 1.0], width=4, height=2) == ["   █", " ▄██"]


def test_curves_are_stretched_and_squeezed():
    assert resampled([1.0, 2.0], 4) == [1.0, 1.0, 2.0, 2.0]
    assert resampled([1.0, 2.0, 3.0, 4.0], 2) == [2.0, 4.0]
    assert resampled([], 2) == [0.0, 0.0]
