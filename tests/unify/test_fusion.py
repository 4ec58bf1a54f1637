"""Records that are one thing, as one record; who says otherwise; how sources overlap."""

from xml.etree import ElementTree

from leadline.unify.attributes import match_attributes
from leadline.unify.fusion import Fusion, Member, Said
from leadline.unify.overlap import Counting, picture
from tests.unify.tables import profiles


def fused(*rows, like=()):
    """The first row of each source as one; the others only tell what the columns are."""
    sources = [[row, *(like[i] if like else [row] * 20)] for i, row in enumerate(rows)]
    fusion = Fusion(match_attributes(profiles(*sources)).attributes)
    members = [
        Member(source=i, key=f"k{i}", fields={
            name: value if isinstance(value, list) else [value] for name, value in row.items()})
        for i, row in enumerate(rows, 1)
    ]  # fmt: skip
    return fusion.fuse(members)


def test_most_sources_win():
    found = fused({"year": "1994"}, {"year": "1995"}, {"year": "1995"})
    assert found.fields == (("year", "1995"),)
    assert found.conflicts == (
        Said(attribute="year", source=1, key="k1", value="1994", chosen=False),
        Said(attribute="year", source=2, key="k2", value="1995", chosen=True),
        Said(attribute="year", source=3, key="k3", value="1995", chosen=True),
    )


def test_other_formats_are_no_conflict():
    found = fused(
        {"day": "2006-03-01", "size": "12,500", "name": "House, The", "lat": "10.02"},
        {"day": "1 March 2006", "size": "12500", "name": "the house", "lat": "10.0187"},
    )
    assert found.conflicts == ()
    assert set(found.fields) == {
        ("day", "1 March 2006"),
        ("size", "12,500"),
        ("name", "House, The"),
        ("lat", "10.0187"),
    }


def test_sets_add_up():
    found = fused({"genres": ["Drama", "Comedy"]}, {"genres": ["drama", "War"]})
    assert [value for _, value in found.fields] == ["Drama", "Comedy", "War"]
    assert found.conflicts == ()


def test_what_one_source_says_alone_is_kept():
    found = fused({"title": "Ran"}, {"title": "Ran", "director": "Kurosawa"})
    assert found.fields == (("title", "Ran"), ("director", "Kurosawa"))


def test_overlap_of_sources():
    counting = Counting([1, 2, 5])
    for entity in ([1], [1, 2], [2, 1, 1], [2, 5], [5]):
        counting.see(entity)
    overlap = counting.overlap()
    assert overlap.matrix == ((3, 2, 0), (2, 3, 1), (0, 1, 2))
    assert overlap.alone == (1, 0, 1)


def test_the_picture_is_svg_whatever_sources_are_called():
    counting = Counting([1, 2])
    counting.see([1, 2])
    text = picture(counting.overlap(), ["http://a/?x=<b>&\x01", "é" * 300])
    said = [
        one.text for one in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert "1  http://a/?x=<b>& " in said
    assert said.count("100%") == 4
