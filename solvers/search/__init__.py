"""Handwritten search: backtracking from the naive to the fast, and what it is made of.

In goes a problem, out come its solutions, and a trace of each step where the solver writes one.
The backends: `backtracking-naive`, `-first`, `-mrv` (the reference that others are measured by),
`-bitset` (the fastest in Python alone), `propagate-search`.

Read backtracking_first.py first and backtracking_naive.py beside it; then network.py (which cells
constrain which), rules.py and gac.py (inference about one constraint; matching.py and hall_sets.py
serve it), filters.py and orders.py, and backtracking_mrv.py, which combines these;
propagate_search.py does the same on states that never change.  bitset_fields.py and
backtracking_bitset.py stand by themselves.

These work on puzzles of all-different sets.  Of any other problem in_order.py does what the naive
search and `-first` do, and problem_network.py with propagators/, one file for each kind of
constraint, gives the search of backtracking_mrv.py its network and filters.
"""
