"""A point and a radius as what the two or three controls of a locator's form are filled with."""

from __future__ import annotations

from collections.abc import Iterator

from leadline.interpret.attributes import Field
from leadline.plan.locator.near import Near, written


def written_point(field: Field, asked: str) -> Iterator[tuple[str, str]]:
    """What each control is filled with; nothing where no point is asked for."""
    near = Near.parse(asked)
    if near is None:
        return
    km = written(near.km)
    radius = dict(field.codes).get(km, written(near.km / field.unit))
    yield from zip(field.controls, (written(near.lat), written(near.lon), radius), strict=False)
