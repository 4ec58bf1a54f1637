"""What a product is: how to load it with rows, how to start it, and what it can then show."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.products.rows import Row

HERE = Path(__file__).parent


class CannotRun(Exception):
    """A product could not be installed, loaded or started; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A record as the rows of a result page can show it at most.

    `searched` is what it is found by beside the values, or in the place of one that has its name.
    """

    key: str
    values: Mapping[str, str]
    searched: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Product:
    """Web software that can be loaded with rows and served on loopback.

    `load` fills an empty folder, `serve` gives the command that serves it on a port (it is run in
    the folder), `truth` says what can be shown. `program` is a command that the machine must have,
    `place` a folder, and `packages` are Debian's that bring them; `pins` is a file of versions to
    be installed, by pip or, if it ends with .json, by npm. The first argument of `load` and `serve`
    is what was installed: the interpreter of a virtual environment, or npm's esbuild; if nothing
    was, the program. `lab` says what a simulated source must be like to resemble the product,
    `fixed` is the part of the command that has to go where data change.
    """

    name: str
    front: str
    load: Callable[[str, Path, list[Row]], None]
    serve: Callable[[str, Path, int], list[str]]
    truth: Callable[[Path, list[Row]], list[Shown]]
    lab: tuple[str, ...]
    pins: str | None = None
    program: str | None = None
    place: Path | None = None
    packages: str = ""
    fixed: str = ""

    @property
    def requirements(self) -> Path | None:
        """The file with the versions of what is to be installed."""
        return HERE / "pins" / self.pins if self.pins else None


def run(*command: str | Path, cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a command to its end and give what it printed; failing, raise with the last of it."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise CannotRun(f"{' '.join(map(str, command[:4]))} … failed:\n{tail(done.stdout)}")
    return done.stdout


def tail(text: str, lines: int = 20) -> str:
    """The last lines of a log."""
    return "\n".join(text.strip().splitlines()[-lines:])
