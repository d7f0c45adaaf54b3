"""Measuring and judging: the harness that runs solvers, believes none of them, and compares them.

In go instances and the names of solvers; out come rows, one for each run, and what follows from
them.  The rooms, in the order to read them:

    judge       what claims are worth: the verdict on a puzzle, and who is refuted
    run         a solver in a process of its own, under limits, on a machine that is known
    certify     problems to checked certificates, which need no trust
    campaigns   many runs: planned, made, stored in a folder, merged
    analysis    tables, comparisons, statistics and exports of a campaign's rows
    hunt        wrong solvers found by audit, fuzz, dispute and conformance
    reasons     why a problem has no solution, more than one, or a value where it has it
    make        puzzles made, fetched, and shipped
    grading     what students hand in, asked a teacher's tasks and given points
    speed       solvers that answer in microseconds, by puzzles per second

Begin with judge/judge.py, then run/supervisor.py and campaigns/campaign.py.
"""
