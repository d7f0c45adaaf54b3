"""The search that a model proposes, followed or refused by name."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proposed_search import ProposedSearch
from accord.solvers.answer import answer
from accord.solvers.interface import UnsupportedError
from accord.solvers.registry import registered
from accord.solvers.search.network import expanded, network
from accord.solvers.search.orders import Experience
from accord.solvers.search.proposed import ASSIGN, CHOOSE, DOM_W_DEG, next_branch
from optional import absent

FOLLOWING = [
    "backtracking-mrv:search=model",
    "backtracking-mrv:filter=gac,search=model",
    "cpsat:search=model",
    "minizinc:search=model",
]
SUM = Linear((0, 1, 2, 3), ">", 6, (1, -2, 3, 2))


def proposing(*parts: ProposedSearch) -> Problem:
    problem = Problem([range(4)] * 4, [AllDifferent((0, 2, 3)), SUM])
    vars(problem)["search"] = parts
    return problem


def solutions(problem: Problem) -> Iterator[Solution]:
    return (each for each in product(range(4), repeat=4) if not any(problem.violations(each)))


def first(solver: str, problem: Problem) -> Solution:
    chosen = registered(solver)
    if chosen.backend.missing:
        absent(chosen.backend.missing)
    (found,) = answer(chosen.backend, problem, limit=1, seconds=60, **chosen.settings).solutions
    return tuple(found)


@pytest.mark.parametrize("solver", FOLLOWING)
def test_the_first_solution_is_least_or_greatest_in_the_order_of_the_variables(solver: str) -> None:
    for order in ((3, 0, 1, 2), (1, 3, 2, 0)):
        for word, best in (("indomain_min", min), ("indomain_max", max)):
            problem = proposing(ProposedSearch(order, "input_order", word))
            expected = best(solutions(problem), key=lambda each: [each[at] for at in order])
            assert first(solver, problem) == expected
    two = (
        ProposedSearch((2,), "first_fail", "indomain_max"),
        ProposedSearch((0, 1), "smallest", "indomain_min"),
    )
    problem = proposing(*two)
    found = first(solver, problem)
    assert found[2] == max(each[2] for each in solutions(problem))
    assert found[0] == min(each[0] for each in solutions(problem) if each[2] == found[2])


def test_every_word_keeps_all_solutions_and_says_how_a_variable_is_split() -> None:
    firsts = {
        "indomain_median": [1], "indomain_middle": [3], "indomain_interval": [0, 1],
        "indomain_split": [0, 1], "indomain_reverse_split": [5, 6], "outdomain_min": [1, 5, 6],
        "outdomain_max": [0, 1, 5], "outdomain_median": [0, 5, 6], "indomain": [0],
    }  # fmt: skip
    for word, split in ASSIGN.items():
        halves = split([0, 1, 5, 6], Random(1))
        assert sorted(halves[0] + halves[1]) == [0, 1, 5, 6]
        assert all(halves)
        if word in firsts and word != "indomain_middle":
            assert halves[0] == firsts[word], word
    assert ASSIGN["indomain_middle"]([0, 1, 3, 7], Random(1))[0] == [3]
    chosen = registered("backtracking-mrv:search=model")
    words = [*((each, "indomain_min") for each in (*CHOOSE, DOM_W_DEG))]
    for choose, assign in (*words, *(("input_order", each) for each in ASSIGN)):
        problem = proposing(ProposedSearch((1, 2), choose, assign))
        found = answer(chosen.backend, problem, limit=None, **chosen.settings)
        assert found.exhausted
        assert {*map(tuple, found.solutions)} == {*solutions(problem)}, (choose, assign)


@pytest.mark.parametrize(
    ("choose", "next_"),
    [
        ("input_order", 0), ("first_fail", 1), ("anti_first_fail", 2), ("smallest", 2),
        ("largest", 3), ("max_regret", 1), ("occurrence", 3), ("most_constrained", 1),
    ],
)  # fmt: skip
def test_the_variable_that_a_word_means_is_next(choose: str, next_: int) -> None:
    constraints = [Linear((3, at), "!=", 0, (1, 1)) for at in range(3)]
    problem = Problem([[3, 5, 6], [2, 6], [1, 2, 3, 4, 5], [4, 5, 9]], constraints)
    net, domains = network(problem, "singles"), expanded(problem)
    search = [ProposedSearch((0, 1, 2, 3), choose, "indomain_min")]
    experience = Experience([1] * len(net.scopes), Random(0))
    found = next_branch(search, net, domains, range(4), experience)
    assert found is not None
    assert found[0] == next_


@pytest.mark.parametrize("solver", FOLLOWING)
def test_what_cannot_be_followed_is_refused_by_name(solver: str) -> None:
    refused = {
        "proposes none": (),
        "found impact": (ProposedSearch((0,), "impact", "indomain_min"),),
        "found indomain_best": (ProposedSearch((0,), "input_order", "indomain_best"),),
        "found restart_luby": (ProposedSearch(name="restart_luby"),),
    }
    for said, parts in refused.items():
        with pytest.raises(
            UnsupportedError, match=f"search=model: found .*{said.removeprefix('found ')}"
        ):
            first(solver, proposing(*parts))
