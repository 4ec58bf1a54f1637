"""Typing into a box of a page that a browser shows, or pressing what it offers, and turning pages.

A tab that stands at a page goes on from there: another text is typed over the one before, one value
more is pressed, and the next page is one click away. What is pressed is the element at its place
among all that can be, or the nearest one that says the same. The button for the next page is known
by what it is called or by its class. A page that grows is scrolled to its end, and its button for
more pressed. Leaves out buttons that lead to another address: those are links.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leadline.detect.pressable import PRESSABLE
from leadline.net.visit import Visit, browser_error
from leadline.query.script import Pressed, Typed
from leadline.read.next_page_words import MORE, ONE_STEP, plain, says_more, says_next

if TYPE_CHECKING:
    from playwright.async_api import Page as Tab

AFTER_TYPING = 0.6  # seconds without a change; scripts wait a while for the next letter
AFTER_TURNING = 0.25
AFTER_PRESSING = 0.4
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

_PRESS = """([pressable, place, text]) => {
  const bare = said => said.replace(/\\s+/g, '');
  const alone = node => node && node.querySelectorAll(pressable).length < 2;
  const says = node => {
    for (let up = 0; up < 5 && (!up || alone(node)); up++, node = node.parentElement)
      if (bare(node.textContent).includes(bare(text))) return true;
    return false;
  };
  const nodes = [...document.querySelectorAll(pressable)];
  const near = nodes.map((node, n) => [Math.abs(n - place), node]).sort((a, b) => a[0] - b[0]);
  const found = near.find(([_, node]) => says(node));
  if (found) found[1].click();
  return Boolean(found);
}"""
_SCROLL = "scrollTo(0, document.documentElement.scrollHeight)"

Settle = Callable[[float], Awaitable[object]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a tab was left: at which address, what was done there, and who answers it."""

    url: str
    done: Typed | Pressed
    visit: Visit

    def leads_to(self, url: str, wanted: Typed | Pressed) -> bool:
        """Whether what is wanted can be had from here without loading the page again."""
        return url == self.url and wanted.goes_on_from(self.done)


async def brought_to(
    tab: Tab, now: Typed | Pressed | None, wanted: Typed | Pressed, settle: Settle
) -> bool:
    """Bring a tab to what is wanted; False if there is no such value, or not as many pages."""
    if isinstance(wanted, Pressed):
        done = now if isinstance(now, Pressed) else Pressed()
        return (await _press(tab, wanted.choices[len(done.choices) :], settle)
                and await _turn(tab, done.turn, wanted.turn - done.turn, settle))  # fmt: skip
    if not isinstance(now, Typed) or now.text != wanted.text:
        await _type(tab, wanted, settle)
        now = Typed(selector=wanted.selector, text=wanted.text)
    return await _turn(tab, now.turn, wanted.turn - now.turn, settle)


async def _press(tab: Tab, choices: Sequence[tuple[int, str]], settle: Settle) -> bool:
    for place, text in choices:
        if not await tab.evaluate(_PRESS, [PRESSABLE, place, text]):
            return False
        await settle(AFTER_PRESSING)
    return True


async def _turn(tab: Tab, at: int, times: int, settle: Settle) -> bool:
    """Press the button for the next page so many times, from the page that it is at."""
    for turn in range(times):
        place = await next_button(tab, at + turn + 1)
        if place is None:
            return False
        await tab.evaluate(_CLICK, place)
        await settle(AFTER_TURNING)
    return True


async def grown(tab: Tab, settle: Settle) -> None:
    """Make a page show more, as far as scrolling and a button of it do that."""
    for page in range(2, 2 + GROWS):
        await tab.evaluate(_SCROLL)
        await settle(AFTER_TURNING)
        if (place := await next_button(tab, page)) is not None:
            await tab.evaluate(_CLICK, place)
            await settle(AFTER_TURNING)


async def _type(tab: Tab, wanted: Typed, settle: Settle) -> None:
    """Type or choose a text and wait for what comes of it; nothing if there is no box."""
    box = tab.locator(wanted.selector).first
    with suppress(browser_error()):
        if wanted.selector.startswith("select"):
            await box.select_option(wanted.text, timeout=PATIENCE)
        else:
            await box.fill(wanted.text, timeout=PATIENCE)
            await box.press("Enter", timeout=PATIENCE)
    await settle(AFTER_TYPING)


async def next_button(tab: Tab, page: int) -> int | None:
    """The place of the button for the next page, of this number, among all buttons, if any."""
    found: list[list[str] | None] = await tab.evaluate(_FIND, BUTTONS)
    labels = {label for said in found for label in said or ()}
    number = str(page) if {str(page - 1), str(page + 1)} & labels else ""
    ranked = [(_rank(said, number), place) for place, said in enumerate(found) if said is not None]
    best = min(ranked, default=(UNLIKE, 0))
    return best[1] if best[0] < UNLIKE else None


UNLIKE = 5


def _rank(said: list[str], number: str) -> int:
    """How little a button looks like the one for the next page, which may have this number."""
    *labels, rel, name = said
    if "next" in rel.lower().split() or any(_is_next(label) for label in labels):
        return 0
    if _CLASS.search(name.lower()):
        return 1
    if any(label in ONE_STEP for label in labels):
        return 2
    if number and number in labels:
        return 3
    return 4 if any(says_more(plain(label)) for label in labels) else UNLIKE


def _is_next(label: str) -> bool:
    return says_next(label) and plain(label) not in MORE and label not in ONE_STEP
