"""Several sources of one domain as one table: attributes matched, records linked, values fused.

Everything here takes values and returns values. `leadline.linking` counts and compares pairs with
DuckDB and Splink, `leadline.store.entities` keeps the result, `linking.unifying` does all of it.
"""
