"""Measuring and judging: the harness that runs solvers, believes none of them, and compares them.

In go instances and the names of solvers; out come rows, one for each run, and what follows from
them.  The rooms, in the order in which they import one another:

    judge/       what evidence is worth: claims, categories, verdicts; imports nothing of the others
    run/         a solver in a process of its own, under limits; what it used; the machine
    campaigns/   many runs: planned, made, stored, resumed and merged
    certify/     proofs for the verdicts of problems and of campaigns
    make/        puzzles that are made, that ship, or that are fetched
    analysis/    tables, comparisons, statistics and hardness; exports to other programs
    reasons/     why a problem has no solution, several, or this value
    hunt/        solvers that are wrong: audit, fuzz, dispute and conformance
    grading/     what students hand in, marked
    speed/       puzzles per second of solvers that answer in microseconds

Read judge/judge.py first, then run/supervisor.py and campaigns/campaign.py.
"""
