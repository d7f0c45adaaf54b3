"""Isolation: each solver in a process of its own, under limits that hold.

In go questions (a puzzle, the solutions asked for, limits) to a solver that is named as on the
command line; out come reports: verified grids, the outcome with its reason, times, memory.  Nothing
here judges a claim (bench/judging), decides what runs when (bench/campaigns/schedule.py), or reads
what a process uses (bench/measuring).

Read in this order:

    limits, terms, enforcement           what is held, and how surely
    supervisor, worker_process           the process of the command, and its handles of the others
    report, declare                      what came of a question; what a solver is
    worker, timed_run                    the process in which the solver runs
    watchdog, fork_server                what ends it, and what starts it
    messages, heartbeat                  what these processes send and show each other
    torture, faults                      all of it tried against solvers that go wrong

docs/decisions/007-watchdogs.md says why it is built so.
"""
