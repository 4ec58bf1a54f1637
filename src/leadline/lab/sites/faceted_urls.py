"""How faceted sites write a choice of values into an address: three manners met on the Web.

In all of them the order of the choices shows, so one set of values has many addresses.

- `query`: `/browse?genre=Drama&rated=R`, a parameter for each facet
- `path`: `/browse/drama/r`, a word for each value and no name of its facet
- `coded`: `/browse?rh=n:12,n:7&ref=nr_3`, numbers in one parameter, and a note of the link followed
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.markup import address
from leadline.lab.sites.visit import Visit

Manner = Literal["query", "path", "coded"]
MANNERS: tuple[Manner, ...] = ("query", "path", "coded")
ROOT = "browse"
BETWEEN = "|"  # several values of one facet


@dataclass(frozen=True, kw_only=True)
class Addresses:
    """Choices to addresses and back; `None` is an address without a meaning."""

    table: FacetTable
    manner: Manner = "query"

    def write(self, choice: Sequence[int], shown: Mapping[str, str], place: int = 0) -> str:
        """The address of a choice, shown in a way; `place` is that of the link on its page."""
        if self.manner == "path":
            words = "".join(f"/{self._words[value]}" for value in choice)
            return address(f"/{ROOT}{words}", shown)
        if self.manner == "query":
            return address(f"/{ROOT}", {**self.parameters(choice), **shown})
        codes = {"rh": ",".join(f"n:{value + 1}" for value in choice)} if choice else {}
        note = {"ref": f"nr_{place}"} if place else {}
        return address(f"/{ROOT}", {**codes, **shown, **note})

    def read(self, visit: Visit) -> list[int] | None:
        """The values that an address chooses, in its order."""
        if self.manner == "path":
            found = [self._of_word.get(word) for word in visit.path.split("/")[2:] if word]
        elif self.manner == "query":
            names = {name: facet for facet, name in self.names.items()}
            found = [
                self.table.numbers.get((names[name], text))
                for name, texts in visit.fields.items()
                if name in names
                for text in texts.split(BETWEEN)
            ]
        else:
            codes = [c for c in visit.fields.get("rh", "").split(",") if c]
            found = [self._coded(code) for code in codes]
        known = [value for value in found if value is not None]
        return list(dict.fromkeys(known)) if len(known) == len(found) else None

    def _coded(self, code: str) -> int | None:
        match = re.fullmatch(r"n:([1-9][0-9]{0,8})", code)
        value = int(match[1]) - 1 if match else -1
        return value if 0 <= value < len(self.table.values) else None

    def facet(self, name: str) -> str:
        """The facet that a parameter stands for; empty for none."""
        return next((facet for facet, own in self.names.items() if own == name), "")

    def parameters(self, choice: Sequence[int]) -> dict[str, str]:
        """A choice as parameters, one for each facet."""
        found: dict[str, str] = {}
        for value in choice:
            facet, text = self.table.values[value]
            name = self.names[facet]
            found[name] = f"{found[name]}{BETWEEN}{text}" if name in found else text
        return found

    @cached_property
    def names(self) -> dict[str, str]:
        """A parameter for each facet."""
        return {facet: f"f_{re.sub(r'[^0-9A-Za-z]+', '_', facet)}" for facet in self.table.facets}

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """A word for each value, no two the same."""
        words: dict[str, None] = {}
        for number, (_, text) in enumerate(self.table.values):
            word = re.sub(r"[^0-9a-z]+", "-", text.lower()).strip("-")
            words[word if word and word not in words else f"{word}-{number}".strip("-")] = None
        return tuple(words)

    @cached_property
    def _of_word(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._words)}
