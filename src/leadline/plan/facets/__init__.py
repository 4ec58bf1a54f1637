"""Choosing which lists of a faceted site to read: sets of values, and what their counts settle."""
