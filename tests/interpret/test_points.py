"""Which controls take a point, where to begin, and what a form is then asked with."""

import pytest

from leadline.document import Document
from leadline.interpret.endpoint import by_points
from leadline.interpret.find import ways_on
from leadline.interpret.points import Pointing, pointing, unit_in
from leadline.interpret.starts import TOWNS, starts
from leadline.model import Page, Query, Request
from leadline.query.encode import Encoding
from tests.interpret.forms import box, choice, hidden

MILES = choice("radius", ("10", "10 miles"), ("25", "25 miles"), ("", "Any distance"))


def page(body="", url="https://shops.example/"):
    return Document(Page(request=Request(url=url), url=url, body=body.encode()))


def asked(found: Pointing, near: str, **field) -> str:
    encoding = Encoding(action="https://shops.example/near", fields=(found.field(**field),))
    return encoding.encode(Query((("near", near),))).url.partition("?")[2]


def test_boxes_for_a_point_and_a_radius():
    form = (box("q", "Town"), box("lat"), box("lng"), box("radius", "Radius (km)", kind="number"))
    found = pointing(form)
    assert found == Pointing(lat="lat", lon="lng", radius="radius", unit=1.0)
    assert asked(found, "50.7,7.1,25") == "lat=50.7&lng=7.1&radius=25"


def test_what_only_a_script_fills_in_and_the_form_is_filled_with():
    found = pointing((box("place"), hidden("geo[lat]", "48.2"), hidden("geo[lng]", "16.4")))
    assert found == Pointing(lat="geo[lat]", lon="geo[lng]", start=(48.2, 16.4))
    assert found.field().attribute.domain == ("20500",)


@pytest.mark.parametrize(
    ("lat", "lon"),
    [("latitude", "longitude"), ("userLat", "userLon"), ("p_breite", "p_länge"), ("緯度", "経度")],
)
def test_other_names(lat, lon):
    assert pointing((box(lat), box(lon))) == Pointing(lat=lat, lon=lon)


def test_names_on_labels():
    found = pointing((box("a", "Latitude"), box("b", "Longitude")))
    assert found == Pointing(lat="a", lon="b")


def test_the_radii_of_a_list_are_kilometres_and_sent_as_the_list_has_them():
    found = pointing((box("lat"), box("lon"), MILES))
    assert found is not None
    assert found.field().attribute.domain == ("16.09344", "40.2336", "20500")
    assert asked(found, "50,7,40.2336") == "lat=50&lon=7&radius=25"
    assert asked(found, "50,7,20500") == "lat=50&lon=7&radius="
    assert found.field(largest=50.0).attribute.domain == ("16.09344", "40.2336")


def test_where_nobody_says_the_unit_it_is_tried():
    found = pointing((box("lat"), box("lon"), box("distance")))
    assert found == Pointing(lat="lat", lon="lon", radius="distance")
    assert asked(found, "50,7,16.09344", unit=1.609344) == "lat=50&lon=7&distance=10"
    listed = pointing((box("lat"), box("lon"), choice("distance", "5", "1,000")))
    assert listed is not None
    assert listed.field(unit=1.609344).attribute.domain == ("8.04672", "1609.344")


def test_another_control_says_the_unit():
    unit = choice("unit", ("k", "Kilometres", False), ("m", "Miles", True))
    found = pointing((box("lat"), box("lon"), box("dist"), unit))
    assert found is not None
    assert found.unit == 1.609344


def test_a_radius_up_to_a_largest():
    found = pointing((box("lat"), box("lon"), box("km")))
    assert found is not None
    near = found.field(largest=300.0).attribute
    assert [near.takes(f"1,2,{km}") for km in ("0.5", "300", "300.1")] == [True, True, False]


@pytest.mark.parametrize(
    "controls",
    [
        (box("q"), box("city")),
        (box("lat"), box("q")),
        (box("min_lat"), box("max_lat"), box("min_lon"), box("max_lon")),
        (box("lat_ne"), box("lng_ne"), box("lat_sw"), box("lng_sw")),
        (box("home_lat"), box("work_lat"), box("home_lng"), box("work_lng")),
        (hidden("lat", "north"), hidden("lng", "east")),
        (choice("lat", "1", "2"), choice("lng", "1", "2")),
    ],
)
def test_forms_that_take_no_point(controls):
    assert pointing(controls) is None


def test_units():
    said = ("5 km", "10 mi", "Entfernung in Meilen", "25 Kilometer", "500 m", "Radius", "minutes")
    assert [unit_in(text) for text in said] == [1.0, 1.609344, 1.609344, 1.0, 0.001, None, None]


def test_an_endpoint_that_a_script_asks():
    url = "https://shops.example/api?lat=51.5&lng=-0.12&radius=50&max=20"
    found = by_points(Request(url=url))
    assert found is not None
    near = Query((("near", "1,2,3"),))
    assert found[0].encode(near).url == "https://shops.example/api?lat=1&lng=2&radius=3&max=20"
    assert found[1].start == (51.5, -0.12)
    assert by_points(Request(url="https://shops.example/api?q=1")) is None


def test_where_to_begin():
    found = Pointing(lat="lat", lon="lng", start=(48.2, 16.4))
    shown = page('<div data-lat="47.1" data-lng="15.2"></div><script>m = new LatLng(46.1, 14.2)')
    first = starts(found, shown, ("chicago", "50.7,7.1"))
    assert first[:4] == [(50.7, 7.1), (48.2, 16.4), (47.1, 15.2), (46.1, 14.2)]
    assert first[4:6] == [TOWNS[0][1:], TOWNS[1][1:]]


def test_towns_of_the_country_of_a_site_come_first():
    found = Pointing(lat="lat", lon="lng")
    chilean = starts(found, page(url="https://tiendas.example.cl:81/x"), ())
    assert chilean[0] == (-33.4, -70.7)
    austrian = starts(found, page('<html lang="de-AT">'), ())
    assert austrian[0] == (48.2, 16.4)


def test_a_form_is_asked_by_points_before_it_is_asked_by_its_fields():
    boxes = "".join(f'<input name="{name}">' for name in ("q", "lat", "lng"))
    by, otherwise = ways_on(
        page(f"<form action=/search>{boxes}<button>Search</button></form>")
    ).ways
    assert [field.attribute.name for field in by.encoding.fields] == ["near"]
    assert otherwise.pointing is None
