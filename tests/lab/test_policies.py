from pathlib import Path
from random import Random

import pytest

from leadline.errors import MissingExtra, UnknownPolicy
from leadline.flow import recall
from leadline.lab.collection import Mode, index
from leadline.lab.cover import cover_of
from leadline.lab.policies import (
    POLICIES,
    NoDomainTable,
    NoWordList,
    Setting,
    chosen,
    make,
    word_list,
)
from leadline.lab.run import first_query, run
from leadline.lab.world import World

ROWS = [
    {"genre": "poetry", "author": "Sappho", "text": "the moon has set"},
    {"genre": "poetry", "author": "Li Bai", "text": "before my bed the bright moon"},
    {"genre": "law", "author": "Solon", "text": "nothing in excess"},
    {"genre": "law", "author": "Sappho", "text": "my time is past"},
]
WORD_LISTS = {"random-16k", "random-1m", "generic-frequency", "a-z"}


def setting(mode: Mode, **more) -> Setting:
    world = World(collection=index(ROWS, mode))
    return Setting(world=world, cover=cover_of(world), **more)


@pytest.fixture
def domain(tmp_path: Path) -> Path:
    path = tmp_path / "domain.jsonl"
    path.write_text('{"genre": "poetry", "text": "moon"}\n{"genre": "law", "text": "excess"}\n')
    return path


@pytest.mark.parametrize("mode", ["keyword", "attribute"])
@pytest.mark.parametrize("name", list(POLICIES))
def test_every_policy_harvests_something(name, mode, domain):
    here = setting(mode, domain=domain)
    first = first_query(here.world, 1)
    curve = run(here.world, make(name, here, 1), first=first, seed=1, target=1.0, max_pages=40)
    assert curve.coverage >= 0.5


def test_all_are_those_that_make_sense_here(domain):
    assert set(POLICIES) - set(chosen("all", setting("keyword"))) == {"domain"}
    assert set(POLICIES) - set(chosen("all", setting("attribute"))) == {"domain", *WORD_LISTS}
    assert set(chosen("all", setting("keyword", domain=domain))) == set(POLICIES)


def test_names_are_taken_in_order_and_once():
    assert chosen("oracle, sounding,oracle", setting("keyword")) == ("oracle", "sounding")


@pytest.mark.parametrize("text", ["sonding", "sounding,sonding", "", ",", "all,sounding"])
def test_an_unknown_name_is_told_which_there_are(text):
    with pytest.raises(UnknownPolicy, match="greedy-link-abort, mmmi"):
        chosen(text, setting("keyword"))


def test_domain_knowledge_wants_a_table():
    with pytest.raises(NoDomainTable, match="--domain"):
        chosen("sounding,domain", setting("attribute"))


def test_words_are_listed_as_a_search_box_takes_them():
    listed = word_list("en")
    assert listed[:3] == ("the", "to", "and")
    assert "don't" not in listed
    assert "don" in listed


def test_an_unknown_language_is_told_which_there_are():
    with pytest.raises(NoWordList, match="de, "):
        word_list("xx")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "wordfreq", None)
    with pytest.raises(MissingExtra, match=r"leadline\[lab\]"):
        word_list("en")


def test_random_words_differ_by_seed():
    here = setting("keyword")
    known = [recall(make("random-16k", here, seed), here.world.interface) for seed in (1, 2)]
    steps = [make("random-16k", here, 1).choose(k, Random(0)) for k in known]
    assert steps[0] != steps[1]
