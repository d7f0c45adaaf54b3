"""Measuring and judging: the harness that runs solvers, believes none of them, and compares them.

In go instances and the names of solvers; out come rows, one for each run, and what follows from
them.  judging/ says what evidence is worth; isolation/ runs a solver in a process of its own, under
limits; measuring/ reads what it used; campaigns/ plans, runs, stores and merges many runs;
analysis/ makes tables, comparisons and statistics of the rows; exports/ writes them for other
tools; upkeep/ withdraws rows and repairs folders; machine/ knows the computer that measures; speed/
measures solvers that answer in microseconds; hardness/ says how hard puzzles are; generation/ makes
puzzles; instances/ holds those that ship.  Read judging/judge.py first, then
isolation/supervisor.py and campaigns/campaign.py.
"""
