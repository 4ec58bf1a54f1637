"""What a field shows of its role, as sets of yes-or-no features, one for each field of a form.

Of its name, its label and its choices: the concepts they speak of and the words themselves; of its
make-up: type, number of choices, which of several passwords it is; and of where it stands: the kind
of form, and what the fields before and after it speak of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from leadline.detect.controls import BUTTONS
from leadline.detect.stems import plain
from leadline.detect.vocabulary import spoken
from leadline.model import Control, Form

WORDS = 8  # of a text that are looked at
LETTERS = 12  # of a word
CHOICES = 5  # of which the words are looked at
REPEATED = frozenset({"password", "email"})


def fields(form: Form) -> tuple[Control, ...]:
    """The controls that have a role: those that people see."""
    return tuple(control for control in form.controls if control.kind != "hidden")


def field_features(form: Form, kind: str) -> list[set[str]]:
    """The features of each field of a form of that kind."""
    shown = fields(form)
    own = [_spoken(control) for control in shown]
    counts = Counter(name for said in own for name in said & REPEATED)
    seen = Counter[str]()
    found = list[set[str]]()
    for place, control in enumerate(shown):
        features = {*_make(control, kind), *_said(control), *_around(own, place)}
        if repeated := own[place] & REPEATED:
            features |= {f"{name} {seen[name]}/{counts[name]}" for name in repeated}
            seen.update(repeated)
        found.append(features)
    return found


def _spoken(control: Control) -> frozenset[str]:
    typed = frozenset({control.kind} & REPEATED)
    return spoken(control.name) | spoken(control.label) | typed


def _make(control: Control, kind: str) -> Iterator[str]:
    own = "button" if control.kind in BUTTONS else control.kind
    yield f"type {control.kind}"
    yield f"in {kind}"
    yield f"{own} in {kind}"
    if control.required:
        yield "required"
    if control.options:
        yield from _choices(control)


def _choices(control: Control) -> Iterator[str]:
    size = len(control.options)
    yield f"choices {min(size.bit_length(), 8)}"
    labels = [option.label for option in control.options[:CHOICES]]
    yield from (f"of:{name}" for label in labels for name in spoken(label))
    numbers = [int(text) for o in control.options[:100] if (text := o.label.strip()).isdecimal()
               and len(text) < 5]  # fmt: skip
    if len(numbers) * 2 > min(size, 100):
        yield f"numbers to {_scale(max(numbers))}"


def _scale(most: int) -> str:
    return "12" if most <= 12 else "31" if most <= 31 else "year" if 1900 < most < 2100 else "more"


def _said(control: Control) -> Iterator[str]:
    named, labelled = spoken(control.name), spoken(control.label)
    yield from [f"n:{name}" for name in named]
    yield from [f"l:{name}" for name in labelled]
    yield from [f"p:{name}" for name in spoken(control.placeholder)]
    yield from [f"any:{name}" for name in named | labelled]
    yield from [f"n={word}" for word in _words(control.name)]
    yield from [f"l={word}" for word in _words(control.label)]
    yield "unlabelled" if not control.label else "labelled"


def _words(text: str) -> list[str]:
    return [word[:LETTERS] for word in plain(text[:200]).split()[:WORDS] if not word.isdigit()]


def _around(own: Sequence[frozenset[str]], place: int) -> Iterator[str]:
    if place:
        yield from [f"before:{name}" for name in own[place - 1]]
    else:
        yield "first"
    if place + 1 < len(own):
        yield from [f"after:{name}" for name in own[place + 1]]
    else:
        yield "last"
