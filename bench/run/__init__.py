"""Running: each solver in a process of its own, under limits that hold, on a machine that is known.

In go questions (a puzzle, the solutions asked for, limits) to a solver that is named as on the
command line; out come reports: verified grids, the outcome with its reason, times, memory.

Isolation, in the order to read it:

    terms, enforcement                   what is asked and held, and how surely
    supervisor, worker_process           the process of the command, and its handles of the others
    report, declare                      what came of a question; what a solver is
    worker                               the process in which the solver runs
    watchdog, fork_server, zygote        what ends it, what starts it, and what starts that
    messages, heartbeat                  what these processes send and show each other
    schedule, cutoff                     many questions, a few slots: what runs when, and until when
    check                                several solvers, one verdict (bench/judge)
    side_by_side                         several solvers, and their solutions as they come
    model_file                           a program that makes a model, run in such a process
    kept_models                          models that a campaign keeps compiled
    minizinc_printing                    solutions as MiniZinc prints those of a model
    asked_again                          a solver of MiniZinc asked about the one solution it lacks
    sandbox                              files and network out of reach: for students' programs
    torture, faults                      all of it tried against solvers that go wrong

What a run used, read from outside, and whether its times are believable:

    process_tree                         all that a process started: memory, CPU time, its end
    memory_files, shared_segments        memory that is in no process: memfd, tmpfs, System V
    cgroup                               the kernel's own account and limit, where there is one
    clock_check, timed_run               whether times can be, and how sure they are
    memoisation                          whether a solver remembers answers

The machine; what is not known is None and never a guess:

    environment, machine                 what campaigns record; rates, load, swap, measured clocks
    cores, other_load                    which core a run has for itself, and what others use of it
    overhead, start_up                   what the harness costs, and starting a solver's program
    lacking                              what a system lacks
    quiet, doctor                        advice; all of it for `accord doctor`
    minizinc_solver                      whether MiniZinc finds accord as one of its solvers

docs/decisions/007-watchdogs.md says why it is built so.
"""
