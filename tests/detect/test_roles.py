"""What single fields are for, and how words and weights are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.detect.linear import Linear
from leadline.detect.purposes import purposes
from leadline.detect.stems import Stems, plain
from leadline.document import Document
from leadline.model import Page, Request


def document(html: str) -> Document:
    url = "http://site.test/"
    return Document(Page(request=Request(url=url), url=url, body=html.encode("utf-8", "replace")))


def told(html: str) -> list[str]:
    return [role.role for one in purposes(document(html)) for role in one.roles]


@pytest.mark.parametrize(
    ("html", "roles"),
    [
        ("<form method=post action=/register>First name <input name=fname>Last name "
         "<input name=lname>E-mail <input name=email>Password <input type=password name=p>"
         "Repeat password <input type=password name=p2>"
         "<label><input type=checkbox name=agree> I agree to the terms</label>"
         "<button>Register</button>",
         ["first-name", "last-name", "email", "password", "password-again", "terms", "submit"]),
        ("<form method=post action=/kontakt>Vorname <input name=vorname>Nachname "
         "<input name=nachname>E-Mail <input name=email>Betreff <input name=betreff>"
         "Nachricht <textarea name=nachricht></textarea><button>Senden</button>",
         ["first-name", "last-name", "email", "subject", "message", "submit"]),
        ("<form method=post action=/checkout>Street address <input name=address>City "
         "<input name=city>Zip code <input name=zip>Phone <input type=tel name=phone>"
         "Country <select name=country><option>France<option>Spain</select>",
         ["address", "city", "postal-code", "phone", "country"]),
        ("<form action=/search><input name=q><select name=category><option>all<option>a</select>"
         "<button>Search</button>", ["query", "refinement", "submit"]),
        ("<form method=post action=/cart/add>Quantity <input name=quantity value=1>"
         "<button>Add to cart</button>", ["quantity", "submit"]),
        ("<form method=post><input type=file name=x><input type=reset>", ["upload", "reset"]),
        ("<form action=/search><input type=password name=q><button>Search</button>",
         ["password", "submit"]),
        ("<form><input type=hidden name=h>", []),
    ],
)  # fmt: skip
def test_roles_of_a_form(html, roles):
    assert told(html) == roles


def test_probabilities_are_shares():
    (one,) = purposes(document("<form action=/search><input name=q><input type=password>"))
    assert all(0 < role.probability <= 1 for role in one.roles)
    assert 0 < one.verdict.probability <= 1


@given(st.text(), st.sampled_from(["text", "select", "radio", "password", "submit", "file"]))
def test_any_field_has_a_role(said, kind):
    found = told(f"<form><input type={kind} name='{said}' title='{said}'>{said}<select name=x>")
    assert all(found)


# --- words ----------------------------------------------------------------------------------------

STEMS = Stems({"search": "such, =find, recherche, 検索", "query": "=q", "again": "re enter"})


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("Suchen", {"search"}),
        ("besuch", set()),
        ("find it", {"search"}),
        ("finding", set()),
        ("maRecherche", {"search"}),
        ("superrecherches", {"search"}),
        ("全文検索です", {"search"}),
        ("q", {"query"}),
        ("a_q-b", {"query"}),
        ("faq", set()),
        ("Please re-enter", {"again"}),
        ("", set()),
    ],
)
def test_stems_match_at_words_or_anywhere(text, concepts):
    assert STEMS.told(plain(text)) == concepts


@given(st.text())
def test_any_text_can_be_read(text):
    assert STEMS.told(plain(text)) <= {"search", "query", "again"}


# --- weights --------------------------------------------------------------------------------------


def test_a_table_of_weights():
    model = Linear.read(("yes", "no"), "\t0:100\nred\t0:-250 1:50\nblue\t1:5")
    assert model.weights(["red", "blue", "green"], 0) == [-2.5, 0.0, 0.0]
    assert model.shares(["green"]) == pytest.approx([0.7311, 0.2689], abs=1e-4)
    assert model.shares(["red"]) == pytest.approx([0.1192, 0.8808], abs=1e-4)


def test_a_model_without_weights_knows_nothing():
    assert Linear.read(("a", "b"), "").shares(["x"]) == [0.5, 0.5]
