"""Boxes that take the beginning of a field, so that a letter finds many records.

"Title begins with" finds nothing by the words inside titles, and those that records show lead to
few others; the letters of the alphabet lead to all of them. Asked by one letter that no record seen
has as a word: if it finds several, all of which begin with it, all letters are asked first. A field
that begins so in every record, as a date in words does, tells nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from leadline.interpret.hits import ask
from leadline.interpret.talk import Talk
from leadline.model import Query, Record
from leadline.plan.words import words
from leadline.query.encode import Encoding
from leadline.read import Wrapper

FEWEST = 3  # records that a letter finds
NEARLY = 0.9  # of them that begin with it
LONGEST = 100  # characters of a value that are looked at
WIDEST = 80  # code points of an alphabet
LATIN = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"


def learn_letters(
    encoding: Encoding, wrapper: Wrapper, box: str, records: Sequence[Record]
) -> Talk[tuple[Query, ...]]:
    """The letters, if they find records that do not have them as words; else nothing."""
    said = Counter(chain.from_iterable(words(record.text) for record in records))
    initials = Counter(word[0] for word in said.elements() if word[0].isalpha())
    letter = next((one for one, _ in initials.most_common() if one not in said), None)
    letters = alphabet(initials)
    if letter is None or not letters:
        return ()
    heard = yield from ask(encoding, Query(((box, letter),)))
    if heard is None:
        return ()
    found = wrapper.extract(heard.document).records
    same = _alike(records, letter)
    begins = Counter(n for record in found for n in _beginning(record, letter) if n not in same)
    if max(begins.values(), default=0) < max(FEWEST, NEARLY * len(found)):
        return ()
    return tuple(Query(((box, one),)) for one in letters)


def _alike(records: Sequence[Record], letter: str) -> set[str]:
    """The fields that begin with a letter whatever was asked for."""
    begins = Counter(name for record in records for name in _beginning(record, letter))
    return {name for name, count in begins.items() if count >= NEARLY * len(records)}


def _beginning(record: Record, letter: str) -> set[str]:
    """The fields that begin with a letter, and not with a word of one letter."""
    longer = ((name, words(value[:LONGEST])) for name, value in record.values)
    return {name for name, said in longer if said and said[0] != letter and said[0][0] == letter}


def alphabet(initials: Iterable[str]) -> tuple[str, ...]:
    """The letters that words may begin with, given some, and the digits; none of thousands."""
    seen = sorted({letter for letter in initials if len(letter) == 1})
    others = [letter for letter in seen if letter not in LATIN]
    latin = LATIN if len(others) < len(seen) else ""
    if not others:
        return (*latin, *DIGITS) if latin else ()
    if ord(others[-1]) - ord(others[0]) > WIDEST:
        return (*latin, *others[:WIDEST], *DIGITS) if latin else ()
    between = map(chr, range(ord(others[0]), ord(others[-1]) + 1))
    return (*latin, *filter(str.isalpha, between), *DIGITS)
