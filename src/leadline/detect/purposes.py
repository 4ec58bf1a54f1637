"""All forms of a page with what they are for and the role of each field, in order of the page.

From the markup alone: nothing is sent, and no other classifier is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.detect.classify import Verdict, classify
from leadline.detect.forms import forms
from leadline.detect.roles import Role, roles
from leadline.document import Document
from leadline.model import Form


@dataclass(frozen=True, slots=True, kw_only=True)
class Purpose:
    """A form, what it is for, and what each of its fields is for."""

    form: Form
    verdict: Verdict
    roles: tuple[Role, ...]


def purposes(document: Document) -> tuple[Purpose, ...]:
    """What each form of a page is for."""
    return tuple(_purpose(form) for form in forms(document))


def _purpose(form: Form) -> Purpose:
    verdict = classify(form)
    return Purpose(form=form, verdict=verdict, roles=roles(form, verdict.kind))
