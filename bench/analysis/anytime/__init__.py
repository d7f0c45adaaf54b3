"""Anytime: what solvers found by when, of problems with an objective, and scores of it.

In goes a campaign with problems that ask for the best; out come scores of each solver on each
problem, and a line for each solver.  What a score means, and from which published rule it is, says
docs/explanation/scores.md.

Read `histories` first: what a run found and when, and the best value that is known of a problem.
`quality` has the scores of one solver's own runs, `competitions` those of the MiniZinc Challenge,
the XCSP3 competition and the MaxSAT Evaluation, most of which depend on who else runs.
`scoreboard` has all of them by name, and puts them together for all solvers; `score_pairs` compares
two of these, and `campaign_scores` makes all of it from a folder.  `value_changes` has what became
of values and proofs from one campaign to another.
"""
