"""Which forms a page shows, if another page of its site has shown the same markup.

The search box in the header of a site stands on each of its pages; which form it is has to be
found out once. The markup of all forms of a page and where they send it tell what they are known
by, but for what stands outside of them: a control without a form, one that names its form, a
button that sends elsewhere, a group around the form that is switched off. Pages with such are
not remembered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b

from selectolax.lexbor import LexborNode

from leadline.browse.address import same_site
from leadline.detect.pointer import OWNED
from leadline.document import Document

MOST = 500  # sights of one site
FORMS = 50  # of a page
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
    owned = page.tree.css(OWNED)
    forms = [node for node in owned if node.tag == "form"]
    if len(forms) > FORMS or len(owned) != sum(len(form.css(OWNED)) for form in forms):
        return None
    told = [_told(page, form) for form in forms]
    if None in told or (forms and page.tree.css_first("fieldset[disabled]") is not None):
        return None
    return blake2b("\0".join(map(str, told)).encode("utf-8", "replace"), digest_size=16).digest()


def _told(page: Document, form: LexborNode) -> str | None:
    """The markup of a form with where it leads on its own site; None if that is not all."""
    action = (form.attributes.get("action") or "").strip()
    url = page.resolve(action) if action else page.url
    markup = form.html or ""
    if url is None or not same_site(url, page.url) or _TELLING.search(markup):
        return None
    return f"{url.partition('?')[0].partition('#')[0]}\0{markup}"
