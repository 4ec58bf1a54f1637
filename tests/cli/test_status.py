"""Where a harvest stands, and addresses as people type them."""

import json

import pytest

from leadline.cli.address import address
from leadline.errors import NotAUrl
from leadline.model import Answer, Query, Record, Step, Turn
from leadline.store import open_store
from tests.harvest.odd_sites import leadline


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "x.db"
    with open_store(path) as store:
        source = store.source("http://a/")
        answer = Answer(records=(Record("1"),))
        store.keep_turn(source, Turn(1, Step(Query.of(q="x")), answer))
    return path


def test_a_harvest_that_was_killed(file):
    assert "stopped   it was killed; it can go on" in leadline("status", file).out


def test_a_harvest_that_is_running_again(file):
    with open_store(file) as store:
        store.keep_state(1, {"stopped_because": "interrupted", "requests": 3, "seconds": 1.0})
        ran = leadline("status", file)
        assert "requests  3, 1 s\n" in ran.out
        assert "stopped   not yet: it is running\n" in ran.out
        assert json.loads(leadline("status", file, "--json").out)["running"] is True
    assert "stopped   interrupted\n" in leadline("status", file).out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("example.org", "https://example.org/"),
        ("example.org:8080/a?b#c", "https://example.org:8080/a?b"),
        ("localhost:8302", "http://localhost:8302/"),
        ("127.0.0.1:8302/search", "http://127.0.0.1:8302/search"),
        ("[::1]:8302", "http://[::1]:8302/"),
        ("localhost.example.org", "https://localhost.example.org/"),
        ("127.0.0.1.example.org", "https://127.0.0.1.example.org/"),
    ],
)
def test_addresses_without_a_scheme(typed, meant):
    assert address(typed) == meant


def test_a_saved_page_is_no_site(tmp_path, monkeypatch):
    (tmp_path / "page.html").write_text("<form></form>")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAUrl, match="is a file here"):
        address("page.html")
    assert address("https://page.html") == "https://page.html/"
    assert address("example.org/" + "a" * 5000).startswith("https://example.org/aaa")
