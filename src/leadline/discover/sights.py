"""Which forms a page shows, if another page of its site has shown the same markup.

The search box in the header of a site stands on each of its pages; which form it is has to be
found out once. The markup of all forms of a page and where they send it tell what they are known
by, but for what stands outside of them: a control without a form, one that names its form, a
button that sends elsewhere, a group around the form that is switched off. Pages with such are
not remembered, nor those whose source has other forms than their tree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from leadline.browse.address import same_site
from leadline.detect.nearby import attribute
from leadline.document import Document

MOST = 500  # sights of one site
FORMS = 50  # of a page
_FORM = re.compile(r"<(/?)form(?=[\s/>])", re.IGNORECASE)
_OUTSIDE = re.compile(r"<(?:input|select|textarea|button|fieldset)[\s/>]", re.IGNORECASE)
_TELLING = re.compile(r"\sform(?:action|method)?\s*=", re.IGNORECASE)


class Sights:
    """What the pages of one site have shown, each with the keys of its forms."""

    def __init__(self) -> None:
        self._known = dict[bytes, tuple[str, ...]]()

    def keys(self, page: Document) -> tuple[bytes | None, tuple[str, ...] | None]:
        """What a page shows, if it can be remembered, and the keys of its forms, if it was."""
        sight = sight_of(page)
        return sight, self._known.get(sight) if sight is not None else None

    def remember(self, sight: bytes, keys: Sequence[str]) -> None:
        """The forms of a page that shows this."""
        if len(self._known) < MOST:
            self._known[sight] = tuple(keys)


def sight_of(page: Document) -> bytes | None:
    """A short name for the forms of a page; None if they are more than their markup."""
    if not page.is_html:
        return b""
    parts = _FORM.split(page.markup)
    forms = page.tree.tags("form") if len(parts) > 1 else []
    outside, written = parts[::4], parts[2::4]
    if parts[1::2] != ["", "/"] * len(forms) or len(forms) > FORMS:
        return None
    targets = [_target(page, attribute(form, "action")) for form in forms]
    if "" in targets or any(map(_OUTSIDE.search, outside)) or any(map(_TELLING.search, written)):
        return None
    told = "\0".join((*targets, *written))
    return blake2b(told.encode("utf-8", "replace"), digest_size=16).digest()


def _target(page: Document, action: str) -> str:
    """Where a form leads on its own site, without a query; nothing if it leads elsewhere."""
    url = page.resolve(action) if action else page.url
    own = url is not None and same_site(url, page.url)
    return url.partition("?")[0].partition("#")[0] if url is not None and own else ""
