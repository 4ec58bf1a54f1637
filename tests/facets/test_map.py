"""What a site's map names and no list shows."""

import json

import pytest

from leadline.answering import heard_out
from leadline.document import Document
from leadline.interpret.facet_map import Maps
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


def read(maps, most=20):
    """Maps that were read, and how many pages that took."""
    found = Maps([SITE + url for url in maps])
    asked, _ = heard_out(found.read(most), shown)
    return found, len(asked)


def shown(request):
    body = PAGES.get(request.url.removeprefix(SITE))
    page = Page(request=request, url=request.url, body=(body or "").encode())
    return Document(page) if body else None


@pytest.mark.parametrize(
    ("maps", "known", "found"),
    [
        (["/index.xml"], KNOWN, ("/cup/1", "/cup/7", "/cup/8")),
        (["/one.xml"], KNOWN, ("/cup/1", "/cup/7")),
        (["/gone.xml"], KNOWN, ()),
        (["/one.xml"], [f"{SITE}/jug/1"], ()),  # names other things
        (["/one.xml"], [f"{SITE}/all", f"{SITE}/all"], ()),
        (["/one.xml"], [], ()),
        ([], KNOWN, ()),
    ],
)
def test_which_records_maps_name(maps, known, found):
    assert read(maps)[0].records(known) == tuple(SITE + url for url in found)


def test_maps_are_read_as_far_as_is_wanted():
    some, pages = read(["/index.xml"], most=2)
    assert (pages, some.whole, some.records(KNOWN)[-1]) == (2, False, f"{SITE}/cup/7")
    every, pages = read(["/index.xml"])
    assert (pages, every.whole) == (4, True)
    assert not read([])[0].whole


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


def cut_site(*, mapped):
    """Lists that are cut, which leave some entities on none."""
    rows = [{"title": f"Thing number {n}", "size": "SML"[n % 3], "colour": "rgb"[n * 7 % 11 % 3]}
            for n in range(240)]  # fmt: skip
    table = FacetTable(rows=rows, facets=("size", "colour"))
    return FacetedSite(table=table, page_size=10, limit=40, mapped=mapped)


def test_the_map_is_read_before_the_lists_and_costs_no_more_than_itself(tmp_path):
    took = {}
    for mapped in (False, True):
        site = cut_site(mapped=mapped)
        with started(site) as url:
            got = harvest(url, tmp_path / f"{mapped}.db")
        assert (got["records"], got["pairs"]["count"]) == (240, 480)
        took[mapped] = [path for _, path in site.log]
    place = took[True].index("/sitemap.xml")
    assert took[True] == [*took[False][:place], "/sitemap.xml", *took[False][place:]]
    assert took[False][place] == "/browse?page=3"  # two were looked at to understand the site


def test_what_counts_tell_of_records_that_only_the_map_names(tmp_path):
    rows = [{"title": f"Thing number {n}", "size": "MLSSS"[n % 5]} for n in range(200)]
    told = {}
    for mapped in (False, True):
        table = FacetTable(rows=rows, facets=("size",))
        site = FacetedSite(table=table, page_size=10, limit=40, mapped=mapped)
        with started(site) as url:
            got = harvest(url, tmp_path / f"{mapped}.db")
        told[mapped] = got["records"], got["pairs"]["count"]
    assert told[False][1] < 200
    assert told[True] == (200, 200)
