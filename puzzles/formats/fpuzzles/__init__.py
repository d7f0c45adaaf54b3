"""f-puzzles, in whose JSON most variants of Sudoku are exchanged; also its links.

In: a link, or the JSON object.  Out: a draft with the constraints that its rules say.

Read `link` (from a link to the object), `rules` (what a rule is, and f-puzzles' own) and
`extensions` (from a rule's entries to constraints), then `board` (the object as a whole).
`lz_string` unpacks links, `cells` reads the names of cells.  A rule that is not known is refused by
its name, never left out.
"""
