"""Finding sites and their query forms: a database of online databases.

`Crawl` runs the Site Finder and the Form Finder over a `store.sites.SitesStore`; `lists` reads and
writes lists of sites, `met` finds the sites that a harvest has met.
"""
