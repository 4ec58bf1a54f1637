"""Addresses as people type them."""

from __future__ import annotations

import os
import re
from pathlib import Path

import ada_url

from leadline.errors import FormRefused, NotAUrl
from leadline.store.sites import open_sites

HOST = re.compile(r"(localhost|[\w-]+(\.[\w-]+)+|\[[\da-fA-F:]+\])(:\d+)?([/?#].*)?")
NUMBERED = re.compile(r"@\d{1,18}")
PLAIN = re.compile(r"(localhost|\d+(\.\d+){3}|\[[\da-fA-F:]+\])(?![\w.-])")


def address(text: str) -> str:
    """The URL that was meant; a bare host gets https, this machine and bare numbers http."""
    typed = text.strip()
    if os.path.isfile(typed):  # unlike Path's, it takes any text
        raise NotAUrl(f"{typed} is a file here; write https:// before it if a site is meant, or "
                      "list the forms of saved pages with `leadline forms`")  # fmt: skip
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


def source_at(text: str, sites: Path) -> tuple[str, tuple[str, ...]]:
    """The URL that was meant, and words that bring something there; @12 is a source by number."""
    if not NUMBERED.fullmatch(text.strip()):
        return address(text), ()
    with open_sites(sites, create=False, write=False) as store:
        found = store.form(int(text.strip()[1:]))
    if found is None:
        raise NotAUrl(f"{sites} has no source {text.strip()}; `leadline sources` lists them")
    if not found.entry.is_query:
        raise FormRefused(
            f"{text.strip()} is not submitted: {found.entry.refused or 'it brought no results'}"
        )
    return address(found.entry.page), (found.entry.word,) if found.entry.word else ()


def file_for(url: str) -> Path:
    """The file that a harvest of this address goes to if nobody says otherwise."""
    host = ada_url.URL(url).host
    return Path(re.sub(r"[^\w.-]+", "-", host).strip("-") + ".db")
