"""What a site offers to programs: robots rules, a sitemap, a description of its search."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from leadline.lab.sites.visit import Reply, plain
from leadline.lab.web.draw import mixed
from leadline.lab.web.render import described, written
from leadline.lab.web.shapes import parsed
from leadline.lab.web.site import Site

if TYPE_CHECKING:
    from leadline.lab.web.world import Web

LISTED = 80  # of a hundred pages are in the sitemap
LARGEST = 5_000  # addresses of a sitemap
SITEMAPS = "http://www.sitemaps.org/schemas/sitemap/0.9"
OPENSEARCH = "http://a9.com/-/spec/opensearch/1.1/"
TYPED = frozenset({"text", "search"})


def offered(web: Web, site: Site, path: str) -> Reply | None:
    """One of the files for programs, if the site has it."""
    manners = site.manners
    if path == "/robots.txt" and manners.robots:
        return plain("\n".join(_rules(web, site)) + "\n")
    if path == "/sitemap.xml" and manners.sitemap:
        return Reply(body=_sitemap(web, site).encode(), kind="application/xml")
    if path == "/opensearch.xml" and manners.opensearch:
        return _description(web, site)
    return None


def _rules(web: Web, site: Site) -> Iterator[str]:
    yield "User-agent: *"
    yield "Disallow: /cgi-bin/private/"
    if site.manners.closed:
        yield from (f"Disallow: {form.action}?" for form in site.queries if form.action)
    if site.manners.sitemap:
        yield f"Sitemap: {web.origin(site.number)}/sitemap.xml"


def _sitemap(web: Web, site: Site) -> str:
    origin = web.origin(site.number)
    listed = (n for n in range(site.tree.pages) if mixed(site.seed ^ 0x66, n) % 100 < LISTED)
    places = (escape(origin + site.path(node)) for node in islice(listed, LARGEST))
    inner = "\n".join(f"<url><loc>{place}</loc></url>" for place in places)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAPS}">\n{inner}\n</urlset>'
    )


def _description(web: Web, site: Site) -> Reply | None:
    form = described(site)
    if form is None:
        return None
    origin = web.origin(site.number)
    controls = parsed(written(web, site, form), f"{origin}/").controls
    box = next((one.name for one in controls if one.name and one.kind in TYPED), "q")
    template = f"{origin}{form.action}?{box}={{searchTerms}}"
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<OpenSearchDescription xmlns="{OPENSEARCH}">'
        f"<ShortName>{escape(site.subject.name)}</ShortName>"
        f"<Description>{escape(site.name)}</Description>"
        f'<Url type="text/html" template="{escape(template)}"/></OpenSearchDescription>'
    )
    return Reply(body=text.encode(), kind="application/opensearchdescription+xml")
