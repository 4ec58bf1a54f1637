"""What forms are for, in several languages, and which of them are never submitted."""

from dataclasses import replace

import pytest

from leadline.detect import voter
from leadline.detect.classify import Verdict, classify
from leadline.detect.gate import may_list, refusal
from leadline.detect.searches import searches
from leadline.detect.vocabulary import concepts
from leadline.document import Document
from leadline.model import Control, Form, Page, Request

SURE = Verdict(kind="search", probability=0.99)


def document(html: str, url: str = "http://site.test/") -> Document:
    return Document(Page(request=Request(url=url), url=url, body=html.encode()))


def verdict(html: str) -> Verdict:
    return searches(document(html))[0].verdict


@pytest.mark.parametrize(
    ("kind", "html"),
    [
        ("search", "<form action=/search><input name=q><button>Search</button>"),
        ("search", "<form><input name=s placeholder='Suche…'><button>Suchen</button>"),
        ("search", "<form><input name=mot><input type=submit value=Rechercher>"),
        ("search", "<form><input name=texto><input type=submit value=Buscar>"),
        ("search", "<form><input name=testo placeholder='Cerca nel sito'><button>Cerca</button>"),
        ("search", "<form><input name=trefwoord><button>Zoeken</button>"),
        ("search", "<form><input name=x placeholder=Pesquisar><button>Procurar</button>"),
        ("search", "<form><input name=fraza placeholder=Szukaj><button>Szukaj</button>"),
        ("search", "<form><input name=x placeholder='Поиск по сайту'><button>Найти</button>"),
        ("search", "<form><input name=x placeholder=Sök><button>Sök</button>"),
        ("search", "<form><input name=x placeholder=Hledat><button>Hledat</button>"),
        ("search", "<form><input name=w><input type=submit value=検索>"),
        ("search", "<form><input name=w placeholder=关键词><input type=submit value=搜索>"),
        ("search", "<form role=search><input type=search name=q>"),
        ("login", "<form method=post>User <input name=user>Password <input type=password name=p>"
                  "<label><input type=checkbox name=r>Remember me</label><button>Log in</button>"),
        ("login", "<form method=post action=/anmelden>Benutzername <input name=b>"
                  "Kennwort <input type=password name=k><button>Anmelden</button>"),
        ("registration", "<form method=post action=/register>Name <input name=firstname>"
                         "E-mail <input name=email>Password <input type=password name=p>"
                         "Repeat <input type=password name=p2><button>Create account</button>"),
        ("registration", "<form method=post action=/inscription>Prénom <input name=prenom>"
                         "E-mail <input name=email>Mot de passe <input type=password name=p>"
                         "Confirmer <input type=password name=c><button>S'inscrire</button>"),
        ("contact", "<h2>Contact us</h2><form method=post>Name <input name=name>E-mail "
                    "<input name=email>Message <textarea name=m></textarea><button>Send</button>"),
        ("contact", "<form method=post action=/contatto>Nome <input name=nome>E-mail "
                    "<input name=email>Messaggio <textarea name=m></textarea>"
                    "<button>Invia</button>"),
        ("subscribe", "<form method=post action=/newsletter><input name=email "
                      "placeholder='Your e-mail'><button>Subscribe</button>"),
        ("subscribe", "<form method=post><input name=email placeholder='Newsletter abonnieren'>"
                      "<button>Abonnieren</button>"),
        ("order", "<form method=post action=/basket/add><input type=hidden name=id value=1>"
                  "<input name=quantity value=1><button>Add to cart</button>"),
        ("order", "<form method=post action=/carrito><input name=cantidad value=1>"
                  "<button>Añadir al carrito</button>"),
        ("password-recovery", "<h1>Forgot your password?</h1><form method=post action=/reset>"
                              "E-mail <input name=email><button>Reset password</button>"),
        ("other", "<form method=post action=/lang><select name=language><option>en</select>"),
    ],
)  # fmt: skip
def test_a_kind(kind, html):
    assert verdict(html).kind == kind


def test_a_verdict_says_why():
    told = verdict("<form action=/search><input name=q><button>Search</button>")
    assert told.probability > 0.9
    assert "search" in told.reason


def test_a_vote_counts_as_much_as_our_own_opinion():
    form = Form(action="http://site.test/search", controls=(Control(name="q"),))
    own = classify(form).probability
    assert classify(form, {"search": 1.0}).probability == pytest.approx((own + 1) / 2)
    assert classify(form, {"login": 1.0}).kind == "login"


class Oracle:
    """Another classifier, that sees so many forms."""

    def __init__(self, forms: int) -> None:
        self.forms = forms

    def extract_forms(self, text, proba, threshold, fields):
        if not self.forms:
            raise RuntimeError("no model")
        return [(None, {"form": {"join mailing list": 0.75, "other": 0.25}})] * self.forms


@pytest.mark.parametrize(
    ("package", "told"),
    [
        (None, [None, None]),
        (Oracle(0), [None, None]),
        (Oracle(3), [None, None]),
        (Oracle(1), [{"subscribe": 0.75, "other": 0.25}, None]),
    ],
)
def test_another_classifier_votes_where_there_is_one(monkeypatch, package, told):
    monkeypatch.setattr(voter, "_package", lambda: package)
    assert voter.votes(document("<form></form><input type=search>"), 2) == told


def test_words_are_told_without_accents_and_inside_names():
    assert "search" in concepts("mySearchBox")
    assert "search" in concepts("BÚSQUEDA")
    assert "order" in concepts("カートに入れる")
    assert "query" not in concepts("news")
    assert concepts("") == frozenset()


# --- the gate -------------------------------------------------------------------------------------


def asked(*controls: Control, **more) -> Form:
    box = Control(name="q", label="Search")
    here = {"action": "http://site.test/list", "page": "http://www.site.test/"} | more
    return Form(controls=(box, *controls), **here)


def button(label: str) -> Control:
    return Control(name="", kind="submit", label=label)


@pytest.mark.parametrize(
    "form",
    [
        asked(),
        asked(button("Search")),
        asked(button("Enviar")),
        asked(button("Suchen"), Control(name="y", kind="select"), method="POST"),
        asked(button("Update"), Control(name="token", kind="hidden"), method="POST"),
        asked(action="http://search.site.test/q"),
        asked(method="SCRIPT"),
        asked(action="http://site.test/reviews"),
        asked(button("Search"), action="http://site.test/admin/auth/user/"),
        asked(action="http://127.0.0.1:8000/search", page="http://127.0.0.1:8000/"),
    ],
)
def test_a_search_may_be_asked(form):
    assert refusal(form, SURE) is None


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        (asked(Control(name="p", kind="password")), "it asks for a password"),
        (asked(Control(name="f", kind="file")), "it asks for a file"),
        (asked(Control(name="m", kind="textarea")), "it asks for a long text"),
        (asked(Control(name="e", kind="email")), "it asks for an e-mail address"),
        (asked(Control(name="x", label="Ihre E-Mail")), "it asks for an e-mail address"),
        (asked(Control(name="x", label="Credit card")), "it asks for a payment card"),
        (asked(Control(name="captcha")), "it asks for proof of a person"),
        (asked(method="DIALOG"), "its method is DIALOG"),
        (asked(action="mailto:a@site.test"), "its action is no web address"),
        (asked(action="ftp://site.test/"), "its action is no web address"),
        (asked(action="http://["), "its action is no web address"),
        (asked(action="http://engine.test/search"), "it asks another site, engine.test"),
        (asked(action="http://site.test/logout"), "its address speaks of deleting or leaving"),
        (asked(action="http://site.test/search/delete"),
         "its address speaks of deleting or leaving"),
        (asked(action="http://site.test/basket/add"), "its address speaks of ordering"),
        (asked(action="http://site.test/unsubscribe"),
         "its address speaks of deleting or leaving"),
        (asked(button("Search"), action="http://site.test/user/auth"),
         "its address speaks of logging in"),
        (asked(action="http://site.test/auth/user/"), "its address speaks of logging in"),
        (asked(button("Kaufen")), "it speaks of ordering"),
        (asked(button("Delete"), method="POST"), "it speaks of deleting or leaving"),
        (asked(button("Send"), method="POST"), "it speaks of sending"),
        (asked(button("Abonnieren"), method="POST"), "it speaks of subscribing"),
        (asked(text="Vote now", method="POST"), "it speaks of voting"),
        (asked(button("Save search")), "it speaks of saving"),
        (asked(button("Speichern"), method="POST"), "it speaks of saving"),
        (asked(action="http://site.test/search/save_filters"), "its address speaks of saving"),
        (asked(Control(name="couponcode")), "it asks for a coupon"),
        (Form(action="http://site.test/", page="http://site.test/"), "it has nothing to fill in"),
    ],
)  # fmt: skip
def test_what_is_never_submitted(form, reason):
    assert refusal(form, SURE) == reason


def test_only_sure_searches_are_submitted():
    login = Verdict(kind="login", probability=0.9)
    assert refusal(asked(), login) == "it looks like login, not like a search"
    doubtful = Verdict(kind="search", probability=0.6)
    assert refusal(asked(), doubtful) is None
    unsure = Verdict(kind="search", probability=0.45)
    assert refusal(asked(), unsure) == "it is not surely a search (45%)"
    assert refusal(asked(button("Search")), unsure) is None
    assert refusal(asked(button("Search"), method="POST"), unsure) is not None


def test_a_form_that_is_sent_by_post_says_that_it_searches():
    unsaid = "it is sent by POST and nowhere says that it searches"
    letter = Control(name="letter", label="First letter")
    period = Control(name="days", kind="select", label="Posts of the last days")
    for controls, reason in [
        ((letter, button("Go")), unsaid),
        ((period, button("Go")), unsaid),
        ((letter, button("Suchen")), None),
        ((letter, Control(name="q"), button("Go")), None),
        ((Control(name="", label="Search"),), "nothing that is filled in would be sent"),
    ]:
        form = replace(asked(method="POST"), controls=controls)
        assert refusal(form, SURE) == reason


def test_choosing_how_a_page_is_shown_is_no_search():
    order = Control(name="SortBy", kind="select", label="Sort by")
    size = Control(name="Per_Page", kind="select", label="Items per page")
    genre = Control(name="genre", kind="select", label="Genre")
    shown = "it only chooses how the page is shown"
    for controls, reason in [((order,), shown), ((order, size), shown), ((order, genre), None)]:
        assert refusal(replace(asked(), controls=controls), SURE) == reason


def test_a_form_of_choices_may_be_asked_for_lists_where_nothing_in_it_acts():
    other = Verdict(kind="other", probability=0.9)
    author = Control(name="by", kind="select", label="Author")
    for controls, may in [
        ((author,), True),
        ((author, button("Go")), True),
        ((author, button("Los")), True),
        ((author, button("Envoyer")), True),
        ((author, button("OK"), Control(name="section", kind="hidden", value="books")), True),
        ((author, button("Delete")), False),
        ((author, button("Go"), Control(name="do", kind="hidden", value="delete")), False),
        ((Control(name="rating", kind="radio", label="Rate this"), button("OK")), False),
        ((Control(name="lang", kind="select", label="Language"), button("Go")), False),
        ((author, Control(name="who", kind="text"), button("Go")), False),
        ((Control(name="", kind="select"), button("Go")), False),
        ((author, Control(name="action2", kind="select", label="Checked"), button("Go")), False),
    ]:
        form = replace(asked(), action="http://site.test/list", controls=controls)
        assert may_list(form, other) is may, controls
    form = replace(asked(), action="http://site.test/list", controls=(author, button("Go")))
    assert not may_list(replace(form, method="POST"), other)
    assert not may_list(replace(form, action="http://else.test/list"), other)
    assert not may_list(replace(form, action="http://site.test/cart/add"), other)
    assert not may_list(form, Verdict(kind="order", probability=0.9))


# --- the best of a page ---------------------------------------------------------------------------

PAGE = """
<form action=/search><input name=q><button>Search</button></form>
<form method=post action=/login><input name=user><input type=password name=p></form>
<form action=/search role=search>
  <input name=q><select name=genre><option>all<option>poetry</select><button>Search</button></form>
<input type=search id=live>
<form action=/search><input name=q><button>Search</button></form>
"""


def test_the_best_search_comes_first_and_twins_count_once():
    found = searches(document(PAGE))
    assert [(c.form.method, len(c.form.controls), c.refused) for c in found] == [
        ("GET", 3, None),
        ("GET", 2, None),
        ("SCRIPT", 1, None),
        ("POST", 2, "it looks like login, not like a search"),
    ]


def test_a_query_form_sent_by_post_may_be_asked():
    (found,) = searches(
        document(
            "<form method=post action=/results><input type=hidden name=token value=1>"
            "Title <input name=title> Language <select name=lang><option>any<option>en</select>"
            "<input type=submit value=Search></form>"
        )
    )
    assert found.refused is None
