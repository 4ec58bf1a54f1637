"""Attributes of several sources that are the same, under other names and in other formats."""

from leadline.unify.alike import names_alike
from leadline.unify.attributes import match_attributes
from leadline.unify.columns import Kind
from tests.unify.tables import books, otherwise, profiles


def found(*sources):
    matching = match_attributes(profiles(*sources))
    return {
        one.name: (one.kind, [column.name for column in one.columns])
        for one in matching.attributes
        if one.is_shared
    }


def test_other_names_and_other_formats():
    rows = books(300)
    assert found(rows, [otherwise(row) for row in rows]) == {
        "title": (Kind.TEXT, ["title", "Book title"]),
        "author": (Kind.TEXT, ["author", "Author name"]),
        "published": (Kind.DATE, ["published", "Date"]),
        "pages": (Kind.NUMBER, ["pages", "Number of pages"]),
    }


def test_fields_without_names_are_matched_by_their_values():
    rows = books(300)
    bare = [{"text": row["title"], "text 2": row["author"]} for row in rows]
    assert found(rows, bare) == {
        "title": (Kind.TEXT, ["title", "text"]),
        "author": (Kind.TEXT, ["author", "text 2"]),
    }


def test_thousands_and_years():
    first = [{"people": 12_000 + 977 * i, "founded": 1900 + i} for i in range(90)]
    second = [
        {"inhabitants": f"{12_000 + 977 * i:,}", "foundation": f"{1900 + i}-03-0{1 + i % 9}"}
        for i in range(90)
    ]
    assert found(first, second) == {
        "people": (Kind.NUMBER, ["people", "inhabitants"]),
        "founded": (Kind.YEAR, ["founded", "foundation"]),
    }


def test_numbers_of_another_range_stay_apart():
    first = [{"elevation": 10 * i} for i in range(300)]
    second = [{"status": i % 2} for i in range(300)]
    assert found(first, second) == {}


def test_one_partner_for_each():
    rows = [{"name": f"place {i}", "city": f"place {i}"} for i in range(50)]
    assert found(rows, [{"name": row["name"]} for row in rows]) == {
        "name": (Kind.TEXT, ["name", "name"])
    }


def test_three_sources_are_one_group():
    rows = books(200)
    other = [otherwise(row) for row in rows]
    third = [{"titles": row["title"]} for row in rows]
    assert found(rows, other, third)["title"] == (Kind.TEXT, ["title", "Book title", "titles"])


def test_sets_and_single_values():
    first = [{"genres": ["Drama", "Comedy"] if i % 2 else ["Action"]} for i in range(60)]
    second = [{"genre": ("drama", "comedy", "action")[i % 3]} for i in range(60)]
    assert found(first, second) == {"genres": (Kind.SET, ["genres", "genre"])}


def test_evidence_is_told():
    rows = books(100)
    matches = match_attributes(profiles(rows, [{"title": row["title"]} for row in rows])).matches
    assert [(one.left, one.right, one.score) for one in matches] == [
        ((1, "title"), (2, "title"), 1.0)
    ]
    assert (matches[0].evidence.name, matches[0].evidence.values) == (1.0, 1.0)


def test_names():
    assert names_alike("releaseDate", "release_date") == 1.0
    assert names_alike("genres", "genre") == 1.0
    assert names_alike("text 2", "title") is None
    assert names_alike("title", "country") == 0.0
    assert names_alike("author", "author name") == 0.75
