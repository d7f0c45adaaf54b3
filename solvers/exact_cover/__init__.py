"""Solvers of exact covers: dancing links and sets of options as integers."""
