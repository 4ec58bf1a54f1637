from bench.metrics import Score, flat, score

TRUTH = [
    {"name": "Anaa Airport", "country": "PF"},
    {"name": "Arrabury Airport", "country": "AU"},
    {"name": "El Arish International Airport", "country": "EG"},
    {"name": "Birdsville Airport", "country": "AU"},
]


def found(*rows: tuple[str, str]) -> list[dict[str, list[str]]]:
    return [{"f1": [name], "f2": [country]} for name, country in rows]


def test_a_perfect_harvest():
    got = score(TRUTH, found(*((one["name"], one["country"]) for one in reversed(TRUTH))))
    assert got == Score(
        truth=4, found=4, matched=4, values=8, right=8, mapping={"name": "f1", "country": "f2"}
    )
    assert (got.recall, got.precision, got.accuracy) == (1.0, 1.0, 1.0)


def test_what_is_missing_repeated_or_foreign():
    got = score(TRUTH, found(("Anaa Airport", "PF"), ("Anaa Airport", "PF"), ("About us", "AU")))
    assert (got.matched, got.recall, got.precision) == (1, 0.25, 1 / 3)


def test_case_white_space_and_a_little_around_do_not_matter():
    got = score(TRUTH[2:3], found(("1: EL ARISH\n international  Airport", "EG")))
    assert (got.matched, got.right) == (1, 2)


def test_half_a_name_is_wrong_although_the_record_is_known_by_the_rest():
    rows = [("Anaa …", "PF"), ("Arrabury Airport", "AU"), ("El Arish International Airport", "EG")]
    truth = [{**one, "code": str(place)} for place, one in enumerate(TRUTH[:3])]
    records = [{**row, "f3": [str(place)]} for place, row in enumerate(found(*rows))]
    got = score(truth, records)
    assert (got.matched, got.values, got.right) == (3, 9, 8)


def test_values_count_only_in_the_field_that_mostly_holds_them():
    records = found(*((one["name"], one["country"]) for one in TRUTH[:3]))
    records.append({"f2": ["Birdsville Airport"], "f1": ["AU"]})
    got = score(TRUTH, records)
    assert (got.matched, got.mapping, got.right) == (4, {"name": "f1", "country": "f2"}, 6)


def test_records_that_differ_in_common_values_only_are_told_apart():
    truth = [{"title": "Hamlet", "year": str(1900 + n)} for n in range(30)]
    got = score(truth, [{"a": ["Hamlet"], "b": [str(1900 + n)]} for n in range(30)])
    assert (got.matched, got.right) == (30, 60)


def test_numbers_of_a_date_do_not_lead_astray():
    truth = [{"title": f"#{n}: airport"} for n in range(60)]
    dates = ["1/2/3 4:5:6", "7/8/9 10:11:12"]
    got = score(truth, [{"a": [f"#{n}: Airport"], "b": dates} for n in range(60)])
    assert (got.matched, got.precision) == (60, 1.0)


def test_what_the_truth_leaves_empty_is_not_asked_for():
    got = score([{"name": "Anaa", "city": ""}], [{"f1": ["Anaa"]}])
    assert (got.values, got.right, got.accuracy) == (1, 1, 1.0)


def test_nothing_found_and_nothing_to_find():
    assert score(TRUTH, []).recall == 0.0
    assert score([], found(("Anaa", "PF"))).precision == 0.0
    assert score([], []).accuracy == 1.0


def test_exported_records_become_texts_by_field():
    record = {"key": 7, "values": {"name": "Anaa", "tags": ["a", "b"]}, "none": None}
    assert flat(record) == {"key": ["7"], "values.name": ["Anaa"], "values.tags": ["a", "b"]}
