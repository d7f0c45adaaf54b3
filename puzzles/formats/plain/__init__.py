"""The formats of plain text: givens and nothing else, as people and most programs write them.

In: the lines of a text.  Out: drafts of givens.  All of them read the signs of `symbols` for
blanks.

`lines` is the simplest and reads what no other format recognises.  `spaces` are rows with a space
for a blank, `rulers` grids with `|` and `---+---`, `lists` what programming languages print, and
`spreadsheet` what is copied from a table.
"""
