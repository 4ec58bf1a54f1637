"""A site over a table: what it shows of a record, how it finds records, and who has visited.

The search itself is the lab's `World`; the rows beside it are shown with all their columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from leadline.lab.sites.fields import Field, fields_of, label_of, query_of
from leadline.lab.table import Row, values_in
from leadline.lab.world import World
from leadline.model import Answer, Outcome, Query, Step

if TYPE_CHECKING:
    from leadline.lab.sites.design import Design

TITLE_LENGTH = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A record as the site shows it: its number, its heading, and each column's texts."""

    id: str
    title: str
    values: tuple[tuple[str, tuple[str, ...]], ...]

    def labelled(self) -> list[tuple[str, tuple[str, ...]]]:
        """The columns that have something to show, under the names that people read."""
        return [(label_of(name), texts) for name, texts in self.values if texts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One page of what a search found; `sent` are the filled-in fields that asked for it."""

    sent: Mapping[str, str]
    query: Query
    page: int
    last: int  # the number of the last page
    first: int  # the place of the first item, from 1
    items: tuple[Item, ...]
    answer: Answer

    @property
    def none(self) -> bool:
        """Whether nothing matches at all; a page past the end is no such thing."""
        return self.answer.outcome is Outcome.EMPTY and self.last == 0


@dataclass(frozen=True, kw_only=True)
class Site:
    """A table, searched as `world` says and shown in one of the designs.

    `log` has each request's method and path; what a form sent by POST follows after a blank.
    """

    world: World
    rows: Sequence[Row]
    design: str = "table"
    name: str = "Open Catalogue"
    log: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def pages(self) -> Design:
        """The pages of the site."""
        from leadline.lab.sites.designs import DESIGNS

        return DESIGNS[self.design](self)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """All columns, the one that serves as heading first."""
        names = tuple(dict.fromkeys(name for row in self.rows for name in row))
        heading = heading_of(self.rows, names)
        return (heading, *(name for name in names if name != heading))

    @cached_property
    def listed(self) -> tuple[str, ...]:
        """The columns that result pages show; the others are on the records' own pages."""
        most = self.pages.listed
        return self.columns if most is None else self.columns[:most]

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the search form."""
        pages, world = self.pages, self.world
        return fields_of(world.collection, pages.keyword, pages.coded, world.without)

    def look(self, sent: Mapping[str, str], page: int) -> Shown:
        """One page of what the filled-in fields ask for."""
        query = replace(query_of(self.fields, sent), order=self.pages.order(sent))
        answer = self.world.answer(Step(query, page))
        size = self.world.page_size
        return Shown(
            sent={p: sent[p].strip() for p in self._params if sent.get(p)},
            query=query,
            page=page,
            last=-(-self.visible(query) // size) if answer.outcome is not Outcome.REFUSED else 0,
            first=(page - 1) * size + 1,
            items=tuple(self.listed_item(int(record.key)) for record in answer.records),
            answer=answer,
        )

    @property
    def _params(self) -> tuple[str, ...]:
        return (*(param for field in self.fields for param in field.params), *self.pages.kept)

    def visible(self, query: Query) -> int:
        """How many records the pages of a query show."""
        matches = self.matches(query)
        return matches if self.world.limit is None else min(matches, self.world.limit)

    def matches(self, query: Query) -> int:
        """How many records match a query."""
        ids, stopped = self.world.collection.ids, self.world.stopped
        asked = Query(tuple(pair for pair in query.predicates if ids.get(pair) not in stopped))
        return len(self.world.ranked(asked))

    def listed_item(self, row: int) -> Item:
        """A record with the columns that result pages show."""
        return self._item(row, self.listed)

    def item(self, row: int) -> Item:
        """A record with all its columns."""
        return self._item(row, self.columns)

    def _item(self, row: int, columns: tuple[str, ...]) -> Item:
        content = self.rows[row]
        values = tuple((name, tuple(values_in(content.get(name)))) for name in columns)
        heading = values[0][1]
        return Item(id=str(row + 1), title=heading[0] if heading else f"No. {row + 1}",
                    values=values)  # fmt: skip


def heading_of(rows: Sequence[Row], columns: tuple[str, ...]) -> str:
    """The column that tells records apart in the most words, unless it is long prose."""

    def worth(name: str) -> tuple[bool, float]:
        texts = [row[name] for row in rows if isinstance(row.get(name), str)]
        length = sum(map(len, texts)) / (len(texts) or 1)
        return length <= TITLE_LENGTH, len(set(texts)) * min(length, 20.0)

    return max(columns, key=worth, default="")


def truth(site: Site) -> dict[str, dict[str, tuple[str, ...]]]:
    """All records of a site by their number: each column's texts, where it has any."""
    items = (site.item(row) for row in range(len(site.rows)))
    return {item.id: {name: texts for name, texts in item.values if texts} for item in items}
