"""Encodings to clauses."""
