"""Install, load, start and stop products: `with running("datasette") as site: …`.

Environments and loaded folders are kept below `.products/` (or where LEADLINE_PRODUCTS says), so
only the first run is long. What is kept is named by a digest of what it was made of. Several
processes may run the same product at once: a lock lets one of them build, the others wait.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.products import datasette, flask_admin, jsfacets, mediawiki, oscar, trac
from tests.products.product import HERE, CannotRun, Product, Shown, run, tail
from tests.products.rows import Row, read

PRODUCTS: dict[str, Product] = {
    module.PRODUCT.name: module.PRODUCT
    for module in (datasette, trac, oscar, flask_admin, mediawiki, jsfacets)
}
PATIENCE = 120.0  # seconds that a server may take until it answers
BETWEEN = 0.05  # seconds between two asks whether a server answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A product that is being served."""

    name: str
    root: str
    url: str
    truth: list[Shown]
    log: Path


def home() -> Path:
    """The folder of everything that is kept."""
    return Path(os.environ.get("LEADLINE_PRODUCTS") or HERE.parents[1] / ".products").resolve()


@contextmanager
def running(
    name: str, rows: list[Row] | None = None, port: int = 0, *, copy: Path | None = None
) -> Iterator[Site]:
    """The product with these rows (the airports if not said), served until the block ends.

    What is kept is shared and must not be changed; who wants to says where to put a `copy`.
    """
    product = PRODUCTS[name]
    rows = read() if rows is None else rows
    program = installed(product)
    folder = loaded(product, program, rows)
    folder = folder if copy is None else shutil.copytree(folder, copy)
    port = port or free_port()
    root = f"http://127.0.0.1:{port}"
    log = home() / "logs" / f"{name}-{port}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    command = product.serve(program, folder, port)
    if copy is not None:
        command = [part for part in command if part != product.fixed]
    with _started(command, folder, log) as server:
        _answering(server, root + product.front, log)
        yield Site(name=name, root=root, url=root + product.front,
                   truth=product.truth(folder, rows), log=log)  # fmt: skip


def free_port() -> int:
    """A port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def missing(product: Product) -> str | None:
    """What a product needs and this machine lacks, and how to have it."""
    lacks = product.program and shutil.which(product.program) is None
    if not lacks and (product.place is None or product.place.is_dir()):
        return None
    how = f" (Debian: apt install {product.packages})" if product.packages else ""
    return f"{product.name} needs {product.program}{how}"


def installed(product: Product) -> str:
    """The program that runs the product, from an environment of its own if it has pins."""
    if lacks := missing(product):
        raise CannotRun(lacks)
    if product.requirements is None:
        return str(shutil.which(product.program or "python3"))
    pins = product.requirements
    folder = home() / "environments" / f"{product.name}-{_digest(sys.version, pins.read_text())}"
    by_npm = pins.suffix == ".json"
    kept(folder, lambda: _modules(folder, pins) if by_npm else _environment(folder, pins))
    return str(folder / ("node_modules/.bin/esbuild" if by_npm else "bin/python"))


def _environment(folder: Path, pins: Path) -> None:
    run(sys.executable, "-m", "venv", folder, cwd=folder)
    pip = (folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--requirement", pins, cwd=folder)


def _modules(folder: Path, pins: Path) -> None:
    shutil.copy(pins, folder / "package.json")
    run("npm", "install", "--no-audit", "--no-fund", "--silent", cwd=folder)


def loaded(product: Product, program: str, rows: list[Row]) -> Path:
    """The folder that holds the product's data, made of these rows."""
    name = _digest(program, _code(product), json.dumps(rows))
    folder = home() / "data" / f"{product.name}-{name}"
    kept(folder, lambda: product.load(program, folder, rows))
    return folder


def _code(product: Product) -> str:
    """What the loaded data depends on beside the rows."""
    inside = sorted(path for path in (HERE / "inside").rglob("*.*") if path.suffix != ".pyc")
    files = (HERE / "rows.py", HERE / f"{product.name}.py", *inside)
    return "".join(path.read_text() for path in files)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def kept(folder: Path, make: Callable[[], None]) -> None:
    """Make what belongs into the folder unless a finished one is there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    done = folder / ".done"
    with (folder.parent / f".{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        make()
        done.touch()


@contextmanager
def _started(command: list[str], folder: Path, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process group of its own, which ends with the block."""
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*_bound_to_us(), *command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield server
    finally:
        _stop(server)


def _bound_to_us() -> tuple[str, ...]:
    """What lets a server end when this process is killed, where the system can."""
    setpriv = shutil.which("setpriv")
    return (setpriv, "--pdeathsig", "TERM", "--") if setpriv else ()


def _stop(server: subprocess.Popen[bytes]) -> None:
    for how, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(server.pid, how)
            server.wait(seconds)
        except ProcessLookupError:
            break
        except subprocess.TimeoutExpired:
            continue
    server.wait()


def _answering(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Ask until the server answers; raise with the end of its log when it does not."""
    give_up = time.monotonic() + PATIENCE
    while not _answers(url):
        if _ends_within(server, BETWEEN):
            raise CannotRun(f"the server ended ({server.returncode}):\n{_last(log)}")
        if time.monotonic() > give_up:
            raise CannotRun(f"{url} does not answer:\n{_last(log)}")


def _ends_within(server: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        server.wait(seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _last(log: Path) -> str:
    return tail(log.read_text(errors="replace"))


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=30) as reply:
            return bool(reply.status == 200)
    except urllib.error.HTTPError as refused:
        refused.close()
        return False
    except OSError:
        return False
