"""Tables within tables as in the 1990s: font tags, unclosed cells, Latin 1, no page per record."""

from __future__ import annotations

from collections.abc import Mapping
from html import unescape
from http import HTTPStatus

from leadline.lab.sites.frames import MENU
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import control, counted, esc, href, number
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit

FONT = '<FONT FACE="Arial,Helvetica" SIZE=2>'


class Nested(Listing):
    """Layout by tables; the next page starts at a record's place."""

    name = "nested"
    summary = "tables within tables as in the 1990s, unclosed tags, Latin 1, a form with selects"
    form = "fields"
    path = "cgi-bin"

    def reply(self, visit: Visit) -> Reply:
        if visit.part(0) == "item" or (visit.part(0), visit.part(1)) == ("cgi-bin", ""):
            return self.missing()
        return super().reply(visit)

    def search(self, visit: Visit) -> Reply:
        sent = {name: unescape(text) for name, text in visit.fields.items()}
        return self.results(self.site.look(sent, self.page_of(visit)))

    def page_of(self, visit: Visit) -> int:
        return (max(1, number(visit.fields.get("start", ""))) - 1) // self.site.world.page_size + 1

    def page_url(self, shown: Shown, page: int) -> str:
        start = (page - 1) * self.site.world.page_size + 1
        return href("/cgi-bin/search.cgi", shown.sent, start=start)

    def page(self, title: str, body: str, status: int = HTTPStatus.OK) -> Reply:
        text = self.frame(title, body).encode("latin-1", "xmlcharrefreplace")
        return Reply(body=text, kind="text/html", status=status)

    def search_form(self, sent: Mapping[str, str]) -> str:
        rows = "".join(
            f"<TR><TD ALIGN=right>{FONT}<B>{esc(field.label)}:</B></FONT>"
            f"<TD>{control(field, sent.get(field.param, ''), '-- all --')}\n"
            for field in self.site.fields
        )
        return (f'<FORM ACTION="/cgi-bin/search.cgi" METHOD=GET><TABLE BORDER=0 BGCOLOR="#EEEECC">'
                f'{rows}<TR><TD><TD><INPUT TYPE=submit VALUE="Search"> '
                f'<INPUT TYPE=reset VALUE="Clear"></TABLE></FORM>')  # fmt: skip

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None:
            return "<HR>"
        much = counted(shown.answer.total, shown.answer.count)
        return f"<HR>{FONT}<B>{much}</B> matches, {self.site.world.page_size} per page</FONT><P>"

    def records(self, shown: Shown) -> str:
        cells = "".join(f"<TR><TD>{self._record(item)}\n" for item in shown.items)
        return f"<TABLE WIDTH=100% BORDER=0 CELLSPACING=4>{cells}</TABLE>"

    def _record(self, item: Item) -> str:
        lines = "".join(
            f'<TR><TD WIDTH=120 BGCOLOR="#DDDDDD">{FONT}{esc(label)}</FONT>'
            f"<TD>{FONT}{'<BR>'.join(map(esc, texts))}</FONT>"
            for label, texts in item.labelled()
        )
        return f"<TABLE BORDER=1 CELLPADDING=2 WIDTH=90%>{lines}</TABLE>"

    def pager(self, shown: Shown) -> str:
        size = self.site.world.page_size
        back, on = self.page_url(shown, shown.page - 1), self.page_url(shown, shown.page + 1)
        links = [f'<A HREF="{back}">&lt;&lt; Previous {size}</A>'] if shown.page > 1 else []
        links += [f'<A HREF="{on}">Next {size} &gt;&gt;</A>'] if shown.answer.more else []
        return f"<CENTER>{FONT}{' | '.join(links)}</FONT></CENTER>" if links else ""

    def frame(self, title: str, body: str) -> str:
        menu = "".join(f'<TR><TD>{FONT}<A HREF="{to}">{text}</A>' for to, text in MENU)
        return (f'<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset='
                f'iso-8859-1"><TITLE>{esc(self.site.name)}: {esc(title)}</TITLE></HEAD>\n'
                f'<BODY BGCOLOR=white LINK=blue><TABLE WIDTH=760 BORDER=0><TR><TD COLSPAN=2 '
                f'BGCOLOR="#003366"><FONT COLOR=white SIZE=5><B>{esc(self.site.name)}</B></FONT>\n'
                f"<TR VALIGN=top><TD WIDTH=140><TABLE BORDER=0>{menu}</TABLE>\n<TD>"
                f"<H2>{esc(title)}</H2>{body}\n<TR><TD COLSPAN=2><HR><FONT SIZE=1>Best viewed at "
                f"800 x 600. Comments to the webmaster.</FONT></TABLE></BODY></HTML>")  # fmt: skip
