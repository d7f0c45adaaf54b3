"""Reasons: why a problem has no solution, why more than one, and why a variable has its value.

In goes a problem; out come smallest sets of its parts that have no solution together, each with a
verified solution that shows why a part is needed and a certificate of the whole set, and what would
make a problem unique.  Solvers and their proofs are asked, and none of them is believed.  Read in
this order:

    problem_parts    what can be taken away from a problem: its givens and its constraints
    timed_solvers    solutions, and certificates that there are none, until a time is over
    derivation       few constraints that contradict each other by unit propagation
    clash            a smallest set of parts that has no solution; several of them
    forced           why a variable has a value: of each other one the clash
    ambiguity        where the solutions of a problem differ
    broken           what is wrong with values of the shown variables that no solution has
    minizinc_answers  what is wrong with answers in the words of MiniZinc
    fewest_clues     the fewest values that make a problem unique
"""
