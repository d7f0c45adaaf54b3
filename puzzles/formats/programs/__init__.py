"""The formats of single programs and web pages, besides those of f-puzzles and of XCSP3.

In: their text.  Out: drafts; the programs' names of techniques, what was entered while solving, and
the steps that a line of a library is about are passed over.

`sdk` (SadMan Software, SudoCue) and `hodoku` are files, and `sudokuwiki` a link of SudokuWiki or of
any page that has a line in its address.
"""
