"""Pairs compared and scored by Splink on DuckDB.

Splink computes the level of each comparison and the weight of a pair, the more for values that are
rare (term frequencies). What it is not asked for: blocking, estimation and clustering, which
`unify` does with what is known about sources (a thing is in each of them once).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from leadline.linking.workbench import Workbench, module
from leadline.unify.estimate import Floats, Ints, Model
from leadline.unify.levels import Comparison

ID = "n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Pairs with their weights in bits; without those below zero."""

    left: Ints
    right: Ints
    weights: Floats


def levels(
    bench: Workbench, comparisons: Sequence[Comparison], queries: Sequence[str]
) -> list[tuple[Ints, Ints]]:
    """For each query for pairs: their left records, and a row of levels for each pair.

    The best level is the highest.
    """
    names = [f"gamma_c{one.attribute}" for one in comparisons]
    found = _predict(bench, comparisons, None, queries, names)
    rows = np.stack([np.asarray(found[name], dtype=np.int64) for name in names], axis=1)
    left = np.asarray(found[f"{ID}_l"], dtype=np.int64)
    return [(left[own], rows[own]) for own in _owners(found, len(queries))]


def scores(
    bench: Workbench, comparisons: Sequence[Comparison], model: Model, queries: Sequence[str]
) -> list[Scored]:
    """For each query for pairs: their weights."""
    found = _predict(bench, comparisons, model, queries, ["match_weight"])
    left, right = (np.asarray(found[f"{ID}_{side}"], dtype=np.int64) for side in "lr")
    weights = np.asarray(found["match_weight"], dtype=np.float64)
    return [
        Scored(left=left[own], right=right[own], weights=weights[own])
        for own in _owners(found, len(queries))
    ]


def _owners(found: Any, count: int) -> list[Any]:
    """Which rows are of each query."""
    keys = np.asarray(found["match_key"]).astype(np.int64)
    return [keys == number for number in range(count)]


def _predict(
    bench: Workbench,
    comparisons: Sequence[Comparison],
    model: Model | None,
    queries: Sequence[str],
    wanted: Sequence[str],
) -> Any:
    splink = module("splink")
    logging.getLogger("splink").setLevel(logging.ERROR)
    asked = " UNION ALL ".join(
        f"SELECT '{number}' AS match_key, l AS join_key_l, r AS join_key_r FROM ({query})"
        for number, query in enumerate(queries)
    )
    bench.db.execute(f"CREATE TABLE asked AS {asked}")
    api = splink.DuckDBAPI(bench.db)
    linker = splink.Linker(api.register("rows"), _settings(comparisons, model),
                           log_level=None, validate_settings=False)  # fmt: skip
    linker.table_management.register_blocked_pairs_for_predict(api.register("asked"))
    least = None if model is None else 0.0
    made = linker.inference.predict(threshold_match_weight=least, warning_mode="never")
    columns = ", ".join((f"{ID}_l", f"{ID}_r", "match_key", *wanted))
    found = bench.db.execute(f"SELECT {columns} FROM {made.physical_name}").fetchnumpy()
    api.delete_tables_created_by_splink_from_db()
    bench.db.execute("DROP TABLE asked")
    return found


def _settings(comparisons: Sequence[Comparison], model: Model | None) -> dict[str, Any]:
    return {
        "link_type": "dedupe_only",
        "unique_id_column_name": ID,
        "probability_two_random_records_match": 0.5,
        "retain_matching_columns": model is None,  # the only way to be told the levels
        "blocking_rules_to_generate_predictions": [],
        "comparisons": [_comparison(i, one, model) for i, one in enumerate(comparisons)],
    }


def _comparison(number: int, one: Comparison, model: Model | None) -> dict[str, Any]:
    missing = f"{one.column}_l IS NULL OR {one.column}_r IS NULL"
    made: list[dict[str, Any]] = [
        {"sql_condition": missing, "label_for_charts": "missing", "is_null_level": True}
    ]
    for place, condition in enumerate((*one.conditions, "ELSE")):
        level: dict[str, Any] = {"sql_condition": condition, "label_for_charts": str(place)}
        if model is not None:
            rank = one.levels - 1 - place
            level["m_probability"] = float(model.m[number][rank])
            level["u_probability"] = float(model.u[number][rank])
            if place == 0:
                level["tf_adjustment_column"] = one.column
        made.append(level)
    return {"output_column_name": f"c{one.attribute}", "comparison_levels": made}
