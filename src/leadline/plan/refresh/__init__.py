"""Asking a source again for what has changed since it was harvested."""

from leadline.plan.refresh.held import Findings, Held
from leadline.plan.refresh.refresh import Asking, Refresh

__all__ = ["Asking", "Findings", "Held", "Refresh"]
