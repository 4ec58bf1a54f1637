"""What a store keeps of a source besides the ledger: a few values as JSON, each under a name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Notes(ABC):
    """The notes of a `Store`, over whatever keeps one."""

    @abstractmethod
    def _note(self, name: str, source: int) -> Any: ...

    @abstractmethod
    def _keep_note(self, name: str, source: int, data: Any) -> None: ...

    def understanding(self, source: int) -> Any:
        """How the source is asked and read."""
        return self._note("understanding", source)

    def keep_understanding(self, source: int, data: Any) -> None:
        """Keep how the source is asked and read."""
        self._keep_note("understanding", source, data)

    def settings(self, source: int) -> Any:
        """Policy, seed and options of the harvest."""
        return self._note("settings", source)

    def keep_settings(self, source: int, data: Any) -> None:
        """Keep policy, seed and options of the harvest."""
        self._keep_note("settings", source, data)

    def state(self, source: int) -> Any:
        """How the harvest stands."""
        return self._note("state", source)

    def keep_state(self, source: int, data: Any) -> None:
        """Keep how the harvest stands."""
        self._keep_note("state", source, data)

    def proof(self, source: int) -> Any:
        """The proof of how much is held."""
        return self._note("proof", source)

    def keep_proof(self, source: int, data: Any) -> None:
        """Keep the proof of how much is held."""
        self._keep_note("proof", source, data)
