"""Asking: how a query is encoded, and how its further pages are asked."""
