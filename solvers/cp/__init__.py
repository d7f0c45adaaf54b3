"""Backends of constraint programming libraries, CP-SAT among them."""
