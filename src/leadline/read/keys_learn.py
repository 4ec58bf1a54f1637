"""Choosing what records are known by: a link, an attribute, or their values."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from leadline.read.align import Path, Unit
from leadline.read.distances import is_distance
from leadline.read.fields import Reading, Role, Values
from leadline.read.fields_counting import is_counting
from leadline.read.fields_names import HEADINGS
from leadline.read.keys import Seen, collides, learn_dropped, names_of, plain_url, tells_apart
from leadline.read.records import Element
from leadline.read.word_sets import words
from leadline.read.wrapper import KeyRule, Sample

EXCERPTS = words("snippet excerpt highlight highlights score relevance rank")


def learn_keys(
    reading: Reading, units: Sequence[Unit], pages: Sequence[int], samples: Sequence[Sample]
) -> KeyRule:
    """The best rule for these records, read from these pages."""
    read = [reading.read(unit) for unit in units]
    values = [own for own, _, _ in read]
    titles = titles_of(_without_excerpts(values), pages)
    said = {name for own in values for name, _ in own}
    found = [
        (path, _seen(number, read, pages, titles, samples))
        for path, number in _places(reading, said)
    ]
    usable = [(p, s) for p, s in found if len(s) >= 0.8 * len(units) and _differ(s)]
    usable.sort(key=lambda one: not _is_at_home(one[1], samples))
    asked = [sample.words for sample in samples]
    dropped = ((path, seen, learn_dropped(seen, asked)) for path, seen in usable)
    telling = [(path, seen, drop) for path, seen, drop in dropped if drop is not None]
    if telling:
        path, seen, drop = min(telling, key=lambda one: _meet(one[1], one[2]))
        known = names_of(one.key for one in seen)
        return KeyRule(link=path, drop=drop, known=known, by_link=True)
    return KeyRule(
        link=usable[0][0] if usable else (),
        attribute=_attribute(units, pages, titles),
        unstable=unstable(values, pages),
    )


def _meet(seen: Sequence[Seen], drop: Sequence[str]) -> bool:
    """Whether different records of a page have one address."""
    addresses = [plain_url(one.key, drop) for one in seen]
    return collides([one.sample for one in seen], addresses, [one.title for one in seen])


def _places(reading: Reading, said: Collection[str]) -> list[tuple[Path, int]]:
    """Where links are: in headings first, then with a text that is a value, then any.

    "Save to list" is no value.
    """
    paths = [path for path in reading.numbers if path and path[-1].tag == "a"]
    fields = (part for part in reading.parts.values() if part.role is Role.FIELD)
    texts = [part.path for part in fields if part.name in said or not part.skip]
    named = {path[:n] for path in texts for n in range(len(path) + 1)}
    paths.sort(key=lambda p: (not any(step.tag in HEADINGS for step in p), p not in named))
    return [(path, reading.numbers[path]) for path in paths]


def _seen(
    number: int, read: Sequence[tuple[Values, str, dict[int, Element]]], pages: Sequence[int],
    titles: Sequence[str], samples: Sequence[Sample],
) -> list[Seen]:  # fmt: skip
    seen: list[Seen] = []
    for page, title, (_, _, links) in zip(pages, titles, read, strict=True):
        link = links.get(number)
        document = samples[page].document
        url = document.resolve(link.attributes.get("href")) if link is not None else None
        if url and url.partition("#")[0] != document.url.partition("#")[0]:
            seen.append(Seen(page, url, title))
    return seen


def _differ(seen: Sequence[Seen]) -> bool:
    keys = {(one.sample, one.key) for one in seen}
    return len(keys) > 0.5 * len({(one.sample, one.title) for one in seen})


def _is_at_home(seen: Sequence[Seen], samples: Sequence[Sample]) -> bool:
    own = sum(_host(one.key) == _host(samples[one.sample].document.url) for one in seen)
    return 2 * own >= len(seen)


def _host(url: str) -> str:
    return url.partition("://")[2].partition("/")[0]


def titles_of(values: Sequence[Values], pages: Sequence[int]) -> list[str]:
    """For each record the value of the first field that differs about as much as any, within pages:
    what differs between pages may depend on the question, as an excerpt does."""
    columns: dict[str, dict[int, str]] = defaultdict(dict)
    for number, own in enumerate(values):
        for name, text in own:
            columns[name].setdefault(number, text)
    telling = [own for name, own in columns.items() if not _is_measured(name, list(own.values()))]
    different = [len({(pages[n], text) for n, text in own.items()}) for own in telling]
    most = max(different, default=0)
    both = zip(telling, different, strict=True)
    best = next((own for own, so_many in both if so_many >= 0.95 * most), {})
    return [best.get(number, "") for number in range(len(values))]


def _is_measured(name: str, texts: list[str]) -> bool:
    """Whether a field says which place a record has in the answer, or how far away it is."""
    return is_counting(texts) or is_distance(name, texts)


def _without_excerpts(values: Sequence[Values]) -> list[Values]:
    """The values but those that begin in the midst of a text, which depend on the question."""
    cut = {name for own in values for name, text in own if text.startswith(("...", "…"))}
    return [tuple(pair for pair in own if pair[0] not in cut) or own for own in values]


def _attribute(units: Sequence[Unit], pages: Sequence[int], titles: Sequence[str]) -> str:
    """An attribute of every record that is its id."""
    for name in units[0][0].attributes:
        if not (name == "itemid" or name.rpartition("-")[2].endswith(("id", "key", "code"))):
            continue
        own = [unit[0].attributes.get(name) or "" for unit in units]
        seen = [Seen(*one) for one in zip(pages, own, titles, strict=True)]
        if all(own) and len(set(own)) > 1 and tells_apart(seen) and not _is_place(own, pages):
            return name
    return ""


def _is_place(own: Sequence[str], pages: Sequence[int]) -> bool:
    """Whether values only count the records of a page: `result-1`, `result-2`."""
    first = [text for text, page in zip(own, pages, strict=True) if page == pages[0]]
    return is_counting(["".join(c for c in text if c.isdigit()) for text in first])


def unstable(values: Sequence[Values], pages: Sequence[int]) -> tuple[str, ...]:
    """Names of values that depend on the question: excerpts, places on the page."""
    columns: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for page, own in zip(pages, values, strict=True):
        for name, text in own:
            columns[name].append((page, text))
    return tuple(sorted(name for name, texts in columns.items() if _depends(name, texts)))


def _depends(name: str, texts: Sequence[tuple[int, str]]) -> bool:
    if EXCERPTS.intersection(re.split(r"[\W_]+", name.lower())):
        return True
    if is_distance(name, (text for _, text in texts)):
        return True
    cut = sum(text.startswith(("...", "…")) or text.endswith(("...", "…")) for _, text in texts)
    return cut >= 0.3 * len(texts) or _counts(texts)


def _counts(texts: Iterable[tuple[int, str]]) -> bool:
    by_page: dict[int, list[str]] = defaultdict(list)
    for page, text in texts:
        by_page[page].append(text)
    return all(is_counting(some) for some in by_page.values())
