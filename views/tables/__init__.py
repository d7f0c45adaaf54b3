"""Tables: what measuring and judging found, as text, Markdown, LaTeX, CSV and JSON.

In goes a value from bench/ (a table, a comparison, a verdict ...), out come texts or tables of
rich; a command prints them.  Nothing here computes figures.

Read `text` first: a report, written in each form.  `table` is that of `accord table`, with
`circumstances` below it and `breakdown` beside it; `statistics`, `compare`, `hypothesis`, `ladder`
and `hardness` are those of the commands of bench/analysis; `verdict` is for `accord check`,
`findings` for `fuzz` and `dispute`; `audit`, `speed`, `doctor`, `solvers` and `encodings` for the
commands of these names.
"""
