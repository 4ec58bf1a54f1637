"""Errors that Leadline raises; all share one root, so that the edge can catch them once.

Each kind has an exit code of its own, so that scripts can tell them apart (docs/errors.md).
"""

from __future__ import annotations

from typing import ClassVar


class LeadlineError(Exception):
    """Something the caller can do something about; the message says what."""

    exit_code: ClassVar[int] = 2


class BadChoice(LeadlineError):
    """An option, or a name, that does not fit the file or the other options."""


class BadData(LeadlineError):
    """A file that cannot be read as a table."""


class UnknownPolicy(LeadlineError):
    """A policy name that nobody answers to."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"unknown policy '{name}'; there are: {', '.join(known)}")
        self.name = name


class UnknownStrategy(LeadlineError):
    """A name of a strategy that nobody answers to."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"unknown strategy '{name}'; there are: {', '.join(known)}")
        self.name = name


class UnknownField(LeadlineError):
    """A name that no field of the form answers to."""

    def __init__(self, names: list[str], known: list[str]) -> None:
        what = f"no field named {', '.join(names)}"
        super().__init__(f"the form has {what}; its fields are: {', '.join(known)}")
        self.names = names


class MissingExtra(LeadlineError):
    """An optional package that this command needs and does not find."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"this needs {package}: pip install 'leadline[{extra}]'")
        self.package = package


# --- what a site can do to us ---------------------------------------------------------------------


class NotAUrl(LeadlineError):
    """An address that is no http or https URL."""


class NoForm(LeadlineError):
    """A site on which no search form was found."""

    exit_code = 3


class FormRefused(LeadlineError):
    """The forms found are not searches, and nothing else is ever submitted."""

    exit_code = 4


class FetchError(LeadlineError):
    """A page that could not be had; `transient` says whether asking again may help."""

    exit_code = 5
    transient: ClassVar[bool] = False


class Unreachable(FetchError):
    """No such host, connection refused, broken off, or not HTTP at all."""

    transient = True


class RobotsDenied(FetchError):
    """The site's robots.txt asks us not to."""

    exit_code = 6


class LoginRequired(FetchError):
    """401, 403 or a page that wants a password."""

    exit_code = 7


class Captcha(FetchError):
    """The site wants proof that a person is asking."""

    exit_code = 8


class Overloaded(FetchError):
    """429 or 5xx, still, after waiting."""

    exit_code = 9
    transient = True


class TooLarge(FetchError):
    """A body beyond the cap, packed or unpacked, or headers beyond theirs."""

    exit_code = 10


class TooSlow(FetchError):
    """A page that did not arrive in the time it is given."""

    exit_code = 11
    transient = True


class RedirectLoop(FetchError):
    """More redirects than anybody needs."""

    exit_code = 12


class PrivateAddress(FetchError):
    """A public page that leads into private address space."""

    exit_code = 13


class NotReadable(LeadlineError):
    """A page that is neither HTML nor JSON, or is empty."""

    exit_code = 14


class StoreError(LeadlineError):
    """A file that cannot be written or read: full disk, no rights, not ours."""

    exit_code = 15


class NewerVersion(StoreError):
    """A file written by a newer version of Leadline."""

    exit_code = 16


class InUse(StoreError):
    """A file that another process is writing to."""

    exit_code = 20


class NotArchived(FetchError):
    """A page asked for without the network that is not in the archive."""

    exit_code = 17


class BudgetSpent(LeadlineError):
    """No request is left in the budget."""

    exit_code = 18


class StoppedAnswering(LeadlineError):
    """A site that answered for a while and then no more; what came until then is kept."""

    exit_code = 19

    def __init__(
        self, failure: str, then: str = "run the same command again later to go on"
    ) -> None:
        super().__init__(f"the site no longer answers ({failure}); {then}")
        self.failure = failure


class NotProved(LeadlineError):
    """A proof that holds but leaves something open."""

    exit_code = 21


class Disproved(LeadlineError):
    """A proof that does not follow from what is kept."""

    exit_code = 22


class SomeFailed(LeadlineError):
    """Some of several sources could not be asked; what the others gave is kept."""

    exit_code = 23


class Interrupted(LeadlineError):
    """Ctrl-C: ended cleanly before its time."""

    exit_code = 130
