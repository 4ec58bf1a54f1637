"""What each field of a form is for: a query, an e-mail address, the password again, a city…

A softmax regression over the features of `role_features.py`, with the weights of
`role_weights.py`, which `bench/forms.py` derives from the annotated fields that the formasaurus
package carries. Where the type of a field leaves no doubt it decides: a password is a password.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from leadline.detect.linear import Linear
from leadline.detect.role_features import field_features, fields
from leadline.detect.role_weights import ROLES, TABLE
from leadline.model import Control, Form

PASSWORDS = frozenset({"password", "password-again"})
PLAIN = {"file": "upload", "reset": "reset"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """What a field is for, and how probably."""

    control: Control
    role: str
    probability: float


def roles(form: Form, kind: str) -> tuple[Role, ...]:
    """The role of each field that people see, in order; `kind` is what the form is for."""
    judged = zip(fields(form), field_features(form, kind), strict=True)
    return tuple(role_of(control, features, _model()) for control, features in judged)


def role_of(control: Control, features: set[str], model: Linear) -> Role:
    """The likeliest role of one field among those that its type allows."""
    if control.kind in PLAIN:
        return Role(control=control, role=PLAIN[control.kind], probability=1.0)
    odds = model.odds(features)
    if control.kind == "password" and PASSWORDS & set(model.classes):
        pairs = zip(odds, model.classes, strict=True)
        odds = [share if role in PASSWORDS else 0.0 for share, role in pairs]
    most = max(odds)
    role = model.classes[odds.index(most)]
    return Role(control=control, role=role, probability=most / sum(odds))


@cache
def _model() -> Linear:
    return Linear.read(ROLES, TABLE)
