"""What a site says, shown on a terminal."""

from __future__ import annotations


def plain(text: str) -> str:
    """The text on one line, without what would do something to a terminal."""
    return "".join(c if c.isprintable() else " " for c in text)
