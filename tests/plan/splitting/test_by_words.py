"""A box for words beside drop-downs: what nothing else divides is held as soon as counts agree."""

from dataclasses import replace

from leadline.lab.collection import index
from leadline.lab.world import Counts, World
from leadline.model import Kind, Query
from leadline.plan.proof import Ground, build, outline_in, verify
from leadline.plan.proof.evidence import Evidence
from tests.plan.proof.stories import read
from tests.plan.splitting.stories import coverage, harvested

NAMES = ("north", "south", "east", "west", "upper", "lower", "great", "little")
ROWS = [
    {
        "text": ["hall", NAMES[n % 8], NAMES[n // 3 % 8], f"no{n}"],
        "kind": "barn" if n % 5 else "mill",
    }
    for n in range(60)
]


def halls(**settings: object) -> World:
    """48 barns and 12 mills, of which twenty are shown; every name is on some of each."""
    found = index(ROWS, "attribute")
    domain = ("barn", "mill")
    kinds = {"text": {"kind": Kind.KEYWORD}, "kind": {"domain": domain, "missing": True}}
    attributes = tuple(replace(a, **kinds[a.name]) for a in found.attributes)  # type: ignore[arg-type]
    made = {"limit": 20, "page_size": 5, "browsable": True} | settings
    return World(collection=replace(found, attributes=attributes), **made)  # type: ignore[arg-type]


def test_words_bring_what_no_field_divides_until_counts_agree():
    world = halls()
    splitter, turns = harvested(world)
    assert splitter.proved
    assert any(len(turn.step.query.predicates) == 2 for turn in turns)
    proof = build(turns, world.interface, outline_in(splitter))
    assert verify(proof, turns, world.interface).complete


def test_not_where_a_word_more_finds_more_or_nothing_is_counted():
    for world in (halls(predicates=1), halls(counts=Counts(kind="none"))):
        splitter, turns = harvested(world)
        assert splitter.impossible == [Query.of(kind="barn")]
        assert coverage(world, turns) < 1.0


def test_a_count_is_reached_by_all_that_was_asked_within_a_query():
    world = halls()
    hall, barns, mills = (
        Query((("text", "hall"), *more)) for more in ((), (("kind", "barn"),), (("kind", "mill"),))
    )
    west = Query((("text", "west"),))
    turns = read(halls(limit=48), mills, barns)
    first = read(world, hall)[0]
    turns.append(replace(first, number=len(turns) + 1))
    found = Evidence(turns, world.interface).finding(hall)
    assert (found.ground, found.count, found.turns) == (Ground.COUNT, 60, (turns[-1].number,))
    assert Evidence([turns[-1]], world.interface).finding(hall).ground is Ground.OPEN
    assert Evidence(turns, world.interface).finding(west).ground is Ground.OPEN
