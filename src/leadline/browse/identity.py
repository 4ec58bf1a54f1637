"""Which forms of a page are query forms, and when two forms of a site are one.

A query form is one that is taken for a search and may be asked: not a login, a poll, an order, nor
a box that asks another site. It is known by its host, the path of its action, the names of its
controls and the choices that they offer, and not by the page that it stands on. Hidden controls
count by name alone; a form that a script sends has no path of its own.
Source: He et al., Section 3.3, ObjectExtraction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache

import ada_url

from leadline.detect.controls import BUTTONS
from leadline.detect.searches import Candidate, searches
from leadline.document import Document
from leadline.model import Form


def query_forms(document: Document) -> tuple[Candidate, ...]:
    """The forms of a page that ask its site something."""
    return tuple(found for found in searches(document) if found.refused is None)


def identity(form: Form) -> str:
    """What a form is known by, as a short word; the same on every page that shows the form."""
    digest = hashlib.sha256("\n".join(_marks(form)).encode("utf-8", "replace"))
    return digest.hexdigest()[:16]


def _marks(form: Form) -> Iterator[str]:
    host, path = _target(form.action)
    yield host
    yield path if form.method != "SCRIPT" else ""
    shown = [control for control in form.controls if control.name and control.kind not in BUTTONS]
    yield from sorted({control.name for control in shown})
    yield ""
    yield from sorted({option.value for control in shown for option in control.options})


@lru_cache(1024)  # a form stands on many pages
def _target(action: str) -> tuple[str, str]:
    """Host and path of an address, without what a session puts into it."""
    try:
        url = ada_url.URL(action)
    except ValueError:
        return "", action
    return url.host, url.pathname.partition(";")[0].rstrip("/")
