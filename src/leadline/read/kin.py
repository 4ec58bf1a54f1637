"""What the addresses of records' own pages have in common: folders, depth, names of parameters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlsplit

from leadline.document import Document

Others = Callable[[str], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """The host, the segments of the path ("" where they differ) and the names of parameters."""

    host: str
    path: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, urls: Sequence[str]) -> Kin:
        """From some of them."""
        parts = [_split(url) for url in urls]
        paths = [tuple(one.path.split("/")) for one in parts]
        length = Counter(map(len, paths)).most_common(1)[0][0]
        columns = zip(*(path for path in paths if len(path) == length), strict=True)
        common = tuple(column[0] if len(set(column)) == 1 else "" for column in columns)
        return cls(host=parts[0].netloc, path=common, names=_names(parts[0]))

    @property
    def is_telling(self) -> bool:
        """Whether not just any page has such an address."""
        return bool(self.names or any(self.path))

    def fits(self, url: str) -> bool:
        """Whether an address is one of them."""
        parts = _split(url)
        path = parts.path.split("/")
        same = len(path) == len(self.path) and _names(parts) == self.names
        return (
            same
            and parts.netloc == self.host
            and all(not own or own == p for own, p in zip(self.path, path, strict=True))
        )

    def others(self, document: Document) -> Others:
        """Whether a link on that page leads to the page of another record."""

        def is_other(href: str) -> bool:
            url = document.resolve(href) if href else None
            return url is not None and url != document.url and self.fits(url)

        return is_other


def _names(url: SplitResult) -> tuple[str, ...]:
    pairs = parse_qsl(url.query[:2000], max_num_fields=None)
    return tuple(sorted({name for name, _ in pairs}))


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")
