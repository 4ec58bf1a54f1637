"""What the designs share: which page answers which address, the frame around it, plain pages.

A design overrides what is different about it: the form, the records, the total, the paging.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from http import HTTPStatus
from typing import ClassVar, Literal

from leadline.lab.sites.frames import Content, modern
from leadline.lab.sites.markup import control, esc, number
from leadline.lab.sites.site import Item, Shown, Site
from leadline.lab.sites.usual import missing, usual
from leadline.lab.sites.visit import Reply, Visit, html

Handler = Callable[[Visit], Reply]
Asking = Literal["keyword", "fields", "mixed", "ranges"]

PLAIN_PAGES = {
    "about": ("About us", "This catalogue is kept by volunteers and updated every week."),
    "help": ("Help", "Enter one or more words; records that contain all of them are shown."),
    "contact": ("Contact", "Write to the editors if a record is wrong or missing."),
    "terms": ("Terms of use", "The data may be used freely as long as the source is named."),
    "archive": ("Archive", "Nothing was written in this month."),
    "partners": ("Our partners", "These organisations support the catalogue."),
}


class Design(ABC):
    """The pages of one site."""

    name: ClassVar[str]
    summary: ClassVar[str]
    form: ClassVar[Asking] = "keyword"
    keyword: ClassVar[str] = "q"  # the parameter of the box for any words
    coded: ClassVar[bool] = False  # whether selects send numbers
    listed: ClassVar[int | None] = None  # columns on result pages; None: all
    kept: ClassVar[tuple[str, ...]] = ()  # what else is sent on from page to page
    sorts: ClassVar[bool] = False  # whether one can choose an order
    path: ClassVar[str] = "search"
    around: staticmethod[[Content], str] = staticmethod(modern)

    def __init__(self, site: Site) -> None:
        self.site = site

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        """Which page answers, by the first segment of the path."""
        return {
            "": self.home,
            self.path: self.search,
            "item": self.item,
        }

    def reply(self, visit: Visit) -> Reply:
        """The page at an address."""
        handler = self.handlers.get(visit.part(0))
        if handler is None:
            return usual(visit.part(0), PLAIN_PAGES, self.page)
        return handler(visit)

    # --- pages ------------------------------------------------------------------------------------

    def home(self, visit: Visit) -> Reply:
        """The front page: a few words and the search form."""
        records = f"{len(self.site.rows):,}"
        welcome = f'<p class="lead">Search {records} records, free of charge.</p>'
        return self.page(self.site.name, welcome + self.search_form({}))

    def search(self, visit: Visit) -> Reply:
        """A page of results."""
        return self.results(self.site.look(visit.fields, self.page_of(visit)))

    @abstractmethod
    def results(self, shown: Shown) -> Reply:
        """What a search found."""

    def item(self, visit: Visit) -> Reply:
        """A record's own page, with all its columns."""
        row = number(visit.part(1), 0) - 1
        if not 0 <= row < len(self.site.rows) or visit.part(2):
            return self.missing()
        item = self.site.item(row)
        return self.page(item.title, self.details(item) + self.related(row))

    def missing(self) -> Reply:
        """No such page."""
        return missing(self.page)

    def page(self, title: str, body: str, status: int = HTTPStatus.OK) -> Reply:
        """Any page, in its frame."""
        return html(self.frame(title, body), status)

    # --- parts ------------------------------------------------------------------------------------

    def page_of(self, visit: Visit) -> int:
        """The number of the page that is asked for, from 1."""
        return max(1, number(visit.fields.get("page", "")))

    def order(self, sent: Mapping[str, str]) -> str:
        """The order that is asked for; nothing where none can be."""
        return ""

    def search_form(self, sent: Mapping[str, str]) -> str:
        """The form, filled in as it was sent."""
        rows = "".join(
            f'<div class="field"><label for="{esc(f.param)}">{esc(f.label)}</label> '
            f"{control(f, sent.get(f.param, ''))}</div>"
            for f in self.site.fields
        )
        return (f'<form class="search-form" role="search" action="/{self.path}" method="get">'
                f'{rows}<button type="submit" class="btn">Search</button></form>')  # fmt: skip

    def refusal(self, shown: Shown) -> str:
        """Why a search was not run."""
        if not shown.query.predicates:
            return "Please enter a search term."
        return "Your search is too general. Please add a more specific term."

    def details(self, item: Item) -> str:
        """All columns of a record."""
        rows = "".join(
            f'<tr><th scope="row">{esc(label)}</th><td>{several(texts)}</td></tr>'
            for label, texts in item.labelled()
        )
        return f'<table class="item-details"><tbody>{rows}</tbody></table>'

    def related(self, row: int) -> str:
        """A few other records, which have little to do with this one."""
        count = len(self.site.rows)
        others = [self.site.listed_item((row + n) % count) for n in range(1, min(4, count))]
        links = "".join(f'<li><a href="/item/{o.id}">{esc(o.title)}</a></li>' for o in others)
        return f'<aside class="related"><h2>See also</h2><ul>{links}</ul></aside>'

    def side(self) -> str:
        """What stands beside the content on every page."""
        return ""

    def head(self) -> str:
        """What else the head of every page has."""
        return ""

    def frame(self, title: str, body: str) -> str:
        """The whole page around its content."""
        content = Content(name=self.site.name, title=title, head=self.head(), body=body,
                          side=self.side())  # fmt: skip
        return self.around(content)


def several(texts: tuple[str, ...]) -> str:
    """One text as it is, several as a list."""
    if len(texts) == 1:
        return esc(texts[0])
    return "<ul>" + "".join(f"<li>{esc(text)}</li>" for text in texts) + "</ul>"
