"""Typing into a box of a page that a browser shows, and turning the pages of what comes of it.

A tab that stands at a page goes on from there: another text is typed over the one before, and the
next page is one click away. The button for it is known by what it is called or by its class. A page
that grows is scrolled to its end, and its button for more pressed. Leaves out buttons that lead to
another address: those are links.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leadline.net.visit import Visit, browser_error
from leadline.query.script import Typed
from leadline.read.next_page_words import MORE, ONE_STEP, plain, says_next

if TYPE_CHECKING:
    from playwright.async_api import Page as Tab

AFTER_TYPING = 0.6  # seconds without a change; scripts wait a while for the next letter
AFTER_TURNING = 0.25
GROWS = 3  # times that a page is made longer
PATIENCE = 5_000  # milliseconds until a box that cannot be typed into is given up
BUTTONS = 500
_CLASS = re.compile(r"(?:^|[\s_-])next(?:$|[\s_-])|(?:^|[\s_-])next[_-]?(?:page|link|btn|button)")
_FIND = """most => [...document.querySelectorAll(
    'a, button, [role=button], [role=link], [onclick]')].slice(0, most).map(node => {
  const shut = node.disabled || node.ariaDisabled === 'true' || !node.getClientRects().length
    || /(^|[\\s_-])disabled/i.test(node.className + ' ' + (node.parentNode.className || ''));
  const away = node.tagName === 'A' && /^https?:/.test(node.href)
    && node.href.split('#')[0] !== location.href.split('#')[0];
  const said = [node.ariaLabel, node.title, node.innerText, node.rel, node.className];
  return shut || away ? null : said.map(text => String(text || '').slice(0, 200).trim());
})"""
_CLICK = """place => document.querySelectorAll(
    'a, button, [role=button], [role=link], [onclick]')[place].click()"""

_SCROLL = "scrollTo(0, document.documentElement.scrollHeight)"

Settle = Callable[[float], Awaitable[object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a tab was left: at which address, what was typed there, and who answers it."""

    url: str
    typed: Typed
    visit: Visit

    def leads_to(self, url: str, typed: Typed) -> bool:
        """Whether what is wanted can be had from here without loading the page again."""
        if url != self.url or typed.selector != self.typed.selector:
            return False
        return typed.text != self.typed.text or typed.turn > self.typed.turn


async def typed_to(tab: Tab, now: Typed | None, wanted: Typed, settle: Settle) -> bool:
    """Bring a tab to what is wanted; False if there are not as many pages."""
    if now is None or now.text != wanted.text:
        await _type(tab, wanted, settle)
        now = Typed(selector=wanted.selector, text=wanted.text)
    for _ in range(wanted.turn - now.turn):
        place = await next_button(tab)
        if place is None:
            return False
        await tab.evaluate(_CLICK, place)
        await settle(AFTER_TURNING)
    return True


async def grown(tab: Tab, settle: Settle) -> None:
    """Make a page show more, as far as scrolling and a button of it do that."""
    for _ in range(GROWS):
        await tab.evaluate(_SCROLL)
        await settle(AFTER_TURNING)
        if (place := await next_button(tab)) is not None:
            await tab.evaluate(_CLICK, place)
            await settle(AFTER_TURNING)


async def _type(tab: Tab, wanted: Typed, settle: Settle) -> None:
    """Type a text and wait for what comes of it; nothing if there is no box."""
    box = tab.locator(wanted.selector).first
    with suppress(browser_error()):
        await box.fill(wanted.text, timeout=PATIENCE)
        await box.press("Enter", timeout=PATIENCE)
    await settle(AFTER_TYPING)


async def next_button(tab: Tab) -> int | None:
    """The place of the button for the next page among all buttons of a page, if it has one."""
    found: list[list[str] | None] = await tab.evaluate(_FIND, BUTTONS)
    ranked = [(_rank(said), place) for place, said in enumerate(found) if said is not None]
    best = min(ranked, default=(UNLIKE, 0))
    return best[1] if best[0] < UNLIKE else None


UNLIKE = 4


def _rank(said: list[str]) -> int:
    """How little a button looks like the one for the next page."""
    *labels, rel, name = said
    if "next" in rel.lower().split() or any(_is_next(label) for label in labels):
        return 0
    if _CLASS.search(name.lower()):
        return 1
    if any(label in ONE_STEP for label in labels):
        return 2
    return 3 if any(plain(label) in MORE for label in labels) else UNLIKE


def _is_next(label: str) -> bool:
    return says_next(label) and plain(label) not in MORE and label not in ONE_STEP
