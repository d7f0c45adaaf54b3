"""Solvers that are programs, each by its description: a new program is one new TOML file.

In goes a puzzle, as a DIMACS file, as a line or as an XCSP3 instance, out come the solutions that
the program prints; an answer counts only where exit code and output agree and no error is reported.

Read descriptions.py first (what a TOML file contains, and its checks), then external.py (clauses
and lines), best_programs.py (OPB and WCNF, and what is printed of an objective on the way) or
instances.py (XCSP3; what is decomposed for it: instance_posts.py; the file of a problem handed over
as it is: originals.py), then program.py (a child process: where it is, its version, its output,
what it used) and reported_error.py (which output reports an error), which solvers/cp/minizinc.py
uses as well.  kissat.toml and its neighbours are the ones that ship.
"""
