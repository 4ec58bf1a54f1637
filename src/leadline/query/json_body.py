"""A JSON body that is posted to a script's endpoint, with holes where the words go.

`{words}` stands inside a string and takes the words as they are; `{words%}` stands inside a query
string that the JSON holds as one of its strings, and takes them percent-encoded. So it does in the
body of a form, where the words are part of a longer value. Whatever else is sent (a page size) is
set by its name, as in `paging_edit`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from leadline.codec import parsed
from leadline.model import Request
from leadline.query.paging_edit import LONGEST, Where, is_json, put
from leadline.query.wire import Pairs, escaped

WORDS = "{words}"
ESCAPED = "{words%}"
NODES = 2_000
_EMPTY = re.compile(r"(?:^|[&?])([\w.%\[\]-]+)=(?=&|$)")
_IN_PAIR = re.compile(r"(?:^|[&?])[\w.%\[\]-]+=[^&]*$")


def posted(request: Request, pairs: Pairs) -> Request:
    """The request with its holes filled, and what else is sent."""
    words = next((value for name, value in pairs if name == WORDS), "")
    written = json.dumps(words, ensure_ascii=False)[1:-1]
    body = request.body.replace(ESCAPED, escaped(words)).replace(WORDS, written)
    request = replace(request, body=body)
    where: Where = "json" if is_json(request) else "body"
    for name, value in pairs:
        if name != WORDS:
            request = put(request, where, name, value)
    return request


def opened(body: str, word: str, asks: Callable[[str], bool]) -> str | None:
    """A JSON body with holes instead of a word, or in empty values of such names; None if none."""
    data = parsed(body)
    if not isinstance(data, dict | list):
        return None
    count = sum(_open(outer, key, word, asks) for outer, key in _strings(data))
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) if count else None


def _strings(data: Any) -> list[tuple[Any, Any]]:
    """Where strings are: the object or list that holds each, and its key or place."""
    found: list[tuple[Any, Any]] = []
    waiting, left = [data], NODES
    while waiting and left > 0:
        outer = waiting.pop()
        pairs = list(outer.items() if isinstance(outer, dict) else enumerate(outer))[:left]
        left -= 1 + len(pairs)
        waiting += [value for _, value in pairs if isinstance(value, dict | list)]
        found += [(outer, key) for key, value in pairs if isinstance(value, str)]
    return found


def _open(outer: Any, key: Any, word: str, asks: Callable[[str], bool]) -> bool:
    """Open a hole in one string, if the word is there."""
    value: str = outer[key]
    if not word:
        outer[key] = _emptied(value, str(key), asks)
        return bool(outer[key] != value)
    at = value.casefold().find(word.casefold())
    if at < 0:
        return False
    hole = ESCAPED if _IN_PAIR.search(value[:at]) else WORDS
    outer[key] = value[:at] + hole + value[at + len(word) :]
    return True


def _emptied(value: str, key: str, asks: Callable[[str], bool]) -> str:
    """A value with a hole where it waits for words: all of it, or one in the query string it is."""
    if not value:
        return WORDS if asks(key) else value
    waiting = (match for match in _EMPTY.finditer(value[:LONGEST]) if asks(match[1]))
    hole = next(waiting, None) if _IN_PAIR.search(value[:LONGEST]) else None
    return value if hole is None else value[: hole.end()] + ESCAPED + value[hole.end() :]
