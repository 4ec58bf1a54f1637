"""A part of the Earth as typed."""

from __future__ import annotations

import typer

from leadline.plan.locator.region import Region


def region_option(text: str) -> Region:
    """A region as typed: `47,5,55,15`."""
    if (region := Region.parse(text)) is None:
        raise typer.BadParameter(f"'{text}' is not south,west,north,east in degrees")
    return region
