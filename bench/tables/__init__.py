"""Real tables with known truth, regenerated from public packages as JSONL files."""
