"""A match as the service sees it: a record, and what is computed from it."""
