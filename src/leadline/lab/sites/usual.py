"""What every site has besides its records: rules for robots, a style sheet, a few plain pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from leadline.lab.sites.style import CSS
from leadline.lab.sites.visit import Reply, plain

ROBOTS = "User-agent: *\nDisallow: /admin/\n"

Texts = Mapping[str, tuple[str, str]]  # title and text of each plain page, by its path
Framed = Callable[[str, str, int], Reply]  # a page of a title, HTML and a status


def usual(first: str, texts: Texts, framed: Framed) -> Reply:
    """What answers an address of which only the first segment matters; perhaps nothing does."""
    if first == "robots.txt":
        return plain(ROBOTS)
    if first == "site.css":
        return Reply(body=CSS.encode(), kind="text/css")
    if first in texts:
        title, text = texts[first]
        return framed(title, f"<p>{text}</p>", HTTPStatus.OK)
    return missing(framed)


def missing(framed: Framed) -> Reply:
    """No such page."""
    text = "<p>The page you asked for does not exist.</p>"
    return framed("Page not found", text, HTTPStatus.NOT_FOUND)
