"""Backends of SAT solvers that are libraries."""
