"""What is asked of a page by its script: a text typed into a box, and the JSON it then loads.

A search box without a form is asked by a request with the method SCRIPT, whose body is the box, as
a selector, and the text; only a browser can answer it. The pages of its answer after the first are
those that the page's own button for the next brings: `turn` of the body says how often. One with
the method PRESS has elements of the page pressed, one after the other, each known by its place
among all that can be pressed and by what it says; so are lists narrowed that have no address. One
with the method SCROLL wants a page grown: scrolled to its end, its button for more pressed. A page
as a browser shows it names, each in a header, the requests for JSON and pieces of HTML that its
script made, and whether it has such a button.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from leadline.codec import dump, load
from leadline.model import Page, Request
from leadline.query.wire import urlencoded

SCRIPT = "SCRIPT"
SCROLL = "SCROLL"
PRESS = "PRESS"
LOADED = "Leadline-Loaded"
TURNS = "Leadline-Turns"
TURN = "turn"
MOST = 50  # elements that are pressed


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is typed into which box, and which page of what comes of it is wanted."""

    selector: str
    text: str
    turn: int = 1

    def goes_on_from(self, now: Typed | Pressed) -> bool:
        """Whether this can be had where that stands, without loading the page again."""
        if not isinstance(now, Typed) or now.selector != self.selector:
            return False
        return self.text != now.text or self.turn > now.turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """Which elements are pressed, by place and text, and which page of what comes is wanted."""

    choices: tuple[tuple[int, str], ...] = ()
    turn: int = 1

    def goes_on_from(self, now: Typed | Pressed) -> bool:
        """Whether this can be had where that stands, without loading the page again."""
        if not isinstance(now, Pressed):
            return False
        if self.choices == now.choices:
            return self.turn > now.turn
        return now.turn == 1 and self.choices[: len(now.choices)] == now.choices


def pressing(url: str, pressed: Pressed) -> Request:
    """The request that presses elements of a page."""
    pairs = [(str(place), text) for place, text in pressed.choices]
    pairs += [(TURN, str(pressed.turn))] if pressed.turn > 1 else []
    return Request(url=url.partition("#")[0], method=PRESS, body=urlencoded(pairs), rendered=True)


def pressed_in(request: Request) -> Pressed:
    """What such a request presses."""
    with suppress(ValueError):
        pairs = parse_qsl(request.body, keep_blank_values=True, max_num_fields=MOST)
        turns = [int(value) for name, value in pairs if name == TURN and value.isdecimal()]
        return Pressed(
            choices=tuple((int(name), text) for name, text in pairs if name.isdecimal()),
            turn=max(turns, default=1),
        )
    return Pressed()


def place_of(request: Request) -> str:
    """Where a list is that only pressing leads to: what is pressed stands behind the address."""
    return f"{request.url}#{request.body}"


def request_at(place: str) -> Request:
    """The request of such a list."""
    url, _, body = place.partition("#")
    return Request(url=url, method=PRESS, body=body, rendered=True)


def typing(url: str, selector: str, text: str, turn: int = 1) -> Request:
    """The request that types a text into a box of a page and presses Enter."""
    pairs = [(selector, text), *([(TURN, str(turn))] if turn > 1 else [])]
    return Request(url=url, method=SCRIPT, body=urlencoded(pairs), rendered=True)


def growing(url: str) -> Request:
    """The request that makes a page show more than it does at first."""
    return Request(url=url, method=SCROLL, rendered=True)


def typed_in(request: Request) -> Typed:
    """What such a request types."""
    with suppress(ValueError):
        pairs = parse_qsl(request.body, keep_blank_values=True, max_num_fields=2)
        turns = [int(value) for name, value in pairs[1:] if name == TURN and value.isdecimal()]
        for selector, text in pairs[:1]:
            return Typed(selector=selector, text=text, turn=max(turns, default=1))
    return Typed(selector="", text="")


def turned(page: Page, request: Request) -> Iterator[Request]:
    """The request of the page behind the button for the next, if a page has one that stands."""
    if request.method == SCRIPT and page.header(TURNS):
        typed = typed_in(request)
        yield typing(request.url, typed.selector, typed.text, typed.turn + 1)
    if request.method == PRESS and page.header(TURNS):
        pressed = pressed_in(request)
        yield pressing(request.url, replace(pressed, turn=pressed.turn + 1))


def asked_in(request: Request) -> Typed | Pressed:
    """What is done to the page of a request before it is read."""
    return typed_in(request) if request.method == SCRIPT else pressed_in(request)


def written(request: Request) -> str:
    """A request as the value of a header."""
    return json.dumps(dump(request))


def loaded(page: Page) -> tuple[Request, ...]:
    """How a page, as a browser showed it, asked for data."""
    return tuple(dict.fromkeys(_read(page)))


def _read(page: Page) -> Iterator[Request]:
    for name, value in page.headers:
        if name == LOADED:
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                yield load(Request, json.loads(value))
