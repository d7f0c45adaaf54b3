"""python-constraint: a CSP library in Python, with the model that its manual suggests.

A variable per cell over its domain, an AllDifferentConstraint per all-different, a sum per linear
constraint, what else there is as a function, and one of the library's five searches.
`backtracking` is the default here, being the fastest; the library's own default is `optimized`.
`minconflicts` is local search (Minton et al., "Minimizing conflicts", AI 58, 1992): it finds at
most one solution and proves nothing.  `parallel` finds all before it yields one.  With
`constraints=disequalities` each pair of cells that must differ is a constraint of its own.

With `posts=original` the library gets its own model instead, made by the program of the problem:
its constraints, its texts and its values are read by the library itself.

Asked for the best solution it gets a constraint that is false where all of the objective has values
and is no better than in the last one, and goes on with its search.

The library is compiled in 2.x: it reacts neither to signals nor to the clock before its next
solution, and a time limit has to be enforced from another process.

Measured, and how versions differ: docs/solvers/cp.md.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from operator import ne
from random import Random
from typing import Any, Literal
from warnings import warn

from accord.encodings.posts import Posts
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, kinds
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.optimization import goal_of
from accord.puzzles.problem import Problem, Solution
from accord.solvers.backend import Backend, Need
from accord.solvers.cp.original_model import OriginalPosts
from accord.solvers.interface import Budget, GaveUpError, UnsupportedError
from accord.solvers.optimizing import only_better

Algorithm = Literal["backtracking", "optimized", "recursive", "parallel", "minconflicts"]
CLASSES: dict[Algorithm, str] = {
    "backtracking": "BacktrackingSolver",
    "optimized": "OptimizedBacktrackingSolver",
    "recursive": "RecursiveBacktrackingSolver",
    "parallel": "ParallelSolver",
    "minconflicts": "MinConflictsSolver",
}
POSTS = Posts("python-constraint", largest=100_000)
ORIGINAL = OriginalPosts(
    "python-constraint-original", foreign=("python-constraint",), library="python-constraint"
)
LIBRARY = Need("constraint", ("python-constraint2", "python-constraint"))


def solve(
    problem: Problem,
    budget: Budget,
    *,
    algorithm: Algorithm = "backtracking",
    constraints: Literal["alldifferent", "disequalities"] = "alldifferent",
    posts: Literal["ours", "original"] = "ours",
    seed: int = 0,
) -> Iterator[Solution]:
    """python-constraint, a CSP library in Python: an AllDifferentConstraint per constraint."""
    _warn_of_two_libraries()
    search = _search(algorithm, seed)
    budget.enter("encode")
    if posts == "original":
        if constraints != "alldifferent":
            raise UnsupportedError(
                f"posts=original: found constraints={constraints}, expected one of these settings"
            )
        yield from _of_the_original(problem, budget, algorithm, search)
        return
    if not all(problem.domains) or not all(
        each.scope or each.holds(()) for each in problem.constraints
    ):
        return
    if not problem.domains:
        yield problem.solution(())
        return
    model = _model(problem, search, constraints)
    best = _Best(problem) if problem.goal is not None else None
    if best is not None:
        _post_better(model, best, range(len(problem.domains)))
    budget.enter("search")
    solutions = _decoded(problem, _solutions(model, algorithm, budget), budget)
    if best is None:
        yield from solutions
        return
    for solution in only_better(solutions, problem, budget):
        best.solution = solution
        yield solution


def _of_the_original(
    problem: Problem, budget: Budget, algorithm: Algorithm, search: Any
) -> Iterator[Solution]:
    """The solutions of the model that the program of a problem makes.

    A value that is none of its variable's becomes a number that no variable has.  Where a domain
    has equal values, the library finds equal solutions: these are dropped and counted.
    """
    made = ORIGINAL.made(problem)
    made.model.setSolver(search)
    numbers = made.variables
    outside = 1 + max(number for values in numbers.values() for number in values.values())
    domains = made.model._variables
    are_equal = any(len(domains[each]) > len(numbers[each]) for each in numbers)
    known: set[Solution] = set()
    budget.enter("search")
    for found in _solutions(made.model, algorithm, budget):
        budget.enter("decode")
        solution = tuple(numbers[each].get(found.get(each), outside) for each in numbers)
        if solution in known:
            budget.spend(dropped=1)
            continue
        if are_equal:
            known.add(solution)
        yield solution


def _decoded(
    problem: Problem, found: Iterator[dict[int, int]], budget: Budget
) -> Iterator[Solution]:
    """The library's solutions as the problem's."""
    for solution in found:
        budget.enter("decode")
        yield problem.solution(solution[variable] for variable in range(len(problem.domains)))


def _search(algorithm: Algorithm, seed: int) -> Any:
    import constraint

    name = CLASSES[algorithm]
    search = getattr(constraint, name, None)
    if search is None:
        raise UnsupportedError(f"{SOLVERS['python-constraint'].version} has no {name}")
    if algorithm == "minconflicts":
        try:
            return search(rand=Random(seed))
        except TypeError:  # an old version, which draws from Python's own generator
            return search()
    return search()


def _model(problem: Problem, search: Any, constraints: str) -> Any:
    import constraint

    model = constraint.Problem()
    model.setSolver(search)
    for cell, domain in enumerate(problem.domains):
        model.addVariable(cell, sorted(domain))
    posts = PAIRS if constraints == "disequalities" else POSTS
    for each in dict.fromkeys(posts.flatten(problem).constraints):
        if each.scope:  # one over nothing has been looked at
            posts.post(each, model)
    return model


@POSTS(AllDifferent)
def post_all_different(model: Any, each: AllDifferent) -> None:
    import constraint

    if each.excepted or len(set(each.scope)) < len(each.scope):
        _post_function(model, each)
    else:
        model.addConstraint(constraint.AllDifferentConstraint(), each.scope)


@POSTS(AllEqual)
def post_all_equal(model: Any, each: AllEqual) -> None:
    import constraint

    if len(scope := tuple(dict.fromkeys(each.scope))) > 1:
        model.addConstraint(constraint.AllEqualConstraint(), scope)


@POSTS(Linear)
def post_linear(model: Any, each: Linear) -> None:
    import constraint

    if each.operator == "!=" and not each.constant and sorted(each.coefficients) == [-1, 1]:
        model.addConstraint(ne, each.scope)
        return
    sums: dict[str, Any] = {
        "=": constraint.ExactSumConstraint,
        "<=": constraint.MaxSumConstraint,
        ">=": constraint.MinSumConstraint,
    }
    plain = min(each.coefficients) > 0 and 1 < len(set(each.scope)) == len(each.scope)
    if each.operator not in sums or not plain:
        _post_function(model, each)
        return

    library: Any = sums[each.operator]

    class Sum(library):  # type: ignore[misc]
        """The library's, whose filter fails with an error where it leaves a domain empty."""

        def preProcess(self, variables: Any, domains: Any, *others: Any) -> None:  # noqa: N802
            before = {variable: [*domains[variable]] for variable in variables}
            try:
                super().preProcess(variables, domains, *others)
            except ValueError:
                for variable, values in before.items():  # the search finds the conflict
                    domains[variable][:] = values

    model.addConstraint(Sum(each.right, each.coefficients), each.scope)


class _Best:
    """The best solution so far of a problem with an objective."""

    def __init__(self, problem: Problem) -> None:
        self._goal, self._names = goal_of(problem), problem.names
        self.solution: Solution | None = None

    def allows(self, assignments: Mapping[int, int]) -> bool:
        """Whether the objective has a value that is better, or is not known yet."""
        if not all(variable in assignments for variable in self._goal.scope):
            return True
        values = [assignments.get(variable, 0) for variable in range(len(self._names))]
        if any(self._goal.violations(values, self._names)):
            return False
        value = self._goal.value
        return self.solution is None or self._goal.is_better(value(values), value(self.solution))


def _post_better(model: Any, best: _Best, variables: Sequence[int]) -> None:
    """Post that the objective is better, over all variables: it is looked at after each value."""
    import constraint

    class Better(constraint.Constraint):  # type: ignore[misc]
        def __call__(self, variables: Any, domains: Any, assignments: Any, *others: Any) -> bool:
            return best.allows(assignments)

        def preProcess(self, *_: Any) -> None:  # noqa: N802
            """Leave the domains as they are: what is better changes."""

    model.addConstraint(Better(), variables)


@POSTS(Clauses)
def post_clauses(model: Any, each: Clauses) -> None:
    for part in [each] if each.clauses.empty else each.parts():
        _post_function(model, part)


def _post_function(model: Any, each: Constraint) -> None:
    """Post a constraint as a function of its different variables, for kinds the library lacks."""
    scope = tuple(dict.fromkeys(each.scope))
    places = [scope.index(variable) for variable in each.scope]

    def holds(*values: int) -> bool:
        return each.holds([values[place] for place in places])

    model.addConstraint(holds, scope)


for kind in kinds().values():
    if kind not in POSTS.functions:
        POSTS(kind)(_post_function)
PAIRS = POSTS.without(AllDifferent)


def _solutions(model: Any, algorithm: Algorithm, budget: Budget) -> Iterator[dict[Any, Any]]:
    """The library's solutions as they come; ends when the library has proved that these are all.

    Raises:
        GaveUpError: it has not.
    """
    if algorithm == "minconflicts":
        if (found := model.getSolution()) is not None:
            yield found
        raise GaveUpError("local search proves nothing")
    try:
        solutions = model.getSolutionIter()
    except NotImplementedError:  # this search is not lazy in this version
        yield from _all_at_once(model, algorithm, budget)
        return
    while True:
        with _room_to_recurse():
            found = next(solutions, None)
        if found is None:
            return
        yield found


def _all_at_once(model: Any, algorithm: Algorithm, budget: Budget) -> Iterator[dict[Any, Any]]:
    is_one = budget.limit == 1 and algorithm != "parallel"  # which finds all or none
    with _room_to_recurse():
        found = [model.getSolution()] if is_one else model.getSolutions()
    if found == [None]:
        return
    yield from found
    if is_one:
        raise GaveUpError("asked for one solution, it did not look for more")


@contextmanager
def _room_to_recurse() -> Iterator[None]:
    """Lift Python's recursion limit for a while: one nested call per cell, up to 36 x 36."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + 4 * 36 * 36)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


@cache
def _warn_of_two_libraries() -> None:
    """Say once that it is unclear which library answers."""
    if LIBRARY.warning:
        warn(LIBRARY.warning, stacklevel=3)


SOLVERS = {
    "python-constraint": Backend(
        solve,
        engine="python-constraint",
        model="python-constraint",
        family="cp",
        needs=(LIBRARY,),
        posts=POSTS,
        pairwise=PAIRS,
        original=ORIGINAL,
        finds_one=("minconflicts",),
        optimizes="objective",
        filters={"disequalities": "forward", "alldifferent": "forward"},
    )
}
