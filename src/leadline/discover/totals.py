"""Where forms have shown how much they found, on all sites of a crawl.

Sites that one software makes, or one habit, say it at the same place in the same words. So what was
learned on some is tried on the others before it is learned anew, which takes a look at each number
of an answer.
"""

from __future__ import annotations

from collections import Counter

from leadline.read.total import TotalRule

MOST = 12  # rules that are tried on a site
KEPT = 100  # that are remembered


class Totals:
    """The rules that have told totals, each with how often it has."""

    def __init__(self) -> None:
        self._served = Counter[TotalRule]()

    def tried(self, own: TotalRule | None) -> tuple[TotalRule, ...]:
        """Those to be tried on a site: the one that has served there, then those that most have."""
        others = [rule for rule, _ in self._served.most_common(MOST) if rule != own]
        return tuple(others) if own is None else (own, *others)

    def take(self, rule: TotalRule) -> None:
        """One has told a total; when there are too many, those that have seldom go."""
        self._served[rule] += 1
        if len(self._served) > KEPT:
            self._served = Counter(dict(self._served.most_common(KEPT // 2)))
