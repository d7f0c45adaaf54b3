"""What is seen of the search that learns: its clauses hold of all solutions that are to come."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.generation.random_problems import random_problem, solutions_by_trying
from accord.solvers.budget import Budget
from accord.solvers.traces.events import Event
from optional import library


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_clauses_over_values_hold_of_the_solutions_that_are_to_come(seed: int) -> None:
    library("numba")
    from accord.solvers.kernels.problems.observed import Literal, observe

    problem = random_problem(seed)
    left = {*map(tuple, solutions_by_trying(problem))}

    def receive(event: Event) -> None:
        assert event.grid is not None
        left.remove(tuple(event.grid))

    def learnt(clause: Sequence[Literal]) -> None:
        assert clause
        for solution in left:
            assert any((solution[variable] == value) == has for variable, value, has in clause)

    observe(problem, Budget(), receive, learnt)
    assert not left
