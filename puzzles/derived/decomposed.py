"""A problem with some of its constraints said by more primitive ones.

What a solver does that does not have a kind is done here to be looked at: the models before and
after have the same solutions, and a solver may see less in the second.
"""

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.decompositions.decompose import decompose
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.problem import Problem


def decomposed(problem: Problem, *kinds: type[Constraint]) -> Problem:
    """The problem in which each constraint of these kinds is its decomposition.

    Solutions correspond one to one: each of the new problem begins with one of this problem, and
    goes on with the values of fresh variables, which are called `fresh 1`, `fresh 2` and so on.

    Args:
        problem: of any kinds; a puzzle becomes a problem.
        kinds: classes of `accord.constraints`; other constraints stay.

    Raises:
        TypeError: one is no class of constraints.
        TooLargeError: a decomposition would be larger than `LARGEST`.
    """
    for kind in kinds:
        if not isinstance(kind, type):
            raise TypeError(f"kinds: found {kind!r}, expected classes such as AllDifferent")
    fresh, constraints = Fresh(problem.domains), list[Constraint]()
    for each in problem.constraints:
        constraints += decompose(each, fresh) if isinstance(each, kinds) else [each]
    more = len(fresh.domains) - len(problem.domains)
    names = [*problem.names, *(f"fresh {number}" for number in range(1, more + 1))]
    layout = None if more else problem.layout
    return Problem(fresh.domains, constraints, names, layout, problem.objective, problem.symbols)
