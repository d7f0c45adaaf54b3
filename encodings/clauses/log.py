"""A puzzle as clauses: the log encoding, whose variables are the bits of a value.

The bits b(c, 0), b(c, 1), ... are the number v - 1 in binary, the lowest first, where v is the
value of cell c; n values need the logarithm of n to the base 2, rounded up.  Every model is one
value for each cell once the codes that are no value are forbidden, and two cells of a scope are
forbidden to share a value by one clause over the bits of both (clauses.py).  No
encoding has fewer variables; one model for each solution.

Iwama and Miyazaki, "SAT-variable complexity of hard combinatorial problems", IFIP World Computer
Congress 1994; on graph colouring, of which a puzzle is a case: Van Gelder, "Another look at graph
coloring via propositional satisfiability", Discrete Applied Mathematics 156, 2008.

The price of a blank grid of N = n*n cells with h houses, b bits and C(n) = n (n - 1) / 2:

    what                   number              9x9       16x16       25x25
    --------------------   ----------------   ------   --------   ---------
    variables              N b                   324      1,024       3,125
    clauses                                    9,315     92,160     566,875
      codes that are none  N (2^b - n)           567          0       4,375
      two cells differ     h n C(n)            8,748     92,160     562,500
    literals in clauses                       72,252    737,280   5,646,875

What propagation and search lose by it: docs/encodings/clauses.md.
"""

from collections.abc import Sequence

from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding, differences
from accord.encodings.scopes import Scope
from accord.puzzles import Cell


def skeleton(n: int, every: Sequence[Scope]) -> CNF:
    """The clauses of constraints, the domains apart; one model for each grid."""
    bits = (n - 1).bit_length()
    cells = [{v: _code(cell, v - 1, bits) for v in range(1, n + 1)} for cell in range(n * n)]
    no_values: list[Clause] = [
        tuple(-literal for literal in _code(cell, number, bits))
        for cell in range(n * n)
        for number in range(n, 1 << bits)
    ]
    return CNF(n * n * bits, no_values + list(differences(every, cells)), cells)


def _code(cell: Cell, number: int, bits: int) -> Clause:
    """The literals that say this number in the bits of a cell, the lowest bit first."""
    first = cell * bits + 1
    return tuple(first + i if number >> i & 1 else -(first + i) for i in range(bits))


CLAUSE_ENCODINGS = {"log": ClauseEncoding(skeleton, takes_at_most_one=False)}
