"""Solvers: backends that answer a puzzle, all asked the same question in the same terms.

In goes a `Puzzle`, with a `Budget` and settings; out come grids, one for each solution, and an
`Answer` with what was found, what was claimed, and what it took.  These are claims:
bench/judge checks them.

Read `interface` (what a solver is), `backend` (how it is declared) and search/backtracking_first.py
(a short one), then `registry`, `settings` and `answer`: how a solver is chosen and asked.  A file
that defines SOLVERS is a backend: search/, exact_cover/ and logic/ are written here, and cp/, sat/,
smt/, asp/, milp/ and programs/ call libraries and programs.  kernels/ are compiled, traces/ are
records of what a solver does, step by step, and proofs/ makes proofs of what has no solution.
`ask_many` and `check_many` are about arrays of puzzles, `deciding` chooses the exact solver
that generating and deducing rest on, `source` hashes the code that a solver consists of, and
`known_faults` says which versions of libraries and programs answer wrongly.
"""

from typing import Any


def __getattr__(name: str) -> Any:
    """`exact`, loaded on first use: its file imports the registry."""
    if name == "exact":
        from accord.solvers.deciding import exact

        return exact
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
