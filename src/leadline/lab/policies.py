"""The policies by the names that people type, made for a given source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path

from leadline.errors import LeadlineError, MissingExtra, UnknownPolicy
from leadline.lab.collection import TEXT
from leadline.lab.cover import Cover
from leadline.lab.oracle import Oracle
from leadline.lab.table import Row, read_rows, texts_in, values_in
from leadline.lab.world import World
from leadline.model import PAGES, Cost, Kind
from leadline.plan.classic import (
    Abortion,
    Adaptive,
    AToZ,
    BreadthFirst,
    DepthFirst,
    DomainKnowledge,
    DomainTable,
    GenericFrequency,
    GreedyLink,
    Mmmi,
    RandomValue,
    RandomWords,
    Zipf,
)
from leadline.plan.policy import Policy
from leadline.plan.sounding import Sounding
from leadline.plan.words import words

ALL = "all"
MILLION = 1_000_000


class NoWordList(LeadlineError):
    """A language without a list of words."""


class NoDomainTable(LeadlineError):
    """Domain knowledge was asked for and no table of the domain given."""


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a policy may be made from: the source, what costs, a language, a table of the domain."""

    world: World
    cover: Cover
    cost: Cost = PAGES
    language: str = "en"
    domain: Path | None = None

    @property
    def keyword(self) -> bool:
        """Whether the source has a search box."""
        return any(a.kind is Kind.KEYWORD for a in self.world.interface.attributes)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the language, most frequent first."""
        return word_list(self.language)

    @cached_property
    def domain_table(self) -> DomainTable:
        """The table of the domain."""
        assert self.domain is not None
        pairs = _words_of if self.keyword else _values_of
        return DomainTable.of(pairs(row) for row in read_rows(self.domain))


Make = Callable[[Setting, int], Policy]


@dataclass(frozen=True, slots=True)
class Entry:
    """How a policy is made for a setting and a seed, and where it makes sense."""

    make: Make
    words: bool = False
    domain: bool = False

    def suits(self, setting: Setting) -> bool:
        """Whether the policy makes sense here: words for a search box, a domain if it is known."""
        if self.words and not setting.keyword:
            return False
        return setting.domain is not None or not self.domain

    def check(self, setting: Setting) -> None:
        """Raise if something that the policy is made from is not there."""
        if self.words:
            need_language(setting.language)
        if self.domain and setting.domain is None:
            raise NoDomainTable("the policy 'domain' needs a table of the same domain: --domain")


def _oracle(*, seen: bool = False, broad: bool = False) -> Make:
    return lambda s, _: Oracle(s.world, s.cover, seen=seen, broad=broad, cost=s.cost)


POLICIES: dict[str, Entry] = {
    "sounding": Entry(lambda s, _: Sounding(cost=s.cost, words=_some_words(s))),
    "breadth-first": Entry(lambda s, _: BreadthFirst()),
    "depth-first": Entry(lambda s, _: DepthFirst()),
    "random": Entry(lambda s, _: RandomValue()),
    "greedy-link": Entry(lambda s, _: GreedyLink()),
    "greedy-link-abort": Entry(lambda s, _: Abortion(GreedyLink())),
    "mmmi": Entry(lambda s, _: Mmmi()),
    "mmmi-85": Entry(lambda s, _: Mmmi(records=s.world.collection.records)),
    "domain": Entry(lambda s, _: DomainKnowledge(s.domain_table), domain=True),
    "random-16k": Entry(lambda s, seed: RandomWords(s.words, 16_000, seed), words=True),
    "random-1m": Entry(lambda s, seed: RandomWords(s.words, MILLION, seed), words=True),
    "generic-frequency": Entry(lambda s, _: GenericFrequency(s.words), words=True),
    "a-z": Entry(lambda s, _: AToZ(s.words), words=True),
    "adaptive": Entry(lambda s, _: Adaptive(cost=s.cost)),
    "adaptive-zipf": Entry(lambda s, _: Adaptive(Zipf(), cost=s.cost)),
    "oracle-seen": Entry(_oracle(seen=True)),
    "oracle": Entry(_oracle()),
    "oracle-broad": Entry(_oracle(broad=True)),
}
DEFAULT = ("sounding", "greedy-link", "mmmi", "adaptive", "oracle-seen", "oracle")


def chosen(text: str | None, setting: Setting) -> tuple[str, ...]:
    """The policies that "a,b" or "all" stands for; None stands for the usual ones."""
    if text is None:
        return DEFAULT
    names = tuple(dict.fromkeys(name for part in text.split(",") if (name := part.strip())))
    if names == (ALL,):
        return tuple(name for name, entry in POLICIES.items() if entry.suits(setting))
    for name in names or (text,):
        entry_of(name).check(setting)
    return names


def entry_of(name: str) -> Entry:
    """The entry of that name."""
    if name not in POLICIES:
        raise UnknownPolicy(name, [*POLICIES, ALL])
    return POLICIES[name]


def make(name: str, setting: Setting, seed: int) -> Policy:
    """The policy of that name."""
    return entry_of(name).make(setting, seed)


def word_list(language: str) -> tuple[str, ...]:
    """The words of a language as a search box takes them, most frequent first."""
    need_language(language)
    from wordfreq import top_n_list

    listed = top_n_list(language, MILLION, wordlist="best")
    return tuple(dict.fromkeys(chain.from_iterable(map(words, listed))))


def need_language(language: str) -> None:
    """Raise where there is no word list for a language."""
    try:
        from wordfreq import available_languages
    except ImportError as error:
        raise MissingExtra("wordfreq", "lab") from error
    known = available_languages("best")
    if language not in known:
        raise NoWordList(f"no word list for '{language}'; there are: {', '.join(sorted(known))}")


def _some_words(setting: Setting) -> tuple[str, ...]:
    """Words to try in a search box; none where there is no list."""
    try:
        return setting.words if setting.keyword else ()
    except LeadlineError:
        return ()


def _values_of(row: Row) -> Iterator[tuple[str, str]]:
    return ((name, text) for name, value in row.items() for text in values_in(value))


def _words_of(row: Row) -> Iterator[tuple[str, str]]:
    texts = (text for value in row.values() for text in texts_in(value))
    return ((TEXT, word) for text in texts for word in words(text))
