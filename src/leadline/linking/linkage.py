"""From records on a workbench to entities: exact ones, candidates, estimation, scores, links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.linking.candidates import Candidates, Chosen
from leadline.linking.scoring import Scored, levels, scores
from leadline.linking.workbench import Workbench
from leadline.unify.clusters import Clusters
from leadline.unify.estimate import (
    Floats,
    Model,
    Patterns,
    agreed,
    best,
    estimate,
    firm,
    first_model,
)
from leadline.unify.levels import Comparison, comparison
from leadline.unify.namesakes import namesakes
from leadline.unify.rivals import Linked, rivals
from leadline.unify.threshold import SURE, Decoys, sureness

BEST = 1000.0  # bits: equal in all, and once in each source

Watch = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """The entity of each record, by its number, and how sure it is that it belongs there."""

    entities: list[int]
    sure: list[float]
    exact: int  # pairs that are equal in all
    compared: int  # pairs that were compared
    rules: list[Chosen]
    model: Model | None
    threshold: float | None  # bits from which a link is made


def link(bench: Workbench, watch: Watch = lambda _: None) -> Links:
    """Link the records on a workbench."""
    candidates, records = Candidates(bench), sum(bench.sizes().values())
    comparisons = [
        comparison(i, kind, candidates.tolerances[i]) for i, kind in enumerate(bench.kinds)
    ]
    watch("choosing pairs")
    rules = candidates.rules()
    exact = candidates.exact()
    watch("making pairs")
    share = candidates.make(rules)
    compared = int(bench.one("SELECT count(*) FROM between"))
    if not compared + exact:
        return Links(entities=list(range(1, records + 1)), sure=[0.0] * records, exact=0,
                     compared=0, rules=rules, model=None, threshold=None)  # fmt: skip
    watch(f"learning from {compared:,} pairs")
    model = _learn(bench, candidates, comparisons)
    watch(f"comparing {compared:,} pairs")
    queries = ("SELECT l, r FROM between", "SELECT l, r FROM within")
    found, within = scores(bench, comparisons, model, queries)
    watch("linking")
    decoys = Decoys(scores=_best(within), records=share * records,
                    others=candidates.possible_within / records)  # fmt: skip
    entities, sure, threshold = _decide(bench, found, decoys, agreed(model, bench.names()))
    return Links(entities=entities, sure=sure, exact=exact, compared=compared, rules=rules,
                 model=model, threshold=threshold)  # fmt: skip


def _learn(bench: Workbench, candidates: Candidates, comparisons: list[Comparison]) -> Model:
    """What is learnt from each record's best partner, in other sources and in its own."""
    left, right = candidates.random()
    bench.db.register("drawn", {"l": left, "r": right})
    queries = ("SELECT l, r FROM drawn", "SELECT l, r FROM within", candidates.sample())
    drawn, within, between = levels(bench, comparisons, queries)
    bench.db.unregister("drawn")
    start = first_model([one.levels for one in comparisons], Patterns.of(drawn[1]))
    return firm(estimate(start, best(start, *within), best(start, *between)), bench.names())


def _best(within: Scored) -> Floats:
    """The weight of each left record's best partner."""
    order = np.lexsort((-within.weights, within.left))
    first = np.append(True, np.diff(within.left[order]) != 0)[: len(order)]
    weights: Floats = within.weights[order[first]]
    return weights


def _decide(
    bench: Workbench, found: Scored, decoys: Decoys, same: float
) -> tuple[list[int], list[float], float | None]:
    """The entity of each record, how sure that is, and the least weight of a link.

    What is surely linked then says more of chance than pairs of one source do.
    """
    sizes = bench.sizes()
    pairs = _ordered(bench, found)
    made = _made(pairs, sizes)
    done = _joined(pairs, made, decoys, sizes, same)
    between = rivals(_linked(pairs, done, sizes), pairs.left, pairs.right, pairs.weights)
    done = done if between is None else _joined(pairs, made, between, sizes, same)
    _join_namesakes(pairs, bench.called_alike(pairs.left, pairs.right), done, sizes)
    return done.clusters.numbers(), done.sure.tolist(), done.least


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """The entity of each record, how sure that is, and the least weight of a link."""

    clusters: Clusters
    sure: Floats
    least: float | None


def _made(pairs: Scored, sizes: Mapping[int, int]) -> NDArray[np.bool_]:
    """The links that would be made if nothing was too unsure; without those of equal records."""
    each = zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)
    joined = Clusters(_sources(sizes)).join_all(each)
    return np.asarray(np.array(joined, dtype=np.bool_) & (pairs.weights != BEST))


def _joined(
    pairs: Scored,
    made: NDArray[np.bool_],
    decoys: Decoys,
    sizes: Mapping[int, int],
    same: float,
) -> Joined:
    """Make the links that are sure enough by these decoys."""
    exact = pairs.weights == BEST
    sure = sureness(pairs.weights[made], decoys, list(sizes.values()), int(exact.sum()), same)
    shares = np.where(exact, 1.0, sure.of(pairs.weights))
    taken = shares >= SURE
    clusters, belief = Clusters(_sources(sizes)), np.zeros(sum(sizes.values()))
    columns = (pairs.left, pairs.right, shares)
    for a, b, share in zip(*(column[taken].tolist() for column in columns), strict=True):
        if clusters.join(a, b):
            belief[a], belief[b] = max(belief[a], share), max(belief[b], share)
    least = float(pairs.weights[taken].min()) if taken.any() else None
    return Joined(clusters=clusters, sure=belief, least=least)


def _join_namesakes(
    pairs: Scored, alike: NDArray[np.bool_], done: Joined, sizes: Mapping[int, int]
) -> None:
    """Link also what is called the same and was linked to nothing, where that is sure enough."""
    linked, left, right = _linked(pairs, done, sizes), pairs.left[alike], pairs.right[alike]
    places, shares = namesakes(linked, done.clusters, left, right, pairs.weights[alike])
    for a, b, share in zip(left[places], right[places], shares, strict=True):
        done.clusters.join(int(a), int(b))
        done.sure[[a, b]] = np.maximum(done.sure[[a, b]], share)


def _linked(pairs: Scored, done: Joined, sizes: Mapping[int, int]) -> Linked:
    """What was linked, as far as it was compared with others."""
    sure, exact = done.sure.copy(), pairs.weights == BEST
    sure[pairs.left[exact]] = sure[pairs.right[exact]] = 0.0
    sources = np.repeat(np.arange(len(sizes)), list(sizes.values()))
    return Linked(sources=sources, entities=np.array(done.clusters.numbers()) - 1, sure=sure)


def _sources(sizes: Mapping[int, int]) -> list[int]:
    return [source for source, size in sizes.items() for _ in range(size)]


def _ordered(bench: Workbench, found: Scored) -> Scored:
    """Exact pairs, then the others, the best first."""
    same = bench.db.execute("SELECT l, r FROM exact").fetchnumpy()
    left = np.concatenate([same["l"].astype(np.int64), found.left])
    right = np.concatenate([same["r"].astype(np.int64), found.right])
    weights = np.concatenate([np.full(len(same["l"]), BEST), found.weights])
    order = np.lexsort((right, left, -weights))
    return Scored(left=left[order], right=right[order], weights=weights[order])
