"""What makes a record the same record when another question finds it again.

Its own address without the parameters that depend on the question, an id attribute, or else a
digest of its values. A rule is kept only if it tells the records of the samples apart and gives
one title to one key; of several, one under which no two records of a page meet is the best.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import parse_qsl, urlencode, urlsplit

from leadline.read.fields import Values
from leadline.read.fields_counting import is_counting

SESSION_PATH = re.compile(r";jsessionid=[^/?#]*|/\(S\(\w+\)\)", re.I)
PLAIN = re.compile(r"https?://[^\s\x00-\x1f?#;(\[]+")  # an address that is as plain as can be
VOLATILE = re.compile(
    r"utm_\w+|phpsessid|jsessionid|sess(ion)?_?(id|key)|aspsessionid\w*|cfid|cftoken"
    r"|fbclid|gclid|msclkid|mc_[ce]id|_ga|highlight|hl_terms",
    re.I,
)
SECRET = re.compile(r"(?=\w*\d)(?=\w*[a-z])\w{20,}", re.I)  # what a session's name looks like


def plain_url(url: str, drop: Iterable[str] = ()) -> str:
    """An address without what does not say which page it is; parameters in order of name."""
    if PLAIN.fullmatch(url):
        return url
    try:
        parts = urlsplit(SESSION_PATH.sub("", url))
    except ValueError:
        return url
    dropped = set(drop)
    kept = [
        (name, value)
        for name, value in parameters(parts.query)
        if name not in dropped and not VOLATILE.fullmatch(name)
    ]
    query = urlencode(sorted(kept), errors="surrogateescape")
    return parts._replace(query=query, fragment="").geturl()


def names_of(urls: Iterable[str]) -> tuple[str, ...]:
    """The names of all parameters of these addresses."""
    return tuple(sorted({name for url in urls for name, _ in parameters(_query(url))}))


def echoed(url: str, page: str, known: Collection[str]) -> list[str]:
    """Parameters that an address has only from its page: they are not known, and equal there."""
    if "?" not in url or "?" not in page:
        return []
    own = parameters(_query(page))
    return [pair[0] for pair in parameters(_query(url)) if pair in own and pair[0] not in known]


def _query(url: str) -> str:
    return url.partition("#")[0].partition("?")[2]


def parameters(query: str) -> list[tuple[str, str]]:
    """The parameters of a query string; none where they cannot be told."""
    try:
        return parse_qsl(
            query, keep_blank_values=True, max_num_fields=200, errors="surrogateescape"
        )  # bytes of another character set stay what they are
    except ValueError:
        return []


def digest(values: Values, without: Iterable[str] = ()) -> str:
    """A key made of all values but those that depend on the question."""
    left_out = set(without)
    kept = [pair for pair in values if pair[0] not in left_out] or list(values)
    whole = "\x1e".join(f"{name}\x1f{text}" for name, text in kept)
    return "#" + blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Seen:
    """A record of a sample, as far as its key goes: the sample, a candidate key and its title."""

    sample: int
    key: str
    title: str


def tells_apart(seen: Sequence[Seen]) -> bool:
    """Whether keys differ wherever records do, and mean the same record on every sample."""
    pages: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for one in seen:
        pages[one.sample][one.key].add(one.title)
    titles = sum(len(some) for keys in pages.values() for some in keys.values())
    keys = sum(len(keys) for keys in pages.values())
    return keys >= 0.98 * titles and _agree(pages)


def collides(pages: Sequence[int], keys: Sequence[str], records: Sequence[Hashable]) -> bool:
    """Whether a page gives one key to records that it shows to be different."""
    first: dict[tuple[int, str], Hashable] = {}
    return any(
        first.setdefault((page, key), own) != own
        for page, key, own in zip(pages, keys, records, strict=True)
    )


def _agree(pages: dict[int, dict[str, set[str]]]) -> bool:
    first: dict[str, set[str]] = {}
    shared = same = 0
    for keys in pages.values():
        for key, titles in keys.items():
            if key in first:
                shared += 1
                same += bool(first[key] & titles)
            first.setdefault(key, set()).update(titles)
    return same >= 0.8 * shared


def learn_dropped(seen: Sequence[Seen], asked: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """The parameters of these addresses (the keys) to drop; None if addresses tell nothing."""
    if not tells_apart([_plain(one, ()) for one in seen]):
        return None
    drop: tuple[str, ...] = ()
    for name in _suspects(seen, asked):
        trial = (*drop, name)
        if tells_apart([_plain(one, trial) for one in seen]):
            drop = trial
    return drop


def _plain(one: Seen, drop: Sequence[str]) -> Seen:
    return Seen(one.sample, plain_url(one.key, drop), one.title)


def _suspects(seen: Sequence[Seen], asked: Sequence[Sequence[str]]) -> list[str]:
    """Parameters that may depend on the question, the likeliest first."""
    columns: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for one in seen:
        for name, value in parameters(urlsplit(one.key).query):
            columns[name][one.sample].append(value)
    ranked = [(_suspicion(values, asked), name) for name, values in columns.items()]
    return [name for doubt, name in sorted(ranked, reverse=True) if doubt]


def _suspicion(values: dict[int, list[str]], asked: Sequence[Sequence[str]]) -> int:
    constant = all(len(set(some)) == 1 for some in values.values())
    if constant and any(_echoes(some[0], asked[n]) for n, some in values.items()):
        return 4
    if len({some[0] for some in values.values()}) > 1 and constant:
        return 3
    if all(is_counting(some) for some in values.values()):
        return 2
    first = next(iter(values.values()))[0]
    return int(constant and (first[:1] == "/" or "://" in first or bool(SECRET.fullmatch(first))))


def _echoes(value: str, words: Sequence[str]) -> bool:
    return any(word.casefold() in value.casefold() for word in words if word)
