"""Pages that stand where the content should be, and pages that only look like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.document import Document
from leadline.errors import Captcha, LoginRequired, NotReadable, Overloaded
from leadline.model import Page, Request
from leadline.read.walls import wall

LOGIN = "<form action=/in><input name=u><input type=password name=p><button>Log in</button></form>"
RECORDS = "<ul>" + "".join(f"<li><a href=/r/{n}>A long title {n}</a></li>" for n in range(60))


def page(body, status=200, url="https://example.org/s?q=x", kind="text/html", asked=None):
    body = body.encode() if isinstance(body, str) else body
    request = Request(url=asked or url)
    return Document(
        Page(request=request, url=url, status=status, headers=(("content-type", kind),), body=body)
    )


def kind_of(*args, **more):
    found = wall(page(*args, **more))
    return None if found is None else type(found)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (200, None), (404, None), (400, None), (401, LoginRequired), (403, LoginRequired),
        (429, Overloaded), (500, Overloaded), (503, Overloaded),
    ],
)  # fmt: skip
def test_the_status_tells(status, kind):
    assert kind_of(f"<h1>Results</h1>{RECORDS}", status) is kind


@pytest.mark.parametrize(
    "body",
    [
        "<title>Just a moment...</title><form id=challenge-form></form>Checking your browser",
        "<h1>Are you a robot?</h1><div class=g-recaptcha data-sitekey=1></div>",
        "<p>Bitte bestätigen Sie, dass Sie kein Roboter sind</p><div class=h-captcha></div>",
        "<p>Please verify you are human</p><div class=cf-turnstile></div>",
        "<p>请完成安全验证</p><img src=/captcha.png><input name=captcha>",
    ],
)
def test_robot_checks(body):
    assert kind_of(body) is Captcha
    assert kind_of(body, 403) is Captcha
    assert kind_of(body, 503) is Captcha


def test_a_comment_form_with_a_robot_check_is_no_wall():
    body = (
        f"<h1>Results</h1>{RECORDS}</ul><form><div class=g-recaptcha></div>I am not a robot</form>"
    )
    assert kind_of(body) is None
    assert kind_of("<h1>Contact</h1><form><div class=g-recaptcha></div></form>") is None


@pytest.mark.parametrize("head", ["Log in", "Anmelden", "Connexion", "Iniciar sesión", "ログイン"])
def test_a_page_that_only_wants_a_password(head):
    assert kind_of(f"<h1>{head}</h1>{LOGIN}") is LoginRequired


def test_being_sent_to_a_log_in_page():
    sent = {"url": "https://example.org/login?to=/s", "asked": "https://example.org/s?q=x"}
    assert kind_of(f"<h1>Welcome</h1>{LOGIN}", **sent) is LoginRequired


def test_a_log_in_form_beside_content_is_no_wall():
    assert kind_of(f"<title>Results</title><header>{LOGIN}</header><h2>3 hits</h2>") is None
    assert kind_of(f"<h3>Log in</h3><div>{LOGIN}</div><h1>Results</h1>{RECORDS}") is None
    assert kind_of(f"<title>Log in or search</title><div class=navbar>{LOGIN}</div>") is None


def test_a_log_in_form_beside_a_search_is_no_wall_unless_the_title_says_so():
    search, login = "<form><input name=q></form>", f"<legend>Log in</legend>{LOGIN}"
    assert kind_of(f"<title>Bugs</title>{search}{login}") is None
    assert kind_of(f"<title>Log in</title>{search}{login}") is LoginRequired


def test_what_is_neither_html_nor_json_cannot_be_read():
    assert kind_of("") is NotReadable
    assert kind_of(" \n ") is NotReadable
    assert kind_of("%PDF-1.7", kind="application/pdf") is NotReadable
    assert kind_of("%PDF-1.7") is NotReadable
    assert kind_of(b"\x89PNG\0\0\0\rIHDR", kind="") is NotReadable
    assert kind_of(b"\x28\xb5\x2f\xfd\x04packed by zstd") is NotReadable
    assert kind_of('{"a": 1}', kind="application/json") is None
    assert kind_of('{"a": 1}', kind="text/plain") is None


def test_messages_are_one_line_that_says_what_to_do():
    assert str(wall(page("", 429))) == (
        "https://example.org/s?q=x cannot answer now (429): wait, then run again"
    )


@given(st.binary(max_size=300) | st.text(max_size=100), st.sampled_from([200, 403, 503]))
def test_any_page_is_judged(body, status):
    wall(page(body, status))
