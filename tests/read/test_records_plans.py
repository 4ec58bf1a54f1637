"""Reading by a plan gives what reading without one gives."""

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from leadline.read.align import aligned
from leadline.read.fields_plan import Plans, outline
from leadline.read.fields_roles import Roles
from leadline.read.fields_runs import runs
from leadline.read.records import Element, grow

WORDS = st.sampled_from(["Oslo", " ", "Oslo …", "(x)", " · ", "By:", ":", "a  b", "Cork, IE", "."])
OPEN = ["<b>", "<dt>", "<dd>", '<a href="/x" title="Oslo is a town">', "<br>", '<p class="n">']
PARTS = st.lists(st.one_of(WORDS, st.sampled_from([*OPEN, "</b>", "</a>", "</p>"])), max_size=12)


def grown(parts: list[str]) -> tuple[Element, ...]:
    body = LexborHTMLParser(f"<main>{''.join(parts)}</main>").css_first("main")
    assert body is not None
    return (grow(body),)


def reworded(parts, words):
    """The same record with other words."""
    pairs = zip(parts, words, strict=False)
    return [word if part[0] != "<" and part.strip() else part for part, word in pairs]


def seen(found):
    texts, links = found
    return (
        [(run.spot.number, run.after, run.text, run.label, run.trim) for run in texts],
        {number: link.node.mem_id for number, link in links.items()},
    )


@given(st.lists(PARTS, min_size=1, max_size=4), st.lists(WORDS, min_size=12, max_size=12))
def test_plans_read_what_runs_read(listed, words):
    units = [grown(parts) for parts in listed]
    units += [grown(reworded(parts, words)) for parts in listed]
    top, spots = aligned(units)
    roles = Roles(spots, [()] * len(units))
    plans = Plans(top, roles.through, roles.labels)
    for unit in [*units, *units, *units]:
        assert seen(plans.runs(unit)) == seen(runs(unit, top, roles.through, roles.labels))


@given(PARTS)
def test_a_tree_is_grown_with_the_outline_it_has(parts):
    unit = grown(parts)
    known = outline(unit)
    unit[0].outline = None
    assert outline(unit) == known


def test_what_is_hidden_is_no_part_of_a_record():
    (top,) = grown(["<p hidden>no</p><p>yes<script>no</script></p><input type=hidden value=no>"])
    assert outline((top,))[1] == ["yes"]
