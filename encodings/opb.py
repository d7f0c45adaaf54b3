"""A puzzle as pseudo-Boolean constraints: sums of literals that are equal to 1, or at most 1.

The rows are those of the 0/1 linear program (encodings/linear.py).  Its variables are x1, x2, ...,
numbered cell by cell, so that cell c (from 0) has value v where x(c * n + v) is true.  What differs
is the reader: a solver of pseudo-Boolean constraints searches as SAT solvers do, and those that
learn by adding constraints can count.  That n cells have no room for n + 1 values takes resolution
exponentially many steps (Haken, "The intractability of resolution", 1985) and cutting planes a few
(Cook, Coullard and Turan, "On the complexity of cutting-plane proofs", 1987).

The price is that of the linear program (324 constraints for a blank 9x9), and one constraint more
for each variable that the domains fix, because this language has no bounds: x5 = 1 for a given,
x7 = 0 for a value crossed out.

The file is the OPB format of the pseudo-Boolean competitions: Roussel and Manquinho, "Input/output
format and solver requirements for the competitions of pseudo-Boolean solvers", 2012.  It has
equality and >=, so that "at most 1" is written with all signs turned.  SCIP and clasp read it, too.
"""

from collections.abc import Iterator

from accord.encodings import linear
from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError
from accord.encodings.outside import literals
from accord.encodings.problems.opb import CODEC
from accord.puzzles import Grid, Puzzle, cell_name


def write(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """Pseudo-Boolean constraints: the rows of the 0/1 linear program.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    n, constraints = puzzle.size, [*_constraints(puzzle)]
    if distinct:
        constraints = [*dict(constraints).items()]
    yield f"* #variable= {n**3} #constraint= {len(constraints)}\n* A puzzle of {n} x {n} cells.\n"
    for cell in range(n * n):
        first = cell * n + 1
        yield f"* x{first}..x{first + n - 1}: {cell_name(cell, n)} has the value 1..{n}\n"
    yield "* Of the variables in a row one is true (= 1), or at most one (-1 x1 -1 x2 ... >= -1).\n"
    yield from (f"* {why}\n{constraint} ;\n" for constraint, why in constraints)


def _constraints(puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Each constraint, and what it says."""
    n, rows, fixed = linear.encode(puzzle)
    for row in rows:
        sign, relation = ("+1", "= 1") if row.exactly else ("-1", ">= -1")
        terms = " ".join(f"{sign} x{variable + 1}" for variable in row.variables)
        yield f"{terms} {relation}", row.name
    for variable, value in fixed.items():
        why = f"{cell_name(variable // n, n)} {'is' if value else 'is not'} {variable % n + 1}"
        yield f"+1 x{variable + 1} = {value}", why


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid in the `v` lines of a pseudo-Boolean solver.

    Raises:
        UnsatisfiableError: the solver says that there is no model.
        ModelError: there is no model, or it gives a cell no value or several.
    """
    program = linear.LinearProgram(puzzle.size, (), {})
    model = literals(text)
    if (last := max(map(abs, model), default=0)) > puzzle.size**3:
        raise ModelError(f"found x{last}, expected x1..x{puzzle.size**3}")
    return linear.decode(program, (literal - 1 for literal in model if literal > 0))


def size(puzzle: Puzzle) -> Size:
    """Variables, constraints, different constraints, and terms in all of them."""
    constraints = [constraint for constraint, _ in _constraints(puzzle)]
    return Size(
        puzzle.size**3, len(constraints), len(set(constraints)), "".join(constraints).count("x")
    )


ENCODINGS = {
    "opb": Encoding("pseudo-Boolean constraints (OPB)", ".opb", Codec(write, read, size), CODEC)
}
