"""Coordinates in the markup of a record, and distances, which are no part of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from leadline.model import Record
from leadline.read.coordinates import coordinates_in, placed
from leadline.read.distances import is_distance


def found(markup):
    return coordinates_in(LexborHTMLParser(f"<main>{markup}</main>").css("main")[0])


@pytest.mark.parametrize(
    "markup",
    [
        '<li data-lat="51.5" data-lng="-0.12">',
        '<li data-store-latitude="51.5" data-store-longitude="-0.12">',
        '<li><meta itemprop="latitude" content="51.5"><meta itemprop="longitude" content="-0.12">',
        '<li data-latlng="51.5, -0.12">',
        """<li data-location='{"lat": 51.5, "lng": -0.12}'>""",
    ],
)
def test_attributes(markup):
    assert found(markup) == ("51.5", "-0.12")


@pytest.mark.parametrize(
    "address",
    [
        "https://maps.example/?q=51.5001,-0.1234",
        "https://maps.example/maps/dir/?destination=51.5001%2C-0.1234&mode=car",
        "https://maps.example/place/Shop/@51.5001,-0.1234,17z",
        "https://osm.example/?mlat=51.5001&mlon=-0.1234#map=17",
        "geo:51.5001,-0.1234",
    ],
)
def test_links_to_a_map(address):
    assert found(f'<a href="{address}">Map</a>') == ("51.5001", "-0.1234")


@pytest.mark.parametrize(
    "markup",
    [
        "<li>51.5, -0.12</li>",
        '<a href="/shop/12">',
        '<a href="/v/1.2,3.4">',
        '<li data-lat="91.5" data-lng="10.5">',
        '<li data-lat="51.5">',
        '<a href="/x?t=2024.1234.5678,12.3456.7">',
    ],
)
def test_what_is_no_point(markup):
    assert found(markup) is None


def test_a_record_gets_them_as_values_behind_its_own():
    node = LexborHTMLParser('<p data-lat="1.5" data-lng="2.5">A').css("p")[0]
    record = placed(Record("k", (("title", "A"),)), node)
    assert record.values == (("title", "A"), ("latitude", "1.5"), ("longitude", "2.5"))


@given(st.text("<>/=\"' datlnghrefocximp-.,0123456789@:!{}&%"))
def test_no_markup_is_too_odd(markup):
    found(markup)


def test_distances():
    assert is_distance("text 2", ["1.2 km", "15 km away", "3,5 km"])
    assert is_distance("distance", ["0.4", "12"])
    assert is_distance("Entfernung", ["0.4 Meilen"])
    assert not is_distance("text 2", ["1.2 km", "Main Street 5"])
    assert not is_distance("price", ["12", "13"])
    assert not is_distance("long distance calls", ["free"])
    assert not is_distance("text 2", [])
