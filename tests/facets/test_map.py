"""What a site's map names and no list shows."""

import json

import pytest

from leadline.document import Document
from leadline.interpret.facet_map import not_found
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.server import started
from leadline.model import Page
from leadline.store import open_store
from tests.harvest.odd_sites import leadline
from tests.harvest.test_facets import things

SITE = "http://shop.example"
KNOWN = [f"{SITE}/cup/{n}" for n in range(5)]


def locs(*urls):
    return "".join(f"<loc>{url}</loc>" for url in urls)


PAGES = {
    "/index.xml": f"<sitemapindex>{locs('/one.xml', '/two.xml', '/gone.xml')}</sitemapindex>",
    "/one.xml": f"<urlset>{locs('/cup/1', '/cup/7', '/about', '/cup/7/reviews')}</urlset>",
    "/two.xml": f"<urlset>{locs('/cup/8', '/cup/8?colour=red', '/index.xml')}</urlset>",
}


def told(maps, known):
    talk = not_found([SITE + url for url in maps], known)
    try:
        request = next(talk)
        while True:
            body = PAGES.get(request.url.removeprefix(SITE))
            page = Page(request=request, url=request.url, body=(body or "").encode())
            request = talk.send(Document(page) if body else None)
    except StopIteration as done:
        return done.value


@pytest.mark.parametrize(
    ("maps", "known", "found"),
    [
        (["/index.xml"], KNOWN, (f"{SITE}/cup/7", f"{SITE}/cup/8")),
        (["/one.xml"], [*KNOWN, f"{SITE}/cup/7"], ()),
        (["/gone.xml"], KNOWN, None),
        (["/one.xml"], [f"{SITE}/jug/1"], None),  # names other things
        (["/one.xml"], [f"{SITE}/all", f"{SITE}/all"], None),
        (["/one.xml"], [], None),
        ([], KNOWN, None),
    ],
)
def test_records_that_only_the_map_names(maps, known, found):
    assert told(maps, known) == found


def mapped_site():
    """A list that is cut, and a map of everything."""
    rows = [{k: v for k, v in row.items() if k != "size" or n % 4} for n, row in
            enumerate(things(200, facets=("size",)).rows)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("size",))
    return FacetedSite(table=table, page_size=10, limit=60, mapped=True)


def harvest(url, path, *options):
    got = leadline("harvest", url, "--into", path, "--delay", 0, "--browser", "never", "--json",
                   *options)  # fmt: skip
    return json.loads(got.out)


def test_a_harvest_says_which_records_of_the_map_it_has_not_found(tmp_path):
    path = tmp_path / "x.db"
    with started(mapped_site()) as url:
        held = harvest(url, path, "--details", "never")["records"]
    assert held < 200
    [source] = json.loads(leadline("status", path, "--json").out)["sources"]
    missing = source["last_run"]["missing"]
    assert missing["count"] == 200 - held
    assert all(one.startswith(f"{url}/item/") for one in missing["first"])
    assert f"missing   {200 - held} that the site's map names" in leadline("status", path).out


def test_what_only_the_map_names_is_read_from_its_own_page(tmp_path):
    site, path = mapped_site(), tmp_path / "x.db"
    with started(site) as url:
        assert harvest(url, path)["records"] == 200
        asked = len(site.log)
        assert harvest(url, path)["records"] == 200
        again = len(site.log) - asked
    with open_store(path, create=False, write=False) as store:
        found = {one.record.url: one.record for one in store.records(store.sources()[0].id)}
    assert set(found) == {f"{url}/item/{n + 1}" for n in range(200)}
    said = {n: found[f"{url}/item/{n + 1}"].text for n in range(200)}
    lacking = {n for n, row in enumerate(site.table.rows) if row["note"] not in said[n]}
    assert lacking == set()
    assert again < 20
    assert "missing" not in leadline("status", path).out
