"""What people try by hand: the letters a–z, the digits 0–9, then a list of words.

From no paper: the baseline that the generic policies of Ntoulas et al. (2005, §3) improve upon, and
still a good one where a source matches prefixes or lists everything for a single letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase, digits

from leadline.model import Interface
from leadline.plan.classic.frontier import AsksThePick
from leadline.plan.classic.word_list import Walk


@dataclass(frozen=True)
class AToZ(AsksThePick):
    """Ask each letter, each digit, then the words in the order of the list."""

    words: tuple[str, ...] = ()

    def learner(self, interface: Interface) -> Walk:
        """The place in the list."""
        return Walk(interface, chain(ascii_lowercase, digits, self.words))
