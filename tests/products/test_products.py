"""Real software on loopback: each product starts, shows its front page and answers a question."""

import html
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import replace

import pytest

from tests.products.needs import skip_if_missing
from tests.products.product import CannotRun, Shown
from tests.products.proxy import Trouble, proxied
from tests.products.rows import items, read
from tests.products.runner import PRODUCTS, Site, kept, running

ROWS = read(count=5_000)  # as loaded for other tests
ASKED = "Changi"  # one airport
SEARCH = {
    "datasette": "/catalogue/items?_search={}",
    "trac": "/search?q={}&noquickjump=1",
    "oscar": "/search/?q={}",
    "flask_admin": "/item/?search={}",
    "mediawiki": "/index.php?search={}&fulltext=1",
}


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=60) as reply:
        return html.unescape(reply.read().decode())


def ask(site: Site, words: str) -> str:
    return get(site.root + SEARCH[site.name].format(urllib.parse.quote_plus(words)))


def titled(site: Site, words: str) -> list[Shown]:
    """The true records that show these words."""
    return [one for one in site.truth if words in " ".join(one.values.values())]


@pytest.fixture(scope="module", params=sorted(SEARCH))
def site(request):
    skip_if_missing(request.param)
    with running(request.param, ROWS) as started:
        yield started


@pytest.mark.slow
def test_a_product_answers_with_the_record_that_was_asked_for(site):
    assert len(site.truth) >= len(ROWS)
    assert "<a " in get(site.url)
    (only,) = titled(site, ASKED)
    page = ask(site, ASKED)
    assert "<form" in page
    text = re.sub("<[^>]*>", "", page)
    assert all(value in page or value in text for value in only.values.values())


@pytest.mark.slow
def test_a_product_has_no_answer_to_nonsense(site):
    (other,) = titled(site, ASKED)
    assert max(other.values.values(), key=len) not in ask(site, "qwxzjk")


@pytest.mark.slow
def test_a_catalogue_that_only_a_script_can_show():
    with running("jsfacets", ROWS) as site:
        assert "<form" not in get(site.url)
        shown = json.loads(get(site.url + "items.json"))
        assert len(shown) == len(site.truth) == len(ROWS)


@pytest.mark.slow
def test_the_proxy_writes_down_what_is_asked_and_makes_trouble():
    trouble = Trouble(fail_every=3, refused=lambda path: "page=3" in path)
    with running("flask_admin", ROWS[:200]) as site, proxied(site, trouble) as watched:
        assert get(watched.url) == get(site.url)
        assert refusal(watched.url + "?page=3") == 404
        assert refusal(watched.url) == 503
        assert [(asked.method, asked.path, asked.status) for asked in watched.requests] == [
            ("GET", "/", 200),
            ("GET", "/?page=3", 404),
            ("GET", "/", 503),
        ]


def refusal(url: str) -> int:
    with pytest.raises(urllib.error.HTTPError) as refused:
        get(url)
    refused.value.close()
    return refused.value.code


@pytest.mark.slow
def test_a_dropped_connection():
    with running("flask_admin", ROWS[:200]) as site, proxied(site, Trouble(drop_every=1)) as broken:
        with pytest.raises(OSError, match="closed"):
            get(broken.url)
        assert [asked.status for asked in broken.requests] == [0]


def test_a_server_that_cannot_start_says_why(tmp_path, monkeypatch):
    broken = replace(
        PRODUCTS["flask_admin"],
        pins=None,
        program=sys.executable,
        serve=lambda python, folder, port: [python, "-m", "no_such_module"],
    )
    monkeypatch.setenv("LEADLINE_PRODUCTS", str(tmp_path))
    monkeypatch.setitem(PRODUCTS, "flask_admin", broken)
    with pytest.raises(CannotRun, match="no_such_module"), running("flask_admin", ROWS[:10]):
        pytest.fail("it started")


def test_what_is_half_made_is_made_again(tmp_path):
    folder = tmp_path / "made"

    def fail() -> None:
        (folder / "half").touch()
        raise CannotRun("in between")

    with pytest.raises(CannotRun, match="in between"):
        kept(folder, fail)
    kept(folder, (folder / "whole").touch)
    kept(folder, fail)
    assert sorted(path.name for path in folder.iterdir()) == [".done", "whole"]


def test_rows_are_taken_evenly_and_become_items():
    few, every = read(count=4), read()
    assert few == [every[place * len(every) // 4] for place in range(4)]
    first = next(items(few))
    assert (first.key, first.title, first.group, first.owner) == (
        "AAA", "Anaa Airport", "PF", "Pacific/Tahiti")  # fmt: skip
    assert first.text == "AAA, Anaa Airport, Iles-Tuamotu-Gambier, PF, Pacific/Tahiti"
