"""What is asked of a page by its script: a text typed into a box, and the JSON it then loads.

A search box without a form is asked by a request with the method SCRIPT, whose body is the box, as
a selector, and the text; only a browser can answer it. The pages of its answer after the first are
those that the page's own button for the next brings: `turn` of the body says how often. A request
with the method SCROLL wants a page grown: scrolled to its end, and its button for more pressed. A
page as a browser shows it names, each in a header, the requests for JSON that its script made (if
it was grown also those for pieces of HTML), and whether it has such a button.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl

from leadline.codec import dump, load
from leadline.model import Page, Request
from leadline.query.wire import urlencoded

SCRIPT = "SCRIPT"
SCROLL = "SCROLL"
LOADED = "Leadline-Loaded"
TURNS = "Leadline-Turns"
TURN = "turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is typed into which box, and which page of what comes of it is wanted."""

    selector: str
    text: str
    turn: int = 1


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
    """The request of the page behind the button for the next, if a page that was typed has one."""
    if request.method == SCRIPT and page.header(TURNS):
        typed = typed_in(request)
        yield typing(request.url, typed.selector, typed.text, typed.turn + 1)


def written(request: Request) -> str:
    """A request as the value of a header."""
    return json.dumps(dump(request))


def loaded(page: Page) -> tuple[Request, ...]:
    """How a page, as a browser showed it, asked for JSON."""
    return tuple(dict.fromkeys(_read(page)))


def _read(page: Page) -> Iterator[Request]:
    for name, value in page.headers:
        if name == LOADED:
            with suppress(ValueError, TypeError, AttributeError, RecursionError):
                yield load(Request, json.loads(value))
