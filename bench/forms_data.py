"""The annotated forms of the formasaurus package, as forms of ours with their kinds and roles.

The package keeps pages with, for each `<form>`, its kind and the types of its named fields. Its own
reader is used, so that both sides are measured on the same forms: those annotated, duplicates once.
Forms are matched by order; on pages where the two parsers see different numbers of them (a form
within a form), by their attributes.
"""

import logging
import warnings
import zlib
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from leadline.detect.forms import forms
from leadline.document import Document
from leadline.model import Form, Page, Request

KINDS = {
    "s": "search", "l": "login", "r": "registration", "p": "password-recovery", "c": "contact",
    "m": "subscribe", "b": "order", "o": "other",
}  # fmt: skip
ROLES = {
    "us": "username", "p1": "password", "p2": "password-again", "e1": "email", "e2": "email-again",
    "ue": "username-or-email", "ca": "captcha", "hp": "trap", "tC": "terms", "eC": "newsletter",
    "rC": "remember", "Bs": "submit", "Bc": "cancel", "Br": "reset", "n1": "first-name",
    "n2": "middle-name", "n3": "last-name", "nf": "name", "no": "organization", "ge": "gender",
    "Od": "day", "Om": "month", "Oy": "year", "OD": "date", "tz": "time-zone", "ds": "summer-time",
    "Co": "country", "Ci": "city", "St": "state", "Ad": "address", "Zi": "postal-code",
    "ph": "phone", "fa": "fax", "ws": "website", "oi": "openid", "am": "about", "CC": "message",
    "CT": "subject", "sq": "security-question", "sa": "security-answer", "qq": "query",
    "qc": "refinement", "qt": "quantity", "st": "view", "sp": "sort", "ON": "number",
    "OR": "read-only", "OO": "other",
}  # fmt: skip
NOT_ANNOTATED = "XX"


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """A form, what it is said to be, and the same for the package's own classifier."""

    page: str
    domain: str
    form: Form | None  # None where no form of ours is the annotated one
    kind: str
    roles: dict[str, str]  # by name of field; empty unless all of them are annotated
    theirs: Any


def annotated() -> list[Annotated]:
    """All annotated forms; needs the formasaurus package."""
    logging.disable(logging.CRITICAL)  # it asks the network for a list that it then does without
    warnings.simplefilter("ignore")
    from formasaurus.utils import get_domain

    store = storage()
    pages: dict[str, list[Form | None]] = {}
    found = []
    for one in store.iter_annotations(simplify_form_types=True, simplify_field_types=True):
        if one.key not in pages:
            pages[one.key] = matched(document(one.key, one.url), one.form.getroottree())
        found.append(Annotated(
            page=one.key, domain=get_domain(one.url), form=pages[one.key][one.index],
            kind=KINDS[one.type], roles=_roles(one.fields), theirs=one,
        ))  # fmt: skip
    return found


def storage() -> Any:
    from formasaurus.storage import Storage

    return Storage(str(folder()))


def folder() -> Path:
    import formasaurus

    return Path(formasaurus.__file__).with_name("data")


def document(key: str, url: str, body: bytes | None = None) -> Document:
    """A stored page; all of them are kept as UTF-8."""
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    body = (folder() / key).read_bytes() if body is None else body
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=body))


def _roles(fields: dict[str, str]) -> dict[str, str]:
    if NOT_ANNOTATED in fields.values():
        return {}
    return {name: ROLES[role] for name, role in fields.items()}


def matched(page: Document, tree: Any) -> list[Form | None]:
    """For each form of their tree ours, or None."""
    theirs = [_signed(form.attrib) for form in tree.xpath("//form")]
    ours = [_signed(form.attributes) for form in page.tree.css("form")]
    found = forms(page)
    if len(ours) == len(theirs):
        return list(found[: len(ours)])
    same: list[Form | None] = [None] * len(theirs)
    for block in SequenceMatcher(None, theirs, ours, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            same[block.a + step] = found[block.b + step]
    return same


def _signed(attributes: Any) -> int:
    text = "|".join(str(attributes.get(name) or "") for name in ("id", "name", "action", "class"))
    return zlib.crc32(text.encode())
