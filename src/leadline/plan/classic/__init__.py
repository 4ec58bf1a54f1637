"""The published policies, as in the papers: they choose a query and read it to its end.

Wu, Wen, Liu, Ma 2006: `BreadthFirst`, `DepthFirst`, `RandomValue`, `GreedyLink`, `Mmmi`,
`DomainKnowledge`, and `Abortion`, which wraps any policy. Ntoulas, Zerfos, Cho 2005:
`GenericFrequency`, `RandomWords`, `Adaptive` with `Independence` or `Zipf`. `AToZ` is what people
try by hand. They are here to be compared with; the papers' experiments can be repeated with them.
"""

from leadline.plan.classic.abortion import Abortion
from leadline.plan.classic.adaptive import Adaptive
from leadline.plan.classic.az import AToZ
from leadline.plan.classic.breadth_first import BreadthFirst
from leadline.plan.classic.depth_first import DepthFirst
from leadline.plan.classic.domain_knowledge import DomainKnowledge, DomainTable
from leadline.plan.classic.estimators import Independence, Zipf
from leadline.plan.classic.greedy_link import GreedyLink
from leadline.plan.classic.mmmi import Mmmi
from leadline.plan.classic.random_value import RandomValue
from leadline.plan.classic.word_list import GenericFrequency, RandomWords

__all__ = [
    "AToZ",
    "Abortion",
    "Adaptive",
    "BreadthFirst",
    "DepthFirst",
    "DomainKnowledge",
    "DomainTable",
    "GenericFrequency",
    "GreedyLink",
    "Independence",
    "Mmmi",
    "RandomValue",
    "RandomWords",
    "Zipf",
]
