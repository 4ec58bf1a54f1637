"""Choices that may change the order of results: lists of a form, and links on a page of results.

What looks like a choice of order by its names comes first, a list for the key and one for the
direction together; but any short list, and any group of links that differ from the page they stand
on in the same parameters, may be one. Whether it is, only asking tells: see `orders`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from leadline.browse.links import anchors
from leadline.interpret.presentation import is_page_size, is_presentation
from leadline.interpret.talk import Heard
from leadline.model import Control, Form, Option, Request
from leadline.query.encode import Encoding
from leadline.query.paging_edit import parts, values
from leadline.query.wire import Pairs
from leadline.read.next_page import next_links

FEWEST, MOST = 2, 12  # options of a choice
DIRECTIONS = 2  # options of a list that turns round what another one sorts by
TRIED = 4  # choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A choice: the controls or parameters it sets, each option's name and what it sends.

    `hinted` says that it looks like one of the order, or of something else about the page.
    """

    names: frozenset[str]
    options: tuple[tuple[str, Pairs], ...]
    hinted: bool


def choices(form: Form | None, encoding: Encoding, broad: Heard) -> list[Choice]:
    """What may change the order of results, what looks like it first."""
    found = [*_of_form(form, encoding), *_of_links(encoding, broad)]
    return sorted(found, key=lambda one: not one.hinted)[:TRIED]


def _of_form(form: Form | None, encoding: Encoding) -> Iterator[Choice]:
    controls = form.controls if form is not None else ()
    lists = [c for c in controls if c.name and _is_short_list(c)]
    shown = [c for c in lists if is_presentation(c)]
    ticks = [c for c in controls if c.name and c.kind == "checkbox" and is_presentation(c)]
    pair = _key_and_direction(shown, [c for c in ticks if len(c.options) == 1])
    if pair is not None:
        yield _both(*pair)
    asked = {name for field in encoding.fields for name in field.controls}
    yield from (_one(c, True) for c in shown if pair is None or c not in pair)
    yield from (_one(c, False) for c in lists if c not in shown and c.name in asked)


def _is_short_list(control: Control) -> bool:
    short = FEWEST <= len(control.options) <= MOST
    kinds = control.kind in ("select", "radio") and not control.multiple
    return kinds and short and not is_page_size(control)


def _key_and_direction(
    shown: Sequence[Control], ticks: Sequence[Control]
) -> tuple[Control, Control] | None:
    """A list of what to sort by, and one of two directions, or a box that turns it round."""
    turns = [c for c in shown if len(c.options) == DIRECTIONS]
    keys = [c for c in shown if c not in turns]
    turns = turns or list(ticks)
    return (keys[0], turns[0]) if len(keys) == len(turns) == 1 else None


def _one(control: Control, hinted: bool) -> Choice:
    names = frozenset({control.name})
    return Choice(names=names, options=tuple(_options(control)), hinted=hinted)


def _options(control: Control) -> Iterator[tuple[str, Pairs]]:
    """What can be chosen, and what each sends; a box can also be left as it is."""
    if control.kind == "checkbox":
        yield "", ()
    yield from ((_name(o), ((control.name, o.value),)) for o in control.options)


def _both(key: Control, direction: Control) -> Choice:
    options = tuple(
        (", ".join(filter(None, (a, b))), (*sent, *turned))
        for (a, sent), (b, turned) in product(_options(key), _options(direction))
        if any(value for _, value in sent)  # nothing to sort by, and either direction of that
    )
    return Choice(names=frozenset({key.name, direction.name}), options=options[:MOST], hinted=True)


def _name(option: Option) -> str:
    return option.label.strip() or option.value


# --- links ----------------------------------------------------------------------------------------


def _of_links(encoding: Encoding, broad: Heard) -> Iterator[Choice]:
    """Links of a page of results to the same page but for some parameters."""
    if broad.request.method != "GET" or encoding.method != "GET" or encoding.body:
        return
    asked = {name for field in encoding.fields for name in field.controls}
    groups = dict[frozenset[str], dict[Pairs, str]]()
    for anchor in anchors(broad.document):
        changed = _changed(broad.request, anchor.url)
        if changed and asked.isdisjoint(names := frozenset(name for name, _ in changed)):
            groups.setdefault(names, {}).setdefault(changed, anchor.text.strip())
    following = next_links(broad.document)[:1]
    turned = [{name for name, _ in _changed(broad.request, link.url)} for link in following]
    for names, found in groups.items():
        numbered = all(map(str.isdigit, found.values()))  # as the links of a pager are
        if FEWEST <= len(found) <= MOST and names not in turned and not numbered:
            yield _linked(names, found)


def _changed(here: Request, url: str) -> Pairs:
    """What a link sends that this page did not; nothing if it leads elsewhere."""
    if parts(url)[:2] != parts(here.url)[:2]:
        return ()
    before, after = values(here), values(Request(url=url))
    if any(value and not after.get(place) for place, value in before.items()):
        return ()
    return tuple(sorted((p[1], v) for p, v in after.items() if v and v != before.get(p, "")))


def _linked(names: frozenset[str], found: dict[Pairs, str]) -> Choice:
    options = tuple((text or "&".join("=".join(p) for p in sent), sent)
                    for sent, text in found.items())  # fmt: skip
    said = tuple(Option(sent[0][1], text) for text, sent in options)
    control = Control(name=min(names), kind="select", options=said)
    return Choice(names=names, options=options, hinted=is_presentation(control))
