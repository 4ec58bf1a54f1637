"""The words that a search box could be asked for."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.plan.words import tokens, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("  –, … !", []),
        ("The Waste Land", ["the", "waste", "land"]),
        ("snake_case and kebab-case", ["snake", "case", "and", "kebab", "case"]),
        ("In 1922, £3.50 (2nd ed.)", ["in", "1922", "3", "50", "2nd", "ed"]),
        ("Žižek déjà-vu Ångström", ["žižek", "déjà", "vu", "ångström"]),
        ("re\u0301sume\u0301", ["re\u0301sume\u0301"]),  # accents as marks of their own
        ("हिन्दी में", ["हिन्दी", "में"]),  # vowel signs are marks
        ("ΟΔΟΣ Россия", ["οδος", "россия"]),
        ("\u0130stanbul", ["i\u0307stanbul"]),
        ("한국어 책", ["한국어", "책"]),  # Korean writes spaces
    ],
)
def test_words_are_runs_of_letters_digits_and_marks(text, found):
    assert tokens(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("東京都", ["東京", "京都"]),
        ("山", ["山"]),
        ("東京、大阪。", ["東京", "大阪"]),
        ("ひらがな", ["ひら", "らが", "がな"]),
        ("レオ・トルストイ", ["レオ", "トル", "ルス", "スト", "トイ"]),
        ("ラーメン", ["ラー", "ーメ", "メン"]),
        ("ไทย", ["ไท", "ทย"]),
        ("Python入門 3.11版", ["python", "入門", "3", "11", "版"]),
        ("iPhone用ケース", ["iphone", "用ケ", "ケー", "ース"]),
        ("𠮷野家", ["𠮷野", "野家"]),  # beyond the basic plane
    ],
)
def test_scripts_without_spaces_are_cut_into_overlapping_pairs(text, found):
    assert tokens(text) == found


def test_tokens_repeat_and_words_do_not():
    assert tokens("Rose is a rose is a rose") == ["rose", "is", "a", "rose", "is", "a", "rose"]
    assert words("Rose is a rose is a rose") == ["rose", "is", "a"]
    assert words("日日日") == ["日日"]


scripts = st.text(alphabet="aZé_ -0٣東京とカ・ーไทยကក។हि\u0301İß.\n", max_size=20)


@given(st.text() | scripts)
def test_any_text_gives_words_that_could_be_typed(text):
    for word in words(text):
        assert word
        assert word == word.lower()
        assert not {unicodedata.category(letter)[0] for letter in word} & set("PSZ")


@given(st.text() | scripts)
def test_the_words_of_the_words_are_the_words(text):
    assert words(" ".join(words(text))) == words(text)


@given(st.text() | scripts, st.text() | scripts)
def test_a_line_break_separates_words(one, other):
    assert tokens(f"{one}\n{other}") == tokens(one) + tokens(other)
