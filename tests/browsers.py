"""A real browser for tests, where this machine has one."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

import pytest

from leadline.net.chromium import installed

HAS_CHROMIUM = installed() is not None and find_spec("playwright") is not None
needs_chromium = pytest.mark.skipif(not HAS_CHROMIUM, reason="needs Chromium and Playwright")


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser itself, as Playwright drives it."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = driver.chromium.launch(executable_path=installed(), args=flags)
        yield browser
        browser.close()
