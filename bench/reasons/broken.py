"""Broken: what is wrong with claimed values of the shown variables that no solution has.

Each constraint is asked for by itself, with what defines the hidden variables that it names: of
each the constraint that names it first, as readers of models say it.  One that cannot hold is shown
with the values that these definitions give.
"""

from collections.abc import Iterable, Iterator, Sequence

from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem, Solution
from accord.solvers.deciding import completed, first_two_of
from accord.solvers.projection import defined_by

FEW = 3  # names of variables in a sentence
SAID = "no solution has these values, as a solver claims"


def broken(problem: Problem, shown: Solution) -> Iterator[str]:
    """Sentences on what these values break, a constraint of the model each; at least one.

    Args:
        problem: of any kinds.
        shown: values of the shown variables, in their order, of which `completed` finds none.

    Raises:
        UnsupportedError: no solver takes a part of the problem.
    """
    found = [*_outside(problem, shown), *_cannot_hold(problem, shown)]
    if not found and completed(problem.without_objective(), shown) is not None:
        found = ["the objective has no value"]
    yield from found or [SAID]


def _outside(problem: Problem, shown: Solution) -> Iterator[str]:
    """The shown values that are in no domain."""
    for variable, value in zip(problem.shown, shown, strict=True):
        if value not in problem.domains[variable]:
            yield problem.outside(variable, value)


def _cannot_hold(problem: Problem, shown: Solution) -> Iterator[str]:
    """The constraints that no hidden values make true, those of one name together.

    Those that name a variable whose value is in no domain are left out.
    """
    known = dict(zip(problem.shown, shown, strict=True))
    wrong = {each for each, value in known.items() if value not in problem.domains[each]}
    constraints, defining = problem.constraints, _defining(problem)
    groups: dict[str, list[int]] = {}  # by name, the places of constraints
    for place, constraint in enumerate(constraints):
        groups.setdefault(constraint.name or f"constraint {place + 1}", []).append(place)
    for name, group in groups.items():
        scope, needed = {v for place in group for v in constraints[place].scope}, set[int]()
        while more := {defining[v] for v in scope & defining.keys()} - needed:
            needed |= more
            scope.update(v for place in more for v in constraints[place].scope)
        if wrong & scope or _values(problem, {*group, *needed}, known) is not None:
            continue
        values = _values(problem, needed, known)
        added = sorted(each for each in scope - known.keys() if len(problem.domains[each]) > 1)
        if values is None or not defining.keys() >= {*added}:
            names = [problem.names[each] for each in added]
            yield f"{name}: holds for no value of {listed(names, 'or', FEW)}"
            continue
        for each in (constraints[place] for place in group):
            names = [problem.names[variable] for variable in each.scope]
            yield from each.violations([values[variable] for variable in each.scope], names)


def _defining(problem: Problem) -> dict[int, int]:
    """The place of the constraint that defines a hidden variable, by that."""
    found, shown = dict[int, int](), {*problem.shown}
    for place, each in enumerate(problem.constraints):
        for variable in {*each.scope} - shown - found.keys():
            if variable in defined_by(each, {*each.scope} - {variable}):
                found[variable] = place
    return found


def _values(problem: Problem, places: Iterable[int], known: dict[int, int]) -> Sequence[int] | None:
    """Values with which some of the constraints hold, of all variables; None where none do."""
    domains = [
        [known[variable]] if variable in known else domain
        for variable, domain in enumerate(problem.domains)
    ]
    asked = Problem(domains, [problem.constraints[place] for place in sorted(places)], shown=())
    return next(iter(first_two_of(asked)), None)
