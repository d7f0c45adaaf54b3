"""XCSP3's elements of constraints, a file for each family: what reads them, and what writes them.

A file registers readers with `@reads(tag, ...)` (parts.py) and writers with `@writes(Kind)`
(writing.py); whoever imports this room has all of them registered.  `generic` has intension and
tables, `languages` automata and diagrams, `comparing` equality and order, `counting` sums and
numbers of values, `connecting` maxima, elements and channels, `packing` tasks, bins and knapsacks,
`elementary` circuits and instantiations.
"""

from accord.puzzles.formats.xcsp3.kinds import (  # noqa: F401  (each registers its own)
    comparing,
    connecting,
    counting,
    elementary,
    generic,
    languages,
    packing,
    rows,
)
