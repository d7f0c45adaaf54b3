"""Analysis: figures computed from the rows of campaigns, and from the models of one puzzle.

In goes a campaign's folder, read and judged afresh through a database of DuckDB; out come frozen
values that views/tables and views/report write down.  Nothing here prints.

`judging` is the judge over all rows of a campaign, whenever these are read; `repair` mends a folder
that was spoiled.  Read `table` first, the comparison table: it says what an unsolved run counts as,
and everything else keeps to that.  `shown_solvers` are those that a table or a report is about.
`known_values` are the best values of a file.  `endings` says how runs end that do not solve.
`breakdown` divides the table by kinds of puzzles.
statistics/ has the figures over puzzles.  Two campaigns: `compare`, with `joint_judging` (what one
finds may refute the other), `matching` (which solver with which), `noise` (what a change on one
puzzle means) and `circumstances` (what else changed, and how a machine was disturbed).
`hypothesis` is what `accord claim` asks.  `ladder` needs no campaign: it measures a puzzle's models
and has them searched.  `hardness`, `recorded_hardness` and `correlation` say how hard a puzzle is
for people, for searches and for proofs.  exports/ writes campaigns in the formats of other
programs.
"""
