"""Faceted lists that nothing but their own script can ask for: a browser presses the values.

The last resort, where neither links nor forms nor data lead to the lists of values. A group whose
values are counted is a facet if the list that comes of pressing one is as long as it says. A list
is known by what was pressed on the way to it, so the plan treats it as any other. A talk: it yields
requests. Leaves out values without counts, sliders, and orders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leadline.browse.safety import safe
from leadline.detect.facet_choices import Choice, Panel
from leadline.detect.pressable import pressable_panels
from leadline.document import Document
from leadline.interpret.facet_find import NEARLY
from leadline.interpret.facet_trial import FEWEST, Lists
from leadline.interpret.talk import Talk
from leadline.model import Request
from leadline.plan.facets.lists import Link, Shown, Value
from leadline.query.script import Pressed, place_of, pressed_in, pressing, turned

TRIED = 12  # groups of which a value is pressed


@dataclass(frozen=True, slots=True, kw_only=True)
class PressedPages:
    """How the lists behind a page are read and pressed for."""

    lists: Lists
    foreign: frozenset[str]  # the groups that are no facets

    def shown(self, document: Document) -> Shown:
        """What a page of a list says."""
        request = document.page.request
        following = next(map(place_of, turned(document.page, request)), "")
        return Shown(
            keys=self.lists.keys(document),
            url=place_of(request),
            total=self.lists.size(document),
            panel=dict(self._panel(document)),
            following=following,
        )

    def _panel(self, document: Document) -> Iterator[tuple[Value, Link]]:
        for panel in counted_panels(document):
            for choice in panel.choices if panel.name not in self.foreign else ():
                if choice.count is not None:
                    url = place_of(pressed_too(document.page.request, choice))
                    yield (panel.name, choice.text), Link(url=url, count=choice.count)


def counted_panels(document: Document) -> list[Panel]:
    """The groups of a page that count values which can be pressed, and harm nothing."""
    return [
        panel
        for panel in pressable_panels(document)
        if panel.name and panel.counted and len(panel.choices) >= FEWEST
        and 2 * sum(safe("", choice.text) for choice in panel.choices) > len(panel.choices)
    ]  # fmt: skip


def pressed_too(request: Request, choice: Choice) -> Request:
    """The list of a page with one value more."""
    choices = (*pressed_in(request).choices, (int(choice.sent), choice.text))
    return pressing(request.url, Pressed(choices=choices))


def pressed_pages(drawn: Document, lists: Lists) -> Talk[PressedPages | None]:
    """How the lists behind a page, drawn to be pressed, are asked; None if it has no facets."""
    found = list[str]()
    for panel in counted_panels(drawn)[:TRIED]:
        if (yield from _keeps_its_count(panel, drawn, lists)):
            found.append(panel.name)
    if not found:
        return None
    foreign = frozenset(panel.name for panel in counted_panels(drawn)) - set(found)
    return PressedPages(lists=lists, foreign=foreign)


def _keeps_its_count(panel: Panel, drawn: Document, lists: Lists) -> Talk[bool]:
    """Whether pressing the largest value that not all have leaves as many as it says.

    It is one that does not sound like something to do: what a "new" is, the others have to show.
    """
    total = lists.size(drawn) or 0
    harmless = (choice for choice in panel.choices if safe("", choice.text))
    parts = [one for one in harmless if 0 < (one.count or 0) < total]
    choice = max(parts, key=lambda one: one.count or 0, default=None)
    if choice is None:
        return False
    other = yield pressed_too(drawn.page.request, choice)
    if other is None or not lists.keys(other):
        return False
    count, size = choice.count or 0, lists.size(other)
    return size is not None and abs(size - count) <= max(1, NEARLY * count)


def everything(url: str) -> Request:
    """The page as it is before anything is pressed."""
    return pressing(url, Pressed())
