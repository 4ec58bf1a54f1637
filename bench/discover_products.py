"""Strategies on real software: some products started together, as a Web of a few sites.

    python -m bench.discover_products [NAME …] [--rows 300] [--strategies A,B] [--json]

Every product is loaded with the same rows (the lab's airports), started, and put behind a proxy
that writes down what is asked. Each strategy is one `leadline discover` over all of them, into a
file of its own. A search is known by its address, since such software offers the same form anew for
every filter that is set; what there is, is what all strategies together found. Everything that
reached a site and was not asked for by GET is told: nothing should be, as posted forms are never
sent here.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from leadline.store.sites import open_sites
from leadline.store.sites_values import Wanted
from tests.products.proxy import Watched, proxied
from tests.products.rows import AIRPORTS, read
from tests.products.runner import PRODUCTS, running

TOGETHER = ("datasette", "flask_admin", "oscar", "trac")  # started as one small Web

LEADLINE = Path(sys.executable).with_name("leadline")
STRATEGIES = "bandit,thorough,sleeping,navmenu-3,exhaustive-3"
READING = frozenset({"GET", "HEAD"})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", choices=[*PRODUCTS, []], metavar="NAME")
    parser.add_argument("--rows", type=int, default=300)
    parser.add_argument("--strategies", default=STRATEGIES)
    parser.add_argument("--delay", type=float, default=0.05)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with ExitStack() as stack:
        rows = read(AIRPORTS, asked.rows)
        sites = [stack.enter_context(proxied(stack.enter_context(running(name, rows))))
                 for name in asked.names or TOGETHER]  # fmt: skip
        folder = Path(stack.enter_context(TemporaryDirectory()))
        ran = list[dict[str, Any]]()
        for name in asked.strategies.split(","):
            ran.append(searched(name, sites, folder, asked.delay))
            print(json.dumps(ran[-1]) if asked.json else line(ran[-1]), flush=True)
    if not asked.json:
        print(together(ran))


def searched(strategy: str, sites: Sequence[Watched], folder: Path, delay: float) -> dict[str, Any]:
    """One strategy on all products: pages, forms, and what the proxies have seen."""
    for site in sites:
        site.requests.clear()
    file = folder / f"{strategy}.db"
    command = [str(LEADLINE), "discover", *(f"{site.root}/" for site in sites), "--into", str(file),
               "--strategy", strategy, "--max-sites", str(len(sites)), "--delay", str(delay),
               "--json"]  # fmt: skip
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    told = json.loads(done.stdout)
    asked = [(site.name, one) for site in sites for one in site.requests]
    return {
        "strategy": strategy,
        **{name: told[name] for name in ("pages", "probes", "forms", "harvest", "seconds")},
        "found": sorted(set(found(file, {site.root: site.name for site in sites}))),
        "requests": len(asked),
        "not_read": [f"{name}: {one.method} {one.path}" for name, one in asked
                     if one.method not in READING],
    }  # fmt: skip


def found(file: Path, names: dict[str, str]) -> Iterator[str]:
    """The addresses that answer query forms: a form with more filters set is the same search."""
    with open_sites(file, write=False) as store:
        for one in store.search(Wanted(limit=10_000)):
            root, path = _parted(one.entry.action)
            if root in names and one.entry.is_query:
                yield f"{names[root]} {path}"


def _parted(url: str) -> tuple[str, str]:
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    return f"{scheme}://{host}", f"/{path.partition('?')[0]}"


def line(one: dict[str, Any]) -> str:
    pages, forms = one["pages"], len(one["found"])
    told = (f"{one['strategy']:13} {pages:5,} pages {one['probes']:4} probes {forms:4} searches  "
            f"harvest {forms / max(pages, 1):.3f}  {one['seconds']:.0f} s  "
            f"not by GET: {len(one['not_read'])}")  # fmt: skip
    return "\n".join((told, *(f"    {other}" for other in one["not_read"][:5])))


def together(ran: Sequence[dict[str, Any]]) -> str:
    """What there is, and the share of it that each strategy found."""
    known = {form for one in ran for form in one["found"]}
    counted = sorted(Counter(form.split()[0] for form in known).items())
    shares = (f"{one['strategy']} {len(one['found']) / max(len(known), 1):.2f}" for one in ran)
    return (f"{len(known)} searches ({', '.join(f'{name} {count}' for name, count in counted)}); "
            f"coverage: {', '.join(shares)}")  # fmt: skip


if __name__ == "__main__":
    main()
