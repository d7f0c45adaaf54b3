"""The figures of a report, one file each.

In goes a sample, pairs or ranks of bench/analysis/statistics; out comes a `Figure`: a chart of
Vega-Lite without data, the rows it draws, and a sentence on how to read it.

Read `figure` first, then `curves`, the simplest of them.  `scatter`, `pairwise`, `boxes`, `classes`
and `differences` compare solvers over puzzles, `phases` and `spread` look into their runs;
`anytime` is about problems that ask for the best.
`all_figures` puts them in order and saves them as SVG and PNG.
"""
