"""Where to cut an ordered region so that about so many records lie below the cut.

Sheng, Zhang, Tao and Jin (2012, rank-shrink) halve at the median of what was returned, three-way
where ties are many. With the size of a region known, or thought, a part that just fits under the
limit can be cut off at once. How dense the records lie just above the last cut is told by the
sample of the region, by the parts just below that were read whole, and by the records of other
cells that are alike; density is for each unit of a number or a date or, with enough records alike,
for each of these. They are not alike if the sample is spread otherwise (Kolmogorov and Smirnov). A
part reaches no farther than the sample allows, and after one that was empty at least to a record.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt

from leadline.intervals import Interval, Key, order_key
from leadline.plan.splitting.few_values import next_value
from leadline.plan.splitting.rulers import Ruler

WINDOW = 6  # sample values that local density is taken from, at most
NEAR = 3.0  # times what is wanted: how far around density is looked at
MANY = 8  # records of the sample in a part: then they alone say where it ends
FEW_TIES = 3  # equal values in a sample that may be chance
OWN = 2.0  # weight of one record of the sample beside one of the part below
ELSEWHERE = 12.0  # weight of how records are spread elsewhere
ENOUGH = 4  # times the sample: so many records alike are a better measure than the number itself
UNLIKE = 1.36  # over the root of the sample: Kolmogorov's distance that is chance once in 20 times
FARTHEST = 0.5  # deviations of chance from what the sample says: how far a part may reach
NUMBERS = Ruler()


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """An interval, the sorted sample of it, and how many records it is thought to hold.

    `start` and `count` are of the parts just below that were read whole: where they begin, and how
    many records they have. `ruler` measures the attribute's values, `alike` are records of other
    cells, sorted by the attribute, that should be spread like these; `vain` says that the part just
    below turned out to be empty, `most` how many records of one value may be left together.
    """

    interval: Interval
    sample: Sequence[Key]
    text: Callable[[int], str]
    size: float
    ruler: Ruler = NUMBERS
    start: Key | None = None
    count: int = 0
    alike: Sequence[Key] = ()
    vain: bool = False
    most: float = inf

    @property
    def each(self) -> float:
        """How many records each one of the sample stands for."""
        return max(1.0, self.size / len(self.sample))

    @property
    def bottom(self) -> Key | None:
        """Where it begins: its lower bound, or the lowest value met anywhere."""
        if self.interval.low is not None:
            return order_key(self.interval.low)
        return min(self.alike[0], self.sample[0]) if self.alike else None


def lowest_part(region: Region, want: float) -> tuple[Interval, float]:
    """The lowest part of a region, which should hold about `want` records, and its likely size.

    Never all of the region. A value that fills a part of its own is cut out.
    """
    if (found := _between_values(region, want)) is not None:
        return found
    ties, interval = bisect_right(region.sample, region.sample[0]), region.interval
    light = ties < FEW_TIES or (ties - 1) * region.each <= want
    if light and ties < len(region.sample):
        many = want >= MANY * region.each
        bound = None if many else _bound(region, want)
        return interval.below(bound or _at_sample(region, want)), want
    value = region.text(0)
    if region.most == inf and ties < len(region.sample):
        return Interval(interval.low, value, interval.low_open), ties * region.each
    if _starts_at_low(region) and not interval.low_open:
        return Interval.point(value), ties * region.each
    return interval.below(value), 0.0


def _between_values(region: Region, want: float) -> tuple[Interval, float] | None:
    """The lowest part where there are few values, and what it should hold."""
    share = min(want / region.size, 1.0)
    found = next_value(region.interval, region.sample, region.alike, share)
    if found is None or found[1] * region.size > region.most:
        return None
    bound = region.ruler.write(found[0])
    return None if bound is None else (region.interval.below(bound), found[1] * region.size)


def _starts_at_low(region: Region) -> bool:
    low = region.interval.low
    return low is not None and order_key(low) == region.sample[0]


def _at_sample(region: Region, want: float) -> str:
    """The sample value below which about `want` records are; above the lowest, for progress."""
    place = int(want / region.each)
    least = bisect_right(region.sample, region.sample[0])
    if place < least and not _starts_at_low(region):
        return region.text(0)
    return region.text(max(least, min(place, len(region.sample) - 1)))


def _bound(region: Region, want: float) -> str | None:
    """A bound up to which about `want` records are expected, by the density around."""
    ruler, bottom = region.ruler, region.bottom
    if bottom is None or not (ruler.measures(bottom) and ruler.measures(region.sample[-1])):
        return None
    scale = _ranks(region, bottom)
    if scale is None:
        bottom = region.sample[0] if region.interval.low is None else bottom
        scale = _Scale(ruler.place, lambda at: at)
    if (density := _density(region, scale, bottom, want)) is None:
        return None
    farthest = ruler.place(max(_reach(region, want), bottom))
    wanted = min(scale.value(_ahead(scale.of(bottom), want / density)), farthest)
    return _above(region.sample[0] if region.vain else bottom, wanted, region)


def _ahead(place: float, distance: float) -> float:
    """A place so much farther: of whole numbers one of them, as a float may not tell them apart."""
    return place + (round(distance) if isinstance(place, int) else distance)


def _reach(region: Region, want: float) -> Key:
    """How far a part may reach, by how many of the sample it should have but for chance."""
    mean = want / region.each
    most = mean + FARTHEST * sqrt(mean * (1 - 1 / region.each))
    return region.sample[min(1 + int(most), len(region.sample) - 1)]


@dataclass(frozen=True, slots=True)
class _Scale:
    """What density is measured along: a place on it for a key, and the number at a place.

    `all` is how much of it the region spans, where that is known.
    """

    of: Callable[[Key], float]
    value: Callable[[float], float]
    all: float | None = None


def _ranks(region: Region, bottom: Key) -> _Scale | None:
    """Each record alike is one unit."""
    alike, high, ruler = region.alike, region.interval.high, region.ruler
    first = bisect_left(alike, bottom)
    last = len(alike) if high is None else bisect_left(alike, order_key(high))
    if last - first < ENOUGH * len(region.sample) or not ruler.measures(alike[last - 1]):
        return None
    if _apart(region.sample, alike[first:last]) > UNLIKE / sqrt(len(region.sample)):
        return None
    return _Scale(
        lambda key: float(bisect_left(alike, key)),
        lambda at: ruler.place(alike[min(max(int(at), 0), len(alike) - 1)]),
        float(last - first),
    )


def _apart(sample: Sequence[Key], alike: Sequence[Key]) -> float:
    """How far apart two distributions are: the largest difference of shares (Kolmogorov)."""
    shares = (bisect_left(alike, key) / len(alike) for key in sample)
    return max(abs(share - (n + 0.5) / len(sample)) for n, share in enumerate(shares))


def _density(region: Region, scale: _Scale, bottom: Key, want: float) -> float | None:
    """Records for each unit above the bottom, each source weighed by the records it looked at."""
    places = max(1, min(WINDOW, len(region.sample), round(NEAR * want / region.each)))
    here = scale.of(bottom)
    found = [(places * region.each, scale.of(region.sample[places - 1]) - here, OWN * places)]
    if region.start is not None and region.count:
        found.append((region.count, here - scale.of(region.start), region.count))
    if scale.all is not None:
        found.append((region.size, scale.all, ELSEWHERE))
    told = [(log(records / span), weight) for records, span, weight in found if span > 0]
    weights = sum(weight for _, weight in told)
    return exp(sum(density * weight for density, weight in told) / weights) if told else None


def _above(bottom: Key, wanted: float, region: Region) -> str | None:
    """The bound at a place, as the attribute's values are written, between bottom and top.

    None where they are too coarse, as they are for numbers so large that one more is no more.
    """
    ruler, top = region.ruler, region.interval.high
    bound = ruler.text(max(wanted, ruler.place(bottom) + ruler.step))
    if order_key(bound) <= bottom or (top is not None and order_key(top) <= order_key(bound)):
        return None
    return bound
