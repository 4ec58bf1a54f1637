"""What is planned for facets, without any site: generators that are sent what lists would show."""

from decimal import Decimal

from leadline.answering import heard_out
from leadline.plan.facets.cells import Cells
from leadline.plan.facets.known import Known
from leadline.plan.facets.lists import Ask, Exploring, Link, Shown
from leadline.plan.facets.sliders import Slider, slide

RED, BLUE, S, L = ("colour", "red"), ("colour", "blue"), ("size", "S"), ("size", "L")


def slid(numbers: dict[str, int], size: int) -> tuple[dict[str, str], int]:
    """The range that each entity is said to lie in, and how many pages that took."""
    low, high = min(numbers.values()), max(numbers.values())
    known = Known({}, None)
    slider = Slider(name="year", low=Decimal(low), high=Decimal(high), step=Decimal(1),
                    url=lambda one, other: f"{one} {other} 0")  # fmt: skip

    def answer(ask: Ask) -> Shown:
        first, last, skip = map(int, ask.url.split())
        inside = [key for key, number in numbers.items() if first <= number <= last]
        more = f"{first} {last} {skip + size}" if len(inside) > skip + size else ""
        return Shown(keys=tuple(inside[skip : skip + size]), total=len(inside), following=more)

    asked, _ = heard_out(slide(slider, known, size), answer)
    return {key: text for key, _, text in known.pairs()}, len(asked)


def test_ranges_are_made_so_that_each_fits_a_page():
    numbers = {f"e{n}": n * n // 40 for n in range(200)}
    found, pages = slid(numbers, 10)
    assert found.keys() == numbers.keys()
    for key, text in found.items():
        low, _, high = text.partition("–")
        assert int(low) <= numbers[key] <= int(high or low)
    assert pages <= 2 * 200 / 10


def test_a_number_that_many_have_is_read_page_by_page():
    numbers = {f"e{n}": 5 if n < 45 else n for n in range(60)}
    found, _ = slid(numbers, 10)
    assert [found[f"e{n}"] for n in range(45)] == ["5"] * 45


def test_a_count_that_grew_old_does_not_make_all_others_doubtful():
    known = Known({RED: 60, BLUE: 40, S: 50, L: 50}, 100)
    keys = [f"e{n}" for n in range(100)]
    known.meet(keys, frozenset())
    known.meet(keys[:61], frozenset([RED]))  # one has become red meanwhile
    known.read(keys[:61], {S: 50, L: 10}, 61, frozenset([RED]))
    known.meet(keys[:50], frozenset([S]))
    known.read(keys[:50], {RED: 50}, 50, frozenset([S]))
    known.conclude()
    assert known.having([L]) == keys[50:]


def answered(talk: Exploring[object], *answers: Shown) -> object:
    try:
        next(talk)
        for answer in answers:
            talk.send(answer)
    except StopIteration as done:
        return done.value
    raise AssertionError("it asked for more")


def test_a_value_that_makes_a_list_longer_is_not_chosen_with_others_of_its_facet():
    panel = {RED: Link(url="r", count=2), BLUE: Link(url="b", count=1), S: Link(url="s", count=2)}
    cells = Cells(Shown(keys=("a", "b", "c"), total=3, panel=panel))
    answered(cells.start())
    other = Shown(keys=("c",), total=1, panel={RED: Link(url="b r", count=2)})
    blue = answered(cells.open(cells.root, BLUE), other)
    both = cells.open(blue, RED)  # type: ignore[arg-type]
    assert answered(both, Shown(keys=("a", "b", "c"), total=3)) is None
