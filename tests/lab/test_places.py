import asyncio
import json
import re
from functools import partial
from typing import Any

import aiohttp
import pytest

from leadline.errors import BadData
from leadline.lab.places import airports, places_of
from leadline.lab.sites.locator import LocatorSite
from leadline.lab.sites.server import serve
from leadline.lab.sites.visit import Visit
from leadline.model import Answer, Outcome, Query, Record, Step
from tests.command import leadline

locate = partial(leadline, "lab", "locate")
TOWNS: list[dict[str, Any]] = [
    {"name": "Köln", "lat": 50.94, "lon": 6.96},
    {"name": "Bonn", "lat": 50.73, "lon": 7.1},
    {"name": "Berlin", "lat": 52.52, "lon": 13.4},
    {"name": "Suva", "lat": -18.14, "lon": 178.44},
    {"name": "Apia", "lat": -13.83, "lon": -171.77},
]


def ask(places, text, page=1):
    return places.answer(Step(Query((("near", text),)), page))


def names(answer):
    return [dict(record.values)["name"] for record in answer.records]


def test_the_nearest_come_first():
    places = places_of(TOWNS)
    assert names(ask(places, "50.7,7,1000")) == ["Bonn", "Köln", "Berlin"]
    assert names(ask(places, "50.7,7,40")) == ["Bonn", "Köln"]


def test_the_date_line_is_no_border():
    assert names(ask(places_of(TOWNS), "-16,180,1300")) == ["Suva", "Apia"]


def test_no_more_than_the_limit_is_shown_on_pages_without_a_total():
    places = places_of(TOWNS, limit=3, page_size=2)
    first, second = ask(places, "50.7,7,20000"), ask(places, "50.7,7,20000", page=2)
    assert (names(first), first.more, first.total) == (["Bonn", "Köln"], True, None)
    assert (names(second), second.more) == (["Berlin"], False)
    assert ask(places, "50.7,7,20000", page=3).outcome is Outcome.EMPTY


def test_another_order_is_the_same_for_all_questions():
    places = places_of(TOWNS, order="static", limit=5)
    assert names(ask(places, "50.7,7,20015")) == names(ask(places, "-16,180,20015"))


def test_a_record_shows_its_columns():
    (berlin,) = ask(places_of(TOWNS), "52.5,13.4,10").records
    assert berlin == Record("2", (("name", "Berlin"), ("lat", "52.52"), ("lon", "13.4")))


def test_what_the_form_cannot_ask_is_refused():
    listed, bounded = places_of(TOWNS, radii=(5, 10)), places_of(TOWNS, largest=50)
    assert ask(listed, "50,7,10").outcome is Outcome.EMPTY
    for places, text in ((listed, "50,7,11"), (bounded, "50,7,51"), (bounded, "here")):
        assert ask(places, text) == Answer(outcome=Outcome.REFUSED)


def test_columns_go_by_their_names_or_are_named():
    rows = [{"Latitude": "1.5", "LNG": 2, "n": "a"}]
    assert places_of(rows).at.tolist() == [[1.5, 2.0]]
    assert places_of([{"b": 3, "l": 4}], "b", "l").at.tolist() == [[3.0, 4.0]]


def test_rows_without_coordinates_are_left_out():
    nowhere = {"name": "nowhere", "lat": None, "lon": ""}
    assert len(places_of([*TOWNS, nowhere]).records) == 5


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"a": 1}, "no column of latitudes; name one of these with --lat: a"),
        ({"lat": 1}, "no column of longitudes; name one of these with --lon: lat"),
        ({"lat": 91, "lon": 0}, "row 1: 91, 0 is no latitude and longitude"),
        ({"lat": "north", "lon": 0}, "row 1: 'lat' is not a number of degrees: 'north'"),
        ({"lat": float("nan"), "lon": 0}, "row 1: 'lat' is not a number of degrees: nan"),
        ({"lat": None, "lon": None}, "no row has coordinates in 'lat' and 'lon'"),
    ],
)
def test_what_is_no_table_of_places(row, message):
    with pytest.raises(BadData) as raised:
        places_of([row])
    assert str(raised.value) == message


# --- the site -------------------------------------------------------------------------------------


def page(site, **fields):
    return site.pages.reply(Visit(path="/stores", fields=fields)).body.decode()


def stores(text):
    return re.findall(
        r'<h3><a href="/store/\d+">([^<]+)</a></h3><p class="distance">([\d.]+)', text
    )


def test_the_page_of_a_locator():
    site = LocatorSite(places=places_of(TOWNS, limit=3, page_size=2))
    text = page(site, lat="50.7", lng="7", radius="1000")
    assert stores(text) == [("Bonn", "7.8"), ("Köln", "26.8")]
    assert '<dd class="lat">50.73</dd>' in text
    assert "/stores?lat=50.7&amp;lng=7&amp;radius=1000&amp;page=2" in text
    assert stores(page(site, lat="50.7", lng="7", radius="1000", page="2")) == [("Berlin", "485.8")]


def test_a_place_may_be_named_or_given_as_a_point():
    site = LocatorSite(places=places_of(TOWNS))
    assert stores(page(site, place="bonn", radius="30")) == [("Bonn", "0.0"), ("Köln", "25.3")]
    assert stores(page(site, place="50.73, 7.1", radius="1")) == [("Bonn", "0.0")]
    assert "We do not know this place" in page(site, place="<b>Atlantis", radius="30")
    assert "No stores near" in page(site, lat="0", lng="0", radius="5")


def test_a_drop_down_of_radii_is_a_select():
    site = LocatorSite(places=places_of(TOWNS, radii=(5.0, 50.0)))
    assert '<option value="50" selected>50 km</option>' in page(site, radius="50")
    assert "smaller distance" in page(site, lat="0", lng="0", radius="9")


def test_the_site_over_http():
    async def visit():
        site = LocatorSite(places=places_of(TOWNS))
        async with serve(site) as url, aiohttp.ClientSession() as session:
            async with session.get(f"{url}/stores?place=Suva&radius=10") as found:
                text = await found.text()
            async with session.get(f"{url}/store/99") as missing:
                return stores(text), missing.status, site.log

    log = [("GET", "/stores?place=Suva&radius=10"), ("GET", "/store/99")]
    assert asyncio.run(visit()) == ([("Suva", "0.0")], 404, log)


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def shops(tmp_path):
    path = tmp_path / "shops.jsonl"
    rows = [{"n": f"s{i}", "lat": i * 7 % 130 - 60, "lon": i * 31 % 360 - 180} for i in range(100)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize("order", ["distance", "static"])
def test_the_result_as_an_object(shops, order):
    done = locate("--data", shops, "--order", order, "--limit", 10, "--page-size", 5, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["places"], found["found"], found["proved"]) == (100, 100, True)
    assert found["floor"] == 10
    assert found["queries"] < found["requests"]
    assert found["ratio"] == found["requests"] / 10


def test_the_result_as_a_table(shops):
    done = locate("--data", shops, "--region=-10,-20,10,20")
    assert done.returncode == 0, done.stderr
    assert re.search(r"proved +│ yes", done.stdout)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lat", "breadth"], "no column 'breadth'; there are: n, lat, lon"),
        (["--region", "1,2,3"], "is not south,west,north,east"),
        (["--radii", "5,x"], "is not a list of kilometres"),
        (["--radii", "50", "--radius-max", "10"], "50 km is above --radius-max"),
    ],
)
def test_mistakes_are_named(shops, arguments, message):
    done = locate("--data", shops, *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there(tmp_path):
    done = locate("--data", tmp_path / "none.csv")
    assert (done.returncode, "cannot be read" in done.stderr) == (2, True)


def reply(**settings: Any) -> str:
    """The site's answer to what is near Bonn."""
    site = LocatorSite(places=places_of(TOWNS), **settings)
    visit = Visit(path="/stores", fields={"lat": "50.7", "lng": "7.1", "radius": "20"})
    return site.pages.reply(visit).body.decode()


def test_a_site_says_where_a_place_is_in_its_own_way():
    assert "<dt>Lat</dt>" in reply()
    assert 'data-lat="50.73" data-lng="7.1"' in reply(shows="attributes")
    assert '<a href="https://maps.example.org/?q=50.73,7.1">' in reply(shows="links")
    (bonn,) = json.loads(reply(shows="json"))["stores"]
    assert bonn == {"id": 2, "name": "Bonn", "lat": "50.73", "lon": "7.1", "distance": 3.3}


def test_boxes_that_nobody_sees_and_miles():
    page = reply(hidden=True, unit="miles")
    assert '<input type="hidden" name="lat" value="50.7">' in page
    assert "Distance (miles)" in page
    assert re.findall(r"[\d.]+ miles", page) == ["2.1 miles", "17.7 miles"]


def test_a_thousand_real_places_come_with_it():
    places = places_of(airports())
    assert len(places.records) == 1000
    assert len({record.values for record in places.records}) == 1000
