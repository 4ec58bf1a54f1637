"""A group of choices beside a list, as found on a page: its name, its values, their counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

MOSTLY = 0.8
FEW = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value: the address that chooses it, what a form sends for it, all that its entry says."""

    text: str
    count: int | None = None
    url: str = ""
    sent: str = ""
    said: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A group of choices; `param` is what a drop-down or a set of boxes is sent as."""

    name: str
    kind: Literal["links", "select", "boxes"] = "links"
    choices: tuple[Choice, ...] = ()
    param: str = ""

    @property
    def counted(self) -> bool:
        """Whether the choices say how many results they leave; the last may be of another kind."""
        said = [choice.count is not None for choice in self.choices]
        judged = said[:-1] if len(said) > FEW and not said[-1] else said
        return sum(judged) >= MOSTLY * len(judged) > 0
