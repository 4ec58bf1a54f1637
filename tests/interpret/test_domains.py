"""The values that a list offers, as people read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.interpret.domains import Domain, domain_of, is_any
from leadline.model import Option


def test_labels_are_asked_and_codes_are_sent():
    options = [Option("", "All countries"), Option("no", "Norway"), Option("Fiji", "Fiji")]
    assert domain_of(options) == Domain(
        labels=("Norway", "Fiji"), codes=(("Norway", "no"),), any=""
    )


@pytest.mark.parametrize(
    "label",
    [
        "Any", "all", "- Any -", "-- select --", "Please choose…", "Alle Kategorien", "Beliebig",
        "Bitte wählen", "Tous les genres", "Todas las provincias", "Qualquer", "Tutti",
        "Maakt niet uit", "Wszystkie", "Любой", "Все", "すべて", "指定なし",
        "不限", "全部", "전체", "---",
    ],
)  # fmt: skip
def test_the_first_option_may_stand_for_no_choice(label):
    assert is_any(Option("0", label), first=True)


@pytest.mark.parametrize("label", ["Allen", "Anya", "Alleghany County", "Allgemein", "Total"])
def test_names_that_only_begin_so_are_values(label):
    assert not is_any(Option("7", label), first=True)


def test_later_options_are_believed_less():
    assert not is_any(Option("12", "All Saints"), first=False)
    assert is_any(Option("12", "All"), first=False)
    assert is_any(Option("all", "Everything we have"), first=False)


def test_counts_and_the_marks_of_a_hierarchy_are_taken_off():
    options = [
        Option("1", "Books (1,204)"),
        Option("2", "\xa0\xa0– Poetry (12)"),
        Option("3", "-- Law (7)"),
    ]
    assert domain_of(options).labels == ("Books", "Poetry", "Law")


def test_one_label_in_brackets_is_a_name():
    options = [Option("1", "Chicago (60601)"), Option("2", "Rome"), Option("3", "Oslo")]
    assert domain_of(options).labels == ("Chicago (60601)", "Rome", "Oslo")


def test_numbers_keep_their_sign():
    assert domain_of([Option("-10", "-10"), Option("10", "10")]).labels == ("-10", "10")


def test_labels_that_repeat_are_told_apart():
    options = [Option("1", "Springfield"), Option("2", "Springfield")]
    assert domain_of(options) == Domain(
        labels=("Springfield", "Springfield (2)"),
        codes=(("Springfield", "1"), ("Springfield (2)", "2")),
    )


@given(st.lists(st.builds(Option, st.text(max_size=9), st.text(max_size=9)), max_size=9))
def test_any_list_has_distinct_labels_and_every_value_can_be_sent(options):
    found = domain_of(options)
    assert len(set(found.labels)) == len(found.labels)
    codes = dict(found.codes)
    sent = {codes.get(label, label) for label in found.labels}
    assert sent <= {option.value for option in options}
