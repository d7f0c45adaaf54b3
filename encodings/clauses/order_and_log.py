"""A puzzle as clauses: the order encoding, whose variables compare, and the log encoding, of bits.

    order    at most k, for each k but the largest value; a value is one or two of these literals
    log      the bits of a value: no encoding has fewer variables

In both two cells of a scope are forbidden to share a value (clauses.py).  No auxiliary variables;
one model for each solution.  The prices beside each are those of a blank grid of N = n*n cells with
h houses, b bits, and C(n) = n (n - 1) / 2.  What propagation and search lose by them, and what was
left out: docs/encodings/clauses.md.
"""

from collections.abc import Sequence

from accord.encodings.clauses.clauses import CNF, Clause, ClauseEncoding, ValueLiterals, differences
from accord.encodings.scopes import Scope
from accord.puzzles import Cell


def order_skeleton(n: int, every: Sequence[Scope]) -> CNF:
    """The clauses of constraints, the domains apart, over variables that compare.

    Variable o(c, k) means that the value of cell c is at most k, for k = 1..n-1.  That it is v is
    then two literals, o(c, v) and not o(c, v - 1), one of them at either end.  A chain for each
    cell (at most k, so at most k + 1) makes every model one value for each cell.

    Crawford and Baker, "Experimental results on the application of satisfiability algorithms to
    scheduling problems", AAAI 1994; named and analysed by Tamura, Taga, Kitagawa and Banbara,
    "Compiling finite linear CSP into SAT", CP 2006 and Constraints 2009.

        what                   number              9x9       16x16       25x25
        --------------------   ----------------   ------   --------   ---------
        variables              N (n - 1)             648      3,840      15,000
        clauses                                    9,315     95,744     576,875
          the chain of a cell  N (n - 2)             567      3,584      14,375
          two cells differ     h n C(n)            8,748     92,160     562,500
        literals in clauses                       32,238    352,768   2,188,750
    """
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


def log_skeleton(n: int, every: Sequence[Scope]) -> CNF:
    """The clauses of constraints, the domains apart, over the bits of values.

    The bits b(c, 0), b(c, 1), ... are the number v - 1 in binary, the lowest first, where v is the
    value of cell c; n values need the logarithm of n to the base 2, rounded up.  Every model is one
    value for each cell once the codes that are no value are forbidden, and one clause over the bits
    of both keeps two cells from a value.

    Iwama and Miyazaki, "SAT-variable complexity of hard combinatorial problems", IFIP World
    Computer Congress 1994; on graph colouring, of which a puzzle is a case: Van Gelder, "Another
    look at graph coloring via propositional satisfiability", Discrete Applied Mathematics 156,
    2008.

        what                   number              9x9       16x16       25x25
        --------------------   ----------------   ------   --------   ---------
        variables              N b                   324      1,024       3,125
        clauses                                    9,315     92,160     566,875
          codes that are none  N (2^b - n)           567          0       4,375
          two cells differ     h n C(n)            8,748     92,160     562,500
        literals in clauses                       72,252    737,280   5,646,875
    """
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


CLAUSE_ENCODINGS = {
    "order": ClauseEncoding(order_skeleton, takes_at_most_one=False, form="order"),
    "log": ClauseEncoding(log_skeleton, takes_at_most_one=False, form="log"),
}
