"""A way to say a puzzle in clauses, as a module of this room declares it.

A module that ends in `CLAUSE_ENCODINGS = {name: ClauseEncoding(...)}` is one encoding or several,
and encodings/clauses/cnf.py finds it.  Most make the clauses of the constraints alone, which are
the same for every puzzle of a shape; the clauses of the domains are then added for each puzzle.
"""

from collections.abc import Callable
from typing import NamedTuple

from accord.encodings.clauses.clauses import CNF


class ClauseEncoding(NamedTuple):
    """What makes the clauses, and from what."""

    clauses: Callable[..., CNF]
    """Of n values and scopes; or of the puzzle.  Then, if it takes one, a name of AT_MOST_ONE."""
    takes_at_most_one: bool = True
    takes_puzzle: bool = False  # and not n and scopes: the domains decide what is said
    takes_problem: bool = False  # its name also stands for the clauses of kinds/
