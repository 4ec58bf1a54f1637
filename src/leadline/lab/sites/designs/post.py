"""A form of selects and boxes sent by POST with a token; the pages are buttons that send it again.

The token is in a cookie and in the form, and both must agree, as with many frameworks. Selects
send numbers instead of the texts that people read.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus

from leadline.lab.sites.frames import office
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import control, counted, esc, hidden, joined, window
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit

COOKIE = "form_token"


class Post(Listing):
    """Nothing that is asked stands in an address."""

    name = "post"
    summary = "a form of selects and boxes by POST with a token; pages are buttons"
    around = staticmethod(office)
    form = "fields"
    coded = True
    path = "find"

    def home(self, visit: Visit) -> Reply:
        token = visit.cookies.get(COOKIE) or secrets.token_hex(12)
        body = f"<p>Choose at least one criterion.</p>{self.search_form({'token': token})}"
        cookie = ("Set-Cookie", f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax")
        page = self.page(self.site.name, body)
        return replace(page, headers=() if visit.cookies.get(COOKIE) else (cookie,))

    def search(self, visit: Visit) -> Reply:
        if visit.method != "POST":
            return self.home(visit)
        token = visit.cookies.get(COOKIE, "")
        if not token or visit.fields.get("token") != token:
            sorry = '<p>This form has expired. Please <a href="/">start again</a>.</p>'
            return self.page("Form expired", sorry, HTTPStatus.FORBIDDEN)
        shown = self.site.look(visit.fields, self.page_of(visit))
        return self.results(replace(shown, sent={**shown.sent, "token": token}))

    def search_form(self, sent: Mapping[str, str]) -> str:
        rows = "".join(
            f"<p><label>{esc(f.label)} {control(f, sent.get(f.param, ''), '(any)')}</label></p>"
            for f in self.site.fields
        )
        return (f'<form id="find" action="/find" method="post"><fieldset><legend>Search the '
                f"database</legend>{hidden({'token': sent['token']})}{rows}"
                f'<input type="submit" value="Find"></fieldset></form>')  # fmt: skip

    def pager(self, shown: Shown) -> str:
        if shown.last <= 1:
            return ""
        buttons = "".join(
            "…" if page is None
            else f"<b>{page}</b>" if page == shown.page
            else f'<button name="page" value="{page}">{page}</button>'
            for page in window(shown.page, shown.last)
        )  # fmt: skip
        return (f'<form class="pages" action="/find" method="post">{hidden(shown.sent)}{buttons}'
                f"</form>")  # fmt: skip

    def nothing(self, shown: Shown) -> str:
        return "There are no hits for these criteria."

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        return f'<p class="summary">Page {shown.page} of {shown.last}, {much} hits in total</p>'

    def records(self, shown: Shown) -> str:
        lines = "\n".join(self._line(item, shown) for item in shown.items)
        return f'<ol class="hitlist" start="{shown.first}">{lines}</ol>'

    def _line(self, item: Item, shown: Shown) -> str:
        parts = "; ".join(
            f'<span class="lbl">{esc(label)}:</span> <span class="val">{joined(texts)}</span>'
            for label, texts in item.labelled()[1:]
        )
        link = self.item_url(item, shown)
        return f'<li><a class="hit" href="{link}">{esc(item.title)}</a><br>{parts}</li>'
