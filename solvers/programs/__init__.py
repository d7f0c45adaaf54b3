"""Solvers that are programs, each by its description."""
