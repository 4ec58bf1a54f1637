"""Drop-downs that lead somewhere by themselves: each option's value is an address of the site.

A script goes there when an option is chosen, without a form. Once one of them is chosen the others
replace it, so they are left out then, as is the first that stands for all. Leaves out options whose
addresses only a script knows.
"""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from leadline.detect.facet_values import value_and_count
from leadline.document import Document

OPTIONS = 20_000
FEWEST = 2
_ADDRESS = ("/", "?", "./", "http://", "https://")


def jumps(document: Document, select: LexborNode) -> list[tuple[LexborNode, str]]:
    """The options of a drop-down and where they lead; none if they are no addresses."""
    options = select.css("option")[:OPTIONS]
    said = [(option.attributes.get("value") or "").strip() for option in options]
    led = [(o, url) for o, value in zip(options, said, strict=True)
           if value.startswith(_ADDRESS) and (url := document.resolve(value))]  # fmt: skip
    if len(led) < FEWEST or len(led) < len([value for value in said if value]):
        return []
    if any("selected" in option.attributes for option in options[1:]):
        return []
    return led[1:] if options[0].mem_id == led[0][0].mem_id and _for_all(options) else led


def _for_all(options: list[LexborNode]) -> bool:
    """Whether the first option alone does not say how many it leaves."""
    counts = [value_and_count([option.text(deep=True) or ""])[1] for option in options[:FEWEST]]
    return counts[0] is None and counts[-1] is not None
