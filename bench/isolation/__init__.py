"""Isolation: each solver in a process of its own, under limits that hold.

In go questions (a puzzle, the solutions asked for, limits) to a solver that is named as people
write it; out come reports: verified grids, the outcome with its reason, times, memory.  Nothing
here judges a claim (bench/judging), or decides what runs when (bench/campaigns/schedule.py).

Read `limits`, `terms` and `enforcement` (what is held, and how surely); `supervisor`, the process
that people start, with `report`, `declare` (what a solver is) and `worker_process`, its handles of
the others; then those: `worker` with `timed_run`, `watchdog`, `fork_server`.  They send `messages`,
show a `heartbeat`, and stand on `process_tree` and `cgroup`.  `torture` tries it all against the
solvers of `faults`.  docs/decisions/007-watchdogs.md says why it is built so.
"""
