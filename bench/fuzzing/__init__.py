"""Fuzzing: random problems, asked until a solver is wrong, crashes or does not end.

In go solvers and a time; out come findings, each on a small problem, with what was expected and how
that is known.  An audit (bench/auditing) asks a fixed set of problems and makes a matrix; this goes
on looking, at larger problems too, and knows without any truth that counts have to relate.  Needs
the extra `fuzz`, that is hypothesis.  Read in this order:

    drawing     what is drawn: problems of each kind, puzzles, large numbers, larger ones
    renaming    constraints with other names for values
    relations   problems made of one another, and how their numbers of solutions relate
    suspect     a solver that is asked, and what its answers are worth
    finding     what is found and kept, and asked again
    exploring   hypothesis draws, and makes findings smaller
    extra       whether hypothesis is there
    fuzz        all of it, for several solvers
"""
