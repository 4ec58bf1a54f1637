"""What records that are surely one thing tell about attributes; attributes that hold several."""

from random import Random

from leadline.linking.unifying import unify
from leadline.store import open_store
from leadline.unify.attributes import match_attributes
from leadline.unify.splitting import find_cuts
from leadline.unify.twins import Sketch, twins
from tests.unify.tables import WORDS, books, profiles, stored


def sketch(*rows):
    found = Sketch()
    for row in rows:
        found.see({name: (value,) for name, value in row.items()})
    return found


def places(count):
    """Places with a code of their own, in a few countries."""
    rng, size = Random(3), len(WORDS)
    codes = rng.sample(range(1000, 9000), count)
    return [
        {
            "name": f"{WORDS[i % size].title()} {WORDS[i // 5 % size].title()} {i * 7}th",
            "code": f"Q{code}",
            "country": ("Norway", "Chile", "Ghana")[i % 3],
        }
        for i, code in enumerate(codes)
    ]


def titled(row, form="{name} ({code})"):
    """The same place with all that is known about it in a title."""
    return {"title": form.format(**row), "price": f"£{len(row['name'])}.50"}


def turned(name):
    """A name with its first word behind a comma."""
    first, rest = name.split(maxsplit=1)
    return f"{rest}, {first}"


def shared(*sources):
    matching = match_attributes(profiles(*sources))
    return {
        tuple(column.name for column in one.columns) for one in matching.attributes if one.is_shared
    }


def test_a_word_that_is_once_in_both_makes_twins():
    a = sketch({"name": "Anaa Airport", "code": "AAA"}, {"name": "Zero Airport", "code": "ZER"})
    b = sketch({"label": "AAA", "title": "Anaa field"}, {"label": "XYZ", "title": "Other field"})
    (twin,) = twins(a, b)
    assert (twin.left["name"], twin.right["title"]) == (("Anaa Airport",), ("Anaa field",))
    assert twin.via == {("code", "label"), ("name", "title")}
    assert twin.tells("code", "label")


def test_nothing_is_told_by_small_numbers_and_by_what_is_in_several():
    a = sketch({"n": "12", "name": "north station"}, {"n": "13", "name": "south station"})
    b = sketch({"n": "12", "name": "station one"}, {"n": "14", "name": "station two"})
    assert twins(a, b) == []


def test_attributes_of_other_names_that_share_a_part_of_their_values():
    rows = places(100)
    other = [{"label": r["code"], "heading": r["name"], "group": r["country"]} for r in rows[60:]]
    assert shared(rows[:80], other) == {("name", "heading"), ("code", "label"),
                                        ("country", "group")}  # fmt: skip


def test_numbers_that_each_source_gives_itself_are_not_one_attribute():
    rows = books(120)
    first = [{"id": f"R{i:05}", **row} for i, row in enumerate(rows[:90])]
    second = [{"id": f"R{i:05}", **row} for i, row in enumerate(rows[30:])]
    assert shared(first, second) == {(name, name) for name in rows[0]}


def test_the_same_words_in_another_order_are_less_than_the_same():
    first = [{"sorted": turned(row["name"]), **row} for row in places(100)]
    second = [{"label": row["name"].upper(), "land": row["country"]} for row in first[20:]]
    assert shared(first[:80], second) == {("name", "label"), ("country", "land")}


def test_an_address_is_one_value_however_it_is_reached():
    lands = {"Norway": "no", "Chile": "cl", "Ghana": "gh"}
    rows = [{**row, "land": lands[row["country"]]} for row in places(100)]
    first = [{"name": r["name"], "web": f"http://www.{r['code']}.{r['land']}/"} for r in rows[:80]]
    second = [{"label": r["name"], "cc": r["land"], "site": f"{r['code']}.{r['land']}"}
              for r in rows[20:]]  # fmt: skip
    assert find_cuts(profiles(first, second)) == {}
    assert shared(first, second) == {("name", "label"), ("web", "site")}


def test_another_cost_is_still_a_cost():
    rows = books(100)
    both = [[{**row, "cost": f"{i * k % 17}.99"} for i, row in enumerate(rows)] for k in (3, 5)]
    assert ("cost", "cost") in shared(*both)


def test_a_title_that_holds_a_name_and_a_code_is_cut():
    rows = places(90)
    found = profiles(rows[:60], [titled(row) for row in rows[30:]])
    cuts = find_cuts(found)
    assert list(cuts) == [2]
    assert cuts[2].of({"title": ("Dry Fork (North) (Q77)",), "price": ("£3",)}) == {
        "title › name": ("Dry Fork (North)",),
        "title › code": ("Q77",),
        "price": ("£3",),
    }
    assert cuts[2].of({"title": ("No code here",)}) == {"title › name": ("No code here",)}


def test_a_name_that_is_first_and_last_name_elsewhere_is_cut():
    people = [
        {"first": f"{WORDS[i % 13].title()}a", "last": f"{WORDS[13 + i % 14].title()}son{i}",
         "town": f"Town {i * 3}x"}
        for i in range(60)
    ]  # fmt: skip
    whole = [{"who": f"{one['last']}, {one['first']}", "town": one["town"]} for one in people]
    cuts = find_cuts(profiles(people, whole))
    assert cuts[2].of({"who": ("Ford, John",)}) == {
        "who › last": ("Ford",),
        "who › first": ("John",),
    }


def test_a_blank_is_enough_between_parts_that_are_known_elsewhere():
    rows = [{**row, "zip": str(10007 + 41 * i)} for i, row in enumerate(places(90))]
    first = [
        {"name": row["name"], "zip": row["zip"], "town": f"Bad {row['country']}"} for row in rows
    ]
    second = [{"label": row["name"], "at": f"Elm-Road {i}, D-{row['zip']} Bad {row['country']}"}
              for i, row in enumerate(rows)]  # fmt: skip
    cuts = find_cuts(profiles(first[:60], second[30:]))
    assert cuts[2].of({"at": ("Max-Reger-Weg 1, D-86459 Bad Muskau",)}) == {
        "at › rest": ("Max-Reger-Weg 1, D",),
        "at › zip": ("86459",),
        "at › town": ("Bad Muskau",),
    }
    unsigned = [{**row, "at": row["at"].replace(", D-", " ")} for row in second]
    assert find_cuts(profiles(first[:60], unsigned[30:])) == {}


def test_what_is_the_same_as_a_whole_is_not_cut():
    rows = places(80)
    whole = [{**row, "title": titled(row)["title"]} for row in rows]
    assert find_cuts(profiles(whole, [titled(row) for row in rows])) == {}


def test_titles_with_a_code_are_linked_to_names_and_codes(tmp_path):
    rows = places(220)
    renamed = [{"key": r["code"], "label": r["name"], "group": r["country"]} for r in rows[40:160]]
    parts = rows[:120], renamed, [titled(row) for row in rows[80:]]
    with open_store(stored(tmp_path / "x.db", *parts)) as store:
        done = unify(store)
        whole = [dict(one.fields) for one in store.entities() if len(one.records) == 3]
    assert (done.records, done.entities) == (380, 220)
    assert done.overlap.matrix == ((120, 80, 40), (80, 120, 80), (40, 80, 140))
    assert whole[0] == {**rows[80], "price": titled(rows[80])["price"]}


def test_values_that_look_like_what_is_put_in_their_place():
    rows = [{**row, "name": f"\x000\x00 {row['name']} \x0099\x00"} for row in places(40)]
    both = profiles(rows, [titled(row) for row in rows])
    assert len(match_attributes(both).attributes) >= 3
    assert find_cuts(both).keys() <= {1, 2}
