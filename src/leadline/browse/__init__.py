"""Finding sites and pages: which links of a page are worth following."""
