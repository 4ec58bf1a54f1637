"""How alike two values can be: the levels that each kind of attribute is compared by.

A level is a condition in SQL over the columns of the two records (`s0_l`, `s0_r`), best level
first; what fits none is the last one. Numbers are near if few random pairs are as near, so that
`tolerances` come from the data. Levels are what Fellegi & Sunter (1969) call agreement patterns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.unify.columns import Kind

NEAR = (0.0002, 0.002, 0.01, 0.05)  # shares of random pairs that are as near as a tolerance

ORDERED = (Kind.NUMBER, Kind.DATE, Kind.YEAR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """An attribute by its place, and the levels it is compared by: best first, then `else`."""

    attribute: int
    column: str  # equal values have it equal; None where the value is missing
    columns: tuple[str, ...]  # all that the conditions look at
    conditions: tuple[str, ...]

    @property
    def levels(self) -> int:
        """How many levels there are, with the last."""
        return len(self.conditions) + 1


def comparison(attribute: int, kind: Kind, tolerances: Sequence[float] = ()) -> Comparison:
    """How an attribute of that kind is compared."""
    v, s, p, t = (f"{letter}{attribute}" for letter in "vspt")
    if kind in ORDERED:
        conditions = _numbers(v, tolerances)
        return Comparison(attribute=attribute, column=v, columns=(v,), conditions=conditions)
    if kind is Kind.TEXT:
        return Comparison(
            attribute=attribute, column=s, columns=(s, p, t), conditions=_texts(s, p, t)
        )
    conditions = _sets(s, t) if kind is Kind.SET else _long_texts(s, t)
    return Comparison(attribute=attribute, column=s, columns=(s, t), conditions=conditions)


def _equal(column: str) -> str:
    return f"{column}_l = {column}_r"


def _numbers(v: str, tolerances: Sequence[float]) -> tuple[str, ...]:
    steps = sorted({one for one in tolerances if one > 0})
    return (_equal(v), *(f"abs({v}_l - {v}_r) <= {step!r}" for step in steps))


def _texts(s: str, p: str, t: str) -> tuple[str, ...]:
    near, far = (f"jaro_winkler_similarity({p}_l, {p}_r) >= {least}" for least in (0.94, 0.87))
    both, fewer, more = _both(t), f"least({_size(t)})", f"greatest({_size(t)})"
    return (
        _equal(s),
        near,
        f"{both} = {fewer} and 2 * {both} >= {more}",
        f"{far} or 2 * {both} >= {more}",
        f"{both} >= 1",
    )


def _sets(s: str, t: str) -> tuple[str, ...]:
    both = _both(t)
    return (
        _equal(s),
        f"{_jaccard(t)} >= 0.75",
        f"{both} = least({_size(t)})",
        f"{_jaccard(t)} >= 0.4",
        f"{both} >= 1",
    )


def _long_texts(s: str, t: str) -> tuple[str, ...]:
    return (_equal(s), *(f"{_jaccard(t)} >= {least}" for least in (0.75, 0.45, 0.2)))


def _both(t: str) -> str:
    return f"len(list_intersect({t}_l, {t}_r))"


def _size(t: str) -> str:
    return f"len({t}_l), len({t}_r)"


def _jaccard(t: str) -> str:
    return f"{_both(t)} / (len({t}_l) + len({t}_r) - {_both(t)})"
