"""Real software with a result limit: what is said about its size holds."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.harvest.odd_sites import leadline
from tests.products.proxy import Trouble, proxied
from tests.products.rows import read
from tests.products.runner import running

PAGES = 10  # shown of an answer: a hundred records


def beyond_the_limit(path: str) -> bool:
    """Whether a page is asked that the source does not show."""
    page = parse_qs(urlsplit(path).query).get("page", ["1"])[0]
    return page.isdigit() and int(page) > PAGES


@pytest.mark.slow
def test_the_interval_holds_the_size_of_a_source_with_a_limit(tmp_path):
    trouble = Trouble(refused=beyond_the_limit)
    with running("trac", read(count=5_000)) as site, proxied(site, trouble) as watched:
        done = leadline("harvest", watched.url, "--into", tmp_path / "trac.db", "--delay", "0",
                        "--details", "never", "--json")  # fmt: skip
        truth = len(site.truth)
    size = json.loads(done.out)["size"]
    assert size["low"] <= truth <= size["high"]
