"""Formats: the ways in which people and programs write puzzles.

In goes the text of one puzzle, as a `Source` that knows its lines and columns; out comes a `Draft`,
which a `Variant` (box, rules and regions given beside the text) completes to a puzzle.  The way
back is the text.  Each module holds one format or a family, with what recognises, reads and writes
it, and ends in FORMATS.

Read `source`, `draft` and `format`, then `symbols` (what stands in a cell) and `plain/lines` (the
simplest family).  A file that defines FORMATS is one, and `registry` finds it, by name or by what a
text looks like, and reads what holds no records.  `json_object` and `csv_table` hold records:
puzzles with names and expectations.  Formats of plain text stand in `plain`, those of single
programs in `programs` and `fpuzzles`, problems of competitions in `xcsp3`.
"""
