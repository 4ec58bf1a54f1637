"""The requests that a browser would send for the same choices."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.codec import dump, load
from leadline.interpret.attributes import Field, FieldKind
from leadline.model import Attribute, Control, Form, Query, Request, replace
from leadline.query.encode import Encoding, encoding_from_template, encoding_of, tokens
from leadline.query.wire import JSON, urlencoded
from tests.interpret.forms import (
    ALL,
    CARS,
    JOBS,
    LIBRARY,
    TABLE,
    TICKETS,
    WIKI,
    box,
    choice,
    hidden,
    submit,
    tick,
)
from tests.interpret.test_attributes import forms


def url(form, *predicates):
    return encoding_of(form).encode(Query(predicates)).url


def of(*controls, **more):
    return Form(action="https://x.example/find?old=1#top", controls=controls, **more)


def test_a_library_catalogue_is_asked_by_keyword_or_by_author():
    assert url(LIBRARY, ("library catalogue", "sea")) == (
        "https://library.example/search?idx=kw&q=sea&branch=&language=&sort_by=rel"
    )
    assert url(LIBRARY, ("author", "Melville, Herman"), ("branch", "Midway")) == (
        "https://library.example/search"
        "?idx=au&q=Melville%2C+Herman&branch=MPL&language=&sort_by=rel"
    )


def test_several_words_share_the_box():
    assert url(JOBS, ("was", "koch"), ("was", "bäcker"), ("branche", "Handel")) == (
        "https://stellen.example/suche?was=b%C3%A4cker+koch&wo=&umkreis=10&branche=2"
    )


def test_a_car_search_with_ranges():
    start = "https://cars.example/find?"
    assert url(CARS, ("make", "BMW"), ("year", "2000"), ("km", "5,000 km..10,000 km")) == (
        f"{start}make=13&priceMin=&priceMax=&year_from=2000&year_to=2000"
        "&km_min=5000&km_max=10000&per_page=10"
    )
    assert url(CARS, ("price", "100..250"), ("km", "10,000 km.."), ("fuel", "Diesel")) == (
        f"{start}make=&priceMin=100&priceMax=250&year_from=&year_to="
        "&km_min=10000&km_max=&fuel=d&per_page=10"
    )


def test_pages_can_be_made_longer():
    longer = encoding_of(CARS).with_fixed("per_page", "50")
    assert longer.encode(Query()).url.endswith("&km_max=&per_page=50")
    assert encoding_of(WIKI).with_fixed("limit", "500").encode(Query()).url.endswith("&limit=500")


def test_a_ticket_query_is_posted_with_its_token_and_the_button_that_asks():
    assert encoding_of(TICKETS).encode(Query.of(summary="crash", status="closed")) == Request(
        url="https://tracker.example/query?mine=1",
        method="POST",
        body="__FORM_TOKEN=3f9a&0_summary_mode=&0_summary=crash&0_status=closed"
        "&add_filter_0=&col=id&group=&max=100&update=Update",
        content_type="application/x-www-form-urlencoded",
    )


def test_nothing_asked_leaves_check_boxes_unticked_and_boxes_empty():
    request = encoding_of(TICKETS).encode(Query())
    assert request.body == (
        "__FORM_TOKEN=3f9a&0_summary_mode=%7E&0_summary=&add_filter_0=&col=id&group=&max=100"
        "&update=Update"
    )


def test_a_wiki_is_searched_in_the_name_spaces_that_are_ticked():
    assert url(WIKI, ("suche", "Elbe")) == (
        "https://wiki.example/w/index.php?title=Spezial%3ASuche&search=Elbe&ns0=1&fulltext=Suchen"
    )


def test_a_table_is_filtered_by_column_operator_and_value():
    assert url(TABLE, ("section", "admin")) == (
        "https://data.example/db/packages"
        "?_search=&_filter_column=section&_filter_op=exact&_filter_value=admin&_sort="
    )


def test_the_first_button_is_pressed_where_none_says_search():
    form = of(box("q"), submit("a", "Kör"), submit("b", "Vad"))
    assert url(form, ("keywords", "x")) == "https://x.example/find?q=x&a=K%C3%B6r"
    image = of(box("q"), Control(name="go", kind="image", label="Go"))
    assert url(image, ("keywords", "x")) == "https://x.example/find?q=x&go.x=0&go.y=0"


def test_a_list_without_any_stays_as_the_form_has_it():
    form = of(choice("kind", ("1", "Books"), ("2", "Maps", True), label="Kind"))
    assert encoding_of(form).fields[0].any is None
    assert url(form) == "https://x.example/find?kind=2"
    assert url(form, ("kind", "Books")) == "https://x.example/find?kind=1"


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("a b", "a+b"),
        ("a+b&c=d", "a%2Bb%26c%3Dd"),
        ("*-._~!'()", "*-._%7E%21%27%28%29"),
        ("日本", "%E6%97%A5%E6%9C%AC"),
        ("two\nlines", "two%0D%0Alines"),
        ("\ud800", "%3F"),
    ],
)
def test_values_are_escaped_as_the_url_standard_says(text, sent):
    assert urlencoded([("q", text)]) == f"q={sent}"


def test_a_form_may_want_parts():
    form = replace(of(box("q")), method="post", encoding="multipart/form-data")
    request = encoding_of(form).encode(Query.of(keywords="sea"))
    boundary = request.content_type.partition("boundary=")[2]
    assert request.body == (
        f'--{boundary}\r\nContent-Disposition: form-data; name="q"\r\n\r\nsea\r\n--{boundary}--\r\n'
    )


def test_a_script_may_want_json():
    encoding = replace(encoding_of(of(box("q"), method="POST")), content_type=JSON)
    request = encoding.encode(Query.of(keywords="süß"))
    assert (request.content_type, request.body) == ("application/json", '{"q": "süß"}')


def test_tokens_are_named_and_can_be_renewed():
    form = of(
        hidden("csrfmiddlewaretoken", "abc"),
        hidden("state", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
        hidden("collection", "maps"),
        box("q"),
    )
    assert tokens(form) == ("csrfmiddlewaretoken", "state")
    assert tokens(TICKETS) == ("__FORM_TOKEN",)
    fresh = of(hidden("csrfmiddlewaretoken", "xyz"), hidden("new", "1"), box("q"))
    assert encoding_of(form).with_form(fresh).encode(Query.of(keywords="a")).url == (
        "https://x.example/find?csrfmiddlewaretoken=xyz"
        "&state=9c1185a5c5e9fc54612808977ee8f548b2258d31&collection=maps&q=a&new=1"
    )


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("https://x.example/s?q={search_term_string}", "https://x.example/s?q=two+words"),
        (
            "https://x.example/s?q={searchTerms}&from={startIndex?}&n={count}&l={language?}&f=1",
            "https://x.example/s?q=two+words&n=20&f=1",
        ),
        ("https://x.example/s/{searchTerms}/1", "https://x.example/s/two%20words/1"),
        ("https://x.example/s?q=all:{query}", "https://x.example/s?q=all:two+words"),
        ("https://x.example/%7Bq%7D?p={moz:x?}", "https://x.example/two%20words"),
    ],
)
def test_address_templates(template, found):
    encoding = encoding_from_template(template)
    assert encoding.encode(Query((("keywords", "two"), ("keywords", "words")))).url == found


def test_a_hole_may_take_parts_of_a_path_or_whole_parameters():
    def asked(action: str, value: str) -> str:
        hole = action[action.index("{") : action.index("}") + 1]
        field = Field(attribute=Attribute(name="index"), controls=(hole,), codes=(("a", value),))
        encoding = Encoding(action=action, fields=(field,), template=True)
        return encoding.encode(Query.of(index="a")).url

    assert (
        asked("https://x.example/{index}/", "us/new york") == "https://x.example/us%2Fnew%20york/"
    )
    assert asked("https://x.example/{+index}/", "us/new york") == "https://x.example/us/new%20york/"
    assert asked("https://x.example/?{+index}", "a=b&c=%20") == "https://x.example/?a=b&c=%20"
    assert asked("https://x.example/?a={index}", "b&c") == "https://x.example/?a=b%26c"


def test_a_template_may_be_posted_and_made_longer():
    encoding = encoding_from_template("https://x.example/s?q={searchTerms}", "post")
    request = encoding.with_fixed("n", "100").encode(Query.of(keywords="a b"))
    assert (request.url, request.body) == ("https://x.example/s", "q=a+b&n=100")


def test_a_value_that_is_set_takes_the_place_of_the_one_in_a_template():
    encoding = Encoding(action="https://x.example/s?n=10&sort=a", template=True)
    assert encoding.with_fixed("n", "100").encode(Query()).url == "https://x.example/s?n=100&sort=a"


def test_an_address_without_holes_asks_nothing():
    assert encoding_from_template("https://x.example/s?q=1&n={count}").fields == ()


@pytest.mark.parametrize("form", ALL)
def test_encodings_can_be_stored(form):
    encoding = encoding_of(form)
    assert load(Encoding, dump(encoding)) == encoding


@given(forms, st.lists(st.text(max_size=5), min_size=1, max_size=2))
def test_whatever_the_form_what_is_asked_is_sent(form, words):
    encoding = encoding_of(form)
    for field in encoding.fields:
        asked = words[0] if not field.attribute.domain else field.attribute.domain[-1]
        request = encoding.encode(Query(((field.attribute.name, asked),)))
        sent = parse_qsl(urlsplit(request.url).query, keep_blank_values=True, encoding="utf-8")
        if field.kind is not FieldKind.RANGE and "\n" not in asked + "\r".join(field.controls):
            names = {name.replace("\r", "\n").replace("\n", "\r\n") for name in field.controls}
            assert names & {name for name, _ in sent}


@given(st.text(max_size=40) | st.from_regex(r"https://x/[{}?a-z=&:]{0,20}", fullmatch=True))
def test_any_template_can_be_asked(template):
    encoding_from_template(template).encode(Query.of(keywords="x"))


def test_an_empty_form_asks_itself():
    assert url(Form(action="https://x.example/a")) == "https://x.example/a?"


def test_a_form_of_an_old_page_is_sent_in_its_character_set():
    form = of(hidden("_charset_", ""), box("q", "Слова"), charset="windows-1251")
    assert url(form, ("слова", "книга ł")) == (
        "https://x.example/find?_charset_=WINDOWS-1251&q=%EA%ED%E8%E3%E0+%26%23322%3B"
    )
    posted = encoding_of(replace(form, method="POST")).encode(Query((("слова", "книга"),)))
    assert posted.body == "_charset_=WINDOWS-1251&q=%EA%ED%E8%E3%E0"


def test_a_choice_that_must_be_made_is_made_but_nothing_is_agreed_to():
    kinds = replace(choice("kind", ("", "Choose…"), ("b", "Books"), ("m", "Maps")), required=True)
    agreed = replace(tick("terms", "I agree"), required=True)
    form = of(box("q", "Words"), kinds, agreed)
    assert url(form, ("words", "sea")) == "https://x.example/find?q=sea&kind=b"
    assert url(form, ("words", "sea"), ("kind", "Maps")) == "https://x.example/find?q=sea&kind=m"
