"""Records that a page or an answer holds as data: JSON bodies, JSON-LD, and JSON in scripts.

`sources` names every place of a document that holds JSON, `values_at` reads one again. Scripts
are read, never run: only what is JSON as it stands is seen, and what was written flat.
"""

from __future__ import annotations

import json
import re
from typing import Any

from leadline.codec import parsed
from leadline.document import Document
from leadline.read.flattened import unflattened

BODY = "body"
ASSIGNED = re.compile(r"([A-Za-z_$][\w.$]{0,80}(?:\[[\"'][\w-]{1,40}[\"']\])?)\s*=\s*(?=[{\[])")
MOST_SCRIPTS = 60
MOST_TEXT = 4_000_000
DECODER = json.JSONDecoder()


def sources(document: Document) -> dict[str, Any]:
    """The JSON values of a document by where they are."""
    if document.json is not None:
        return {BODY: unflattened(document.json)}
    return _scripts(document) if document.is_html else {}


def values_at(document: Document, source: str) -> Any:
    """The JSON value at one place of a document; None if there is none."""
    if source == BODY:
        return unflattened(document.json)
    return _scripts(document, source).get(source) if document.is_html else None


def _scripts(document: Document, only: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    left = MOST_TEXT
    for script in document.tree.css("script")[:MOST_SCRIPTS]:
        kind = (script.attributes.get("type") or "").partition(";")[0].strip().lower()
        text = script.text(deep=True)
        left -= len(text)
        if left < 0:
            break
        if kind.endswith("json"):
            name = f"{kind}#{script.attributes.get('id') or ''}"
            if only in ("", name) and (value := parsed(text)) is not None:
                found.setdefault(name, []).append(unflattened(value))
        elif kind in ("", "text/javascript", "application/javascript", "module"):
            found |= {n: value for n, value in _assigned(text).items() if only in ("", n)}
    return found


def _assigned(text: str) -> dict[str, Any]:
    """What a script assigns to names, as far as it is JSON."""
    found: dict[str, Any] = {}
    end = 0
    for match in ASSIGNED.finditer(text):
        if match.start() < end or len(found) >= 20:
            continue
        try:
            value, end = DECODER.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            continue
        if value:
            found[f"={match[1]}"] = value
    return found
