"""Techniques that look at houses and patterns, a family in each file.

A technique is a function from a board and a name to deductions; engine/engine.py gives it the name,
the tier and its place.  Beside it stand the classes of its reasons, which name everything that the
replay (tests/support/replay/) needs to check it.  A new technique is a file here, a line in
engine/engine.py and a rule there.

Read singles.py and subsets.py first, then fish.py and wings.py.  locked.py is the search that sets,
fish and rectangles share, and what pair exclusion builds on; deadly.py is what the three files of
rectangles rest on: patterns that a unique solution excludes.  sums.py is for variants.
"""
