"""Replaying reasons: deductions are checked by code that shares nothing with the techniques.

    sight.py      what is read from a board: candidates, places, and which cells see each other
    entailed.py   what a reason entails, and how a rule refuses it
    check.py      the checker: a deduction is accepted if it is just what its reason entails
    patterns.py, chains.py, rectangles.py
                  a rule for each class of reasons: what it names has to be on the board

A board and a deduction go in; nothing comes out, or a RefusedError that says what is missing.  A
rule works with sets of cells and values where the techniques work with bits, and is tested with
reasons that fail a single requirement each (tests/solvers/logic/engine).  Read sight.py,
entailed.py, patterns.py and check.py first.
"""
