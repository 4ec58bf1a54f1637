"""Check-boxes that stand alone, and keep something out as the form comes: "include older items".

Each is asked the other way round; what shows more that way is sent that way from then on. A box
that says how to search, or that one agrees to something, mostly shows no more, or is not touched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from leadline.detect.gate import ACTS, ASKED
from leadline.detect.vocabulary import concepts
from leadline.interpret.pages import page_at
from leadline.interpret.presentation import is_presentation
from leadline.interpret.talk import Heard, Talk
from leadline.model import Control, Form
from leadline.query.encode import Encoding
from leadline.read import Wrapper

TRIES = 3
AGREED = frozenset({*ACTS, *ASKED, "terms", "remember", "email"})


def unlocked(
    encoding: Encoding,
    wrapper: Wrapper,
    broad: Heard,
    form: Form | None,
    reach: Callable[[Heard], int],
) -> Talk[tuple[Encoding, Heard]]:
    """The encoding, and a broad answer, with the boxes as they show most."""
    for box in list(_lone(form))[:TRIES] if form is not None else ():
        other = _turned(encoding, box)
        heard = yield from page_at(wrapper, broad, other.encode(broad.query), 1)
        if heard is not None and reach(heard) > reach(broad):
            encoding, broad = other, heard
    return encoding, broad


def _lone(form: Form) -> Iterator[Control]:
    for control in form.controls:
        if control.kind == "checkbox" and control.name and len(control.options) == 1:
            said = concepts(f"{control.name} / {control.label} / {control.options[0].label}")
            if not said & AGREED and not is_presentation(control):
                yield control


def _turned(encoding: Encoding, box: Control) -> Encoding:
    """The same with a box ticked that was not, or the other way round."""
    if not box.options[0].selected:
        return encoding.with_fixed(box.name, box.options[0].value)
    rest = tuple(pair for pair in encoding.fixed if pair[0] != box.name)
    return replace(encoding, fixed=rest)
