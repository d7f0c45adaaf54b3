"""Findings: what is found against a solver, in lines and for programs.

In go the results of `accord.bench.hunt`; out come lines and JSON.

    dispute    two solvers: what each claims, who is refuted by what, the smallest problem
    fuzz       what was asked, and each finding with what was expected
"""
