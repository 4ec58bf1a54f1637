"""A mould as one pattern, for records that give nothing but texts under names of their own.

Most records of most sites do. Such a record is matched as a whole, which takes a third of the time
of cutting it up. A text that is blank is markup to a mould, so none of the pattern's texts is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from leadline.read.fields_sketch import TEXT, Cut, unescaped
from leadline.read.records import normal

SAID = r"\s*+([^<\s][^<]*+)"
VALUE = '[^"]*+'


class Poured(NamedTuple):
    """A record as read: its values, its text, and what it may be known by."""

    values: tuple[tuple[str, str], ...]
    text: str
    href: str | None
    own: str | None


class Stamp(NamedTuple):
    """The pattern, and which of its groups are what: texts by name, texts that are one of a few
    and are left out, the first text, and the values that the record is known by."""

    pattern: re.Pattern[str]
    names: tuple[str, ...]
    texts: tuple[int, ...]
    skipped: tuple[tuple[int, tuple[str, ...]], ...]
    first: int | None
    link: int | None
    own: int | None

    def groups(self, html: str) -> Sequence[str] | None:
        """What stands in the groups, if the record is written like this."""
        if "&" not in html:
            found = self.pattern.fullmatch(html)
            return None if found is None else found.groups()
        found = self.pattern.fullmatch(html.replace("&nbsp;", "\xa0"))
        return None if found is None else [unescaped(group) for group in found.groups()]

    def read(self, groups: Sequence[str]) -> Poured | None:
        """The record that has this in its groups; None if it is not as plain as others."""
        href = None if self.link is None else groups[self.link]
        if href == "":
            return None  # the tree tells whether there is an empty address, or none
        for group, skip in self.skipped:
            if normal(groups[group]) not in skip:
                return None
        texts = [normal(groups[group]) for group in self.texts]
        values = tuple(zip(self.names, texts, strict=True))
        own = None if self.own is None else groups[self.own]
        return Poured(values, " ".join(texts), href, own)


def stamp(
    record: Cut,
    deciding: Collection[int],
    named: Sequence[tuple[str, int]],
    skipped: Sequence[tuple[int, tuple[str, ...]]],
    known_by: tuple[int, int | None, int | None],
) -> Stamp:
    """The stamp of all records that are written as this one, by the numbers of texts and values."""
    pieces, texts, values = list[str](), list[int](), list[int]()  # and the groups of these
    for number, written in enumerate(record.markup):
        if number:
            value = re.escape(record.values[number - 1]) if number - 1 in deciding else VALUE
            values.append(len(texts) + len(values))
            pieces.append(f'"({value})"')
        first, *others = map(re.escape, written.split(TEXT))
        pieces.append(first)
        for piece in others:
            texts.append(len(texts) + len(values))
            pieces += [SAID, piece]
    begins, link, own = known_by
    return Stamp(
        re.compile("".join(pieces)),
        tuple(name for name, _ in named),
        tuple(texts[number - 1] for _, number in named),
        tuple((texts[number - 1], skip) for number, skip in skipped),
        texts[begins - 1] if begins else None,
        None if link is None else values[link],
        None if own is None else values[own],
    )
