"""Parameters that a site drops itself: what it sends us on without is not sent again.

Some sites answer a form, with all its empty fields, by sending the browser on to a shorter address:
each question then takes two requests, and has two addresses. Where every answer so far came from
the address that is left without certain parameters, these are no longer sent unless asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

from leadline.interpret.talk import Heard
from leadline.query.encode import Encoding

FEWEST = 2  # answers that came from a shorter address


def straightened(encoding: Encoding, heard: Sequence[Heard]) -> Encoding:
    """The way to ask that leads where these answers came from without a detour."""
    if encoding.method != "GET" or len(heard) < FEWEST:
        return encoding
    dropped = [set(_pairs(one.request.url)) - set(_pairs(one.document.url)) for one in heard]
    fixed = tuple(pair for pair in encoding.fixed if pair not in set().union(*dropped))
    shorter = replace(encoding, fixed=fixed)
    leads = all(_same(shorter.encode(one.query).url, one.document.url) for one in heard)
    return shorter if leads else encoding


def _same(one: str, other: str) -> bool:
    """Whether two addresses differ by the order of their parameters at most."""
    ends = urlsplit(one)[:3] == urlsplit(other)[:3]
    return ends and Counter(_pairs(one)) == Counter(_pairs(other))


def _pairs(url: str) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)
