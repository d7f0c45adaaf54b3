"""Boards: puzzles, grids and candidates as pictures, in text and as drawings.

In goes a puzzle with what is known of it at some moment; out comes text for a terminal or SVG for
papers and notebooks.  Read `borders.py` first, which finds the lines between boxes and regions;
`text_boards.py` draws with characters, in the styles that `--look` names; `svg.py` draws the same
as vectors, with what a reason points at; `deductions.py` shows the steps of human logic, as text
and as the object that `--json` prints; `sheet.py` puts puzzles on paper.  Nothing here knows the
pages of player and report.
"""
