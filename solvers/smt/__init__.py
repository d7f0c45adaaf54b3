"""Backends of SMT solvers."""
