"""Namesakes: records that are called the same, and that nothing else was found for.

Mistakes come together: who has the place of a thing wrong has latitude and longitude wrong, and
weights that add up count that twice, against a name that says enough by itself. So of the records
that are left, two with one name may be one thing though they hardly agree otherwise. How often the
same name is chance is told by the rivals: a record that surely has found its own in another source
is no other thing there, whatever that is called. As all else speaks against these links, only such
are made that are as sure as those that were learnt from. Where a name is hardly ever shared by
chance, a hundred links say so; elsewhere they show that it is.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import numpy as np

from leadline.unify.clusters import Clusters
from leadline.unify.rivals import SUREST, Floats, Ints, Linked, rivals
from leadline.unify.threshold import sureness

FEW = 100  # links to learn from


def namesakes(
    linked: Linked, clusters: Clusters, left: Ints, right: Ints, weights: Floats
) -> tuple[Ints, Floats]:
    """The places of those pairs with one name, given the best first, that are linked too; how sure.

    `clusters` has the links that were made so far, and stays as it is.
    """
    decoys = rivals(linked, left, right, weights, FEW)
    if decoys is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0)
    joined = deepcopy(clusters).join_all(zip(left.tolist(), right.tolist(), strict=True))
    made = np.flatnonzero(joined)
    already = len(linked.entities) - len(np.unique(linked.entities))
    told = sureness(weights[made], decoys, np.bincount(linked.sources).tolist(), already)
    shares = replace(told, least=0.0).of(weights[made])
    surest = shares >= SUREST
    return made[surest], shares[surest]
