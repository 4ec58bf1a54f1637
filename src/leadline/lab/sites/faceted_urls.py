"""How faceted sites write a choice of values into an address: three manners met on the Web.

In all of them the order of the choices shows, so one set of values has many addresses.

- `query`: `/browse?genre=Drama&rated=R`, a parameter for each facet
- `path`: `/browse/drama/r`, a word for each value and no name of its facet
- `coded`: `/browse?rh=n:12,n:7&ref=nr_3`, numbers in one parameter, and a note of the link followed
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal
from urllib.parse import quote_plus, urlencode

from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.markup import address
from leadline.lab.sites.visit import Visit

Manner = Literal["query", "path", "coded"]
MANNERS: tuple[Manner, ...] = ("query", "path", "coded")
ROOT = "browse"
BETWEEN = "|"  # several values of one facet
_BETWEEN = quote_plus(BETWEEN)


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
            return self._asking(choice, shown)
        codes = {"rh": ",".join(f"n:{value + 1}" for value in choice)} if choice else {}
        note = {"ref": f"nr_{place}"} if place else {}
        return address(f"/{ROOT}", {**codes, **shown, **note})

    def _asking(self, choice: Sequence[int], shown: Mapping[str, str]) -> str:
        """A choice as parameters of an address, written from parts: a page has hundreds."""
        found: dict[str, str] = {}
        for value in choice:
            name, text = self._written[value]
            found[name] = f"{found[name]}{_BETWEEN}{text}" if name in found else text
        parts = [f"{name}={text}" for name, text in found.items()]
        parts += [urlencode(shown, errors="replace")] if shown else []
        return f"/{ROOT}?{'&'.join(parts)}" if parts else f"/{ROOT}"

    @cached_property
    def _written(self) -> tuple[tuple[str, str], ...]:
        """Each value's parameter and text, as they stand in addresses."""
        return tuple((self.names[facet], quote_plus(text, errors="replace"))
                     for facet, text in self.table.values)  # fmt: skip

    def read(self, visit: Visit) -> list[int] | None:
        """The values that an address chooses, in its order."""
        if self.manner == "path":
            found = [self._of_word.get(word) for word in visit.path.split("/")[2:] if word]
        elif self.manner == "query":
            names = {name: facet for facet, name in self.names.items()}
            found = [
                value
                for name, texts in visit.fields.items()
                if name in names
                for value in self._several(names[name], texts.split(BETWEEN))
            ]
        else:
            codes = [c for c in visit.fields.get("rh", "").split(",") if c]
            found = [self._coded(code) for code in codes]
        known = [value for value in found if value is not None]
        return list(dict.fromkeys(known)) if len(known) == len(found) else None

    def _several(self, facet: str, parts: Sequence[str]) -> Iterator[int | None]:
        """The values that parts of a text stand for; a value may hold what stands between."""
        start = 0
        while start < len(parts):
            ends = range(len(parts), start, -1)
            texts = ((facet, BETWEEN.join(parts[start:end])) for end in ends)
            known = (
                (self.table.numbers.get(pair), end) for pair, end in zip(texts, ends, strict=True)
            )
            value, start = next((one for one in known if one[0] is not None), (None, len(parts)))
            yield value

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
        """A parameter for each facet, no two the same."""
        return dict(zip(self.table.facets, _distinct("f_", "_", self.table.facets), strict=True))

    @cached_property
    def _words(self) -> tuple[str, ...]:
        """A word for each value, no two the same."""
        return _distinct("", "-", [text.lower() for _, text in self.table.values])

    @cached_property
    def _of_word(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self._words)}


def _distinct(before: str, between: str, texts: Sequence[str]) -> tuple[str, ...]:
    """The letters and digits of texts; what would be empty or there already gets a number."""
    words: dict[str, None] = {}
    for number, text in enumerate(texts):
        own = re.sub(r"[^0-9A-Za-z]+", between, text).strip(between)
        word, tried = f"{before}{own}", number
        while word == before or word in words:
            word, tried = f"{before}{own}{between if own else ''}{tried}", tried + len(texts)
        words[word] = None
    return tuple(words)
