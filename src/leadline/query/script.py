"""What is asked of a page by its script: a text typed into a box, and the JSON it then loads.

A search box without a form is asked by a request with the method SCRIPT, whose body is the box, as
a selector, and the text; only a browser can answer it. A page as a browser shows it names the
requests for JSON that its script made, each in a header.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import parse_qsl

from leadline.codec import dump, load
from leadline.model import Page, Request
from leadline.query.wire import urlencoded

SCRIPT = "SCRIPT"
LOADED = "Leadline-Loaded"


def typing(url: str, selector: str, text: str) -> Request:
    """The request that types a text into a box of a page and presses Enter."""
    return Request(url=url, method=SCRIPT, body=urlencoded([(selector, text)]), rendered=True)


def typed_in(request: Request) -> tuple[str, str]:
    """Into which box such a request types what."""
    pairs = parse_qsl(request.body, keep_blank_values=True, max_num_fields=1)
    return pairs[0] if pairs else ("", "")


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
