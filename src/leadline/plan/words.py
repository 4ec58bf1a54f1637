"""The words of a text that can be asked in a search box.

Words are runs of letters, digits and marks, lower-cased. Scripts that write no spaces (Han, kana,
Thai, Lao, Khmer, Burmese) are cut into overlapping pairs of characters, as the usual search
engines' CJK analysers do; a lone character stands for itself. Leaves out stemming: what a site
does with word forms is learnt by asking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# Han, kana and their marks, then Thai and Lao, Burmese, Khmer.
_UNSPACED = (
    "\u3005-\u3007\u3041-\u309f\u30a0-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\uff66-\uff9f\U00020000-\U0003134f\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
)
_TOKEN = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|[^\W_{_UNSPACED}]+")
_PLAIN = re.compile(r"[^\W_]+")
_HAS_UNSPACED = re.compile(f"[{_UNSPACED}]")


def tokens(text: str) -> list[str]:
    """The words of a text, in order, with repetitions."""
    lowered = text.lower()
    if _HAS_UNSPACED.search(lowered) is None:
        return _PLAIN.findall(lowered)
    return [word for match in _TOKEN.finditer(lowered) for word in _words(match)]


def words(text: str) -> list[str]:
    """The distinct words of a text, in order of first appearance."""
    return list(dict.fromkeys(tokens(text)))


def _words(match: re.Match[str]) -> Iterator[str]:
    run = match.group()
    if match.lastgroup is None or len(run) == 1:
        yield run
    else:
        yield from (run[i : i + 2] for i in range(len(run) - 1))
