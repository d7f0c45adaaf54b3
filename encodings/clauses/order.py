"""A puzzle as clauses: the order encoding, whose variables compare.

Variable o(c, k) means that the value of cell c is at most k, for k = 1..n-1.  That it is v is then
two literals, o(c, v) and not o(c, v - 1), one of them at either end.  A chain for each cell
(at most k, so at most k + 1) makes every model one value for each cell, and two cells of a scope
are forbidden to share a value (clauses.py).  No auxiliary variables; one model
for each solution.

Crawford and Baker, "Experimental results on the application of satisfiability algorithms to
scheduling problems", AAAI 1994; named and analysed by Tamura, Taga, Kitagawa and Banbara,
"Compiling finite linear CSP into SAT", CP 2006 and Constraints 2009.

The price of a blank grid of N = n*n cells with h houses, where C(n) = n (n - 1) / 2:

    what                   number              9x9       16x16       25x25
    --------------------   ----------------   ------   --------   ---------
    variables              N (n - 1)             648      3,840      15,000
    clauses                                    9,315     95,744     576,875
      the chain of a cell  N (n - 2)             567      3,584      14,375
      two cells differ     h n C(n)            8,748     92,160     562,500
    literals in clauses                       32,238    352,768   2,188,750

What propagation and search lose by it, and what was left out: docs/encodings/clauses.md.
"""

from collections.abc import Sequence

from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding, ValueLiterals, differences
from accord.encodings.scopes import Scope
from accord.puzzles import Cell


def skeleton(n: int, every: Sequence[Scope]) -> CNF:
    """The clauses of constraints, the domains apart; one model for each grid."""
    cells = [_value_literals(cell, n) for cell in range(n * n)]
    chains: list[Clause] = [
        (-at_most(cell, k, n), at_most(cell, k + 1, n))
        for cell in range(n * n)
        for k in range(1, n - 1)
    ]
    return CNF(n * n * (n - 1), chains + list(differences(every, cells)), cells)


def at_most(cell: Cell, k: int, n: int) -> int:
    """The variable that says that the value of a cell is at most k, of 1..n-1."""
    return cell * (n - 1) + k


def _value_literals(cell: Cell, n: int) -> ValueLiterals:
    ends = [(), *((at_most(cell, k, n),) for k in range(1, n)), ()]
    return {v: (*ends[v], *(-over for over in ends[v - 1])) for v in range(1, n + 1)}


CLAUSE_ENCODINGS = {"order": ClauseEncoding(skeleton, takes_at_most_one=False)}
