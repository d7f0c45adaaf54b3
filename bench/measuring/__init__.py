"""Measuring: what a run used, read from outside, and whether its times are believable.

In go processes, and the times that a worker reports; out come memory, processes to end, and doubts.
Nothing here starts a solver or holds a limit (bench/isolation does both).

Read in this order:

    process_tree    all that a process started: its memory and CPU time, and how it is ended
    memory_files    memory that is in no process: memfd, tmpfs
    shared_segments memory of System V, which is there until it is removed
    cgroup          the kernel's own account and limit, where the user has been given one
    bracket         whether the times that a worker reports can be
    memoisation     whether a solver remembers its answers
"""
