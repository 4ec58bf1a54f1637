"""The proof of how much of a source is held: built from the turns, and checked against them."""

from leadline.plan.proof.as_json import from_json, to_json
from leadline.plan.proof.build import build
from leadline.plan.proof.changes import Change, changes, failures
from leadline.plan.proof.outline import Outline, outline_in
from leadline.plan.proof.recheck import Rechecked, recheck
from leadline.plan.proof.value import Cell, Ground, Proof, Verdict
from leadline.plan.proof.verify import verify

__all__ = [
    "Cell", "Change", "Ground", "Outline", "Proof", "Rechecked", "Verdict", "build", "changes",
    "failures", "from_json", "outline_in", "recheck", "to_json", "verify",
]  # fmt: skip
