"""Which forms a page shows, if other pages of its site have shown the same markup.

The search box in the header of a site stands on each of its pages; which form it is has to be
found out once. The markup of a form and where it is sent tell what it is known by, but for what
stands outside of it: a control without a form, one that names its form, a button that sends
elsewhere, a group around the form that is switched off. Forms of pages with such are not
remembered, nor those of pages whose source has other forms than their tree. A button outside of
all forms that names none sends nothing, and changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

from leadline.detect.nearby import attribute
from leadline.document import Document

MOST = 500  # forms of one site
FORMS = 50  # of a page
_FORM = re.compile(r"<(/?)form(?=[\s/>])", re.IGNORECASE)
_OUTSIDE = re.compile(
    r"<(?:input|select|textarea|fieldset)[\s/>]|<button(?=[\s/])[^>]*\sform", re.IGNORECASE
)
_TELLING = re.compile(r"\sform(?:action|method)?\s*=", re.IGNORECASE)


class Sights:
    """The forms that the pages of one site have shown, each with what it is known by."""

    def __init__(self) -> None:
        self._known = dict[bytes, str]()

    def keys(self, sights: Iterable[bytes]) -> list[str | None]:
        """The keys of the forms that look so, where they were seen."""
        return [self._known.get(sight) for sight in sights]

    def remember(self, sights: Iterable[bytes], keys: Iterable[str]) -> None:
        """Forms that look so have these keys."""
        if len(self._known) < MOST:
            self._known.update(zip(sights, keys, strict=True))


def sights_of(page: Document) -> list[bytes] | None:
    """A short name for each form of a page; None if they are more than their markup."""
    if not page.is_html:
        return []
    parts = _FORM.split(page.markup)
    forms = page.tree.tags("form") if len(parts) > 1 else []
    outside, written = parts[::4], parts[2::4]
    if parts[1::2] != ["", "/"] * len(forms) or len(forms) > FORMS:
        return None
    if any(map(_OUTSIDE.search, outside)) or any(map(_TELLING.search, written)):
        return None
    targets = [_target(page, attribute(form, "action")) for form in forms]
    return [_named(f"{target}\0{said}") for target, said in zip(targets, written, strict=True)]


def _named(told: str) -> bytes:
    return blake2b(told.encode("utf-8", "replace"), digest_size=16).digest()


def _target(page: Document, action: str) -> str:
    """Where a form leads, without a query; what is no address as it is written."""
    url = page.resolve(action) if action else page.url
    return action if url is None else url.partition("?")[0].partition("#")[0]
