"""A form as it is kept: its fields, what it is about, and where it was found.

Its subject are the words of the page's title, headings and labels, and those that results have in
common, without stop-words and words of the interface. Pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from weakref import WeakKeyDictionary

import ada_url

from leadline.browse.identity import identity
from leadline.detect.classify import SEARCH, Verdict
from leadline.detect.features import visible
from leadline.detect.nearby import squeezed
from leadline.detect.remembered import remembered
from leadline.detect.roles import roles
from leadline.discover.probe import Probed
from leadline.document import Document
from leadline.interpret.words import counted, is_content
from leadline.model import Control, Form
from leadline.plan.words import words
from leadline.store.sites_values import FieldEntry, FormEntry, Probe

SUBJECT = 30  # words
LONGEST = 200  # characters of a title or label
HEADINGS = 5
CHOICES = 50  # of a field that are kept
COMMON = 2  # results that a word of the subject stands in, at least


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a page says that its forms are about."""

    url: str
    title: str
    headings: tuple[str, ...]


def about(page: Document) -> About:
    """The title and the headings of a page; read once, for all of its forms."""
    if page not in _ABOUT:
        _ABOUT[page] = About(url=page.url, title=title_of(page), headings=tuple(_headings(page)))
    return _ABOUT[page]


_ABOUT: WeakKeyDictionary[Document, About] = WeakKeyDictionary()


def form_entry(
    form: Form, key: str, verdict: Verdict, refused: str | None, page: About, told: Probed | None
) -> FormEntry:
    """All that is known of a form; `told` is what asking it showed."""
    probe = Probe.REFUSED if refused is not None else Probe.UNASKED if told is None else told.probe
    title = page.title or form.text.partition("\n")[0]
    fields = _fields(form.controls, verdict.kind)
    return FormEntry(
        identity=key,
        page=page.url,
        action=form.action,
        method=form.method,
        kind=verdict.kind,
        probability=round(verdict.probability, 4),
        probe=probe,
        title=title,
        fields=fields,
        titles=told.titles if told is not None else (),
        size=told.size if told is not None else None,
        whole=told.whole if told is not None else False,
        subject=subject(form, fields, page, told.texts if told else ()) if _asks(verdict) else (),
        word=told.word if told is not None else "",
        refused=refused or "",
    )


def form_key(form: Form) -> str:
    """What a form is known by, with `www.` before its host or not."""
    if "//www." not in form.action:
        return identity(form)
    try:
        url = ada_url.URL(form.action)
    except ValueError:
        return identity(form)
    url.hostname = url.hostname.removeprefix("www.")
    return identity(replace(form, action=str(url.href)))


def subject(
    form: Form, fields: Iterable[FieldEntry], page: About, results: Iterable[str]
) -> tuple[str, ...]:
    """The words that say what is behind a form, the most telling first."""
    scores = defaultdict[str, float](float)
    said = (form.text.partition("\n")[0], *(field.label for field in fields))
    for weight, texts in ((3.0, [page.title]), (2.0, page.headings), (1.0, said)):
        for word in {word for text in texts for word in words(text)}:
            scores[word] += weight
    texts = list(results)
    for word, count in counted(texts).items():
        if count >= COMMON:
            scores[word] += 2.0 * count / len(texts)
    ranked = sorted(scores, key=lambda word: (-scores[word], word))
    return tuple(islice(filter(is_content, ranked), SUBJECT))


def title_of(page: Document) -> str:
    """The title of a page on one line."""
    found = page.tree.tags("title") if page.is_html else ()
    return squeezed(found[0].text())[:LONGEST] if found else ""


def _headings(page: Document) -> list[str]:
    found = page.tree.css("h1, h2")[:HEADINGS] if page.is_html else []
    return [squeezed(node.text(separator=" "))[:LONGEST] for node in found]


def _asks(verdict: Verdict) -> bool:
    return verdict.kind == SEARCH


@remembered
def _fields(controls: tuple[Control, ...], kind: str) -> tuple[FieldEntry, ...]:
    form = Form(action="", controls=controls)
    named = {role.control.name: role.role for role in roles(form, kind)}
    return tuple(
        FieldEntry(
            name=control.name[:LONGEST],
            label=squeezed(control.label or control.placeholder)[:LONGEST],
            type=control.kind,
            role=named.get(control.name, ""),
            values=len(control.options),
            some=tuple(squeezed(o.label or o.value)[:80] for o in control.options[:CHOICES]),
        )
        for control in visible(form)
    )
