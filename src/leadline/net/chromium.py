"""Chromium, started when the first tab is needed, behind a proxy that leads nowhere.

One tab is used again and again; dialogs are dismissed, other windows closed, nothing is downloaded.
Nothing of Playwright is imported before.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from leadline.errors import FetchError, MissingExtra
from leadline.net.visit import browser_error

if TYPE_CHECKING:
    from playwright.async_api import Browser, Playwright, ProxySettings
    from playwright.async_api import Page as Tab

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--disable-dev-shm-usage", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)  # fmt: skip
_NOWHERE: ProxySettings = {"server": "http://127.0.0.1:9", "bypass": "<-loopback>"}


def installed() -> str | None:
    """The Chromium of this machine; without one, Playwright's own is used."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


class NoBrowser(FetchError):
    """A page that only a browser can show, and there is none, or none may be used."""


class Chromium:
    """A browser with one tab; `opened` counts how often the tab was given out since its start."""

    def __init__(self, agent: str = "", executable: str | None = None) -> None:
        self.opened = 0
        self._agent = agent
        self._executable = executable or installed()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._tab: Tab | None = None

    async def start(self) -> None:
        """Start what drives the browser."""
        if self._playwright is not None:
            return
        try:
            from playwright.async_api import async_playwright
        except ImportError as error:
            raise MissingExtra("playwright", "browser") from error
        self._playwright = await async_playwright().start()

    async def tab(self) -> Tab:
        """The tab."""
        if self._tab is None:
            self._tab = await self._open()
        self.opened += 1
        return self._tab

    async def _open(self) -> Tab:
        self._browser = await self._launched()
        context = await self._browser.new_context(
            accept_downloads=False,
            service_workers="block",
            user_agent=self._agent or None,
        )
        tab = await context.new_page()
        tab.on("dialog", _dismiss)
        context.on("page", _close_others(tab))
        return tab

    async def _launched(self) -> Browser:
        assert self._playwright is not None, "it is started before a page is opened"
        try:
            return await self._playwright.chromium.launch(
                executable_path=self._executable,
                args=list(_FLAGS),
                proxy=_NOWHERE,
                chromium_sandbox=os.geteuid() != 0,  # Chromium has none for root
            )
        except browser_error() as error:
            raise NoBrowser(
                "no browser could be started; install Chromium, or run: playwright install chromium"
            ) from error

    async def close(self) -> None:
        """End the browser; the next page starts a new one."""
        browser, self._browser, self._tab, self.opened = self._browser, None, None, 0
        if browser is not None:
            with suppress(browser_error()):
                await browser.close()

    async def stop(self) -> None:
        """End the browser and all that drives it."""
        await self.close()
        playwright, self._playwright = self._playwright, None
        if playwright is not None:
            await playwright.stop()


async def _dismiss(dialog: Any) -> None:
    with suppress(browser_error()):
        await dialog.dismiss()


def _close_others(tab: Any) -> Any:
    async def close(opened: Any) -> None:
        if opened is not tab:
            with suppress(browser_error()):
                await opened.close()

    return close
