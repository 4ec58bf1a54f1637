"""What a form shows of its purpose, as a set of yes-or-no features.

A feature is either a concept in a place (`button:search`: a button speaks of searching) or a fact
about the make-up of the form (`texts=1`: one box to type in).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import ada_url

from leadline.detect.controls import BUTTONS, CHOICES, PRESSED
from leadline.detect.stems import plain
from leadline.detect.vocabulary import concepts, is_any
from leadline.model import Control, Form

LOWER = frozenset({
    "min", "minimum", "from", "low", "lower", "start", "begin", "gte", "after", "von", "ab", "de",
    "du", "desde", "da", "dal", "van", "vanaf", "od", "от", "с", "fra", "fran",
})  # fmt: skip
UPPER = frozenset({
    "max", "maximum", "to", "high", "upper", "end", "lte", "before", "until", "bis", "a", "au",
    "hasta", "ate", "al", "tot", "do", "до", "по", "til", "till",
})  # fmt: skip
TYPED = frozenset({"text", "search", "tel", "url", "number", "email"})
PRIVATE = frozenset({"password", "email", "textarea", "file"})  # controls for what people tell
PEOPLE = frozenset({"email", "user", "password", "card"})
SOUGHT = frozenset({"search", "query", "refine"})


def features(form: Form) -> frozenset[str]:
    """The features of a form."""
    places = _places(form)
    spoken = [f"{place}:{name}" for place, text in places.items() for name in concepts(text)]
    return frozenset((*spoken, *_facts(form)))


def visible(form: Form) -> tuple[Control, ...]:
    """The controls that people fill in."""
    return tuple(c for c in form.controls if c.kind != "hidden" and c.kind not in BUTTONS)


def buttons(form: Form) -> tuple[Control, ...]:
    """The controls that send the form."""
    return tuple(c for c in form.controls if c.kind in PRESSED)


def _places(form: Form) -> dict[str, str]:
    shown, pressed = visible(form), buttons(form)
    heading, _, rest = form.text.partition("\n")
    outer, _, inner = form.hints.partition("\n")
    return {
        "field": _joined(control.name for control in shown),
        "label": _joined(_said(c) for c in shown if c.kind not in CHOICES),
        "choice": _joined(c.name + " / " + c.label for c in shown if c.kind in CHOICES),
        "hidden": _joined(c.name for c in form.controls if c.kind == "hidden"),
        "button": _joined(c.label for c in pressed),
        "press": _joined(c.name for c in pressed),
        "heading": heading,
        "words": rest.partition("\n")[2],
        "action": path_of(form.action),
        "hint": _joined((form.name, outer)),
        "mark": inner,
        "page": path_of(form.page),
    }


def _said(control: Control) -> str:
    """What stands at a control; a box of type search says so without words."""
    kind = "search" if control.kind == "search" else ""
    return f"{kind} / {control.label} / {control.placeholder}"


def _joined(texts: Iterable[str]) -> str:
    return " / ".join(text for text in texts if text)[:1000]


@lru_cache(1024)  # forms of one site, and several features of each
def path_of(address: str) -> str:
    """The path and query of where a form sends, without the host."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        return address
    return f"{url.pathname} {url.search}"


@lru_cache(1024)
def _host(address: str) -> str:
    try:
        return ada_url.URL(address).hostname.removeprefix("www.")
    except ValueError:
        return ""


def _facts(form: Form) -> Iterator[str]:
    kinds, shown = Counter(control.kind for control in form.controls), visible(form)
    texts, narrowed = sum(kinds[kind] for kind in TYPED), tuple(_narrowed(shown))
    yield f"method={_method(form)}"
    yield f"texts={_size(texts)}"
    yield f"passwords={_size(kinds['password'])}"
    yield f"fields={_size(len(shown))}"
    yield f"buttons={_size(len(buttons(form)))}"
    yield from (f"has {kind}" for kind in kinds)
    yield from (f"only {kind}" for kind in _only(shown))
    yield from _single(form, texts)
    yield from _chosen(shown)
    yield from narrowed
    yield from _impersonal(form, shown, bool(narrowed))
    if not any(c.name or "search" in concepts(_said(c)) for c in shown):
        yield "nameless"
    if _host(form.page) not in ("", _host(form.action)):
        yield "elsewhere"


def _method(form: Form) -> str:
    return "POST" if form.method == "POST" else "GET"


def _size(count: int) -> str:
    return str(count) if count < 3 else "3-5" if count < 6 else "6+"


def _only(shown: Iterable[Control]) -> Iterator[str]:
    kinds = {control.kind for control in shown}
    if len(kinds) == 1:
        yield from kinds
    if kinds and kinds <= CHOICES | {"select"}:
        yield "choices"


def _chosen(shown: Sequence[Control]) -> Iterator[str]:
    """What is chosen, where nothing is typed."""
    if shown and all(control.kind in CHOICES | {"select"} for control in shown):
        found = concepts(_joined(f"{control.name} / {control.label}" for control in shown))
        yield from (f"choice of {name}" for name in found & {"choose", "refine", "vote"})
        yield f"choices={_size(len(shown))}"


def _narrowed(shown: Iterable[Control]) -> Iterator[str]:
    """What only asks: bounds of a range, and choices that may be left open."""
    if _bounded(shown):
        yield "range"
    if any(_left_open(control) for control in shown):
        yield "any"


def _impersonal(form: Form, shown: Iterable[Control], narrowed: bool) -> Iterator[str]:
    """What speaks for a search where nothing is asked about those who fill it in."""
    if any(control.kind in PRIVATE for control in form.controls):
        return
    told = [concepts(f"{control.name} / {_said(control)}") for control in shown]
    if any(not PEOPLE.isdisjoint(found) for found in told):
        return
    if any("search" in concepts(button.label) for button in buttons(form)):
        yield "searches"
    if len(told) > 1 and narrowed:
        yield "narrows"
    if sum(not SOUGHT.isdisjoint(found) for found in told) > 1:
        yield "seeks"


def _bounded(shown: Iterable[Control]) -> bool:
    """Whether two boxes are the ends of one range, by their names or labels."""
    ends = {end for c in shown if c.kind not in CHOICES for end in _ends(c)}
    return any((stem, "to") in ends for stem, end in ends if end == "from")


def _ends(control: Control) -> Iterator[tuple[str, str]]:
    for text in (control.name, control.label):
        words = plain(text).split()
        for place, word in enumerate(words):
            end = "from" if word in LOWER else "to" if word in UPPER else ""
            if end:
                yield " ".join(words[:place] + words[place + 1 :]), end


def _left_open(control: Control) -> bool:
    return control.kind == "select" and any(is_any(o.label) for o in control.options[:2])


def _single(form: Form, texts: int) -> Iterator[str]:
    """What the one box to type in is for, where there is just one and no password."""
    typed = [control for control in visible(form) if control.kind in TYPED]
    if texts != 1 or any(control.kind in ("password", "textarea") for control in form.controls):
        return
    box = typed[0]
    found = concepts(f"{box.name} / {_said(box)}") - {"personal"}
    yield from (f"box:{name}" for name in found)
    if not found:
        yield "box:?"
    yield f"box {_method(form)}"
    yield f"box required={box.required}"
