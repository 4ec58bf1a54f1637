"""Forms as a browser would send them, and the words beside their controls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.detect.forms import forms
from leadline.detect.labels import readable
from leadline.detect.searches import searches
from leadline.document import Document
from leadline.model import Control, Form, Option, Page, Request

URL = "http://site.test/list?old=1#top"


def document(html: str | bytes, url: str = URL) -> Document:
    body = html.encode() if isinstance(html, str) else html
    return Document(Page(request=Request(url=url), url=url, body=body))


def form(html: str) -> Form:
    return forms(document(html))[0]


def control(html: str) -> Control:
    return form(f"<form>{html}</form>").controls[0]


# --- where it sends -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "method", "action"),
    [
        ("<form>", "GET", "http://site.test/list"),
        ("<form action=''>", "GET", "http://site.test/list"),
        ("<form method=post>", "POST", "http://site.test/list?old=1"),
        ("<form action='/find?a=1#b'>", "GET", "http://site.test/find"),
        ("<form action='/find?a=1' method=POST>", "POST", "http://site.test/find?a=1"),
        ("<form method=put action=x>", "GET", "http://site.test/x"),
        ("<form method=dialog>", "DIALOG", "http://site.test/list?old=1"),
        ("<base href=/deep/er/><form action=x>", "GET", "http://site.test/deep/er/x"),
        ("<base href=/deep/er/><form>", "GET", "http://site.test/list"),
        ("<form action='javascript:find()'>", "SCRIPT", "http://site.test/list?old=1"),
        ("<form action='mailto:a@b.test'>", "GET", "mailto:a@b.test"),
        ("<form action='http://[' method=post>", "POST", "http://["),
        ("<form action=a><button formaction=b formmethod=post>", "POST", "http://site.test/b"),
        (
            "<form action=a><button formaction=b>Reset</button><button>Find</button>",
            "GET",
            "http://site.test/a",
        ),
        (
            "<form action=a><button>Log in</button><input type=submit formaction=b value=Search>",
            "GET",
            "http://site.test/b",
        ),
        ("<form action=a><button disabled formaction=b>", "GET", "http://site.test/a"),
        ("<form action=a><button type=button formaction=b>", "GET", "http://site.test/a"),
    ],
)
def test_where_a_form_sends(html, method, action):
    found = form(html)
    assert (found.method, found.action) == (method, action)


def test_the_encoding_is_one_of_three():
    assert form("<form enctype=Text/Plain>").encoding == "text/plain"
    assert form("<form enctype=nonsense>").encoding == "application/x-www-form-urlencoded"


def test_the_words_around_a_form():
    found = form(
        "<div class=side role=search><h2>Our birds</h2>"
        "<form id=birds class=box><input name=q> in the garden <button>Find</button></form></div>"
    )
    assert found.name == "birds"
    assert found.text == "Our birds\nFind\nin the garden Find"
    assert found.hints == "box birds search side"
    assert found.page == URL


def test_a_page_that_is_no_html_has_no_forms():
    assert forms(document('{"html": "<form>"}')) == ()


# --- controls -------------------------------------------------------------------------------------


def test_a_text_box():
    assert control("<label for=t>Title:</label><input id=t name=title value=a required>") == (
        Control(name="title", label="Title", value="a", required=True)
    )


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<input name=a>", "text"), ("<input name=a type=SEARCH>", "search"),
        ("<input name=a type=odd>", "text"), ("<button name=a>", "submit"),
        ("<button type=odd name=a>", "submit"), ("<button type=reset name=a>", "reset"),
        ("<textarea name=a></textarea>", "textarea"), ("<select name=a></select>", "select"),
        ("<input type=image name=a>", "image"), ("<input type=hidden name=a>", "hidden"),
    ],
)  # fmt: skip
def test_kinds(html, kind):
    assert control(html).kind == kind


def test_a_drop_down_stands_on_its_first_option():
    assert control(
        "<select name=y title=Year><option value=''>Any year<optgroup label=old>"
        "<option> 1998 <option value=99 label=Late>1999<option disabled>2000</optgroup>"
        "<optgroup disabled><option>2001</select>"
    ) == Control(
        name="y",
        kind="select",
        label="Year",
        options=(Option("", "Any year", True), Option("1998", "1998"), Option("99", "Late")),
    )


def test_what_is_selected():
    pick = control("<select name=a><option selected>1<option selected>2<option>3</select>")
    assert (pick.value, [o.selected for o in pick.options]) == ("2", [False, True, False])
    several = control("<select multiple name=a><option selected>1<option selected>2</select>")
    assert several.multiple
    assert [o.selected for o in several.options] == [True, True]
    none = control("<select name=a><option disabled selected>choose<option>1</select>")
    assert none.options == (Option("1", "1"),)
    long_list = control("<select size=5 name=a><option>1<option>2</select>")
    assert not any(option.selected for option in long_list.options)


def test_radio_buttons_of_one_name_are_one_control():
    assert form(
        "<form><fieldset><legend>Format</legend>"
        "<input type=radio name=f value=b checked> Book <br><input type=hidden name=q>"
        "<label><input type=radio name=f value=v checked> Video</label></fieldset>"
    ).controls == (
        Control(
            name="f",
            kind="radio",
            label="Format",
            value="v",
            options=(Option("b", "Book"), Option("v", "Video", True)),
        ),
        Control(name="q", kind="hidden"),
    )


def test_check_boxes_of_one_name_are_one_control():
    assert control(
        "<input type=checkbox name=t value=1 checked>one <input type=checkbox name=t>two"
    ) == Control(
        name="t",
        kind="checkbox",
        label="T",
        value="1",
        multiple=True,
        options=(Option("1", "one", True), Option("on", "two")),
    )


def test_disabled_controls_are_left_out():
    found = form(
        "<form><input name=a disabled><fieldset disabled><legend><input name=b></legend>"
        "<div><input name=c></div><fieldset><input name=d></fieldset></fieldset><input name=e>"
    )
    assert [c.name for c in found.controls] == ["b", "e"]


def test_controls_without_a_name_are_kept_for_what_they_say():
    assert form("<form><input placeholder=Search><button>Go</button>").controls == (
        Control(name="", label="Search", placeholder="Search"),
        Control(name="", kind="submit", label="Go"),
    )


# --- labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<label for=a>By for</label><input id=a name=n>", "By for"),
        ("<label>Around <b>it</b>: <input name=n></label>", "Around it"),
        ("<label>Around <select name=n><option>not me</select></label>", "Around"),
        ("<i id=x>By</i> <i id=y>id</i><input name=n aria-labelledby='x y z'>", "By id"),
        ("<input name=n aria-label=Spoken>", "Spoken"),
        ("<label for=n>🔍</label><input id=n name=n title=Words>", "Words"),
        ("<label for=n>🔍</label><input id=n name=pub_year>", "Pub year"),
        ("<input name=n title='Search the wiki [Alt+F]'>", "Search the wiki"),
        ("<input name=n title='[F]' placeholder=Title>", "Title"),
        ("before <input name=n title=Titled>", "Titled"),
        ("<table><tr><th>Cell:<td><input name=n></table>", "Cell"),
        ("<table><tr><td>From<td>until <input name=n></table>", "until"),
        ("<dl><dt>Term<dd><span><input name=n></span></dl>", "Term"),
        ("<p>Written before</p><div><input name=n></div>", "Written before"),
        ("<script>no</script><br>Text: <br><input name=n>", "Text:"),
        ("<input name=n placeholder=Hint>", "Hint"),
        ("<input name=publication_yearMin>", "Publication year min"),
    ],
)
def test_a_label(html, label):
    assert control(html).label == label


def test_the_text_of_another_control_is_no_label():
    found = form("<form>First <input name=a> <input name=last_name>")
    assert [c.label for c in found.controls] == ["First", "Last name"]


def test_names_made_readable():
    assert readable("ctl00$Main$txtCity") == "Ctl00 main txt city"
    assert readable("ISBN") == "ISBN"
    assert readable("") == ""


# --- search boxes without a form ------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<input type=search>", "<input role=searchbox>", "<div role=search><p><input></p></div>",
        "<input placeholder='Suche im Katalog'>", "<search><input></search>",
    ],
)  # fmt: skip
def test_a_search_box_without_a_form(html):
    (found,) = forms(document(html))
    assert (found.method, found.action) == ("SCRIPT", "http://site.test/list?old=1")
    assert len(found.controls) == 1


def test_other_boxes_without_a_form_are_no_forms():
    assert forms(document("<input name=amount><button>Search</button><input type=radio>")) == ()


# --- hostile pages --------------------------------------------------------------------------------


@given(st.binary(max_size=300))
def test_any_bytes_are_read(body):
    searches(document(b"<form>" + body))


PIECES = [
    "<form", "<input", "<select", "<option", "<label for=a", "<fieldset disabled", "<td", "</form>",
    "</td>", "<table", "<legend", " id=a", " form=a", " name=x", " type=radio", " type=\x00", ">",
    ">", ">", "text", "\ud7ff", "'", '"', "<base href=", "http://[", " action=//[", " role=search",
    "<textarea", "<optgroup disabled", "<button formaction=data:,x", "&#0;", "&#xd800;",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_markup_is_read(pieces):
    searches(document("".join(pieces)))


@pytest.mark.parametrize(
    "html",
    [
        "<form>" + "<input name=q>" * 100_000,
        "<form><label>" + "<input type=radio name=q>" * 20_000,
        "<input type=search>" * 5_000,
        "<form>" + "<span>" * 100_000 + "<input name=q>",
        "<form><fieldset disabled><table>" + "<tr><td>a<td><input name=q>" * 20_000,
        "<form><select name=q>" + "<option>1</option>" * 5_000,
        "<form>" + "word " * 500_000 + "<input name=q>",
        "<form></form>" * 5_000,
        "<form><div>" + "<p>a</p>" * 1_000 + "</div>" + "<p><i><b><input></b></i></p>" * 10_000,
    ],
    ids=["inputs", "radios", "boxes", "deep", "cells", "options", "words", "forms", "before"],
)
def test_large_pages_are_read(html):
    assert forms(document(html))


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("Name <b>*</b> <input name=n>", "Name"),
        ("<span>Year</span> <span>:</span> <input name=y>", "Year"),
        ("<input name=city><small>Town</small>", "Town"),
        ("<input name=city placeholder=Place><small>Town</small>", "Place"),
        ("<input type=checkbox name=a> I accept the <a href=/t>terms</a> of use<br>More",
         "I accept the terms of use"),
        ("<input type=checkbox name=a><span>Books</span> (12)", "Books"),
        ("<div><i><input type=radio name=a></i></div><div>Paper</div>", "Paper"),
        ("<table><tr><td><input type=checkbox name=a><td>All regions</table>", "All regions"),
    ],
)  # fmt: skip
def test_labels_by_layout_alone(html, label):
    assert control(html).label == label


def test_hints_name_the_controls_too():
    found = form("<form id=f class=top><input id=searchBox><input type=image src=/img/cart.gif>")
    assert found.hints == "top f\nsearchBox /img/cart.gif"


@pytest.mark.parametrize(
    ("html", "charset"),
    [
        ("<form>", "utf-8"),
        ("<meta charset=koi8-r><form>", "koi8-r"),
        ("<meta charset=utf-16><form>", "utf-8"),
        ("<meta charset=koi8-r><form accept-charset='unknown UTF-8 cp1251'>", "utf-8"),
        ("<form accept-charset=ISO-8859-1>", "windows-1252"),
        ("<form accept-charset=utf-16>", "utf-8"),
    ],
)
def test_a_form_is_sent_in_what_it_accepts_or_its_page_is_written_in(html, charset):
    assert form(html).charset == charset
