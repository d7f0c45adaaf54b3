"""Disputing: two solvers that contradict each other, and which of them is wrong.

In goes a problem and two solvers; out come what each of them claims, asked several times, which
claims are refuted and by what, a smaller problem on which they are, and a folder from which a bug
report can be written.  Read in this order:

    parties      the two solvers, each in a process of its own, and what they claim
    dispute      who is refuted, by which evidence, and who answers differently, in which way asked
    smaller      a puzzle or problem from which nothing can be taken away
    settle       both: a dispute, and the smallest problem on which it is the same
    outside      what of a solver from outside goes into the folder
    case_folder  the files: the problem in the formats of both, the evidence, a script, the report
"""
