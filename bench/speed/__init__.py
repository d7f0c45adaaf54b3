"""Speed: puzzles per second of solvers that answer in microseconds, `accord speed`.

In go sets of puzzles and contestants: backends, programs, and a port of Norvig's solver, the
yardstick.  Out come, for each set, puzzles per second of CPU time and the ratio to the yardstick.
Read in this order: throughput.py, which plans and measures; contestants.py, what a contestant is
and which CPU time counts; own_process.py, where a crash or lie spoils nothing else; norvig.py, the
yardstick; programs.py, contestants that are programs of others; forms.py, sets of puzzles and the
random forms in which they are asked; truth.py, which judges every answer.  forms.py reads the sets
that ship (bench/make/instances/speed), too.
"""
