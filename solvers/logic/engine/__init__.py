"""The engine of human logic: boards, deductions, and the path that they make through a puzzle.

    layout.py       houses and who sees whom, with a bit per cell
    deduction.py    a deduction and its reason; the tiers of the techniques
    boards.py       candidate boards, and the places of one value, which boards share
    engine.py       all techniques, the easiest first, and the path: all that the easiest technique
                    finds, and from the start again
    explanation.py  the path of a puzzle checked against its solutions, deduction by deduction
    highlights.py   what a drawing has to mark of a reason
    logic_trace.py  the path as events of a trace

A puzzle goes in; steps, explanations and traces come out.  Read in this order.
"""
