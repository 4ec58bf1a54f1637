"""Who owns a control: what a browser said, and says where there is one."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from leadline.detect.owners import MOST, owned
from leadline.detect.pointer import written
from tests.browsers import chromium, needs_chromium

RECORDED = Path(__file__).with_name("owners_of_chromium.json")
Pairs = list[list[str | None]]

PIECES = [
    "<form id={n}>", "<form id={n}>", "</form>", "</form>", "<table>", "</table>", "<tr>", "</tr>",
    "<td>", "</td>", "<th>", "<tbody>", "<caption>", "<div>", "</div>", "<p>", "</p>", "<b>",
    "</b>", "<a href=x>", "</a>", "<ul>", "<li>", "</ul>", "text", "<!-- <form id=c{n}> -->",
    "<script>'<form id=s{n}>'</script>", "<style></form></style>", "<title></form></title>",
    "<fieldset>", "</fieldset>", "<template>", "</template>", "<br title='</form>'>", "<!-- x",
    "-->", "<i title=a'b>", "<i title=\"</form>\">", "</i>", "<label>", "</label>", "<h2>", "</h2>",
]  # fmt: skip
CONTROLS = [
    "<input name={n}>", "<input name={n} type=checkbox />", "<textarea name={n}></form></textarea>",
    "<select name={n}><option>1<option>2</select>", "<button name={n}>go</button>",
    "<input type=hidden name={n}>", "<INPUT NAME={n} form=1>", "<input name={n} form=2>",
    "<input form='' name={n}>", "<input type=image name={n}>",
]  # fmt: skip
ASK = """pages => pages.map(html => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const page = frame.contentDocument;
    page.open(); page.write(html); page.close();
    const all = page.querySelectorAll("input,select,textarea,button");
    const pairs = [...all].map(e => [e.name, e.form && e.form.id]);
    frame.remove();
    return pairs;
})"""


def page(random: Random) -> str:
    """A page whose tags open and close as they like."""
    count = random.randint(5, 40)
    pieces = (random.choice(random.choice([PIECES, PIECES, CONTROLS])) for _ in range(count))
    return "".join(piece.format(n=n) for n, piece in enumerate(pieces))


def ours(html: str) -> Pairs:
    found = owned(LexborHTMLParser(html), html)
    pairs = [
        [control.attributes["name"], form.attributes["id"]]
        for form, controls in found.forms
        for control in controls
    ]
    return sorted(pairs + [[control.attributes["name"], None] for control in found.loose], key=str)


def pages() -> list[str]:
    random = Random(7)
    return [page(random) for _ in range(200)]


def chromium_says() -> list[Pairs]:
    """What the browser says of each page."""
    with chromium() as browser:
        found = browser.new_page().evaluate(ASK, pages())
    return [sorted(pairs, key=str) for pairs in found]


def test_owners_are_those_of_chromium():
    said = json.loads(RECORDED.read_text())
    differ = [html for html, pairs in zip(pages(), said, strict=True) if ours(html) != pairs]
    assert differ == []


@needs_chromium
def test_chromium_still_says_what_was_recorded():
    assert chromium_says() == json.loads(RECORDED.read_text())


@pytest.mark.parametrize(
    ("html", "pairs"),
    [
        ("<form id=f><input name=a></form><input name=b>", [["a", "f"], ["b", None]]),
        ("<table><form id=f><tr><td><input name=a></table>", [["a", "f"]]),
        ("<form id=f><form id=g><input name=a></form><input name=b>", [["a", "f"], ["b", None]]),
        ("<td><form id=f></td><input name=a>", [["a", "f"]]),
        ("<form id=f></form><input name=a form=f><input name=b form=x>", [["a", "f"], ["b", None]]),
        ("<div id=f></div><form id=f><input name=a form=f></form>", [["a", None]]),
        (
            "<form id=f><table><td></form><form id=g></td><td><input name=a></table>",
            [["a", "g"]],
        ),
        ("<template><form id=f></template><form id=g><input name=a>", [["a", "g"]]),
        ("<table><form id=f><script>'</form>'</script><tr><td><input name=a>", [["a", "f"]]),
    ],
)
def test_an_owner(html, pairs):
    assert ours(html) == pairs


@given(st.text(st.sampled_from("<>/!-'\"= \x00formtablscriptd"), max_size=200))
def test_any_text_has_owners(text):
    owned(LexborHTMLParser(text), text)


@pytest.mark.parametrize(
    "piece",
    [
        "<form><input>", "<table><form><input>", "<a b='", '<a b="', "<!--", "<script>", "<",
        "<input =", "</form>", "<!", "<input form=x id=x>", "<td><form></td><input>",
    ],
)  # fmt: skip
def test_many_tags_take_linear_time(piece):
    html = "<table><form id=f></table><input>" + piece * 20_000
    assert owned(LexborHTMLParser(html), html).forms


def test_of_endless_forms_the_beginning_is_read():
    html = "<form id=f>" + "<input>" * (MOST + 99)
    [(_, controls)] = owned(LexborHTMLParser(html), html).forms
    assert len(controls) == MOST - 1


def test_tags_are_read_off_the_source_without_comments_and_scripts():
    source = (
        "<input><FORM><!-- </form> --><script>'</form>'</script><input></form><textarea><input>"
    )
    tags = [("input", None), ("form", None), ("input", 1), ("textarea", None)]
    assert written(source) == tags
