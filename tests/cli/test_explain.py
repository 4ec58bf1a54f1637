"""Why was this asked? Of one source, or of all."""

import json

import pytest

from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import open_store
from tests.harvest.odd_sites import leadline


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    with open_store(path) as store:
        for url, word in (("http://a/", "river"), ("http://b/", "valley")):
            answer = Answer(records=(Record("1"),))
            store.keep_turn(store.source(url), Turn(1, Step(Query.of(q=word)), answer))
    return path


def test_what_is_not_there_is_an_error(file):
    for options, said in (
        (("--turn", 7), f"{file}: no turn 7"),
        (("--query", "hill"), f"{file}: no turn whose query contains 'hill'"),
        (("--source", "http://c"), f"{file}: it holds no harvest of http://c"),
    ):
        ran = leadline("explain", file, *options)
        assert (ran.code, ran.out, ran.line) == (2, "", said)
        assert leadline("explain", file, *options, "--json").code == 2


def test_one_of_several_sources(file):
    told = leadline("explain", file, "--source", "http://b", "--json").out
    assert [json.loads(line)["query"] for line in told.splitlines()] == ["q=valley"]
    assert "http://b/" not in leadline("explain", file, "--source", "http://b").out


def test_of_several_sources_each_turn_names_its_own(file):
    lines = leadline("explain", file).out.splitlines()
    assert [line.split()[:3] for line in lines[1:]] == [
        ["http://a/", "1", "q=river"],
        ["http://b/", "1", "q=valley"],
    ]
