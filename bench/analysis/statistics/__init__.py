"""Statistics: what the runs of a campaign say about solvers over puzzles, and what they do not.

In goes a campaign, out comes one `Statistics`: every puzzle counts once, with the median of its
runs, and unsolved puzzles are never left out.

Read `sample` first: the one figure for each solver and puzzle from which the others are computed.
`scores` and `portfolio` say what a solver is worth, by itself and beside others; `censored` when
half of the puzzles are solved; `pair` how two compare, with the test and the typical ratio of
`typical` and the resamples of `sample`, and `quantities` what a ratio of them may be of; `ranks`
how far the order can be relied on, as `flips` of `sample`.  `overview` puts them together.
"""
