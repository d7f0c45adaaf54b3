"""What is seen of the search that learns: its clauses hold of all solutions that are to come."""

from collections.abc import Sequence

import pytest

from accord.bench.make.random_problems import random_problem
from accord.encodings.clauses.kinds import integers
from accord.solvers.budget import Budget
from accord.solvers.traces.events import Event
from brute_force import solutions_by_trying
from optional import library


@pytest.mark.parametrize(("intervals", "direct"), [(False, 32), (False, 2), (True, 2)])
def test_clauses_over_values_hold_of_the_solutions_that_are_to_come(
    drawn: int, intervals: bool, direct: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("numba")
    monkeypatch.setattr(integers, "DIRECT", direct)
    from accord.solvers.kernels.problems.observed import Literal, observe

    signs, most = set[bool](), 0
    for seed in range(drawn, drawn + 60):
        problem = random_problem(seed)
        left = {*map(tuple, solutions_by_trying(problem))}

        def receive(event: Event, left: set[tuple[int, ...]] = left) -> None:
            assert event.grid is not None
            left.remove(tuple(event.grid))

        def learnt(clause: Sequence[Literal], left: set[tuple[int, ...]] = left) -> None:
            nonlocal most
            assert clause
            for solution in left:
                assert any((solution[variable] == value) == has for variable, value, has in clause)
            signs.update(has for _, _, has in clause)
            values = [variable for variable, _, has in clause if has]
            most = max(most, *map(values.count, values), 0)

        observe(problem, Budget(), receive, learnt, intervals=intervals)
        assert not left
    assert signs == {False, True}
    assert most > 1  # values of a variable: a bound
