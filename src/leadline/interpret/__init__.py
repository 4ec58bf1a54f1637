"""Understanding an interface: what a form asks for, with which values, and what to probe with."""
