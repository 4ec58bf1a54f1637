"""Doing what is decided elsewhere: fetch, keep, and only then let the policy hear of it."""
