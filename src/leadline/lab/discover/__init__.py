"""Strategies for finding query forms and sites, on a Web of which all is known."""
