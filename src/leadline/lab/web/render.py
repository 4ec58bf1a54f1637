"""Pages as markup: a skeleton made once for each site, and what is different on each page.

Links within a site never lead more than one step deeper than the page they are on, so the depth of
a page is its depth in the tree. Some links are dead, some are redirected, some lead to files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING

from leadline.lab.web.addresses import host
from leadline.lab.web.draw import mixed
from leadline.lab.web.others import everywhere, named
from leadline.lab.web.placing import OTHERS, SITE, Placed
from leadline.lab.web.shapes import SEARCH, Shape
from leadline.lab.web.site import MAIN, MENU, Site

if TYPE_CHECKING:
    from leadline.lab.web.world import Web

PLACE = re.compile(r"\{(title|crumbs|local|body|boxes)\}")
YEARS = "".join(f"<option>{year}</option>" for year in range(1990, 2026, 5))
LONGEST = 16  # paragraphs of a page
RELATED = 4  # links to other pages of the site, at most
SMALL_PRINT, LATEST = 60, 40  # of a hundred sites
DEAD, MOVED, FILE = 2, 3, 3  # of a hundred links in the text
ENDINGS = ("pdf", "doc", "zip", "jpg")
PRODUCTS = 2  # the depth from which on a shop has them

Link = tuple[str, str]


def skeleton(web: Web, site: Site) -> tuple[str, ...]:
    """The page that all pages of a site are made from: markup and places in turn."""
    partners = everywhere(site.seed, site.follows, web.sites)
    fixed = {
        "{name}": escape(site.name),
        "{code}": site.language.code,
        "{menu}": "" if site.framed else _menu(site),
        "{head}": _head(site),
        "{others}": _shortcuts(site) + site.design.local_of(_others(web, site, partners)),
    }
    page = site.design.page
    for place, text in fixed.items():
        page = page.replace(place, text)
    return tuple(PLACE.split(page))


def _menu(site: Site) -> str:
    return site.design.menu_of([("/", "Home"), *map(site.link, site.tree.menu(0))])


def _shortcuts(site: Site) -> str:
    """Links that are on all pages and are no menu: the latest pages, and the small print."""
    usual = [node for node in site.tree.children(0) if not site.tree.in_menu(node)]
    free = [node for node in usual if all(f.kind != SEARCH for f in site.tied.get(node, ()))]
    stirred = mixed(site.seed ^ 0x88, 0)
    small = free[: 2 + stirred % 4] if stirred // 8 % 100 < SMALL_PRINT else []
    latest = free[len(small) :][: 4 + stirred % 5] if stirred // 1024 % 100 < LATEST else []
    listed = site.design.items_of(map(site.link, latest))
    return listed + site.design.local_of(map(site.link, small))


def frames(site: Site) -> str:
    """The root page of a site in frames."""
    return (
        f"<html><head><title>{escape(site.name)}</title></head>"
        f'<frameset cols="180,*"><frame name="menu" src="{MENU}"><frame name="main" src="{MAIN}">'
        "<noframes><body>This page needs frames.</body></noframes></frameset></html>"
    )


def menu_frame(site: Site) -> str:
    """The menu of a site in frames."""
    return f'<html><head><base target="main"></head><body>{_menu(site)}</body></html>'


def _head(site: Site) -> str:
    found = f'<meta http-equiv="Content-Type" content="text/html; charset={site.charset}">'
    if site.manners.opensearch and described(site) is not None:
        found += (
            '<link rel="search" type="application/opensearchdescription+xml" '
            f'title="{escape(site.name)}" href="/opensearch.xml">'
        )
    return found


def described(site: Site) -> Placed | None:
    """The form that a description of the site's search is about."""
    usable = (form for form in site.tied.get(0, ()) if form.kind == SEARCH and form.action)
    return next(usable, None)


def rendered(web: Web, site: Site, node: int) -> str:
    """A page."""
    forms = site.forms(node)
    return filled(
        web,
        site,
        title=escape(site.title(node)),
        crumbs=_crumbs(site, node),
        local=_local(site, node),
        boxes=_written(web, site, (form for form in forms if form.reach == SITE)),
        body="\n".join(_body(web, site, node, forms)),
    )


def filled(web: Web, site: Site, **places: str) -> str:
    """The skeleton of a site with its places filled in."""
    pieces = list(web.skeleton(site.number))
    pieces[1::2] = [places.get(place, "") for place in pieces[1::2]]
    return "".join(pieces)


def _crumbs(site: Site, node: int) -> str:
    above = [site.link(one) for one in site.tree.above(node)][:0:-1]
    return " &gt; ".join(f'<a href="{url}">{text}</a>' for url, text in above)


def _local(site: Site, node: int) -> str:
    """The menu that a page opens or is in, and that of its section."""
    tree = site.tree
    opened = tree.menu(node) if node else []
    parent = tree.parent(node)
    if not opened and parent > 0:
        opened = tree.menu(parent)
    section = [one for one in tree.above(node) if one][-1:]
    of_section = tree.menu(section[0]) if section and node != section[0] else []
    menus = [opened] if opened == of_section else [of_section, opened]
    return "".join(site.design.local_of(map(site.link, menu)) for menu in menus if menu)


def _body(web: Web, site: Site, node: int, placed: list[Placed]) -> Iterator[str]:
    stirred = mixed(site.seed ^ 0x22, node)
    forms = [form for form in placed if form.reach != SITE]
    paragraphs = site.subject.paragraphs
    yield paragraphs[stirred % len(paragraphs)]
    if forms and stirred & 64:
        yield _written(web, site, forms)
    for place in range(stirred // 256 % LONGEST):
        yield paragraphs[(stirred + 31 * place + 7) % len(paragraphs)]
    beside, below = _below(site, node, placed)
    if forms and not stirred & 64:
        yield _written(web, site, forms)
    yield beside
    yield site.design.items_of(below)
    if site.shop and site.tree.depth(node) >= PRODUCTS and not site.tree.children(node):
        yield _product(web, site, node)
    yield _related(site, node, stirred)
    depth, linking = site.tree.depth(node), node == site.link_page
    outward = named(site.seed, node, depth, site.follows, linking, web.sites)
    yield site.design.items_of(_others(web, site, outward))


def _below(site: Site, node: int, forms: list[Placed]) -> tuple[str, list[Link]]:
    """The links to pages below that are in no menu: those beside a form, and the list."""
    beside, below = [], []
    searching = any(form.kind == SEARCH for form in forms)
    for child in site.tree.children(node):
        if site.tree.in_menu(child):
            continue
        if searching and any(form.kind == SEARCH for form in site.tied.get(child, ())):
            words = site.language.advanced
            beside.append((site.link(child)[0], escape(words[child % len(words)])))
        else:
            below.append(_moved(site, child))
    return " ".join(f'<a href="{url}">{text}</a>' for url, text in beside), below


def _moved(site: Site, node: int) -> Link:
    """A link to a page, perhaps to where it was before."""
    url, text = site.link(node)
    if mixed(site.seed ^ 0x33, node) % 100 < MOVED:
        return f"/moved/{site.numbers.of(node)}", text
    return url, text


def _related(site: Site, node: int, stirred: int) -> str:
    """A few links to other pages, no more than a step deeper; to files; to nowhere."""
    starts = site.tree.starts
    most = starts[min(site.tree.depth(node) + 2, len(starts) - 1)]
    links = []
    for place in range(stirred // 4096 % (RELATED + 1)):
        number = mixed(site.seed ^ 0x44, node * 8 + place)
        kind = number % 100
        url, text = site.link(number // 100 % most)
        if kind < DEAD:
            url = f"/old/page{number % 1000}.html"
        elif kind < DEAD + FILE:
            url = f"/files/{number % 1000}.{ENDINGS[number % len(ENDINGS)]}"
        links.append(f'<a href="{url}">{text}</a>')
    return f"<p>{', '.join(links)}</p>" if links else ""


def _others(web: Web, site: Site, sites: Iterable[int]) -> list[Link]:
    titles = site.subject.titles
    return [(f"{web.origin(one)}/", escape(titles[one % len(titles)])) for one in sites]


def _product(web: Web, site: Site, node: int) -> str:
    shapes = web.shapes.of("order", site.language.code)
    if not shapes:
        return ""
    number = site.numbers.of(node)
    return fill(web, site, shapes[site.seed % len(shapes)], OTHERS["order"], number)


def _written(web: Web, site: Site, forms: Iterable[Placed]) -> str:
    return "\n".join(written(web, site, form) for form in forms)


def written(web: Web, site: Site, form: Placed) -> str:
    """A form as it stands on its pages."""
    return fill(web, site, form.shape, form.action, form.number)


def fill(web: Web, site: Site, shape: Shape, action: str, number: int) -> str:
    """A shape with everything filled in."""
    if "@" not in shape.html:
        return shape.html
    return shape.filled(
        action,
        topic=site.subject.name,
        options=choices(site, number),
        years=YEARS,
        number=str(number),
        engine=f"{host(web.sites)}:{web.port}",
        host=site.host,
    )


def choices(site: Site, number: int) -> str:
    """Choices of the site's subject, others for each form."""
    words = site.subject.words
    first = number % len(words)
    some = (words[first:] + words[:first])[: 5 + number % 4]
    return "".join(f"<option>{escape(word)}</option>" for word in some)
