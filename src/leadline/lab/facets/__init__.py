"""Crawling faceted sites: entities and the attributes that only following links shows.

After Huang, Wang, Fuxman and Jia, "Toward Query-centric Web Modeling and Crawling", 2011 ("the
paper" in this folder): its offline and online approaches, a plain crawler, and our own; what each
finds is compared with the truth, and what it costs with the best that full knowledge could do.
"""
