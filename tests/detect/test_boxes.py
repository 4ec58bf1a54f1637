"""Boxes that only a script reads."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.detect.boxes import boxes, is_hollow
from leadline.document import Document
from leadline.model import Page, Request


def page(markup: str) -> Document:
    url = "http://a.example/"
    return Document(
        Page(
            request=Request(url=url),
            url=url,
            headers=(("Content-Type", "text/html; charset=utf-8"),),
            body=markup.encode("utf-8", "replace"),
        )
    )


def test_boxes_outside_of_forms_those_that_search_first():
    found = page(
        '<input name="who"><input><input id="q" placeholder="Find a book…"><input type=tel>'
    )
    assert boxes(found) == ('input[id="q"]', 'input[name="who"]', "input >> nth=1")


def test_what_is_private_or_sent_by_a_form_is_let_alone():
    found = page(
        '<input placeholder="Your e-mail"><input type="password"><input name="username">'
        '<form role="search"><input name="q"><button>Search</button></form>'
        '<form><input aria-label="Subscribe to our newsletter"><button>Subscribe</button></form>'
    )
    assert boxes(found) == ()


def test_a_search_form_that_sends_nothing_by_itself():
    found = page('<form role="search"><input type="search" aria-label="Search"></form>')
    assert boxes(found) == ("input >> nth=0",)


def test_names_cannot_leave_their_quotes():
    (selector,) = boxes(page("""<input id='a"] >> script, b\\'>"""))
    assert selector == 'input[id="a\\22 ]\\20 \\3e \\3e \\20 script\\2c \\20 b\\5c "]'


def test_pages_that_wait_for_their_scripts():
    text = "<p>" + "A long text about many things. " * 30
    assert is_hollow(page("<div id=app></div><script src=app.js></script>"))
    assert is_hollow(page(f"{text}<input type=search><script>go()</script>"))
    assert is_hollow(page("<a href='#'>Top</a><a href='/'>Home</a><script>go()</script>"))
    assert not is_hollow(page("<a href='/list'>All</a><script>go()</script>"))
    assert not is_hollow(page(f"{text}<script>go()</script>"))
    assert not is_hollow(page("<div id=app></div><script type='application/json'>{}</script>"))
    assert not is_hollow(page("<input type=search>"))


@given(st.text())
def test_any_page_has_boxes_or_none(markup):
    boxes(page(f"<script>1</script><input id='{markup}'>{markup}"))
    is_hollow(page(markup))
