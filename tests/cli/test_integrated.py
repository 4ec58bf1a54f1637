"""What `leadline integrate` says of the union when it is done."""

from dataclasses import replace

import pytest

from leadline.cli.integrated import Outcome
from leadline.errors import SomeFailed
from leadline.harvest.follow import GAVE_UP
from leadline.harvest.members import Part
from leadline.linking.unifying import Unified
from leadline.plan.size import Size
from leadline.plan.stopping import EVERYTHING
from leadline.unify.attributes import Matching
from leadline.unify.overlap import Overlap

ONE, TWO = "http://one.example/", "http://two.example/"


def ended(*parts: Part) -> Outcome:
    unified = Unified(
        urls={1: ONE, 2: TWO},
        records=180,
        entities=120,
        conflicts=0,
        matching=Matching(attributes=(), matches=()),
        links=None,
        overlap=Overlap(sources=(1, 2), matrix=((100, 60), (60, 80)), alone=(40, 20)),
        seconds=1.0,
    )
    return Outcome(
        parts=parts, requests=[9, 9], stopped_because="done", seconds=1.0, unified=unified
    )


def test_what_a_source_lacks_is_new_as_far_as_it_is_there_alone_and_at_most_all_of_it():
    one = Part(url=ONE, records=100, size=Size(estimate=110, low=105, high=130))
    two = Part(url=TWO, records=80, size=Size(estimate=84, low=80, high=90))
    assert ended(one, two).union == {
        "records": 180,
        "entities": 120,
        "estimate": 125,  # 40 % of the 10 that the first lacks, a quarter of the 4 of the second
        "low": 121,  # of the 5 that the first lacks at least, 27 % of it may be there alone
        "high": 160,  # 30 and 10 more, none of them in the other
    }


def test_what_each_source_has_alone_is_told():
    both = ended(Part(url=ONE, records=100), Part(url=TWO, records=80))
    assert [source["alone"] for source in both.as_json()["sources"]] == [40, 20]
    without = replace(both, unified=None).as_json()
    assert [source["alone"] for source in without["sources"]] == [None, None]


def test_of_a_source_that_could_not_be_asked_nobody_knows():
    one = Part(url=ONE, records=100, size=Size(estimate=110, low=105, high=130))
    union = ended(one, Part(url=TWO, failure="nothing answers there")).union
    assert (union["entities"], union["estimate"], union["high"]) == (120, None, None)


def test_a_source_is_at_least_as_large_as_what_it_has_in_common_with_others():
    size = Size(estimate=84, low=81, high=86)
    one = Part(url=ONE, records=80, size=size, common=16.0)
    assert one.whole == Size(estimate=96, low=81, high=104)
    assert one.coverage == 80 / 96
    assert replace(one, stopped_because=EVERYTHING).whole == size
    assert replace(one, size=replace(size, counted=True)).coverage == 80 / 84


def test_few_records_of_a_source_say_little_of_the_rest():
    size = Size(estimate=500, low=500, high=500, counted=True)
    few = ended(Part(url=ONE, records=75, size=size), Part(url=TWO, records=80)).union
    assert few["estimate"] is None
    two = Part(url=TWO, records=80, size=Size(estimate=80, low=80, high=80))
    few = ended(Part(url=ONE, records=75, size=size), two).union
    assert (few["low"], few["estimate"], few["high"]) == (276, 347, 545)


def test_to_run_again_is_said_of_sites_that_stopped_answering_alone():
    lost = Part(url=ONE, stopped_because="not understood", failure="no search form found")
    gone = Part(url=TWO, stopped_because=GAVE_UP, failure="nothing answers there")
    with pytest.raises(SomeFailed, match=r"no search form found$"):
        ended(lost).complain()
    with pytest.raises(SomeFailed, match="run the same command again"):
        ended(lost, gone).complain()
