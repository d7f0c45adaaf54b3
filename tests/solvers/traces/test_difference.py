"""The first node at which two searches differ: known by hand, and on random problems."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from random import Random

import pytest

from accord.bench.make.random_problems import random_problem
from accord.puzzles import AllDifferent, Problem
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.errors import InputError
from accord.solvers.registry import select
from accord.solvers.traces.difference import FirstDifference, first_difference, search_nodes
from accord.solvers.traces.events import Recording
from accord.solvers.traces.files import read, write
from accord.solvers.traces.record import record
from accord.views.narration.difference import difference_lines
from optional import slow

BINARY = "backtracking-mrv:branching=binary,order=first,filter="
PAIR_AND_ONE = Problem([(1, 2), (1, 2), (1, 2, 3)], [AllDifferent((0, 1, 2))], ["x", "y", "z"])
PIGEONS = Problem([range(3)] * 4, [AllDifferent((0, 1, 2, 3))], ["x", "y", "z", "w"])
WIDE_FIRST = Problem([(1, 2, 3), (1, 2)], [AllDifferent((0, 1))], ["x", "y"])


def overlapping(seed: int) -> Problem:
    """Three sets of different values that share variables."""
    random = Random(seed)
    domains = [random.sample(range(1, 6), random.randint(2, 4)) for _ in range(6)]
    sets = [AllDifferent(tuple(random.sample(range(6), size))) for size in (3, 4, 4)]
    return Problem(domains, sets)


def traced(solver: str, problem: Problem, limit: int | None = None) -> Recording:
    return record(select(solver), problem, limit)


def between(problem: Problem, one: str, other: str) -> tuple[FirstDifference, list[str]]:
    pair = (traced(one, problem), traced(other, problem))
    found = first_difference(*pair)
    return found, [*difference_lines(pair, found)][2:]


def test_propagation_may_differ_where_the_trees_do_not() -> None:
    found, said = between(PAIR_AND_ONE, f"{BINARY}gac", f"{BINARY}singles")
    assert (found.tree, found.compared, found.whole) == (None, 3, (True, True))
    assert said == [
        "Domains first differ at node 1: the root",
        "  z: A 3, B 1..3",
        "  A: z loses 1..2: no values of the others go with it (all different (x, y, z)).",
        "The trees are the same: 3 nodes.",
    ]


def test_one_may_fail_where_the_other_goes_on() -> None:
    found, said = between(PIGEONS, f"{BINARY}singles", f"{BINARY}gac")
    assert found.compared == 0
    assert said[0] == "Trees first differ at node 1: the root"
    assert said[1] == "  A: goes on with x = 0"
    assert said[2].startswith("  B: Conflict: ")


def test_each_may_choose_another_variable_below_the_last_node_of_both() -> None:
    found, said = between(WIDE_FIRST, f"{BINARY}gac", "backtracking-mrv:branching=binary")
    assert found.compared == 1
    assert said == [
        "Trees first differ at node 2.",
        "  the last node of both is 1: the root",
        "  A: visits x = 1; a solution",
        "  B: visits y = 1; goes on with x = 2",
    ]


def visited(trace: Recording) -> Iterator[tuple[object, ...]]:
    """Decisions that stand, and what was met, of each node; read without a replay."""
    path: list[tuple[object, ...]] = []
    met, here = "", True
    for event in trace.events:
        if event.kind == "decide":
            if here:
                yield (*path, met)
            path.append((event.cell, event.value, event.holds))
            met, here = "", True
        elif event.kind == "backtrack":
            if here:
                yield (*path, met)
            path, here = path[: event.depth], False
        elif event.kind in ("conflict", "solution"):
            met = f"{event.kind} {event.grid}"
    if here:
        yield (*path, met)


@pytest.mark.parametrize("other", ["forward", "singles", "check"])
def test_the_first_difference_of_random_searches(
    other: str, some: Callable[[int], Sequence[int]]
) -> None:
    slow()
    differing = 0
    for seed in {*some(60), 7}:  # where all pairs differ
        problem = overlapping(seed) if seed % 2 else random_problem(seed)
        pair = [traced(f"{BINARY}{each}", problem) for each in ("gac", other)]
        found = first_difference(*pair)
        places = enumerate(zip_longest(*map(visited, pair)))
        expected = next((place for place, (a, b) in places if a != b), None)
        assert (found.compared if found.tree else None) == expected, seed
        mirrored = first_difference(*reversed(pair))
        assert mirrored.compared == found.compared
        assert (mirrored.domains and mirrored.domains.differing) == (
            found.domains and found.domains.differing
        )
        for each in pair:
            if other == "singles" and each.end.counters["nodes"]:  # who fixes no value by a node
                assert len([*search_nodes(each)]) == each.end.counters["nodes"]
            again = first_difference(each, read(write(each)))
            assert (again.tree, again.domains) == (None, None)
        differing += found.tree is not None
    assert differing


def test_of_what_a_trace_leaves_out_nothing_is_said() -> None:
    problem = EXAMPLES["langford-4"].problem()
    whole = traced(f"{BINARY}gac", problem)
    nodes = len([*search_nodes(whole)])
    for kept in range(len(whole.events)):
        end = replace(whole.end, left_out=len(whole.events) - kept)
        found = first_difference(replace(whole, events=whole.events[:kept], end=end), whole)
        assert (found.tree, found.domains, found.whole) == (None, None, (False, True))
        assert found.compared <= nodes
    claimed = replace(whole, events=whole.events[:2])  # says that it is exhausted, with one node
    over = first_difference(claimed, whole)
    assert over.tree is not None
    assert [*difference_lines((claimed, whole), over)][-2] == "  A: the search is over"


def test_traces_of_two_problems_are_refused() -> None:
    with pytest.raises(InputError, match="found traces of different problems"):
        first_difference(
            traced("backtracking-mrv", PIGEONS), traced("backtracking-mrv", WIDE_FIRST)
        )
