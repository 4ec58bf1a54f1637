"""A design whose results are a page of HTML: the form, the total, the records, the pager.

What a design shows of a record, and how, is its own.
"""

from __future__ import annotations

from abc import abstractmethod
from http import HTTPStatus

from leadline.lab.sites.design import Design
from leadline.lab.sites.markup import counted, esc, href, window
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply
from leadline.model import Outcome


class Listing(Design):
    """The pages of a site that lists what it finds."""

    def results(self, shown: Shown) -> Reply:
        """What a search found, as a page."""
        if shown.answer.outcome is Outcome.FAILED:
            sorry = "<p>The service is busy. Please try again later.</p>"
            return self.page("Busy", sorry, HTTPStatus.SERVICE_UNAVAILABLE)
        body = self.search_form(shown.sent) + self.found(shown)
        return self.page("Search results", body)

    def found(self, shown: Shown) -> str:
        """The total, the records and the pager, or a sentence where there is nothing."""
        if shown.answer.outcome is Outcome.REFUSED:
            return f'<p class="message">{self.refusal(shown)}</p>'
        if shown.none:
            return f'<p class="message no-results">{self.nothing(shown)}</p>'
        return self.total(shown) + self.records(shown) + self.pager(shown)

    def page_url(self, shown: Shown, page: int) -> str:
        """The address of another page of the same search, escaped."""
        return href(f"/{self.path}", shown.sent, page=page)

    def item_url(self, item: Item, shown: Shown) -> str:
        """The address of a record's own page, escaped."""
        return f"/item/{item.id}"

    def nothing(self, shown: Shown) -> str:
        """What is said when nothing matches."""
        asked = " ".join(shown.sent.values())
        return f"Sorry, no records match your search for <em>{esc(asked)}</em>."

    def total(self, shown: Shown) -> str:
        """The line that says how many there are."""
        if shown.answer.total is None:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        return f'<p class="total">{much} records found</p>'

    @abstractmethod
    def records(self, shown: Shown) -> str:
        """The records of one page."""

    def pager(self, shown: Shown) -> str:
        """Links to the other pages, by their numbers."""
        if shown.last <= 1:
            return ""
        return f'<ul class="pagination">{"".join(self._numbers(shown))}</ul>'

    def _numbers(self, shown: Shown) -> list[str]:
        def link(page: int | None) -> str:
            if page is None:
                return '<li class="gap">…</li>'
            if page == shown.page:
                return f'<li class="active"><span>{page}</span></li>'
            return f'<li><a href="{self.page_url(shown, page)}">{page}</a></li>'

        return [link(page) for page in window(shown.page, shown.last)]
