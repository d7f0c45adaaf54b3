"""Forms: how problems are drawn that are no puzzles, each by its layout or by its constraints.

In goes a problem with the values that are known; out comes a picture, and text.  Each form says
which problems it fits and which constraints it does not show; problems.py, a room above, chooses.
Read `lists.py` first, which fits every problem, then `grids.py` with `grid_text.py` and
`grid_picture.py`; `graphs.py` and `queens.py` stand for themselves.
"""
