"""Crawling a store locator, and proving that nothing was missed: `Locator`, and `verify`."""
