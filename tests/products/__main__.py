"""Serve a product until interrupted: `python -m tests.products NAME [--port P] [--data FILE]`."""

import argparse
import signal
from pathlib import Path

from tests.products.rows import AIRPORTS, read
from tests.products.runner import PRODUCTS, running


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.products", description=__doc__)
    parser.add_argument("name", choices=PRODUCTS)
    parser.add_argument("--port", type=int, default=0, help="any free one if left out")
    parser.add_argument("--data", type=Path, default=AIRPORTS, help="JSON Lines, also .gz")
    parser.add_argument("--rows", type=int, help="so many, evenly spaced; all if left out")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with running(options.name, read(options.data, options.rows), options.port) as site:
        print(f"{site.name}: {site.url} ({len(site.truth):,} records; log: {site.log})", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            print("stopped")


if __name__ == "__main__":
    main()
