"""Reading a record by its mould gives what reading its tree gives."""

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.read.fields import Lesson, Reading, learn
from leadline.read.fields_moulds import Moulds
from leadline.read.fields_sketch import cut, sketched
from leadline.read.records import grow

WORDS = st.sampled_from(
    ["Oslo", " ", "\n  ", "Oslo …", "(x)", " · ", "By:", "a  b", "&nbsp;", "&amp;lt;", "a &lt; b",
     '"', 'x="y"', "é", "'", ">", "."]
)  # fmt: skip
OPEN = [
    "<b>", "<dt>", "<dd>", "<br>", "<img alt='>'>", '<p class="n">', "<p hidden>", "<!-- -->",
    '<a href="/x" title="Oslo is a town">', "<a href>", "<p style='display:none'>", '<!--"-->',
    "<script>a<b</script>", "<td colspan=2>", "<p foo\"bar='1'>", "<svg viewBox='0'>", "<i id=9>",
]  # fmt: skip
PARTS = st.lists(st.one_of(WORDS, st.sampled_from([*OPEN, "</b>", "</a>", "</p>"])), max_size=12)


def node_of(parts: list[str]) -> LexborNode:
    found = LexborHTMLParser(f"<main data-id=7>{''.join(parts)}</main>").css_first("main")
    assert found is not None
    return found


def reworded(parts, words):
    """The same record with other words."""
    pairs = zip(parts, words, strict=False)
    return [word if part[0] != "<" and part.strip() else part for part, word in pairs]


@given(st.lists(PARTS, min_size=1, max_size=4), st.lists(WORDS, min_size=12, max_size=12))
def test_moulds_read_what_trees_say(listed, words):
    nodes = [node_of(parts) for parts in listed]
    nodes += [node_of(reworded(parts, words)) for parts in listed]
    units = [(grow(node),) for node in nodes]
    pages = [0] * len(units)
    reading = Reading(learn(Lesson(units=units, pages=pages, asked=[()] * len(units))))
    spots = [n for path, n in reading.numbers.items() if path and path[-1].tag == "a"]
    link = spots[0] if spots else -1
    moulds = Moulds(reading, link, "data-id")
    for node, unit in zip(nodes * 3, units * 3, strict=True):
        html = node.html or ""
        read = moulds.read(html)
        values, text, links = reading.read(unit)
        href = links[link].attributes["href"] if link in links else None
        assert read is None or read == (values, text, href, "7")
        moulds.learn(html, unit[0])


def test_a_record_is_read_by_its_mould_the_third_time():
    rows = [f'<a href="/{n}">Book {n} &amp; more</a><p class="by">Ann {n}</p>' for n in range(4)]
    nodes = [node_of([row]) for row in rows]
    units = [(grow(node),) for node in nodes]
    reading = Reading(learn(Lesson(units=units, pages=[0] * 4, asked=[()] * 4)))
    moulds = Moulds(reading)
    for node, (element,) in zip(nodes[:2], units[:2], strict=True):
        assert moulds.read(node.html or "") is None
        moulds.learn(node.html or "", element)
    read = moulds.read(nodes[3].html or "")
    assert read is not None
    assert read.values == (("title", "Book 3 & more"), ("by", "Ann 3"))


def test_a_row_that_may_be_the_header_is_left_to_the_tree():
    rows = ["Title</b>Author", "Emma</b>Austen", "Faust</b>Goethe", "Genji</b>Murasaki"]
    nodes = [node_of([f"<b>{row}"]) for row in rows]
    units = [(grow(node),) for node in nodes]
    reading = Reading(learn(Lesson(units=units, pages=[0] * 4, asked=[()] * 4)))
    moulds = Moulds(reading, header=("Title", "Author"))
    for node, (element,) in zip(nodes[1:3], units[1:3], strict=True):
        moulds.learn(node.html or "", element)
    assert moulds.read(nodes[0].html or "") is None
    assert moulds.read(nodes[3].html or "") is not None


def test_a_record_is_cut_at_its_tags():
    html = '<tr id="a&quot;b"> <td>1 &lt; 2</td>\n<td>&nbsp;</td><td>x="y"</td></tr>'
    assert cut(html) == (
        ("<tr id=", "> <td>\0</td>\n<td>\xa0</td><td>\0</td></tr>"),
        ["", "1 < 2", 'x="y"', ""],
        ["a&quot;b"],
    )


def test_there_is_no_sketch_of_what_is_not_written_as_text():
    for inner in ("<script>1<2</script>", '<!--"-->', "<!-- <b> -->", "<template>a</template>"):
        node = node_of([inner])
        assert sketched(node.html or "", grow(node)) is None
    node = node_of(["a<!-- b -->c"])
    assert sketched(node.html or "", grow(node)) is not None
