"""What a record's own page says beyond its row on a result page.

Learned from the pages of a few records, then read from the page of any: structured data first
(`details_data`), then labels and their values (`details_labels`), then what varies from page to
page without a label, such as the heading and the description (`details_places`). What is the same
on all pages, links to other records and what stands beside the content are no fields.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from leadline.document import Document
from leadline.model import Record
from leadline.read.details_columns import recurring_heads
from leadline.read.details_data import DataRule, learn_data
from leadline.read.details_labels import Marks, named
from leadline.read.details_learn import learn_marks
from leadline.read.details_pieces import pieces_of, root_of
from leadline.read.details_places import (
    Place,
    free_name,
    learn_places,
    learn_title,
    letters_of,
    read_places,
    template,
)
from leadline.read.details_prune import pruned
from leadline.read.kin import Kin

Pairs = tuple[tuple[str, str], ...]
MOST = 400  # values of one page
GENERIC = re.compile(r"(?:text|number|date|price|field)(?: \d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A label: where it stands, what it says, and the name it gives; none if it only separates."""

    path: str
    text: str
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class DetailRule:
    """How the own pages of a source's records are read; `more` names what rows do not say.

    `rows` are names that rows have for what own pages call otherwise; `addresses` is what tells
    own pages from others, where anything does.
    """

    labels: tuple[Label, ...] = ()
    open: tuple[str, ...] = ()
    prefixes: tuple[Label, ...] = ()
    open_prefixes: tuple[str, ...] = ()
    skip: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    title: str = ""
    data: DataRule | None = None
    more: tuple[str, ...] = ()
    same: tuple[str, ...] = ()  # what rows say too, and under a telling name
    renamed: tuple[tuple[str, str], ...] = ()  # names that rows use for something else
    rows: tuple[tuple[str, str], ...] = ()
    addresses: Kin | None = None

    def read(self, document: Document) -> Pairs:
        """What a page says, by name."""
        data = self.data.read(document) if self.data is not None else ()
        said = {text.casefold() for _, text in data}
        shown = self._shown(document) if document.is_html else ()
        rest = ((name, text) for name, text in shown if text.casefold() not in said)
        return tuple(dict.fromkeys((*data, *rest)))[:MOST]

    def beyond(self, document: Document) -> Pairs:
        """What a page says that rows of a result page do not."""
        names = dict(self.renamed)
        said = (pair for pair in self.read(document) if pair[0] not in self.same)
        return tuple((names.get(name, name), text) for name, text in said)

    def as_row(self, document: Document) -> Pairs:
        """What a page says, by the names that rows use."""
        names = dict(self.renamed) | dict(self.rows)
        return tuple(dict.fromkeys((names.get(name, name), t) for name, t in self.read(document)))

    def _shown(self, document: Document) -> Iterable[tuple[str, str]]:
        pieces = pieces_of(root_of(document))
        found, rest = named(pieces, self.marks)
        titled = read_places(rest, self.places)
        names = self._names
        said = ((names.get(stem(one.name), one.name), one) for one in found if one.name)
        return (*titled, *((name, text) for name, one in said for text in one.texts()))

    @cached_property
    def _names(self) -> dict[str, str]:
        """One name for labels that differ in number only: "Director", "Directors"."""
        names = [one.name for one in (*self.labels, *self.prefixes) if one.name]
        return {stem(name): name for name in reversed(names)}

    @cached_property
    def marks(self) -> Marks:
        """The labels, ready to be found."""
        return Marks(
            known={(one.path, one.text): one.name for one in self.labels},
            open=frozenset(self.open),
            prefixes={(one.path, one.text): one.name for one in self.prefixes},
            open_prefixes=frozenset(self.open_prefixes),
            skip=frozenset(self.skip),
            title=self.title,
            heads=frozenset(self.heads),
            paths=frozenset((*self.open, *(one.path for one in self.labels if one.name))),
        )


def stem(name: str) -> str:
    """A name without the sign of the plural that several languages have."""
    return name.removesuffix("(s)").removesuffix("s").rstrip()


def learn_details(pages: Sequence[tuple[Record, Document]]) -> DetailRule | None:
    """How these records' own pages are read; None if they say nothing of the records."""
    if len(pages) < 2:
        return None
    rule = replace(_learn_shown(pages), data=learn_data([document for _, document in pages]))
    read = [(record, rule.read(document)) for record, document in pages]
    names = list(dict.fromkeys(name for _, details in read for name, _ in details))
    if not names:
        return None
    more = tuple(name for name in names if _is_new(name, read))
    same = tuple(name for name in names if not _is_new(name, read, told=True))
    return replace(
        rule, more=more, same=same, renamed=_renamed(names, same, read), rows=_in_rows(names, read)
    )


def _in_rows(
    names: Sequence[str], read: Sequence[tuple[Record, Pairs]]
) -> tuple[tuple[str, str], ...]:
    """The names that rows have for what own pages say, where most of both agree."""
    said = Counter(name for _, details in read for name in dict(details))
    same = Counter(
        pair
        for record, details in read
        for pair in {(n, own) for n, t in details for own, v in record.values if _same(t, v)}
    )
    best = {name: own for (name, own), times in reversed(same.most_common())
            if 2 * times > said[name]}  # fmt: skip
    return tuple((name, best[name]) for name in names if best.get(name, name) != name)


def _same(one: str, other: str) -> bool:
    return bool(own := letters_of(one)) and own == letters_of(other)


def _renamed(
    names: Sequence[str], same: Sequence[str], read: Sequence[tuple[Record, Pairs]]
) -> tuple[tuple[str, str], ...]:
    """Other names for what a row has, too, but says something else by."""
    rows = {name for record, _ in read for name, _ in record.values}
    taken = {*rows, *names}
    clashing = [name for name in names if name in rows and name not in same]
    return tuple((name, free_name(name, taken)) for name in clashing)


def _learn_shown(pages: Sequence[tuple[Record, Document]]) -> DetailRule:
    documents = [document for _, document in pages if document.is_html]
    if len(documents) < 2:
        return DetailRule()
    kin = Kin.of([document.url for document in documents])
    pieces = [pieces_of(root_of(document)) for document in documents]
    others = [kin.others(document) for document in documents]
    title = learn_title(pieces, documents)
    marks = pruned(replace(learn_marks(pieces), title=title), pieces, others)
    rest = [named(page, marks)[1] for page in pieces]
    marks = replace(marks, skip=marks.skip | template(rest))
    rest = [named(page, marks)[1] for page in pieces]
    return DetailRule(
        labels=_labels(marks.known.items()),
        open=tuple(sorted(marks.open)),
        prefixes=_labels(marks.prefixes.items()),
        open_prefixes=tuple(sorted(marks.open_prefixes)),
        skip=tuple(sorted(marks.skip)),
        heads=recurring_heads(pieces),
        places=learn_places(rest, title, others, marks.names()),
        title=title,
    )


def _labels(known: Iterable[tuple[tuple[str, str], str]]) -> tuple[Label, ...]:
    return tuple(Label(path=path, text=text, name=name) for (path, text), name in known)


def _is_new(name: str, read: Sequence[tuple[Record, Pairs]], told: bool = False) -> bool:
    """Whether most of the pages that say it say what the row does not; `told`: under a name that
    says what it is."""
    saying = [(record, details) for record, details in read if name in dict(details)]
    new = sum(
        name in new_names(_telling(r.values, name) if told else r.values, details)
        for r, details in saying
    )
    return 2 * new > len(saying)


def _telling(values: Pairs, name: str) -> Pairs:
    return tuple(v for v in values if v[0] == name or not GENERIC.fullmatch(v[0]))


def new_names(values: Iterable[tuple[str, str]], details: Pairs) -> tuple[str, ...]:
    """The names of details whose values are not all among a row's values."""
    row = {letters_of(text) for _, text in values}
    return tuple(
        dict.fromkeys(n for n, text in details if (own := letters_of(text)) and own not in row)
    )
