"""The truth about a site: its query forms, what makes each one itself, and the pages it is on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leadline.lab.web.placing import PAGE, SITE, Placed
from leadline.lab.web.render import written
from leadline.lab.web.shapes import parsed
from leadline.lab.web.site import Site
from leadline.model import Form

if TYPE_CHECKING:
    from leadline.lab.web.world import Web

BUTTONS = frozenset({"submit", "image", "reset", "button"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A form of a site, the page on which it is met first, and how one comes there."""

    kind: str
    key: str
    form: Form  # as it stands on that page
    depth: int
    by_menus: bool  # whether menus lead there all the way from the root
    reach: str  # page, section or site: where else it is


def key(form: Form) -> str:
    """What makes a form itself: method, address and names of its fields."""
    names = sorted({one.name for one in form.controls if one.name and one.kind not in BUTTONS})
    return f"{form.method} {form.action} {' '.join(names)}"


def forms(web: Web, site: int) -> tuple[Known, ...]:
    """The query forms of a site, the shallowest first."""
    drawn = web.site(site)
    return tuple(_known(web, drawn, form) for form in drawn.queries)


def decoys(web: Web, site: int) -> tuple[Known, ...]:
    """Its other forms, but for those of a shop's products."""
    drawn = web.site(site)
    return tuple(_known(web, drawn, form) for form in drawn.decoys)


def _known(web: Web, site: Site, placed: Placed) -> Known:
    tree, node = site.tree, placed.node
    form = parsed(written(web, site, placed), web.origin(site.number) + site.shown_at(node))
    return Known(
        kind=placed.kind,
        key=key(form),
        form=form,
        depth=site.depth(node),
        by_menus=tree.by_menus(node),
        reach=placed.reach,
    )


def pages_of(web: Web, site: int, form: Known) -> Iterator[str]:
    """The addresses of all pages that a form is on."""
    drawn, origin = web.site(site), web.origin(site)
    path = form.form.page.removeprefix(origin)
    first = 0 if path == drawn.shown_at(0) else drawn.node(path)
    for node in range(drawn.tree.pages):
        on = form.reach == SITE or node == first
        if on or (form.reach != PAGE and first in set(drawn.tree.above(node))):
            yield origin + drawn.shown_at(node)
