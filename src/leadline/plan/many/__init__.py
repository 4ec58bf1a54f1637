"""Several sources of one domain: which of them to ask next, and for what."""
