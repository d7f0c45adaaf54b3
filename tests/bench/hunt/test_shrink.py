"""Shrinking leaves nothing that could be left out."""

from accord.bench.hunt.shrink import shrunk, smaller_records
from accord.bench.hunt.truth import solutions_of
from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.errors import InputError
from accord.puzzles.formats.problem_json import problem_of
from accord.puzzles.problem import Problem


def loses_a_negative_value(problem: Problem) -> bool:
    """Wrong where a sum has a negative coefficient of a variable that may be negative."""
    return any(
        isinstance(each, Linear)
        and any(
            weight < 0 and min(problem.domains[variable], default=0) < 0
            for weight, variable in zip(each.coefficients, each.scope, strict=True)
        )
        for each in problem.constraints
    )


def test_what_is_left_is_the_reason_alone() -> None:
    kept = 0
    for seed in range(40):
        problem = random_problem(seed, "linear", (1, 2))
        if loses_a_negative_value(problem):
            small = shrunk(problem, loses_a_negative_value).problem
            (domain,), (each,) = small.domains, small.constraints
            assert isinstance(each, Linear)
            assert (each.scope, each.coefficients, each.constant) == ((0,), (-1,), 0)
            assert len(domain) == 1
            assert min(domain) < 0
            kept += 1
    assert kept > 5


def test_the_same_problem_leads_to_the_same_and_the_number_of_trials_is_bounded() -> None:
    problem = random_problem(3, "table", (2,))
    asked: list[Problem] = []

    def has_solutions(each: Problem) -> bool:
        asked.append(each)
        return bool(solutions_of(each))

    one = shrunk(problem, has_solutions).problem
    number = len(asked)
    again = shrunk(problem, has_solutions)
    assert (again.problem, again.tried, again.is_least) == (one, number, True)
    assert len(asked) == 2 * number
    assert not one.domains
    asked.clear()
    fewer = shrunk(problem, has_solutions, most=3)
    assert (len(asked), fewer.tried, fewer.is_least) == (3, 3, False)


def test_of_each_kind_there_are_smaller_problems_and_each_can_be_tried() -> None:
    for kind in KINDS:
        problem = random_problem(8, kind, (2,))
        own = problem.record()
        made = 0
        for each in smaller_records(own):
            try:
                smaller = problem_of(each)
            except InputError:
                continue
            made += 1
            assert smaller != problem
            solutions_of(smaller)
        assert made > 3, kind
