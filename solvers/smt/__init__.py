"""SMT solvers: z3.py gives Z3 the text of encodings/problems/smtlib.py.

In goes a problem, as integers (`z3-int`) or bit-vectors (`z3-bv`), out come its solutions, each
excluded by a clause before the next is looked for.

Read the encoding first, then z3.py: its two backends differ in the text and in the core of
Z3 that they choose, and share the loop over models and the thread in which Z3 searches.
"""
