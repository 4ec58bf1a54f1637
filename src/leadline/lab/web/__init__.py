"""A synthetic Web: sites with query forms in known places, drawn from published statistics.

`Web(sites, seed=…)` is all of it; `page(web, url)` a page without any network, `forms(web, site)`
the truth about a site. Nothing is stored: pages are made when they are asked for.
"""

from leadline.lab.web.pages import page
from leadline.lab.web.truth import Known, forms, key
from leadline.lab.web.world import Web

__all__ = ["Known", "Web", "forms", "key", "page"]
