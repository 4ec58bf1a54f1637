"""Which forms are never submitted, and why: on doubt, refuse.

Only searches are ever asked. A GET form with plain query fields is the usual case, and may be less
certain if it says so itself; a POST form has to say so itself, and nothing about it may speak of
sending, buying, voting, subscribing or deleting. A form that asks another site is refused: its
answers are not the site's; so is one that only chooses how a page is shown.

A GET form of nothing but choices may be asked, too, where there is no search: what it leads to is
named by its options, and its button says "Go" at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import ada_url

from leadline.detect.classify import SEARCH, Verdict
from leadline.detect.doing import says_what_to_do
from leadline.detect.features import buttons, path_of, visible
from leadline.detect.vocabulary import concepts
from leadline.model import Control, Form

METHODS = frozenset({"GET", "POST", "SCRIPT"})
OTHER = "other"
SURE = 0.5
SURE_SAID = 0.4  # of a GET form that says itself that it searches
TYPED = frozenset({"text", "search"})
CHOSEN = frozenset({"select", "radio", "checkbox"})
PRIVATE = {"password": "a password", "file": "a file", "textarea": "a long text"}
ACTS = {
    "destroy": "deleting or leaving",
    "order": "ordering",
    "subscribe": "subscribing",
    "login": "logging in",
    "register": "registering",
    "recover": "recovering an account",
    "vote": "voting",
    "contact": "contacting people",
    "comment": "commenting",
    "send": "sending",
    "save": "saving",
}
ALWAYS = frozenset({"destroy", "save"})  # what searching is no excuse for
ENTERING = frozenset({"login", "register", "recover"})
ASKED = {
    "password": "a password",
    "card": "a payment card",
    "captcha": "proof of a person",
    "coupon": "a coupon",
}


def refusal(form: Form, verdict: Verdict) -> str | None:
    """Why a form is never submitted; None if it may be."""
    checks: tuple[Callable[[Form], Iterator[str]], ...] = (
        _by_method, _by_site, _by_fields, _by_address, _by_words,
    )  # fmt: skip
    if verdict.kind != SEARCH:
        return f"it looks like {verdict.kind}, not like a search"
    if verdict.probability < _needed(form):
        return f"it is not surely a search ({verdict.probability:.0%})"
    return next((reason for check in checks for reason in check(form)), None)


def may_list(form: Form, verdict: Verdict) -> bool:
    """Whether a form that looks like no search does nothing but choose which list is shown."""
    shown = visible(form)
    if verdict.kind not in (SEARCH, OTHER) or form.method != "GET" or not shown:
        return False
    if any(control.kind not in CHOSEN or not control.name for control in shown):
        return False
    checks = (_by_site, _by_fields, _by_address, _by_words, _by_sent)
    return not any(reason for check in checks for reason in check(form))


def _by_sent(form: Form) -> Iterator[str]:
    """What the names of choices, and what is sent unseen, speak of."""
    for control in form.controls:
        shown = control.kind in CHOSEN
        if shown and says_what_to_do(control.name):
            yield "it chooses what to do"
        if shown or control.kind == "hidden":
            said = concepts(f"{control.name} / {control.label if shown else control.value}")
            yield from (f"it speaks of {act}" for name, act in ACTS.items() if name in said)


def _needed(form: Form) -> float:
    return SURE_SAID if form.method == "GET" and _says_search(form) else SURE


def _says_search(form: Form) -> bool:
    said = (path_of(form.action), *(button.label for button in buttons(form)))
    return any(SEARCH in concepts(text) for text in said)


def _by_method(form: Form) -> Iterator[str]:
    if form.method not in METHODS:
        yield f"its method is {form.method}"
    if not visible(form):
        yield "it has nothing to fill in"
    elif form.method == "POST":
        yield from _by_post(form)


def _by_post(form: Form) -> Iterator[str]:
    if not any(control.name for control in visible(form)):
        yield "nothing that is filled in would be sent"
    if not (_says_search(form) or _box_says_search(form)):
        yield "it is sent by POST and nowhere says that it searches"


def _box_says_search(form: Form) -> bool:
    typed = (control for control in visible(form) if control.kind in TYPED)
    return any(_spoken(control) & {SEARCH, "query"} for control in typed)


def _spoken(control: Control) -> frozenset[str]:
    return concepts(f"{control.name} / {control.label} / {control.placeholder}")


def _by_site(form: Form) -> Iterator[str]:
    here, there = _site(form.page), _site(form.action)
    if there is None:
        yield "its action is no web address"
    elif here is not None and here != there:
        yield f"it asks another site, {there}"


def _by_fields(form: Form) -> Iterator[str]:
    if all(control.kind in CHOSEN and "choose" in _spoken(control) for control in visible(form)):
        yield "it only chooses how the page is shown"
    for control in visible(form):
        if control.kind in PRIVATE:
            yield f"it asks for {PRIVATE[control.kind]}"
        spoken = _spoken(control)
        yield from (f"it asks for {what}" for name, what in ASKED.items() if name in spoken)
        if control.kind == "email" or _is_address(control.kind, spoken):
            yield "it asks for an e-mail address"


def _is_address(kind: str, spoken: frozenset[str]) -> bool:
    typed = kind in ("text", "search", "tel", "url")
    return typed and "email" in spoken and not spoken & {"search", "query"}


def _by_address(form: Form) -> Iterator[str]:
    path = path_of(form.action)
    said = concepts(path)
    if SEARCH in said:
        said &= ALWAYS
    elif form.method == "GET":  # a search may well be about reviews or contacts
        said -= {"contact", "comment", "vote", "send"}
        if _says_search(form):  # and lie in a folder such as /auth/
            where, _, query = path.partition(" ")
            said -= ENTERING - concepts(f"{where.rstrip('/').rpartition('/')[2]} {query}")
    yield from (f"its address speaks of {act}" for name, act in ACTS.items() if name in said)


def _by_words(form: Form) -> Iterator[str]:
    """What the buttons say; for a POST form, its heading too."""
    texts = [f"{button.label} / {button.name}" for button in buttons(form)]
    harmless = {"send"}  # what many languages write on the button of any form
    if form.method == "POST":
        texts, harmless = [*texts, form.text.partition("\n")[0]], set()
    for text in texts:
        said = concepts(text) - harmless
        if SEARCH in said:
            said &= ALWAYS
        yield from (f"it speaks of {act}" for name, act in ACTS.items() if name in said)


@lru_cache(1024)
def _site(address: str) -> str | None:
    """The last labels of a host that make a site; an address in numbers is one by itself."""
    try:
        url = ada_url.URL(address)
    except ValueError:
        return None
    if url.protocol not in ("http:", "https:"):
        return None
    host = url.hostname
    labels = host.split(".")
    if not host or labels[-1].isdigit() or host.startswith("["):
        return host or None
    short = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= 3
    return ".".join(labels[-3:] if short else labels[-2:])
