"""Together: one search of a kernel, on several threads.

In goes a search that has begun; out come its solutions and what all threads have spent.  Read
`contract.py` (what a kernel has to offer), then `team.py` (who searches what), then `paths.py` (how
a search of the general kernel is split; that of the 9x9 kernel is a stack of boards, and splits in
a line of its own file).
"""
