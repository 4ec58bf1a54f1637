"""What only asks: the two ends of a range, and choices that leave the question open."""

import pytest

from leadline.detect.features import features
from leadline.detect.searches import searches
from leadline.detect.vocabulary import is_any
from leadline.document import Document
from leadline.model import Page, Request

URL = "https://x.example/"


def searched(html):
    page = Page(request=Request(url=URL), url=URL, body=html.encode(),
                headers=(("Content-Type", "text/html; charset=utf-8"),))  # fmt: skip
    return searches(Document(page))[0]


@pytest.mark.parametrize(
    "fields",
    [
        "<input name=price_min><input name=price_max>",
        "<select name=fromYear><option>1990</select><select name=toYear><option>2000</select>",
        "<label>Preis von <input name=a></label><label>Preis bis <input name=b></label>",
        "<label>Цена от <input name=a></label><label>Цена до <input name=b></label>",
    ],
)
def test_two_boxes_may_be_the_ends_of_a_range(fields):
    assert "range" in features(searched(f"<form action=/f>{fields}<button>Go</button></form>").form)


def test_a_box_alone_is_no_range():
    assert "range" not in features(searched("<form><input name=from><input name=who></form>").form)


@pytest.mark.parametrize(
    "text", ["All categories", "any", "Alle Rubriken", "toutes", "Todas las marcas", "不限"]
)
def test_a_choice_may_leave_the_question_open(text):
    assert is_any(text)


@pytest.mark.parametrize("text", ["", "Germany", "Please choose", "10", "Allgäu"])
def test_a_value_does_not(text):
    assert not is_any(text)


def test_a_form_of_several_fields_that_says_little_is_a_search():
    found = searched(
        "<form action=/list><p>Autor <input name=autor> Título <input name=titulo>"
        "<select name=anio><option value=''>todos<option>1990</select>"
        "<input type=submit value=Consultar></form>"
    )
    assert found.refused is None


@pytest.mark.parametrize(
    "form",
    [
        "<form action=/q method=post>All of these words <input name=all><br>Any of these words"
        "<input name=any><br>None of these words <input name=none>"
        "<input type=submit value='Search now'>",
        "<form action=/items><label>Make <select name=make><option value=''>Any make<option>Aro"
        "</select></label><label>Price from <input name=price_min></label><label>to"
        "<input name=price_max></label><label>Zip code <input name=zip></label>"
        "<button>Show matches</button>",
    ],
)
def test_what_is_sought_tells_a_search_where_nobody_is_asked_for(form):
    assert {"seeks"} <= features(searched(f"{form}</form>").form)
    assert searched(f"{form}</form>").refused is None


def test_a_form_that_asks_who_one_is_seeks_nothing():
    html = "<form>City <input name=city> Date <input name=date> {}<button>Find</button></form>"
    assert {"seeks", "searches"} <= features(searched(html.format("")).form)
    asked = features(searched(html.format("E-mail <input name=email>")).form)
    assert not {"seeks", "searches"} & asked


def test_what_is_sought_may_have_a_name():
    html = "<form role=search>Code <input name=code> Name <input name=name><button>Search</button>"
    assert "searches" in features(searched(f"{html}</form>").form)
    assert searched(f"{html}</form>").refused is None
