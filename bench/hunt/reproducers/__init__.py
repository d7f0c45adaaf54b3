"""Reproducers: a script for each library that states one problem to it, and needs no accord.

In go a solver, a problem and its solutions; out comes a script of Python that prints how many
solutions the library finds and how many there are, and ends with 1 where these are others.  What
the script states is what the backend states: the text, clauses or rows of its encoding, or the
calls that it makes of the library, written down instead of made.

    recording    objects that write down what is done with them
    script       the parts that all scripts have
    texts        libraries and programs that read text
    clauses      SAT solvers
    rows         solvers of linear programs
    calls        libraries whose calls are written down; functions: a constraint as Python's lambda
    shown        scripts to read, which print the solutions
    reproducer   the script for a solver; running it
"""
