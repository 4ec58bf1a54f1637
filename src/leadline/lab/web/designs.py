"""What pages look like: templates with places for menus, forms and text, as pages of several times.

Places: {name} of the site, {title} of the page, {menu} and {local} menus, {crumbs}, {boxes} the
forms that are on all pages, {body}, {others} links to other sites, {head} links in the head.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

OLD = '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html><head><title>{title}'
HEAD = "</title>{head}</head>"
NEW = '<!DOCTYPE html>\n<html lang="{code}"><head><title>{title}'
STYLED = '</title><link rel="stylesheet" href="/style.css">{head}</head>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """A look: the page, how its menus are written, and how many sites have it."""

    share: int
    page: str
    menu: tuple[str, str, str]  # before, between and after the links of a menu
    local: tuple[str, str, str]
    items: tuple[str, str, str] = ("<ul>\n<li>", "</li>\n<li>", "</li>\n</ul>")  # lists in the text
    attribute: str = ""  # of the links in menus
    pictures: bool = False  # the menu of the site is made of pictures

    def menu_of(self, links: Iterable[tuple[str, str]]) -> str:
        """The links as the menu of the site; addresses and titles are markup already."""
        if self.pictures:
            links = ((url, f'<img src="/images/menu.gif" alt="{text}">') for url, text in links)
        return _row(self.menu, links, self.attribute)

    def local_of(self, links: Iterable[tuple[str, str]]) -> str:
        """The links as the menu of a section."""
        return _row(self.local, links, self.attribute)

    def items_of(self, links: Iterable[tuple[str, str]]) -> str:
        """The links as a list in the text."""
        return _row(self.items, links, "")


def _row(marks: tuple[str, str, str], links: Iterable[tuple[str, str]], attribute: str) -> str:
    before, between, after = marks
    inner = between.join(f'<a{attribute} href="{url}">{text}</a>' for url, text in links)
    return f"{before}{inner}{after}" if inner else ""


TABLES = Design(
    share=22,
    page=OLD + HEAD + """
<body bgcolor="#ffffff"><table width="760" border="0" cellspacing="0"><tr><td colspan="2"
bgcolor="#003366"><font color="white" size="5">{name}</font></td></tr>
<tr><td width="150" valign="top">{menu}<hr>{boxes}{local}</td>
<td valign="top"><small>{crumbs}</small><h1>{title}</h1>
{body}
</td></tr><tr><td colspan="2"><hr><font size="1">{others}</font></td></tr></table></body></html>
""",
    menu=('<table cellpadding="3"><tr><td>', "</td></tr>\n<tr><td>", "</td></tr></table>"),
    local=("<br>", "<br>\n", "<br>"),
    items=('<table border="1"><tr><td>', "</td></tr>\n<tr><td>", "</td></tr></table>"),
)  # fmt: skip
BARS = Design(
    share=16,
    page=OLD + HEAD + """
<body><center><h2>{name}</h2>{menu}<br>{boxes}</center><hr>
<h3>{title}</h3>{local}
{body}
<hr><p align="center">{others}<br>{crumbs}</p></body></html>
""",
    menu=("<b>", " | ", "</b>"),
    local=("<p>[ ", " ] [ ", " ]</p>"),
    items=("<p>", "<br>\n", "</p>"),
)  # fmt: skip
ROW = Design(
    share=12,
    page=OLD + HEAD + """
<body><table width="100%"><tr><td><img src="/images/logo.gif" alt="{name}"></td>
<td>{boxes}</td></tr></table>{menu}
<table width="100%"><tr><td width="75%"><h1>{title}</h1>
{body}
</td><td valign="top">{local}{others}</td></tr></table>{crumbs}</body></html>
""",
    menu=('<table class="nav"><tr><td>', "</td><td>", "</td></tr></table>"),
    local=("<table><tr><td>", "</td></tr><tr><td>", "</td></tr></table>"),
    pictures=True,
)  # fmt: skip
DIVS = Design(
    share=18,
    page=NEW + STYLED + """
<body><div id="wrap"><div id="header"><h1><a href="/">{name}</a></h1>{boxes}</div>
<div id="sidebar">{menu}{local}</div>
<div id="content"><h2>{title}</h2><div class="path">{crumbs}</div>
{body}
</div><div id="footer">{others}</div></div></body></html>
""",
    menu=("<ul>\n<li>", "</li>\n<li>", "</li>\n</ul>"),
    local=('<ul class="sub">\n<li>', "</li>\n<li>", "</li>\n</ul>"),
    items=('<div class="item"><h3>', '</h3></div>\n<div class="item"><h3>', "</h3></div>"),
)  # fmt: skip
MODERN = Design(
    share=18,
    page=NEW + STYLED + """
<body><header class="site-header"><a class="brand" href="/">{name}</a>{menu}{boxes}</header>
<main><nav aria-label="breadcrumb">{crumbs}</nav><article><h1>{title}</h1>
{body}
</article><aside>{local}</aside></main><footer>{others}</footer></body></html>
""",
    menu=('<nav class="main-nav"><ul><li>', "</li><li>", "</li></ul></nav>"),
    local=('<nav class="section"><ul><li>', "</li><li>", "</li></ul></nav>"),
    items=('<section class="cards"><div class="card">', '</div><div class="card">',
           "</div></section>"),
    attribute=' class="nav-link"',
)  # fmt: skip
BLOG = Design(
    share=10,
    page=NEW + STYLED + """
<body class="blog"><div class="container"><div class="masthead"><h1>{name}</h1>{menu}</div>
<div class="row"><div class="col-8"><div class="post"><h2>{title}</h2>
{body}
</div></div><div class="col-4">{boxes}<div class="widget">{local}</div>
<div class="widget blogroll">{others}</div></div></div><p class="crumbs">{crumbs}</p></div>
</body></html>
""",
    menu=('<ul class="nav navbar-nav"><li>', "</li><li>", "</li></ul>"),
    local=("<ul><li>", "</li><li>", "</li></ul>"),
    items=("<div><p>", "</p></div>\n<div><p>", "</p></div>"),
)  # fmt: skip
PLAIN = Design(
    share=4,
    page=OLD + HEAD + """
<body><h1>{title}</h1>
{body}
{local}{boxes}<hr>{menu}<address>{name}</address>{others}</body></html>
""",
    menu=("<p>", "\n", "</p>"),
    local=("<ul>\n<li>", "\n<li>", "</ul>"),
    items=("<dl><dt>", "\n<dt>", "</dl>"),
)  # fmt: skip
DESIGNS = {
    "tables": TABLES, "bars": BARS, "row": ROW, "divs": DIVS, "modern": MODERN, "blog": BLOG,
    "plain": PLAIN,
}  # fmt: skip
