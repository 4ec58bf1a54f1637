"""Record linkage: which records of several sources are the same thing, learnt without labels.

`workbench` holds the records in DuckDB, `candidates` makes pairs, `scoring` has Splink compare
them; what is decided about them is in `leadline.unify`. All of it needs the extra `link`.
"""

from leadline.linking.linkage import Links, link
from leadline.linking.workbench import Row, Workbench, need_extra

__all__ = ["Links", "Row", "Workbench", "link", "need_extra"]
