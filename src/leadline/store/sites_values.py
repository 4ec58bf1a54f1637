"""The values of the Site Database and the Form Database: sites, forms, runs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Probe(StrEnum):
    """What asking a form has shown."""

    ANSWERS = "answers"  # a word of the site brings results that have it, nonsense does not
    SILENT = "silent"  # whatever is asked, no results could be told from none
    UNASKED = "unasked"  # a search by its markup: posted, sent by a script, or not to be asked
    REFUSED = "refused"  # never submitted


QUERY = (Probe.ANSWERS, Probe.UNASKED)  # what makes a form a query form


class Sought(StrEnum):
    """What a search is for."""

    FORMS = "forms"
    SITES = "sites"


class State(StrEnum):
    """How far the search through a site is."""

    NEW = "new"
    OPEN = "open"
    DONE = "done"
    FAILED = "failed"  # nothing of it could be had


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site: its front page, how it was met, and what was found on how many pages.

    `seed` says that the user named it, `inside` that it may lie in private address space, `named`
    how many other sites name it and `names` how many it names. `pages` were read in search of
    forms, `site_pages` in search of sites, `probes` to ask forms.
    """

    id: int = 0
    key: str
    url: str
    title: str = ""
    seed: bool = False
    inside: bool = False
    named: int = 0
    names: int = 0
    forms_state: State = State.NEW
    sites_state: State = State.NEW
    strategy: str = ""
    pages: int = 0
    site_pages: int = 0
    probes: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldEntry:
    """A field of a form: what is sent, what people read, what it takes and is for."""

    name: str
    label: str = ""
    type: str  # without a default: what is left out would be read as the name of the class
    role: str = ""
    values: int = 0  # choices that it has
    some: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormEntry:
    """A form as the Form Database has it.

    `size` is the largest total seen, of all records if `whole`; `word` brought results;
    `subject` are the words that say what it is about; `refused` is why it is never submitted.
    """

    identity: str
    page: str
    action: str
    method: str = "GET"
    kind: str
    probability: float
    probe: Probe
    title: str = ""
    fields: tuple[FieldEntry, ...] = ()
    titles: tuple[str, ...] = ()
    size: int | None = None
    whole: bool = False
    subject: tuple[str, ...] = ()
    word: str = ""
    refused: str = ""

    @property
    def is_query(self) -> bool:
        """Whether it asks its site something."""
        return self.probe in QUERY


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownForm:
    """A form with its number, its site, and the pages it stands on, mirrors included."""

    id: int
    site: str
    entry: FormEntry
    places: tuple[str, ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What was found, and what it took; `unreachable` sites gave no page at all."""

    sites: int = 0
    unreachable: int = 0
    pages: int = 0
    site_pages: int = 0
    probes: int = 0
    forms: int = 0
    query_forms: int = 0
    known: int = 0  # sites in the file, visited or not

    @property
    def all_pages(self) -> int:
        """The pages of both searches."""
        return self.pages + self.site_pages

    @property
    def harvest(self) -> float:
        """Query forms for each page, of both searches."""
        return self.query_forms / self.all_pages if self.all_pages else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for in the Form Database."""

    words: str = ""
    kind: str = "search"  # empty: any
    fields: tuple[str, ...] = ()
    min_size: int = 0
    limit: int = 20
