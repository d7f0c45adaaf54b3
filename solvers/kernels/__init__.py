"""Kernels: search compiled by numba, for every question where an answer in microseconds counts.

In goes an array of puzzles of one shape, or one puzzle; out come solutions, counts and guesses.
`backtracking_kernel.py` is the backend: it chooses the kernel and keeps the deadline.  `nine.py` is
the kernel of 9x9 with 3x3 boxes, on the registers of `vectors.py`; `making_nine.py` makes puzzles
with it.  `general.py` is the kernel of every other shape: read it after `board.py` (what a shape
determines), `state.py` (what changes), `propagation.py`, `search.py`, and then `learning.py`,
`modes.py` and `clause_store.py`.  `loading.py` compiles the functions and keeps their code, and
`array_table.py` hands them the arrays of a search as one pointer.  What a search does is seen from
outside: what it decides and removes (`observed_nine.py`), or what it has learnt
(`observed_general.py`).  `team.py` searches one puzzle on several threads.

numba is imported with these modules and with nothing else.
"""
