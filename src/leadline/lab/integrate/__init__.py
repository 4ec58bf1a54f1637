"""Overlapping simulated sources, and methods that gather their union."""
