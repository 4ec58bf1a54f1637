"""A second opinion on what forms are for: formasaurus, where it is installed.

It is not needed and not asked for: who has it gets its vote beside our own weights. Forms are
matched by order, and only where both see as many of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from leadline.document import Document

KINDS = {
    "search": "search",
    "login": "login",
    "registration": "registration",
    "password/login recovery": "password-recovery",
    "contact/comment": "contact",
    "join mailing list": "subscribe",
    "order/add to cart": "order",
    "other": "other",
}

Vote = Mapping[str, float]


def votes(document: Document, count: int) -> list[Vote | None]:
    """For each of so many forms of a page the probabilities of its kinds, where there are any."""
    nobody: list[Vote | None] = [None] * count
    package = _package()
    if package is None or not count:
        return nobody
    told = _told(package, document.text)
    if len(told) != len(document.tree.css("form")):
        return nobody
    return [*told, *nobody[len(told) :]]


@cache
def _package() -> Any:
    try:
        return import_module("formasaurus")
    except ImportError:
        return None


def _told(package: Any, text: str) -> list[Vote]:
    try:
        found = package.extract_forms(text, proba=True, threshold=0.0, fields=False)
    except Exception:  # whatever goes wrong in there, a vote less is all that it costs
        return []
    return [_vote(about["form"]) for _, about in found]


def _vote(shares: Mapping[str, float]) -> Vote:
    return {KINDS.get(kind, "other"): float(share) for kind, share in shares.items()}
