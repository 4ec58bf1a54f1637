"""What several sources have in common, told from some records of each.

Attributes that hold several values at once are cut first, then attributes are matched, and what
names an entity makes records of several sources one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from leadline.model import Record
from leadline.unify.attributes import Matching, match_attributes
from leadline.unify.columns import Profile, Profiler, Values
from leadline.unify.identity import Identity
from leadline.unify.splitting import Cuts, find_cuts

SAMPLE = 2_000  # records of a source that tell what it has in common with others
Fields = Mapping[str, Values]
Samples = dict[int, list[Fields]]
Common = tuple[dict[int, Cuts], Samples, Matching]


@dataclass(frozen=True)
class Entities:
    """Records that are named alike are one entity; the others are by themselves."""

    naming: Identity
    cuts: Mapping[int, Cuts]

    def __call__(self, source: int, record: Record) -> str:
        name = ""
        if self.naming.columns:
            fields = _fields(record)
            own = self.cuts.get(source)
            name = self.naming.name(source, own.of(fields) if own is not None else fields)
        return name or f"{source}\x1e{record.key}"


def _fields(record: Record) -> Fields:
    found: dict[str, list[str]] = {}
    for name, value in record.values:
        found.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in found.items()}


def sampled(records: Iterable[Record]) -> list[Fields]:
    """The fields of the first records: enough to tell."""
    return [_fields(record) for record in islice(records, SAMPLE)]


def in_common(samples: Samples) -> Common:
    """How attributes that hold several are cut, the samples with them cut, what is in common."""
    cuts = find_cuts([_profile(n, records) for n, records in samples.items()])
    cut = {
        n: [*map(cuts[n].of, records)] if n in cuts else records for n, records in samples.items()
    }
    return cuts, cut, match_attributes([_profile(n, records) for n, records in cut.items()])


def _profile(n: int, records: Sequence[Fields]) -> Profile:
    profiler = Profiler(n)
    for fields in records:
        profiler.see(fields)
    return profiler.profile()
