"""Leadline harvests the table behind a search page and says how much of it you hold."""

__version__ = "0.1.0"
