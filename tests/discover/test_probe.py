"""Asking a form: with which words, and how much it says there is."""

from urllib.parse import parse_qs, urlsplit

from selectolax.lexbor import LexborHTMLParser

from leadline.detect.forms import forms
from leadline.discover.probe import Probed, probed
from leadline.discover.totals import KEPT, MOST, Totals
from leadline.document import Document
from leadline.model import Page, Request
from leadline.read.total import TotalRule

ROWS = [f"{colour} harbour {n}" for n, colour in enumerate(("amber", "blue", "crimson", "dark"))]
MENU = '<nav><a href="/a">Opening hours</a> <a href="/b">Visitors welcome</a></nav>'
SHELF = TotalRule(place="p<body<html", after="on", order=0)


def document(url, body):
    headers = (("Content-Type", "text/html"),)
    page = Page(request=Request(url=url), url=url, headers=headers, body=body.encode())
    return Document(page)


def shelves(rows):
    """An answer that says how many there are as hardly any site does."""
    listed = "".join(f'<li><a href="/{row[:3]}">{row}</a></li>' for row in rows)
    return f"<p>{17 * len(rows)} on our shelves</p><ul>{listed}</ul>" if rows else "<p>Sorry.</p>"


def asked(answer, page, rules=()) -> tuple[Probed, list[str]]:
    """What is told of the form of a page, and the words that it was asked for."""
    start = document("http://a.example/", f"{MENU}{page}")
    talk, words, held = probed(forms(start)[0], start, (), rules), list[str](), [start]
    try:
        request = next(talk)
        while True:
            word = parse_qs(urlsplit(request.url).query).get("q", [""])[0]
            words.append(word)
            for one in held:
                one.fold()
            held.append(document(request.url, f"<html><body>{MENU}{answer(word)}"))
            request = talk.send(held[-1])
    except StopIteration as done:
        return done.value, words


FORM = '<form action="/find"><input type="search" name="q"><button>Search</button></form>'
PROSE = "<h2>Crimson harbour</h2><p>Of crimson sails.</p>"
ABOUT = "".join(f"<h3>Lighthouse {name}</h3>" for name in ("one", "red", "old", "far", "tall"))


def matching(word):
    return [row for row in ROWS if word in row]


def test_a_form_that_lists_everything_is_asked_for_a_word_of_the_results():
    told, words = asked(lambda word: ABOUT + shelves(matching(word)), FORM + PROSE)
    assert (words[1:], told.word) == (["", "harbour"], "harbour")


def test_a_form_that_lists_nothing_unasked_is_asked_for_words_of_its_page_and_no_menu():
    told, words = asked(lambda word: ABOUT + shelves(matching(word) if word else []), FORM + PROSE)
    assert (words[1:], told.word) == (["", "crimson", "harbour"], "crimson")


def test_where_another_site_says_its_total_is_tried_before_it_is_learned():
    def answer(word):  # numbers that are no total stand as a total does, and vary, too
        rows = matching(word)
        return shelves(rows) + "".join(f"<h4>{len(rows)}{n} results</h4>" for n in range(2))

    assert asked(answer, FORM + PROSE, (SHELF,))[0].size == 68
    assert asked(answer, FORM + PROSE)[0].size != 68


def test_a_total_that_a_rule_tells_is_read_before_its_page_is_folded(monkeypatch):
    trees = list[str]()

    def tree(markup):
        trees.append(markup)
        return LexborHTMLParser(markup)

    monkeypatch.setattr("leadline.document.LexborHTMLParser", tree)
    told, words = asked(lambda word: ABOUT + shelves(matching(word)), FORM + PROSE, (SHELF,))
    assert (told.rule, len(trees)) == (SHELF, len(words) + 1)


def test_a_number_that_is_there_whatever_is_asked_is_no_total():
    def answer(word):
        return f"<p>99 on our shelves</p>{''.join(f'<li>{row}</li>' for row in matching(word))}"

    assert asked(answer, FORM + PROSE, (SHELF,))[0].size is None


def test_rules_are_tried_by_how_often_they_have_served_the_own_one_first():
    rules = [TotalRule(place=f"p.n{n}") for n in range(KEPT + 5)]
    totals = Totals()
    for rule in rules:
        totals.take(rule)
    totals.take(rules[-2])
    assert totals.tried(rules[-1])[:2] == (rules[-1], rules[-2])
    assert len(totals.tried(None)) == MOST
