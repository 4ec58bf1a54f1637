"""Real Web sites on this machine, made from a table, in sixteen designs: something to harvest.

`site_of(rows, design)` makes one, `started(site)` or `serve(site)` puts it on the network, and
`truth(site)` says what a harvest should have brought.
"""

from leadline.lab.sites.build import site_of
from leadline.lab.sites.designs import DESIGNS
from leadline.lab.sites.server import app, serve, started
from leadline.lab.sites.site import Site, truth

__all__ = ["DESIGNS", "Site", "app", "serve", "site_of", "started", "truth"]
