"""Solvers that are programs, each by its description: a new program is one new TOML file.

In goes a puzzle, as a DIMACS file or as a line, out come the grids that the program prints; an
answer counts only where exit code and output agree.

Read descriptions.py first (what a TOML file contains, and its checks), then external.py (running
the program on a puzzle), then program.py (a child process: where it is, its version, its output,
what it used), which solvers/cp/minizinc.py uses as well.  kissat.toml and its neighbours are the
ones that ship.
"""
