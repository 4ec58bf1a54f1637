"""What decides does no I/O: the pure folders import nothing that could, and open nothing."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
PURE = ("browse", "plan", "read", "unify", "detect", "interpret", "query")

FORBIDDEN = frozenset(
    [
        "socket",
        "ssl",
        "select",
        "selectors",
        "socketserver",
        "http",
        "urllib.request",
        "ftplib",
        "smtplib",
        "imaplib",
        "poplib",
        "telnetlib",
        "xmlrpc",
        "webbrowser",
        "asyncio",
        "threading",
        "multiprocessing",
        "concurrent",
        "subprocess",
        "signal",
        "pty",
        "sqlite3",
        "dbm",
        "shelve",
        "pickle",
        "mmap",
        "os",
        "io",
        "pathlib",
        "shutil",
        "tempfile",
        "glob",
        "fileinput",
        "gzip",
        "bz2",
        "lzma",
        "zipfile",
        "tarfile",
        "logging",
        "time",
        "secrets",
        "getpass",
        "importlib.resources",
        "aiohttp",
        "httpx",
        "requests",
        "urllib3",
        "playwright",
        "sqlalchemy",
        "psycopg",
        "psycopg2",
        "asyncpg",
        "pyarrow",
        "pandas",
        "rich",
        "typer",
        "click",
        "matplotlib",
    ]
)
CALLS = frozenset({"open", "print", "input", "exec", "eval", "breakpoint", "__import__"})
METHODS = frozenset(
    {"np.load", "np.save", "np.savez", "np.fromfile", "np.memmap", "np.loadtxt", "np.genfromtxt"}
)

Read = Callable[[str], str | None]


def offences(modules: list[str], read: Read) -> list[str]:
    """What modules and all they import from Leadline do that pure ones may not."""
    found, waiting, seen = list[str](), list(modules), set(modules)
    while waiting:
        name = waiting.pop()
        tree = ast.parse(read(name) or "")
        found += [f"{name}: {offence}" for offence in (*_calls(tree), *_imports(name, tree))]
        for inner in _within(name, tree, read):
            if inner not in seen:
                seen.add(inner)
                waiting.append(inner)
    return sorted(found)


def _imported(name: str, tree: ast.Module) -> Iterator[str]:
    """All that is imported, also inside functions; `from a import b` may be a.b, so both."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = name.split(".")[: -node.level] if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _imports(name: str, tree: ast.Module) -> Iterator[str]:
    for target in _imported(name, tree):
        parts = target.split(".")
        prefixes = {".".join(parts[: n + 1]) for n in range(len(parts))}
        if prefixes & FORBIDDEN:
            yield f"imports {target}"


def _calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            if called in CALLS | METHODS:
                yield f"calls {called}"


def _within(name: str, tree: ast.Module, read: Read) -> Iterator[str]:
    for target in _imported(name, tree):
        parts = target.split(".")
        if parts[0] == "leadline":
            parents = (".".join(parts[: n + 1]) for n in range(len(parts)))
            yield from (parent for parent in parents if read(parent) is not None)


def read_source(module: str) -> str | None:
    """The text of one of our modules."""
    path = SOURCE.joinpath(*module.split("."))
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None


def modules_in(folder: str) -> list[str]:
    files = sorted((SOURCE / "leadline" / folder).rglob("*.py"))
    names = (".".join(file.relative_to(SOURCE).with_suffix("").parts) for file in files)
    return [name.removesuffix(".__init__") for name in names]


@pytest.mark.parametrize("folder", [f for f in PURE if (SOURCE / "leadline" / f).is_dir()])
def test_a_pure_folder_does_no_io(folder):
    modules = modules_in(folder)
    assert modules
    assert offences(modules, read_source) == []


def test_the_conversation_itself_does_no_io():
    assert offences(["leadline.flow"], read_source) == []


def test_planning_is_looked_at():
    assert "leadline.plan.knowledge" in modules_in("plan")
    assert read_source("leadline.plan.knowledge")
    assert read_source("leadline.plan.nowhere") is None


# --- the check can fail ---------------------------------------------------------------------------


def judged(**sources: str) -> list[str]:
    """What is wrong with `leadline.plan.guess`, in a made-up package."""
    made_up = {f"leadline.{name.replace('_in_', '.')}": text for name, text in sources.items()}
    return offences(["leadline.plan.guess"], made_up.get)


@pytest.mark.parametrize(
    ("text", "offence"),
    [
        ("import socket", "imports socket"),
        ("import os.path", "imports os.path"),
        ("import numpy, sqlite3 as db", "imports sqlite3"),
        ("from urllib import request", "imports urllib.request"),
        ("from urllib.request import urlopen", "imports urllib.request"),
        ("from pathlib import Path", "imports pathlib"),
        ("def late():\n    import asyncio", "imports asyncio"),
        ("def read(path):\n    return open(path).read()", "calls open"),
        ("print('here')", "calls print"),
        ("import numpy as np\nnp.load('x')", "calls np.load"),
    ],
)
def test_io_is_noticed(text, offence):
    assert f"leadline.plan.guess: {offence}" in judged(plan_in_guess=text)


@pytest.mark.parametrize(
    "text",
    [
        "from urllib.parse import urlsplit",
        "from collections import OrderedDict\nimport numpy as np\nnp.zeros(3)",
        "def is_open(known):\n    return known.open[0]",
        "class Door:\n    def open(self): ...\nDoor().open()",
        "'import socket'",
    ],
)
def test_what_is_pure_is_left_alone(text):
    assert judged(plan_in_guess=text) == []


def test_io_is_noticed_through_other_modules():
    assert judged(
        plan_in_guess="from leadline.plan import words",
        plan_in_words="from leadline.lab.table import read_rows",
        lab_in_table="import gzip",
    ) == ["leadline.lab.table: imports gzip"]
    assert judged(plan_in_guess="from .words import x", plan_in_words="import io") == [
        "leadline.plan.words: imports io"
    ]


def test_io_in_a_package_that_is_passed_through_is_noticed():
    assert judged(
        plan_in_guess="from leadline.net.http import get",
        net="import ssl",
        net_in_http="",
    ) == ["leadline.net: imports ssl"]


def test_modules_that_import_each_other_are_read_once():
    assert (
        judged(plan_in_guess="import leadline.plan.b", plan_in_b="import leadline.plan.guess") == []
    )
