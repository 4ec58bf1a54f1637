"""What was asked of the sites: requests, connections at a time, and every form that was sent.

A form is sent when its address is asked for with fields, or by POST. Whatever is sent and is not a
query form of the site is a violation: a crawler that only searches causes none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leadline.lab.sites.visit import sent
from leadline.lab.web.pages import ACTIONS, asked
from leadline.lab.web.shapes import ELSEWHERE, SEARCH
from leadline.lab.web.site import Site

UNKNOWN = "unknown"  # sent to where no form leads


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A form that was sent."""

    site: int
    kind: str
    method: str
    path: str
    fields: Mapping[str, str]


@dataclass(slots=True, kw_only=True)
class Log:
    """Everything that has been asked."""

    requests: Counter[int] = field(default_factory=Counter)  # by site
    at_once: Counter[int] = field(default_factory=Counter)  # by site: requests being answered
    most_at_once: Counter[int] = field(default_factory=Counter)
    submissions: list[Submission] = field(default_factory=list)

    @property
    def violations(self) -> list[Submission]:
        """The forms that were sent and are no searches."""
        return [one for one in self.submissions if one.kind != SEARCH]

    def begin(self, site: int) -> None:
        """A request has come."""
        self.requests[site] += 1
        self.at_once[site] += 1
        self.most_at_once[site] = max(self.most_at_once[site], self.at_once[site])

    def end(self, site: int) -> None:
        """It has been answered."""
        self.at_once[site] -= 1

    def note(self, number: int, site: Site | None, method: str, target: str, body: str) -> None:
        """Keep what was sent, if anything was; `site` is None where there is none."""
        path, _, query = target.partition("?")
        kind = _kind(site, method, path, query)
        if kind is not None:
            fields = {**sent(query), **sent(body)}
            self.submissions.append(
                Submission(site=number, kind=kind, method=method, path=path, fields=fields)
            )

    def summary(self) -> dict[str, Any]:
        """The log as JSON values."""
        return {
            "requests": self.requests.total(),
            "sites": len(self.requests),
            "most_at_once": max(self.most_at_once.values(), default=0),
            "submissions": len(self.submissions),
            "violations": [
                {"site": one.site, "kind": one.kind, "method": one.method, "path": one.path,
                 "fields": dict(one.fields)} for one in self.violations
            ],
        }  # fmt: skip


def _kind(site: Site | None, method: str, path: str, query: str) -> str | None:
    """What kind of form a request sends; None if none."""
    if method != "POST" and not query:
        return None
    if site is None:
        return ELSEWHERE
    if asked(site, path) is not None:
        return SEARCH
    if path in ACTIONS:
        return ACTIONS[path]
    return UNKNOWN if method == "POST" else None
