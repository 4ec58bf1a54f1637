"""Numbers of things as people say them."""

from __future__ import annotations


def many(count: int, one: str, several: str) -> str:
    """So many of them: 1 page, 2 pages."""
    return f"{count:,} {one if count == 1 else several}"
