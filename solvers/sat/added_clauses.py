"""Clauses that are added while a SAT solver works: nogoods by us, learnt clauses by the solver.

`every_grid` solves, yields the grid, forbids it and solves again; of a problem that is no puzzle
grids are tuples, and its variables are what is called cells here.  The nogood is over the cells and
not over all variables: an encoding with auxiliary variables may have several models of one grid.
Nor is it over variables that a problem hides, so that no two grids differ in these alone.
It has one literal for each cell whose value is one literal, 81 for a 9x9 in `extended`; where it is
empty no other grid is possible, and that is a proof.  An engine that keeps what it has learnt goes
on from there; a program is started anew each time.  All 288 grids of order 4 take CaDiCaL 13 ms in
the first way and 1.1 s in the second.

Asked for the best solution, what is added is one literal: that the objective's variable, which has
literals of the order encoding beside others, has a better value.  The bound so tightens with each
solution, and that no better one is possible is proved at the end (N. Eén and N. Sörensson,
"Translating pseudo-Boolean constraints into SAT", JSAT 2006).

`LearntClauses` reads what a solver has learnt from its proof while it is being written.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator

from accord.encodings.clauses.clauses import CNF, Clause, better, decode, nogood
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.solvers.interface import Budget, Problem, Solution


def every_grid(
    formula: CNF,
    budget: Budget,
    solve: Callable[[], Iterable[int]],
    forbid: Callable[[Clause], None],
) -> Iterator[Solution]:
    """The grids that the models of `formula` say; returns when `solve` has proved these are all.

    Of a problem with an objective each is better than the last.

    Args:
        formula: what is asked.
        budget: of the run; entered to search and to decode.
        solve: the true literals of a model; raises UnsatisfiableError where it proved that there is
            none, GaveUpError where it did not.
        forbid: takes a clause that the next model has to satisfy; never an empty one.
    """
    budget.enter("search")
    while True:
        try:
            model = solve()
        except UnsatisfiableError:
            return
        budget.enter("decode")
        grid = decode(formula, model)
        yield grid
        asks_for_best = formula.of is not None and formula.of.goal is not None
        if not (clause := (better if asks_for_best else nogood)(formula, grid)):
            return
        forbid(clause)


def of_file(problem: Problem, variables: int, clauses: list[Clause]) -> CNF:
    """What somebody has read of the file of a problem: its variable v is the literal v.

    Args:
        problem: that accord has read there.
        variables: the highest in the file, or fewer.
        clauses: as they were read.
    """
    own = len(problem.domains)
    cells = [{0: (-variable,), 1: (variable,)} for variable in range(1, own + 1)]
    return CNF(max(own, variables), clauses, cells, of=problem)


def completed(model: list[int], formula: CNF) -> list[int]:
    """The model, with a value also for variables that stand in no clause.

    Raises:
        ModelError: a variable that stands in a clause has none, or there is no such variable.
    """
    variables = range(1, formula.variables + 1)
    given = set(map(abs, model))
    if unknown := given.difference(variables):
        raise ModelError(f"found the variable {min(unknown)}, expected 1 to {formula.variables}")
    missing = set(variables) - given
    if missing:
        needed = missing & {abs(literal) for clause in formula.clauses for literal in clause}
        if needed:
            raise ModelError(
                f"found a model without {len(needed)} variables, {min(needed)} the first of them, "
                f"expected all {formula.variables}"
            )
    return [*model, *(-variable for variable in missing)]


ADDED = ord("a")


class LearntClauses:
    """The clauses of a binary proof that is being written.

    A proof lists every clause that the solver adds and every one that it deletes: Wetzler, Heule
    and Hunt, "DRAT-trim: efficient checking and trimming using expressive clausal proofs", SAT
    2014.  In its binary form a line is a letter, `a` or `d`, the literals and a zero; the literal
    of variable v is the number 2 v, or 2 v + 1 where it is negated, in groups of seven bits, the
    lowest first, and all but the last of them marked by the eighth.

    A line may end in the middle when the file is read: the part that is there is kept until the
    rest is written.  Only added clauses are reported.  A clause that the solver has deleted still
    follows from the formula, and may have been the reason of an earlier step.

    Args:
        descriptor: of the file; where its writer stands in it is not changed.
        flush: makes the writer write what it has kept back.
    """

    def __init__(self, descriptor: int, flush: Callable[[], object]) -> None:
        self._descriptor, self._flush = descriptor, flush
        self.number = 0  # of clauses that were added
        self._place = 0  # bytes of the file that have been read
        self._rest = b""  # of these the last ones, where they are no whole line

    def new(self) -> list[Clause]:
        """The clauses that were added since the last call, in their order, but the empty one."""
        self._flush()
        text = self._rest + self._read()
        end = text.rfind(0) + 1
        self._rest = text[end:]
        found = [clause for letter, clause in lines(text[:end]) if letter == ADDED and clause]
        self.number += len(found)
        return found

    def _read(self) -> bytes:
        if sys.platform == "win32":
            return b""  # it cannot read elsewhere than where the writer stands
        found = bytearray()
        while some := os.pread(self._descriptor, 1 << 20, self._place):
            self._place += len(some)
            found += some
        return bytes(found)


def lines(proof: bytes) -> Iterator[tuple[int, Clause]]:
    """The letter and the literals of each line; there are only whole ones."""
    for line in proof.split(b"\0")[:-1]:
        yield line[0], tuple(_literals(line[1:]))


def _literals(line: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in line:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield -(number >> 1) if number & 1 else number >> 1
            number = shift = 0
