"""Errors that Leadline raises; all share one root, so that the edge can catch them once."""

from __future__ import annotations


class LeadlineError(Exception):
    """Something the caller can do something about; the message says what."""


class BadData(LeadlineError):
    """A file that cannot be read as a table."""


class UnknownPolicy(LeadlineError):
    """A policy name that nobody answers to."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"unknown policy '{name}'; there are: {', '.join(known)}")
        self.name = name


class MissingExtra(LeadlineError):
    """An optional package that this command needs and does not find."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'leadline[{extra}]'")
        self.package = package
