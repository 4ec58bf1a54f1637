"""Lengths of time as people say them."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """So many seconds as people say it."""
    if seconds < 90:
        return f"{max(seconds, 0):.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
