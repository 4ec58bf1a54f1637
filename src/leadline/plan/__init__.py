"""Choosing the next page: what is known, and the policies that decide on it. Pure: no I/O."""
