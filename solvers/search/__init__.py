"""Handwritten search: backtracking from the naive to the fast, and what it is made of.

In goes a problem, out come its solutions, and a trace of each step where the solver writes one.
The backends: `backtracking-naive`, `-first`, `-mrv` (the reference that others are measured by),
`-bitset` (the fastest in Python alone), `propagate-search`.

Read backtracking_first.py and backtracking_naive.py first, and in_order.py, the loop of both; then
network.py (which variables constrain which), rules.py (inference about one all-different;
matching.py serves it), propagators/ (one file for each kind of constraint), filters.py and
orders.py, and backtracking_mrv.py, which combines these.  All of that takes any problem.
propagate_search.py does the same for puzzles on states that never change; bitset_fields.py and
backtracking_bitset.py stand by themselves.
"""
