"""`leadline harvest` on the lab's faceted sites of every kind, beside the truth.

    python -m bench.harvest_facets DATA.jsonl FACET,FACET,… [--entities N] [--only NAME]

Each site is served on this machine and harvested by the command line from its front page. A pair is
an entity, an attribute and a value, as `leadline lab facets` judges them; *pages* are of lists.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from leadline.lab.facets.truth import truth_of
from leadline.lab.sites.faceted import FacetedSite
from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_table import FacetTable
from leadline.lab.sites.server import started
from leadline.lab.table import read_rows
from leadline.store import open_store

LEADLINE = Path(sys.executable).with_name("leadline")
SITES: dict[str, dict[str, Any]] = {
    "plain": {},
    "cut at 100": {"limit": 100},
    "uncounted": {"counted": False},
    "folded": {"shape": "folded"},
    "tree": {"shape": "hierarchy"},
    "late": {"shape": "late"},
    "alternatives": {"shape": "widening"},
    "sliders": {"widget": "slider"},
    "drop-downs": {"widget": "select"},
    "check-boxes": {"widget": "boxes"},
    "script": {"widget": "ajax"},
    "trap": {"trap": True},
    "1 % change": {},
}


def site(name: str, table: FacetTable) -> FacetedSite:
    """The site of one line."""
    changes = Churn(table=table, share=0.01, requests=len(table.rows) // 3)
    return FacetedSite(table=table, churn=changes if "change" in name else None, **SITES[name])


def measured(name: str, table: FacetTable) -> dict[str, Any]:
    """One site, harvested."""
    served = site(name, table)
    with tempfile.TemporaryDirectory() as folder, started(served) as url:
        command = (str(LEADLINE), "harvest", url, "--into", f"{folder}/x.db", "--delay", "0")
        done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
        with open_store(Path(folder, "x.db"), create=False, write=False) as store:
            number = store.sources()[0].id
            known = [one.record for one in store.records(number)]
            pairs = list(store.pairs(number))
        truth = truth_of(served, url)
    told = json.loads(done.stdout.splitlines()[-1])
    urls = {one.key: one.key if "://" in one.key else one.url for one in known}  # without sessions
    found = {(urls[pair.key], pair.attribute, pair.value) for pair in pairs}
    right = truth.right(found)
    return {
        "site": name,
        "records": told["records"],
        "pairs": len(found),
        "precision": round(len(right) / max(1, len(found)), 4),
        "recall": round(len(right & truth.always) / max(1, len(truth.always)), 4),
        "lists": told["pairs"]["lists"],
        "requests": told["requests"],
    }


def main() -> None:
    """Measure the sites, one line each."""
    parser = argparse.ArgumentParser(prog="bench.harvest_facets")
    parser.add_argument("data", type=Path)
    parser.add_argument("facets")
    parser.add_argument("--entities", type=int, default=300)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rows = list(read_rows(options.data))
    few = min(options.entities, len(rows))
    spread = [rows[n * len(rows) // few] for n in range(few)]
    table = FacetTable(rows=spread, facets=tuple(options.facets.split(",")))
    for name in SITES:
        if options.only in name:
            print(json.dumps(measured(name, table)), flush=True)


if __name__ == "__main__":
    main()
