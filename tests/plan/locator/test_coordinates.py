from leadline.model import Record
from leadline.plan.locator.coordinates import Columns, fitting, slack
from leadline.plan.locator.near import Near

BERLIN = Near(lat=52.5, lon=13.4, km=20)


def records(*rows):
    return [Record(str(n), tuple(row.items())) for n, row in enumerate(rows)]


def test_columns_are_told_by_where_records_must_be():
    shown = records(
        {"price": "52.10", "a": "13.40", "b": "52.51"},
        {"price": "3.50", "a": "13.31", "b": "52.45"},
    )
    assert fitting(None, BERLIN, shown) == (Columns("b", "a"),)


def test_names_decide_where_places_cannot():
    anywhere = Near(lat=0, lon=0, km=20015)
    shown = records({"rating": "4.5", "lng": "13.41", "lat": "52.51"})
    assert fitting(None, anywhere, shown)[0] == Columns("lat", "lng")


def test_both_may_stand_in_one_column():
    shown = records({"where": "(13.41, 52.51)"}, {"where": "13.30; 52.49"})
    (found,) = fitting(None, BERLIN, shown)
    assert found == Columns("where", "where", swapped=True)
    assert found.read(shown[0]) == (52.51, 13.41)


def test_a_later_answer_can_refute_columns():
    first = fitting(None, BERLIN, records({"x": "52.5", "y": "13.4"}))
    assert fitting(first, Near(lat=0, lon=0, km=20), records({"x": "52.5", "y": "13.4"})) == ()


def test_no_numbers_no_coordinates():
    assert fitting(None, BERLIN, records({"name": "Shop", "zip": "10115"})) == ()


def test_hostile_texts_are_no_coordinates():
    texts = ["9" * 5000 + ".5", "٣.٥", "1e5", "NaN", "--1.0", "1.5.2", "\x00", "180.1°W", ""]
    assert fitting(None, BERLIN, records(*({"lat": t, "lon": t} for t in texts))) == ()


def test_a_degree_may_be_whole_and_a_minus_typographic():
    assert Columns("lat", "lon").read(Record("1", (("lat", "−33"), ("lon", "151.2°")))) == (
        -33,
        151.2,
    )


def test_fewer_decimals_leave_more_slack():
    columns = Columns("lat", "lon")
    fine, coarse = {"lat": "52.516272", "lon": "13.377722"}, {"lat": "52.5", "lon": "13.4"}
    assert round(slack(columns, records(fine)), 6) == 0.000158
    assert round(slack(columns, records(coarse)), 1) == 15.8


def test_questions_are_read_as_they_are_written():
    near = Near(lat=-33.123456, lon=151.0, km=12.5)
    assert str(near) == "-33.123456,151,12.5"
    assert Near.parse(str(near)) == near
    for text in ("", "1,2", "91,0,5", "0,181,5", "0,0,-1", "0,0,inf", "nan,0,1", "a,b,c"):
        assert Near.parse(text) is None
