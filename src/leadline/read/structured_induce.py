"""Which list in a site's JSON holds the records, and what identifies them.

As on a page (see `repeated_score`): the list whose objects hold most of the text that changes
with the question; facet counts and menus stay the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.document import Document
from leadline.read.fields_roles import words_of
from leadline.read.jsonpath import Flat, Path, flat, object_lists
from leadline.read.keys import Seen, collides, digest, plain_url, tells_apart
from leadline.read.keys_learn import titles_of, unstable
from leadline.read.structured import sources
from leadline.read.structured_wrapper import JsonWrapper, kind_of
from leadline.read.wrapper import Sample

IDS = re.compile(r"_?(id|uuid|guid|uid|pk|key|identifier|objectid|isbn\w*|doi|sku|slug|code)", re.I)
LINKS = re.compile(r"@?(url|link|href|permalink|html_url|uri|self|page|path|id)", re.I)
NO_RECORDS = re.compile(r"BreadcrumbList|SiteNavigationElement|ListItem|SearchAction")
ADDRESS = re.compile(r"https?://\S+|/\S*")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A list in the samples: where it is, and its objects flattened, per sample."""

    source: str
    path: Path
    kind: str
    pages: dict[int, list[Flat]]


def induce_json(samples: Sequence[Sample], empty: Sequence[Document] = ()) -> JsonWrapper | None:
    """A wrapper for the list of records in these answers; None if there is none."""
    found = _candidates([sample.document for sample in samples])
    stale = _stale(found, [sources(document) for document in empty])
    scored = [(_score(one, stale, samples), one) for one in found]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    return _wrapper(best, samples) if best is not None and score > 0 else None


def _candidates(documents: Sequence[Document]) -> list[Candidate]:
    found: dict[tuple[str, Path, str], Candidate] = {}
    for page, document in enumerate(documents):
        for source, root in sources(document).items():
            for path, objects in object_lists(root).items():
                for one in objects:
                    own = (source, path, kind_of(one))
                    candidate = found.setdefault(own, Candidate(*own, defaultdict(list)))
                    candidate.pages[page].append(flat(one))
    return [one for one in found.values() if max(map(len, one.pages.values())) >= 2]


def _stale(found: Sequence[Candidate], empty: Sequence[dict[str, Any]]) -> set[tuple[str, str]]:
    """Values found where nothing was found, or in nearly all answers."""
    counts: Counter[tuple[str, str]] = Counter()
    pages = 0
    for one in found:
        pages = max(pages, len(one.pages))
        for objects in one.pages.values():
            counts.update({pair for pairs in objects for pair in pairs})
    stale = {pair for pair, times in counts.items() if pages > 1 and times >= 0.75 * pages}
    for roots in empty:
        for root in roots.values():
            for some in object_lists(root).values():
                stale.update(pair for one in some for pair in flat(one))
    return stale


def _score(one: Candidate, stale: set[tuple[str, str]], samples: Sequence[Sample]) -> float:
    if NO_RECORDS.fullmatch(one.kind) and not any("item" in n for n, _ in _first(one)):
        return 0.0
    mass, total, different, hits = 0.0, 0, 0, 0
    for page, objects in one.pages.items():
        weights = sorted(_weight(pairs, stale) for pairs in objects)
        mass += len(weights) * weights[(len(weights) - 1) // 2]
        total += len(objects)
        different += len({tuple(pairs) for pairs in objects})
        asked = words_of(samples[page].words)
        hits += sum(_hit(pairs, asked) for pairs in objects)
    most = max(map(len, one.pages.values()))
    fields = sorted(len(dict(p)) for objects in one.pages.values() for p in objects)[total // 2]
    rich = (0.1, 0.3, 0.6, 1.0)[min(fields, 3)]
    return mass * (different / total) * (1 - 1 / most) * rich * (0.5 + hits / total)


def _first(one: Candidate) -> Flat:
    return next(objects[0] for objects in one.pages.values() if objects)


def _weight(pairs: Flat, stale: set[tuple[str, str]]) -> int:
    return sum(min(len(text), 300) for name, text in pairs if (name, text) not in stale)


def _hit(pairs: Flat, asked: Sequence[str]) -> bool:
    return any(word in text.casefold() for _, text in pairs for word in asked)


def _wrapper(one: Candidate, samples: Sequence[Sample]) -> JsonWrapper:
    objects = [pairs for some in one.pages.values() for pairs in some]
    pages = [page for page, some in one.pages.items() for _ in some]
    wrapper = JsonWrapper(source=one.source, path=one.path, kind=one.kind, names=_names(objects))
    titles = titles_of([wrapper.values(pairs) for pairs in objects], pages)
    links = _identifying(objects, pages, titles, LINKS, ADDRESS)
    wrapper = replace(wrapper, link=next(links, ""))
    values = [wrapper.values(pairs) for pairs in objects]
    wrapper = replace(wrapper, unstable=unstable(values, pages))
    ids = (*_identifying(objects, pages, titles, IDS), *([wrapper.link] if wrapper.link else []))
    return replace(wrapper, key=_without_collisions(ids, objects, pages, wrapper))


def _without_collisions(
    names: Sequence[str], objects: Sequence[Flat], pages: Sequence[int], wrapper: JsonWrapper
) -> str:
    """The first field under which no different records of a page meet; else none."""
    stable = [digest(wrapper.values(pairs), wrapper.unstable) for pairs in objects]
    first = [dict(reversed(pairs)) for pairs in objects]
    for name in names:
        own = [pairs.get(name, "") for pairs in first]
        keys = [plain_url(url) for url in own] if name == wrapper.link else own
        if not collides(pages, keys, stable):
            return name
    return ""


def _names(objects: Sequence[Flat]) -> tuple[tuple[str, str], ...]:
    """Full names for fields that share the last part of their name with an earlier one."""
    dotted = {name: name.rpartition(".")[2] for pairs in objects for name, _ in pairs}
    first: dict[str, str] = {}
    for name, last in dotted.items():
        first.setdefault(last, name)
    return tuple((name, name) for name, last in dotted.items() if first[last] != name)


def _identifying(
    objects: Sequence[Flat], pages: Sequence[int], titles: Sequence[str],
    names: re.Pattern[str], form: re.Pattern[str] | None = None,
) -> Iterator[str]:  # fmt: skip
    """The fields so named that tell the records apart, the shallowest first."""
    first = [dict(reversed(pairs)) for pairs in objects]
    known = {name: None for pairs in objects for name, _ in pairs}
    for name in sorted(known, key=lambda n: (n.count("."), _rank(n, names))):
        if not names.fullmatch(name.rpartition(".")[2]):
            continue
        own = [pairs.get(name, "") for pairs in first]
        if not all(own) or (form and not all(map(form.fullmatch, own))) or len(set(own)) < 2:
            continue
        if tells_apart([Seen(*seen) for seen in zip(pages, own, titles, strict=True)]):
            yield name


def _rank(name: str, names: re.Pattern[str]) -> int:
    """Earlier alternatives of a pattern first."""
    match = names.fullmatch(name.rpartition(".")[2])
    order = re.findall(r"\w+", names.pattern)
    return order.index(match[1].lower()) if match and match[1].lower() in order else 99
