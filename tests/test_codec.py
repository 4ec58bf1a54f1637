"""Frozen values survive the way to JSON and back."""

import json
from dataclasses import dataclass
from enum import StrEnum

from leadline.codec import dump, load


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Dot:
    at: tuple[int, int]
    colour: Colour = Colour.RED


@dataclass(frozen=True)
class Line:
    dots: tuple[Dot, ...] = ()
    name: str | None = None


@dataclass(frozen=True)
class Picture:
    shapes: tuple[Dot | Line, ...]
    frame: Dot | Line | None = None


def there_and_back(value):
    return load(type(value), json.loads(json.dumps(dump(value))))


def test_nested_values_come_back_equal():
    picture = Picture(
        shapes=(Dot((1, 2), Colour.BLUE), Line((Dot((3, 4)),), "edge"), Line()), frame=Line()
    )
    assert there_and_back(picture) == picture


def test_defaults_are_not_written():
    assert dump(Dot((1, 2))) == {"type": "Dot", "at": [1, 2]}


def test_what_a_newer_version_added_is_left_out():
    assert load(Dot, {"type": "Dot", "at": [1, 2], "size": 9}) == Dot((1, 2))
