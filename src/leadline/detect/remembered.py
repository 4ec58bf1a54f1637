"""What follows from the controls of a form, remembered: many sites have a form with the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from leadline.model import Control

FEW = 50  # options of a form that is remembered
MOST = 1_024  # forms

P = ParamSpec("P")
T = TypeVar("T")
Controls = tuple[Control, ...]


def remembered(
    function: Callable[Concatenate[Controls, P], T],
) -> Callable[Concatenate[Controls, P], T]:
    """The same function, which knows what it said of the latest forms with few options."""
    known: Callable[..., T] = lru_cache(MOST)(function)

    @wraps(function)
    def asked(controls: Controls, /, *args: P.args, **kwargs: P.kwargs) -> T:
        few = sum(len(control.options) for control in controls) <= FEW
        return (known if few else function)(controls, *args, **kwargs)

    return asked
