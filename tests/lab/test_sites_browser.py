"""The designs that need a browser, in one."""

from typing import Any

import pytest

from leadline.lab.sites import site_of, started
from tests.browsers import chromium, needs_chromium

pytestmark = [pytest.mark.slow, needs_chromium]

ROWS: list[dict[str, Any]] = [
    {"title": f"Stones <b>{n}</b>", "tags": ["sea", "sky"]} for n in range(23)
]


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


def test_the_script_fetches_and_renders(browser):
    site = site_of(ROWS, "javascript")
    with started(site) as url:
        page = browser.new_page()
        page.goto(url)
        assert page.locator(".hit").count() == 0
        page.fill("input[name=q]", "stones")
        page.press("input[name=q]", "Enter")
        page.wait_for_selector("text=23 hits")
        seen = page.locator(".hit-title").all_inner_texts()
        page.click("text=Next")
        page.wait_for_selector("text=Previous")
        seen += page.locator(".hit-title").all_inner_texts()
        assert page.url == f"{url}/?q=stones&page=2"
        page.goto(f"{url}/?q=stones&page=3")
        page.wait_for_selector(".hit")
        seen += page.locator(".hit-title").all_inner_texts()
        page.click(".hit-title >> nth=0")
        page.wait_for_selector("text=sea, sky")
        page.close()
    assert sorted(seen) == sorted(row["title"] for row in ROWS)
    data = [path for _, path in site.log if path.startswith("/data")]
    assert data[:3] == [f"/data?q=stones&page={n}" for n in (1, 2, 3)]
    assert data[3].startswith("/data?id=")


def test_the_button_loads_more(browser):
    site = site_of(ROWS, "load-more")
    with started(site) as url:
        page = browser.new_page()
        page.goto(f"{url}/search?query=stones")
        for shown in (20, 23):
            page.click(".load-more")
            page.wait_for_function(f"document.querySelectorAll('.tile').length == {shown}")
        assert page.locator(".load-more").count() == 0
        page.close()
