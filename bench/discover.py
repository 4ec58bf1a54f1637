"""Every table of docs/strategies.md: strategies on synthetic Webs, and what deciding costs.

    python -m bench.discover out/discover [--seeds 11,12,13] [--sites 100]
    python -m bench.discover --cpu [--sites 40]

Each Web is one `leadline lab discover` and leaves one file, so that what was interrupted goes on
where it stood; the table is printed from the files that are there. `--cpu` times, in one process,
what a page costs: reading it as a tree, recognising its forms, and choosing the next page.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from leadline.browse.strategies import strategies
from leadline.browse.strategy import Seen
from leadline.lab.discover.bed import Bed, fetched, forms_on
from leadline.lab.web.world import Web

STRATEGIES = "bandit,thorough,sleeping,navmenu-0,navmenu-3,exhaustive-3"
AGAINST = "navmenu-3"


def main() -> None:
    """Run what is missing and print the table, or time the pages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("out/discover"))
    parser.add_argument("--seeds", default="11,12,13")
    parser.add_argument("--sites", type=int, default=100)
    parser.add_argument("--cpu", action="store_true")
    asked = parser.parse_args()
    if asked.cpu:
        for name in STRATEGIES.split(","):
            print(timed(name, asked.sites))
        return
    asked.folder.mkdir(parents=True, exist_ok=True)
    for seed in asked.seeds.split(","):
        run(asked.folder / f"{asked.sites}-{seed}.json", seed, asked.sites)
    print("\n".join(table(sorted(asked.folder.glob(f"{asked.sites}-*.json")))))


def run(file: Path, seed: str, sites: int) -> None:
    """One Web, unless its file is there."""
    if file.exists():
        return
    command = [sys.executable, "-m", "leadline", "lab", "discover", "--sites", str(sites),
               "--seed", seed, "--strategy", STRATEGIES, "--json"]  # fmt: skip
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    file.write_bytes(done.stdout)


def table(files: Iterable[Path]) -> list[str]:
    """All Webs as one: the sums of pages and forms, and the means of the local figures."""
    found = [json.loads(file.read_text()) for file in files]
    names = [row["strategy"] for row in found[0]["strategies"]] if found else []
    rows = {name: _summed(found, name) for name in names}
    lines = [f"{len(found)} Webs of {found[0]['sites']} sites" if found else "nothing yet"]
    for name, row in rows.items():
        times = row["harvest"] / rows[AGAINST]["harvest"]
        lines.append(
            f"{name:13} {row['pages']:7,} pages {row['forms']:5,} forms  harvest "
            f"{row['harvest']:.3f} ({times:.2f} × {AGAINST})  coverage {row['coverage']:.3f}  "
            f"local {row['local_harvest']:.3f} {row['local_coverage']:.3f}"
        )
    return lines


def _summed(found: list[dict[str, Any]], name: str) -> dict[str, float]:
    rows = [row for one in found for row in one["strategies"] if row["strategy"] == name]
    pages, forms = (sum(row[what] for row in rows) for what in ("pages", "forms"))
    total = sum(row["forms"] / row["coverage"] for row in rows if row["coverage"])
    means = {
        what: sum(row[what] for row in rows) / len(rows)
        for what in ("local_harvest", "local_coverage")
    }
    return {"pages": pages, "forms": forms, "harvest": forms / pages,
            "coverage": forms / total} | means  # fmt: skip


def timed(name: str, sites: int) -> str:
    """Milliseconds of CPU for a page: its tree, its forms, choosing and learning."""
    web, make, spent, pages = Web(sites, seed=3), strategies()[name], [0.0, 0.0, 0.0], 0
    for site in range(sites):
        strategy, known = make(Bed(web, site).entrance()), set[str]()
        while (visit := strategy.choose()) is not None and pages < 20 * sites:
            document = fetched(web, visit.url)
            begun = time.process_time()
            tree = document.tree if document is not None else None
            read = time.process_time()
            shown = set(forms_on(document)) if document is not None and tree is not None else set()
            detected = time.process_time()
            fresh, pages = len(shown - known), pages + 1
            known |= shown
            strategy.learn(Seen(url=visit.url, depth=visit.depth, document=document, fresh=fresh))
            strategy.choose()
            decided = time.process_time()
            for place, one in enumerate((read - begun, detected - read, decided - detected)):
                spent[place] += one
    tree_ms, forms_ms, decide_ms = (1000 * one / max(pages, 1) for one in spent)
    return (f"{name:13} {pages:6,} pages: tree {tree_ms:.2f} ms, forms {forms_ms:.2f} ms, "
            f"deciding {decide_ms:.2f} ms")  # fmt: skip


if __name__ == "__main__":
    main()
