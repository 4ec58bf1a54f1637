"""A proof as plain JSON values, and back; what is not a proof gives None, whatever it is."""

from __future__ import annotations

from typing import Any

from leadline.model import Query
from leadline.plan.proof.value import Cell, Ground, Proof


def to_json(proof: Proof) -> dict[str, Any]:
    """A proof as JSON values; what a cell does not have is left out."""
    cells = [_cell_to_json(cell) for cell in proof.cells]
    return {"turns": proof.turns, "records": proof.records, "cells": cells}


def _cell_to_json(cell: Cell) -> dict[str, Any]:
    data: dict[str, Any] = {"ground": cell.ground.value}
    data |= {"query": [list(pair) for pair in cell.query.predicates]}
    data |= {} if cell.count is None else {"count": cell.count}
    data |= {"turns": list(cell.turns)} if cell.turns else {}
    data |= {"split": cell.split, "parts": list(cell.parts)} if cell.split else {}
    return data if cell.within is None else data | {"within": cell.within}


def from_json(data: Any) -> Proof | None:
    """The proof that `to_json` wrote; None if that is no proof."""
    try:
        cells = tuple(_cell(one) for one in data["cells"])
        return Proof(turns=whole(data["turns"]), records=whole(data["records"]), cells=cells)
    except (TypeError, ValueError, LookupError, AttributeError):
        return None


def _cell(data: Any) -> Cell:
    return Cell(
        query=Query(tuple((_text(name), _text(value)) for name, value in data["query"])),
        ground=Ground(data["ground"]),
        count=whole(data["count"]) if "count" in data else None,
        turns=tuple(whole(number) for number in data.get("turns", ())),
        split=_text(data.get("split", "")),
        parts=tuple(whole(number) for number in data.get("parts", ())),
        within=whole(data["within"]) if "within" in data else None,
    )


def whole(value: Any) -> int:
    """A count of JSON, if it is one."""
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value
