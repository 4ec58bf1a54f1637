"""What stands around the content of a page, in the manners of several kinds of sites.

Menus, crumbs, side columns and footers are what an extractor has to tell from records; all their
links lead to pages that exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leadline.lab.sites.markup import esc

MENU = (("/", "Home"), ("/about", "About us"), ("/help", "Help"), ("/contact", "Contact"))
LEGAL = (("/terms", "Terms of use"), ("/partners", "Our partners"), ("/contact", "Imprint"))
STYLE = '<link rel="stylesheet" href="/site.css">'
MONTHS = ("January", "February", "March", "April", "May", "June")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a frame goes around: texts are plain, `head`, `body` and `side` are HTML."""

    name: str
    title: str
    head: str
    body: str
    side: str


def modern(page: Content) -> str:
    """HTML 5 with a banner, crumbs and a footer."""
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
            f"<title>{esc(page.title)} | {esc(page.name)}</title>"
            f'<meta name="viewport" content="width=device-width">{STYLE}{page.head}</head><body>'
            f'<header class="site-header"><a class="logo" href="/">{esc(page.name)}</a>'
            f'<nav class="main-nav">{_list(MENU)}</nav></header>'
            f'<nav class="breadcrumb"><a href="/">Home</a> › <span>{esc(page.title)}</span></nav>'
            f'<main id="content"><h1>{esc(page.title)}</h1>{page.body}</main>{page.side}'
            f'<footer class="site-footer"><p>© The editors. <a href="/terms">Terms of use</a> · '
            f'<a href="#content">Back to top</a></p></footer></body></html>')  # fmt: skip


def shop(page: Content) -> str:
    """A grid of columns, the side column first, a footer of link lists, a note about cookies."""
    return f"""<!doctype html>
<html lang="en-gb">
<head>
  <meta charset="utf-8">
  <title>{esc(page.title)} - {esc(page.name)}</title>
  <link rel="shortcut icon" href="/favicon.ico">
  {STYLE}{page.head}
</head>
<body class="default">
<div class="cookie-note">We use cookies. <a href="/terms">Learn more</a></div>
<nav class="navbar navbar-expand"><div class="container-fluid">
  <a class="navbar-brand" href="/">{esc(page.name)}</a>
  {_list(MENU, "navbar-nav", "nav-item")}
  <span class="basket-mini">Basket: 0 items</span>
</div></nav>
<div class="container-fluid page">
  <div class="row">
    <div class="col-sm-4 col-md-3">{page.side}</div>
    <div class="col-sm-8 col-md-9">
      <div class="page-header"><h1>{esc(page.title)}</h1></div>
      {page.body}
    </div>
  </div>
</div>
<footer class="footer container-fluid"><div class="row">
  <div class="col"><h5>Service</h5>{_list(MENU)}</div>
  <div class="col"><h5>Legal</h5>{_list(LEGAL)}</div>
</div></footer>
</body></html>"""


def office(page: Content) -> str:
    """A public office: a skip link, a date of the last change, the side column after the text."""
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{esc(page.name)}: {esc(page.title)}</title>
{STYLE}{page.head}</head>
<body><a class="skip-link" href="#main">Skip to main content</a>
<div id="wrapper"><div id="header"><p class="agency">{esc(page.name)}</p>
<div id="tools"><a href="/help">Accessibility</a> <a href="/contact">Contact</a></div></div>
<div id="nav">{_list(MENU)}</div>
<ol id="crumbs"><li><a href="/">Start</a></li><li>{esc(page.title)}</li></ol>
<div id="main"><h1>{esc(page.title)}</h1>
{page.body}
</div>{page.side}
<div id="footer"><p>Last updated: 2 May 2024</p>{_list(LEGAL)}</div></div></body></html>"""


def blog(page: Content) -> str:
    """A journal with widgets: recent entries, archives by month, subjects."""
    months = [(f"/archive/{n}", f"{month} 2024") for n, month in enumerate(MONTHS, 1)]
    entries = (("/about", "Why we made this list"), ("/help", "How to search"))
    return f"""<!DOCTYPE html>
<html lang="en-US">
<head><meta charset="UTF-8"><title>{esc(page.title)} &#8211; {esc(page.name)}</title>
{STYLE}{page.head}
</head>
<body class="archive"><div id="page" class="site">
<header id="masthead"><p class="site-title"><a href="/" rel="home">{esc(page.name)}</a></p>
<nav id="site-navigation">{_list(MENU, "menu", "menu-item")}</nav></header>
<div id="primary" class="content-area"><main class="site-main">
<h1 class="page-title">{esc(page.title)}</h1>
{page.body}
</main></div>
<div id="secondary" class="widget-area">
<section class="widget"><h2>Recent entries</h2>{_list(entries)}</section>
<section class="widget"><h2>Archives</h2>{_list(months)}</section>{page.side}
</div>
<footer id="colophon">{_list(LEGAL)}</footer>
</div></body></html>"""


def _list(links: Iterable[tuple[str, str]], cls: str = "", item: str = "") -> str:
    each = f' class="{item}"' if item else ""
    lines = "".join(f'<li{each}><a href="{to}">{text}</a></li>' for to, text in links)
    return f'<ul class="{cls}">{lines}</ul>' if cls else f"<ul>{lines}</ul>"
