"""Sounding: the default policy. It chooses the next page, not the next query."""

from leadline.plan.sounding.policy import Sounding

__all__ = ["Sounding"]
