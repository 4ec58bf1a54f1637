"""A budget as typed: requests, bytes or time."""

from __future__ import annotations

import re

import typer

from leadline.net.budget import Budget

AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([a-zA-Z]*)")
BYTES = {"b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
SECONDS = {"s": 1, "sec": 1, "min": 60, "m": 60, "h": 3600, "hours": 3600, "hour": 3600, "d": 86400}
REQUESTS = ("", "requests", "request", "pages")


def budget_option(text: str) -> Budget:
    """What a run may take, as typed: `500`, `500 requests`, `20MB`, `3h`."""
    found = AMOUNT.fullmatch(text.strip())
    amount, unit = (float(found[1]), found[2].lower()) if found else (0.0, "?")
    if amount > 0 and unit in REQUESTS and amount.is_integer():
        return Budget(max_requests=int(amount))
    if amount > 0 and unit in BYTES:
        return Budget(max_bytes=int(amount * BYTES[unit]))
    if amount > 0 and unit in SECONDS:
        return Budget(max_seconds=amount * SECONDS[unit])
    raise typer.BadParameter(f"'{text}' is not a number of requests, or a size or time: 20MB, 3h")
