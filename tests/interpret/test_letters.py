"""The letters that words may begin with."""

from leadline.interpret.letters import DIGITS, LATIN, alphabet


def test_an_alphabet_is_completed():
    assert alphabet("bt") == (*LATIN, *DIGITS)
    assert alphabet("гб") == ("б", "в", "г", *DIGITS)
    assert alphabet("éa") == (*LATIN, "é", *DIGITS)


def test_characters_are_too_many():
    assert alphabet("中文書") == ()
    assert alphabet("") == ()
