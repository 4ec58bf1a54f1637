"""A safe probe: does a form answer words of its site with results, and nonsense with none?

A word that exists nowhere shows the page without results, the untouched form perhaps everything,
and words taken from the site itself should bring lines that the first page does not have, the word
among them. A form without a box is asked for some of its choices, whose answers should differ.
Only for forms that are asked by GET and that the gate lets through; at most ten requests.
The second of two classifications; the first is from markup alone. Leaves out how pages are
turned, and limits: whoever harvests finds those out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from weakref import WeakKeyDictionary

from leadline.detect.nearby import squeezed
from leadline.document import Document
from leadline.interpret.attributes import FieldKind
from leadline.interpret.hits import keyword_of, options
from leadline.interpret.talk import Talk
from leadline.interpret.words import generic, is_content, nonsense, probe_words
from leadline.model import Count, Form, Kind, Query
from leadline.plan.words import words
from leadline.query.encode import Encoding, encoding_of
from leadline.read.total import TotalRule, TotalSample, learn_place
from leadline.store.sites_values import Probe

WORDS = 5  # that are tried,
FEW = 2  # of them words of results
CHOICES = 3
ENOUGH = 2  # answers to learn from
MORE = 2  # lines that a page with results has beyond one without
TITLES = 10
LONGEST = 160  # characters of a title
SHORTEST = 4
BRIEF = 80  # characters of a line that may be a title
LINKS = 300  # of a page that are looked at for titles
TEXTS = 40  # lines that are kept to learn the subject from
LINES = 20_000  # of a page that are compared
Total = tuple[int, Count]
_APART = re.compile(r"[\W_]+")  # between the digits of a number, as in 1,234


@dataclass(frozen=True, slots=True, kw_only=True)
class Probed:
    """What asking showed: titles and texts of some results, and the largest total."""

    probe: Probe
    titles: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    size: int | None = None
    whole: bool = False  # the size is that of everything
    word: str = ""
    rule: TotalRule | None = None  # where the total stands


class _Answer:
    """A page that came back for a query; it is compared with several others, and read once.

    It is read at once: later it would have to be parsed anew.
    """

    def __init__(self, query: Query, document: Document, rules: Sequence[TotalRule] = ()) -> None:
        self.query, self.document = query, document
        self._totals = {rule: rule.read(document, 1) for rule in rules[:1]}
        self.words = tuple(value for _, value in query.predicates)
        self.lines = self._lines()
        self.link_texts = self._link_texts()

    def _lines(self) -> dict[str, str]:
        """The lines of the page by what they are without the words that were asked."""
        listed = [" ".join(said) for line in self._texts() if (said := line.split())]
        masked = "\n".join(listed).lower()
        for word in self.words:
            masked = masked.replace(word.lower(), "") if "\n" not in word else masked
        return dict(zip(masked.split("\n"), listed, strict=True)) if listed else {}

    def _link_texts(self) -> list[str]:
        """What the first links of the page say."""
        found = self.document.tree.tags("a") if self.document.is_html else ()
        links = islice((node for node in found if "href" in node.attributes), LINKS)
        return [squeezed(node.text(separator=" "))[:LONGEST] for node in links]

    def total(self, rule: TotalRule) -> Total | None:
        """What the page says was found; of the rule that most likely tells it, read at once."""
        if rule not in self._totals:
            self._totals[rule] = rule.read(self.document, 1)
        return self._totals[rule]

    def beyond(self, other: _Answer) -> list[str]:
        """The lines that another page has not."""
        base = other.lines
        return [line for masked, line in self.lines.items() if masked not in base]

    def _texts(self) -> list[str]:
        document = self.document
        if not document.is_html:
            return document.text.replace("{", "\n").split("\n")[:LINES]
        body = document.tree.body
        return body.text(separator="\n").split("\n")[:LINES] if body is not None else []


SILENT = Probed(probe=Probe.SILENT)
UNASKED = Probed(probe=Probe.UNASKED)


def probed(
    form: Form, page: Document, more: Sequence[Document] = (), rules: Sequence[TotalRule] = ()
) -> Talk[Probed]:
    """Ask a form on a page a few questions, with words of more pages of the site.

    `rules` say where other forms show their totals.
    """
    encoding = encoding_of(form)
    box = keyword_of(encoding) or _value_box(encoding)
    if not encoding.fields:
        return SILENT
    if box:
        _words_of(page)  # now that it is parsed
    first = Query(((box, nonsense(0)),)) if box else Query()
    document = yield encoding.encode(first)
    if document is None:  # it may not be asked, or cannot be
        return UNASKED
    heard = _heard(first, document, rules)
    nothing, blank = (heard, (yield from _ask(encoding, Query(), rules))) if box else (None, heard)
    if heard is None:
        return SILENT
    found, full = list[_Answer](), _is_full(blank, nothing)
    told = _result_words(blank, nothing) if full and blank and nothing else ()
    for query in _tries(encoding, box, told, more or (page,)):
        heard = yield from _ask(encoding, query, rules)
        worded = query.predicates[0][0] == box
        if heard is not None and _brings(heard, nothing or blank, has_word=worded):
            found.append(heard)
        if len(found) + full == ENOUGH:
            break
    if found:
        answers = [*found, *([blank] if full and blank is not None else [])]
        return _told(answers, nothing, page, box, rules)
    return SILENT if keyword_of(encoding) or not box else UNASKED


def _value_box(encoding: Encoding) -> str:
    """A box that takes whole values, such as a town; if it stays silent, that says little."""
    typed = (f.attribute for f in encoding.fields if f.kind is FieldKind.TEXT)
    return next((a.name for a in typed if a.kind is Kind.VALUE and a.domain is None), "")


def _ask(encoding: Encoding, query: Query, rules: Sequence[TotalRule]) -> Talk[_Answer | None]:
    return _heard(query, (yield encoding.encode(query)), rules)


def _heard(query: Query, document: Document | None, rules: Sequence[TotalRule]) -> _Answer | None:
    if document is None or document.page.status >= 400:
        return None
    return _Answer(query, document, rules)


def _tries(
    encoding: Encoding, box: str, told: Sequence[str], pages: Sequence[Document]
) -> Iterator[Query]:
    """Words of results for the box, else of the site, and a common one; then choices."""
    if box:
        tried = chain(told, _worded(pages))
        yield from (Query(((box, word),)) for word in islice(_distinct(tried), WORDS))
    yield from islice(options(encoding), CHOICES)


def _result_words(blank: _Answer, nothing: _Answer) -> tuple[str, ...]:
    """The words that most results of the untouched form have, by their links if they are links."""
    known = frozenset(nothing.link_texts)
    titles = dict.fromkeys(text for text in blank.link_texts if text not in known)
    results = titles if len(titles) > 1 else blank.beyond(nothing)
    ranked = Counter(word for text in results for word in words(text)).most_common()
    return tuple(islice((word for word, _ in ranked if is_content(word)), FEW))


def _worded(pages: Sequence[Document]) -> Iterator[str]:
    """Words of all pages in turn, and a common one; a page is read when its first is wanted."""
    own = (words for turn in range(WORDS) for page in pages if (words := _words_of(page)[turn:]))
    mixed = (words[0] for words in own)
    yield from islice(mixed, WORDS - 1)
    yield from generic(pages[0])[:1]
    yield from mixed


def _distinct(texts: Iterable[str]) -> Iterator[str]:
    seen = set[str]()
    for text in texts:
        if text not in seen:
            seen.add(text)
            yield text


def _words_of(page: Document) -> tuple[str, ...]:
    if page not in _SAID:
        _SAID[page] = probe_words(page, WORDS)
    return _SAID[page]


_SAID: WeakKeyDictionary[Document, tuple[str, ...]] = WeakKeyDictionary()  # for several forms


def _brings(heard: _Answer, other: _Answer | None, has_word: bool) -> bool:
    """Whether a page has lines that the other has not, and the word that was asked in one."""
    new = heard.beyond(other) if other is not None else []
    return len(new) >= MORE and (not has_word or _has(new, heard.words))


def _has(lines: Sequence[str], words: Sequence[str]) -> bool:
    said = "\n".join(lines).lower()
    return any(word.lower() in said for word in words if "\n" not in word)


def _is_full(blank: _Answer | None, nothing: _Answer | None) -> bool:
    """Whether the untouched form lists something."""
    return blank is not None and nothing is not None and _brings(blank, nothing, has_word=False)


def _told(
    some: Sequence[_Answer],
    nothing: _Answer | None,
    page: Document,
    box: str,
    rules: Sequence[TotalRule],
) -> Probed:
    """What the answers say: titles and lines that only they have, and how many there are."""
    base = nothing or (some[1] if len(some) > 1 else _Answer(Query(), page))
    rule, read = _stated(some, nothing, rules)
    size, whole = _size(some, read)
    new = [line for one in some for line in one.beyond(base)]
    word = next((value for one in some for name, value in one.query.predicates if name == box), "")
    return Probed(
        probe=Probe.ANSWERS,
        titles=_titles(some, base) or _line_titles(some, base, size),
        texts=tuple(new[:TEXTS]),
        size=size,
        whole=whole,
        word=word,
        rule=rule,
    )


def _titles(some: Sequence[_Answer], base: _Answer) -> tuple[str, ...]:
    """The texts of links that a page without these results does not have."""
    known = frozenset(base.link_texts)
    found = (text for one in reversed(some) for text in one.link_texts if text not in known)
    listed = tuple(islice(filter(_is_title, _distinct(found)), TITLES))
    return listed if len(listed) > 1 else ()


def _line_titles(some: Sequence[_Answer], base: _Answer, size: int | None) -> tuple[str, ...]:
    """New lines, where records are no links: titles among other values, not the total."""
    pages = [one for one in reversed(some) if one.document.is_html]
    lines = (line for one in pages for line in one.beyond(base) if len(line) <= BRIEF)
    new = (line for line in lines if not _counts(line, size))
    return tuple(islice(filter(_is_title, _distinct(new)), TITLES))


def _counts(line: str, size: int | None) -> bool:
    """Whether a line tells the total."""
    return size is not None and str(size) in _APART.sub("", line)


def _is_title(text: str) -> bool:
    """Whether a text is about something: no number of a page, no "next"."""
    return len(text) >= SHORTEST and any(map(is_content, words(text)))


def _stated(
    some: Sequence[_Answer], nothing: _Answer | None, rules: Sequence[TotalRule]
) -> tuple[TotalRule | None, list[Total | None]]:
    """Where answers say how much was found, as other forms do or learned from these; and what."""
    for rule in rules:
        read = list(takewhile(bool, (one.total(rule) for one in some)))
        if len(read) == len(some) and _differs(read, rule, nothing):
            return rule, read
    learned = _learned_rule(some, nothing)
    if learned is None:
        return None, [None] * len(some)
    return learned, [one.total(learned) for one in some]


def _differs(read: Sequence[Total | None], rule: TotalRule, nothing: _Answer | None) -> bool:
    """Whether a number depends on what is asked: there is none, or 0, where nothing is found."""
    if nothing is None:
        return len(set(read)) > 1
    without = nothing.total(rule)
    return not (without and without[0])


def _learned_rule(some: Sequence[_Answer], nothing: _Answer | None) -> TotalRule | None:
    samples = [TotalSample(document=one.document, records=1, words=one.words) for one in some]
    if nothing is not None and len(some) == 1:
        samples.append(TotalSample(document=nothing.document, records=0, words=nothing.words))
    return learn_place(samples)


def _size(some: Sequence[_Answer], read: Sequence[Total | None]) -> tuple[int | None, bool]:
    """The largest total that is shown, and whether it counts everything."""
    shown = [(total, one) for total, one in zip(read, some, strict=True) if total is not None]
    if not shown:
        return None, False
    (size, count), one = max(shown, key=lambda pair: pair[0][0])
    return size, count is Count.EXACT and not one.query.predicates
