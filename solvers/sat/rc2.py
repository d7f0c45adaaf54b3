"""RC2, a MaxSAT solver: the best solution by way of unsatisfiable cores.

A. Ignatiev, A. Morgado and J. Marques-Silva, "RC2: an efficient MaxSAT solver", JSAT 11, 2019; the
method is OLL of A. Morgado, C. Dodaro and J. Marques-Silva, "Core-guided MaxSAT with soft
cardinality constraints", CP 2014.  It wants all at once, x1 = 0 and x2 = 0 ..., learns from Glucose
a set of wishes that cannot be had together, a core, gives up the cheapest of these, and asks again.
So what it claims on its way are bounds, each better than the last, and the first solution that it
finds is a best one.

The objective is a sum: each value of a variable in it costs its weight times the value, above what
the least expensive value costs, and not to have that value is a soft clause.  What is no weighted
sum is one variable that has the value of the objective.  Several values (lex) are asked for one
after the other (solvers/optimizing.py).

Without an objective there is nothing to wish: Glucose 3 with the loop of added_clauses.py.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from accord.encodings.clauses import cnf
from accord.encodings.clauses.clauses import CNF, Clause, decode
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.model import UnsatisfiableError
from accord.puzzles.optimization import as_weighted_sum, with_value
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, Problem, Solution, UnsupportedError
from accord.solvers.optimizing import improving
from accord.solvers.programs.originals import OwnReader, Reads, file_of
from accord.solvers.sat.added_clauses import completed, every_grid, of_file
from accord.solvers.sat.pysat import Oracle


class Wishes(NamedTuple):
    """A formula, and soft clauses with what each costs where it is false."""

    formula: CNF
    soft: list[Clause]
    weights: list[int]
    value: Callable[[int], int] = int  # of the objective, where they cost so much together


def solve(
    problem: Problem,
    budget: Budget,
    *,
    encoding: cnf.Name = cnf.DEFAULT,
    sum: cnf.SumWay = cnf.SUM,
    reads: Reads = "ours",
) -> Iterator[Solution]:
    """RC2 through PySAT."""
    budget.enter("encode")
    if problem.goal is not None and problem.goal.measure == "lex":
        one = partial(solve, encoding=encoding, sum=sum)
        yield from improving(one, problem, with_value(problem), budget)
        return
    wishes = _read(problem) if reads == "itself" else wishes_of(problem, encoding, sum)
    budget.check_time()
    with ThreadPoolExecutor(1, "rc2") as thread:
        search = CoreSearch(wishes, budget)
        oracle = Oracle(search, thread, budget, 0)

        def model() -> list[int]:
            return completed(oracle.model(), wishes.formula)

        if problem.goal is None:
            yield from every_grid(wishes.formula, budget, model, oracle.forbid)
            return
        budget.enter("search")
        try:
            found = model()
        except UnsatisfiableError:
            return
        budget.enter("decode")
        yield problem.solution(decode(wishes.formula, found)[: len(problem.domains)])


def wishes_of(problem: Problem, encoding: str = cnf.DEFAULT, sum_way: str = cnf.SUM) -> Wishes:
    """The clauses of a problem, and those of its objective."""
    if problem.goal is None:
        return Wishes(cnf.encode(problem, encoding, sum_way), [], [])
    larger, (factors, variables, shift) = as_weighted_sum(problem)
    formula = cnf.encode(larger, encoding, sum_way)
    sign = 1 if problem.goal.sense == "minimize" else -1
    soft, weights, constant = list[Clause](), list[int](), sign * shift
    for factor, variable in zip(factors, variables, strict=True):
        costs = {value: sign * factor * value for value in formula.cells[variable]}
        least = min(costs.values(), default=0)
        constant += least
        for value, literals in formula.cells[variable].items():
            if costs[value] > least:
                soft.append(tuple(-literal for literal in literals))
                weights.append(costs[value] - least)
    return Wishes(formula, soft, weights, lambda cost: sign * (constant + cost))


def _read(problem: Problem) -> Wishes:
    """The file that a problem was read from, by PySAT's own reader."""
    from pysat import formula

    file = file_of(problem, "wcnf").decode()
    try:
        read = formula.WCNF(from_string=file)
    except (ValueError, IndexError, ArithmeticError) as error:
        raise UnsupportedError(f"reads=itself: PySAT's reader: {error}") from None
    if not all(read.soft):
        raise UnsupportedError("reads=itself: found an empty soft clause, which RC2 does not take")
    soft = [tuple(clause) for clause in read.soft]
    return Wishes(of_file(problem, read.nv, read.hard), soft, read.wght)


class CoreSearch:
    """RC2 as a solver of PySAT's is asked: for a model, by a thread that can be interrupted."""

    def __init__(self, wishes: Wishes, budget: Budget) -> None:
        """Give it all clauses.

        Args:
            wishes: the problem.
            budget: gets the bounds.
        """
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        asked = WCNF()
        asked.nv, asked.hard = wishes.formula.variables, wishes.formula.clauses
        asked.soft, asked.wght = list(map(list, wishes.soft)), wishes.weights
        self._rc2, self._stopped = RC2(asked, adapt=True, exhaust=True), False
        self._model: list[int] = []
        relax = self._rc2.process_core

        def process_core() -> None:
            relax()
            budget.bound(wishes.value(self._rc2.cost))

        self._rc2.process_core = process_core
        self.add_clause: Callable[[Clause], None] = self._rc2.add_clause

    def solve_limited(self, *, expect_interrupt: bool) -> bool | None:
        """Whether there is a model; None where it was interrupted before it knew."""
        model = self._rc2.compute(expect_interrupt=expect_interrupt)
        if model is None:
            return None if self._stopped else False
        self._model = model
        return True

    def get_model(self) -> list[int]:
        """The literals of the last model."""
        return self._model

    def accum_stats(self) -> dict[str, int]:
        """Glucose's counts, of all calls together."""
        counts: dict[str, int] = self._rc2.oracle.accum_stats()
        return counts

    def interrupt(self) -> None:
        """End the search that another thread is in."""
        self._stopped = True
        self._rc2.interrupt()

    def clear_interrupt(self) -> None:
        """Be ready for another search."""
        self._stopped = False
        self._rc2.clear_interrupt()


SOLVERS = {
    "rc2": Backend(
        solve,
        engine="minisat",
        model="cnf",
        family="sat",
        needs=(Need("pysat", ("python-sat",)),),
        prepare=cnf.prepare,
        posts=POSTS,
        own_reader=OwnReader("pysat-reader", languages=("wcnf",)),
        optimizes="objective",
        projects=True,
    )
}
