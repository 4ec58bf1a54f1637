"""The searches of a page, the best one to harvest first.

First come the forms that may be asked, the surest search first; among those about equally sure,
the one with more to ask about. The same form twice on a page (header and footer) is one.
A form is known by its action, the names of its controls and their options, not by its page.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leadline.detect.classify import SEARCH, Verdict, classify
from leadline.detect.features import visible
from leadline.detect.forms import forms
from leadline.detect.gate import refusal
from leadline.detect.voter import votes
from leadline.document import Document
from leadline.model import Control, Form

ALIKE = 10  # probabilities are compared by tenths
ENOUGH = 12  # controls beyond which more of them say nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A form, what it is for, and why it may not be asked."""

    form: Form
    verdict: Verdict
    refused: str | None


def searches(document: Document) -> tuple[Candidate, ...]:
    """All forms of a page, the best to harvest first."""
    found = forms(document)
    judged = zip(found, votes(document, len(found)), strict=True)
    candidates = (_candidate(form, classify(form, vote)) for form, vote in judged)
    return tuple(sorted(_distinct(candidates), key=_rank))


def _candidate(form: Form, verdict: Verdict) -> Candidate:
    return Candidate(form=form, verdict=verdict, refused=refusal(form, verdict))


def _distinct(candidates: Iterable[Candidate]) -> Iterable[Candidate]:
    first: dict[object, Candidate] = {}
    for candidate in candidates:
        first.setdefault(identity(candidate.form), candidate)
    return first.values()


def identity(form: Form) -> tuple[object, ...]:
    """What makes two forms the same, on one page or on several."""
    named = sorted((c.name, c.kind, _choices(c)) for c in form.controls if c.name)
    return form.method, form.action, tuple(named)


def _choices(control: Control) -> tuple[str, ...]:
    return tuple(sorted(option.value for option in control.options))


def _rank(candidate: Candidate) -> tuple[float, ...]:
    verdict = candidate.verdict
    sure = verdict.probability if verdict.kind == SEARCH else 0.0
    return (
        candidate.refused is not None,
        candidate.form.method == "SCRIPT",
        -round(sure * ALIKE),
        -min(useful(candidate.form), ENOUGH),
        -sure,
    )


def useful(form: Form) -> int:
    """How many controls of a form a query can say something with."""
    return sum(bool(control.name) and _varies(control) for control in visible(form))


def _varies(control: Control) -> bool:
    return control.kind != "select" or len(control.options) > 1
