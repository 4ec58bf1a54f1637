"""A numpy array that grows at its end, in amortised constant time per element."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Column:
    """`array` is the filled part; a view of it goes stale when the column grows."""

    __slots__ = ("_buffer", "_fill", "array")

    def __init__(self, dtype: DTypeLike, fill: float = 0) -> None:
        self._fill = fill
        self._buffer: NDArray[Any] = np.full(64, fill, dtype)
        self.array: NDArray[Any] = self._buffer[:0]

    def __len__(self) -> int:
        return len(self.array)

    def grow(self, size: int) -> None:
        """Lengthen to `size`, the new elements being the fill value."""
        if size > len(self._buffer):
            bigger = np.full(max(size, len(self._buffer) * 3 // 2), self._fill, self._buffer.dtype)
            bigger[: len(self.array)] = self.array
            self._buffer = bigger
        self.array = self._buffer[:size]

    def extend(self, values: Any) -> None:
        """Append all of `values`."""
        start = len(self.array)
        self.grow(start + len(values))
        self.array[start:] = values

    def append(self, value: Any) -> None:
        """Append one value."""
        self.grow(len(self.array) + 1)
        self.array[-1] = value
