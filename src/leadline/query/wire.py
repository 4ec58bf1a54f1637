"""Names and values as bodies and query strings: the encodings of the HTML and URL standards.

The urlencoded serialiser leaves `*-._` and alphanumerics, writes a space as `+`, and everything
else as percent-encoded bytes of the form's character set. Leaves out files, and other character
sets than UTF-8 in multipart bodies.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import quote_plus
from zlib import crc32

from leadline.charset import written

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
JSON = "application/json"

Pairs = tuple[tuple[str, str], ...]


def body(content_type: str, pairs: Pairs, charset: str = "utf-8") -> tuple[str, str]:
    """The full content type and the body that carries the pairs."""
    if content_type == JSON:
        return JSON, json.dumps(_object(pairs), ensure_ascii=False)
    if content_type == MULTIPART:
        return _multipart(pairs)
    return URLENCODED, urlencoded(pairs, charset)


def _object(pairs: Pairs) -> dict[str, str | list[str]]:
    names = dict.fromkeys(name for name, _ in pairs)
    values = {name: [value for other, value in pairs if other == name] for name in names}
    return {name: many if len(many) > 1 else many[0] for name, many in values.items()}


def _multipart(pairs: Pairs) -> tuple[str, str]:
    boundary = f"----leadline{crc32(repr(pairs).encode('utf-8', 'replace')):08x}"
    parts = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"\r\n\r\n{value}\r\n'
        for name, value in pairs
    )
    return f"{MULTIPART}; boundary={boundary}", f"{''.join(parts)}--{boundary}--\r\n"


def _quoted(name: str) -> str:
    return name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")


def urlencoded(pairs: Iterable[tuple[str, str]], charset: str = "utf-8") -> str:
    """Names and values as browsers write them behind a question mark."""
    return "&".join(f"{escaped(name, charset)}={escaped(value, charset)}" for name, value in pairs)


@lru_cache(4096)  # the names of a form's fields are the same in all its requests
def escaped(text: str, charset: str = "utf-8") -> str:
    """One name or value of a form, percent-encoded; line ends as the standard wants them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\r\n")
    return quote_plus(written(lines, charset), safe="*").replace("~", "%7E")


def utf8(text: str) -> bytes:
    """The bytes of a text; halves of surrogate pairs become question marks."""
    return text.encode("utf-8", "replace")
