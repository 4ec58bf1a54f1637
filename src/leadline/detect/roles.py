"""What each field of a form is for: a query, an e-mail address, the password again, a city…

A softmax regression over the features of `role_features.py`, with the weights of
`role_weights.py`, which `bench/forms.py` derives from the annotated fields that the formasaurus
package carries. Types that HTML itself makes plain are not left to it: a password is a password.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from leadline.detect.linear import Linear
from leadline.detect.role_features import field_features, fields
from leadline.detect.role_weights import ROLES, TABLE
from leadline.model import Control, Form

OTHER = "other"
PASSWORDS = frozenset({"password", "password-again"})
PLAIN = {"file": "upload", "reset": "reset"}  # types that can be nothing else


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What a field is for, and how probably."""

    control: Control
    role: str
    probability: float


def roles(form: Form, kind: str) -> tuple[Role, ...]:
    """The role of each field that people see, in order; `kind` is what the form is for."""
    judged = zip(fields(form), field_features(form, kind), strict=True)
    return tuple(_role(control, features) for control, features in judged)


def _role(control: Control, features: set[str]) -> Role:
    if control.kind in PLAIN:
        return Role(control=control, role=PLAIN[control.kind], probability=1.0)
    model = _model()
    shares = model.shares(sorted(features))
    usual = [place for place, role in enumerate(model.classes) if _fits(control, role)]
    best = max(usual, key=shares.__getitem__)
    total = sum(shares[place] for place in usual)
    share = shares[best] / total if total else 0.0
    return Role(control=control, role=model.classes[best], probability=share)


def _fits(control: Control, role: str) -> bool:
    """Whether a field of that type can have the role: nothing but a password hides its text."""
    return control.kind != "password" or role in PASSWORDS


@cache
def _model() -> Linear:
    return Linear.read(ROLES, TABLE)
