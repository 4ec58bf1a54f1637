"""Addresses as people type them."""

from __future__ import annotations

import re
from pathlib import Path

import ada_url

from leadline.errors import NotAUrl

HOST = re.compile(r"(localhost|[\w-]+(\.[\w-]+)+|\[[\da-fA-F:]+\])(:\d+)?([/?#].*)?")
PLAIN = re.compile(r"(localhost|\d+(\.\d+){3}|\[[\da-fA-F:]+\])(?![\w.-])")


def address(text: str) -> str:
    """The URL that was meant; a bare host gets https, this machine and bare numbers http."""
    typed = text.strip()
    if HOST.fullmatch(typed):
        typed = f"{'http' if PLAIN.match(typed) else 'https'}://{typed}"
    try:
        url = ada_url.URL(typed)
    except ValueError as error:
        raise NotAUrl(
            f"'{text}' is not a URL; one looks like https://example.org/search"
        ) from error
    if url.protocol not in ("http:", "https:") or not url.hostname:
        raise NotAUrl(f"'{text}' is not an http or https URL")
    url.hash = ""
    return str(url.href)


def file_for(url: str) -> Path:
    """The file that a harvest of this address goes to if nobody says otherwise."""
    host = ada_url.URL(url).host
    return Path(re.sub(r"[^\w.-]+", "-", host).strip("-") + ".db")
