"""Solvers that are programs, each by its description: a new program is one new TOML file.

In goes a puzzle, as a DIMACS file or as a line, out come the grids that the program prints; its
exit code and its words have to agree before they are believed.

Read descriptions.py first (what a TOML file says, and its checks), then external.py (asking the
program), then program.py (a child process: where it is, its version, its output, what it used),
which solvers/cp/minizinc.py uses as well.  kissat.toml and its neighbours are the ones that ship.
"""
