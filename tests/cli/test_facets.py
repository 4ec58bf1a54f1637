"""What facets told, on the command line: inspect, status, export."""

import csv
import json
from xml.etree import ElementTree

import pytest

from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.server import started
from tests.harvest.odd_sites import leadline
from tests.harvest.test_facets import CALM, things


@pytest.fixture(scope="module")
def harvest(tmp_path_factory):
    path = tmp_path_factory.mktemp("facets") / "x.db"
    with started(FacetedSite(table=things(60), page_size=10)) as url:
        got = leadline("harvest", url, "--into", path, *CALM)
    assert got.code == 0
    return path, json.loads(got.out)


def test_inspect_shows_facets_with_values_and_counts():
    with started(FacetedSite(table=things(60), page_size=10)) as url:
        shown = leadline("inspect", url, "--delay", 0, "--browser", "never")
        as_json = leadline("inspect", url, "--delay", 0, "--browser", "never", "--json")
    [line] = [line for line in shown.out.splitlines() if " Size: " in line]
    assert line.split("Size: ")[1].startswith("3 values (")
    facets = {facet["name"]: facet for facet in json.loads(as_json.out)["facets"]}
    assert set(facets) == {"Colour", "Size", "Tag"}
    assert sum(one["count"] for one in facets["Size"]["some"]) == 60


def test_status_tells_what_only_facets_tell(harvest):
    path, summary = harvest
    [source] = json.loads(leadline("status", path, "--json").out)["sources"]
    told = {one["attribute"]: one for one in source["facets"]}
    assert {name: (one["values"], one["shown"]) for name, one in told.items()} == {
        "Colour": (3, 0),
        "Size": (3, 0),
        "Tag": (3, 0),
    }
    assert sum(one["pairs"] for one in told.values()) == summary["pairs"]["count"]
    assert "facets alone tell" in leadline("status", path).out


def test_pairs_are_exported_with_what_tells_them(harvest, tmp_path):
    path, summary = harvest
    assert leadline("export", path, tmp_path / "pairs.csv", "--pairs").code == 0
    with (tmp_path / "pairs.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == summary["pairs"]["count"]
    assert {row["attribute"] for row in rows} == {"Colour", "Size", "Tag"}
    [one, *_] = [row for row in rows if row["told_by"] == "page 1"]
    assert f"{one['attribute']}={one['value']}" in one["query"]
    assert one["url"].startswith("http://127.0.0.1:")


def test_records_are_exported_with_what_only_facets_tell(harvest, tmp_path):
    path, summary = harvest
    assert leadline("export", path, tmp_path / "things.jsonl").code == 0
    lines = (tmp_path / "things.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 60
    assert all(row["Colour"] in ("red", "green", "blue") for row in rows)
    said = sum(2 + len(row.get("Tag", ())) for row in rows)
    assert said == summary["pairs"]["count"] == sum(len(row["told_by"]) for row in rows)
    tales = [(row, *tale.split(": ", 1)) for row in rows for tale in row["told_by"]]
    assert any(query == f"{name}={row[name]}" for row, name, query in tales)


def test_pairs_as_a_database_are_refused(harvest, tmp_path):
    got = leadline("export", harvest[0], tmp_path / "pairs.parquet", "--pairs")
    assert got.code == 2
    assert "pairs are written as csv or jsonl" in got.err


def test_queries_are_exported_as_data_and_as_a_picture(harvest, tmp_path):
    path, _ = harvest
    assert leadline("export", path, tmp_path / "queries.json", "--dag").code == 0
    assert leadline("export", path, tmp_path / "queries.svg", "--dag").code == 0
    data = json.loads((tmp_path / "queries.json").read_text(encoding="utf-8"))
    assert data["queries"][0]["values"] == []
    assert data["queries"][0]["total"] == 60
    for wide, narrow in data["narrows"]:
        one, other = data["queries"][wide]["values"], data["queries"][narrow]["values"]
        assert len(other) == len(one) + 1
        assert all(value in other for value in one)
    picture = ElementTree.parse(tmp_path / "queries.svg").getroot()
    boxes = picture.findall(".//{http://www.w3.org/2000/svg}title")
    assert len(boxes) == len(data["queries"])
