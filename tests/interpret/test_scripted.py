"""Which ways a page shows when its scripts run, told by prepared renderings."""

import json
from typing import Any

from leadline.document import Document
from leadline.interpret.find import Way
from leadline.interpret.scripted import answered_ways, drawn, scripted_ways
from leadline.model import Page, Query, Request
from leadline.query.encode import encoding_from_template
from leadline.query.script import LOADED, typing, written

HOME = "http://a.example/"
BOOKS = [{"id": str(n), "title": f"Volume {n} of the history"} for n in range(5)]
FRONT = "<div id=app></div><script src=app.js></script>"
BOX = '<input id="q"><ul><li>Volume 1 of the history</ul><script src=app.js></script>'


def html(request: Request, body: str, *asked: str, url: str = "") -> Document:
    told = tuple((LOADED, written(Request(url=each))) for each in asked)
    headers = (("Content-Type", "text/html; charset=utf-8"), *told)
    return Document(
        Page(request=request, url=url or request.url, headers=headers, body=body.encode())
    )


def data(url: str, value: Any) -> Document:
    headers = (("Content-Type", "application/json"),)
    body = json.dumps(value).encode()
    return Document(Page(request=Request(url=url), url=url, headers=headers, body=body))


def told(talk, answers: dict[Request, Document]):
    """What a talk decides, given these answers, and what it asked."""
    asked = []
    try:
        request = next(talk)
        while True:
            asked.append(request)
            request = talk.send(answers.get(request))
    except StopIteration as done:
        return done.value, asked


FIRST = Request(url=HOME, rendered=True)
PLAIN = html(Request(url=HOME), FRONT)


def test_an_endpoint_with_an_empty_search_is_asked_without_typing():
    api = HOME + "api?q=&page=1"
    answers = {FIRST: html(FIRST, BOX, api), Request(url=api): data(api, BOOKS)}
    ways, asked = told(scripted_ways(PLAIN, ()), answers)
    assert asked == [FIRST, Request(url=api)]
    assert ways[0].encoding.encode(Query.of(q="map")).url == HOME + "api?q=map&page=1"
    assert not ways[0].rendered


def test_else_a_word_is_typed_and_the_list_that_is_shown_comes_first():
    typed = typing(HOME, 'input[id="q"]', "history")
    menu, api = HOME + "menu?for=history", HOME + "api?term=history"
    answers = {
        FIRST: html(FIRST, BOX),
        typed: html(typed, BOX, menu, api),
        Request(url=menu): data(menu, [{"label": "Home", "to": "/"}, {"label": "Us", "to": "/u"}]),
        Request(url=api): data(api, BOOKS),
    }
    ways, asked = told(scripted_ways(PLAIN, ["history"]), answers)
    assert [way.encoding.action for way in ways] == [HOME + "api", HOME + "menu"]
    assert typed in asked


def test_a_list_that_is_loaded_whole_needs_no_words():
    files = HOME + "books.json"
    typed = typing(HOME, 'input[id="q"]', "history")
    answers = {
        FIRST: html(FIRST, BOX, files),
        typed: html(typed, BOX, files),
        Request(url=files): data(files, BOOKS),
    }
    ((way,), _) = told(scripted_ways(PLAIN, ["history"]), answers)
    assert way.encoding.encode(Query()) == Request(url=files)
    assert way.encoding.fields == ()


def test_an_address_that_a_page_moves_to_is_tried_plain_then_drawn():
    typed = typing(HOME, 'input[id="q"]', "history")
    answers = {
        FIRST: html(FIRST, BOX),
        typed: html(typed, BOX, url=HOME + "find?what=history"),
    }
    ways, _ = told(scripted_ways(PLAIN, ["history"]), answers)
    assert [(way.encoding.action, way.rendered) for way in ways] == [
        (HOME + "find", False),
        (HOME + "find", True),
    ]


def test_a_form_that_only_a_script_writes():
    form = '<form action="/find"><input type=search name=q><button>Search</button></form>'
    ways, _ = told(scripted_ways(PLAIN, ()), {FIRST: html(FIRST, form)})
    assert [(way.encoding.action, way.rendered) for way in ways] == [
        (HOME + "find", False),
        (HOME + "find", True),
    ]


def test_a_page_without_scripts_or_a_browser_has_no_other_ways():
    assert told(scripted_ways(html(Request(url=HOME), "<input id=q>"), ()), {}) == ((), [])
    assert told(scripted_ways(PLAIN, ()), {}) == ((), [FIRST])


def test_answers_that_scripts_show():
    way = Way(encoding=encoding_from_template(HOME + "find?q={q}"), page=PLAIN)
    blank, result = Request(url=HOME + "find?q="), Request(url=HOME + "find?q=history")
    shown, api = Request(url=result.url, rendered=True), HOME + "api?q=history"
    answers = {
        blank: html(blank, FRONT),
        result: html(result, FRONT),
        shown: html(shown, BOX, api),
        Request(url=api): data(api, BOOKS),
    }
    ways, _ = told(answered_ways(way, ["history"]), answers)
    assert [(found.encoding.action, found.rendered) for found in ways] == [
        (HOME + "api", False),
        (HOME + "find?q={q}", True),
    ]
    assert told(answered_ways(way, ["history"]), answers | {shown: html(shown, FRONT)})[0] == ()


def test_any_talk_can_be_held_with_drawn_pages():
    def talk():
        document = yield Request(url=HOME)
        return document.url

    assert told(drawn(talk()), {FIRST: PLAIN}) == (HOME, [FIRST])
