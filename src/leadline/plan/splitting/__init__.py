"""Splitting: what a result limit hides is asked in parts that fit, until it is proved complete."""

from leadline.plan.splitting.policy import Splitting

__all__ = ["Splitting"]
