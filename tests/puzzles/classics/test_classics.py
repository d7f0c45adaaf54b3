"""The classics have as many solutions as the literature says, and refuse what is no instance.

What the harder instances are made of is what they say.
"""

from collections.abc import Callable
from itertools import combinations, pairwise, permutations, product

import pytest

from accord import classics
from accord.puzzles import MalformedPuzzleError
from accord.puzzles.classics.examples import EXAMPLES, TEXTS
from accord.puzzles.classics.graph_colouring import read_dimacs
from accord.puzzles.classics.harder import harder, mycielski, welch
from accord.puzzles.constraints.constraint import MalformedConstraintError
from accord.puzzles.problem import MalformedProblemError, Problem
from accord.solvers.answer import answer
from accord.solvers.registry import backends

BY_SEARCH = [*EXAMPLES][: [*EXAMPLES].index("magic-sequence-4")]  # that are not too long for it
LONG = ("killer-9", "send-more", "donald-gerald")
ASKED = [("cpsat", name) for name in EXAMPLES]
ASKED += [
    ("python-constraint" if name in BY_SEARCH and name not in LONG else "sat-pycosat", name)
    for name in EXAMPLES
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("solver", "name"), ASKED)
def test_the_number_of_solutions_is_the_known_one(solver: str, name: str) -> None:
    problem = EXAMPLES[name].problem()
    found = answer(backends()[solver], problem, limit=None)
    assert (len(set(found.solutions)), found.exhausted) == (EXAMPLES[name].solutions, True)
    assert [wrong for each in found.solutions for wrong in problem.violations(each)] == []


def test_queens_are_those_that_attack_nobody() -> None:
    problem = classics.n_queens(6)
    free = [
        rows
        for rows in permutations(range(1, 7))
        if len({row + at for at, row in enumerate(rows)}) == 6
        and len({row - at for at, row in enumerate(rows)}) == 6
    ]
    every = product(*problem.domains)
    assert [each for each in every if not any(problem.violations(each))] == free


def test_letters_are_digits_of_the_sum() -> None:
    problem = classics.cryptarithm("SEND + MORE = MONEY")
    assert problem.names == ("S", "E", "N", "D", "M", "O", "R", "Y")
    assert list(problem.violations((9, 5, 6, 7, 1, 0, 8, 2))) == []  # 9567 + 1085 = 10652
    assert [len(domain) for domain in problem.domains] == [9, 10, 10, 10, 9, 10, 10, 10]
    other = classics.cryptarithm("A - B = C + D", base=5)
    assert list(other.violations((4, 1, 3, 0))) == []


def test_the_japanese_owns_the_zebra_and_the_norwegian_drinks_water() -> None:
    problem = classics.zebra()
    (found,) = answer(backends()["cpsat"], problem, limit=None).solutions
    house = dict(zip(problem.names, found, strict=True))
    assert house["zebra"] == house["Japanese"]
    assert house["water"] == house["Norwegian"]


def test_both_models_of_a_kakuro_have_the_same_solution() -> None:
    found = [
        answer(backends()["cpsat"], classics.kakuro(TEXTS["kakuro"], model), limit=None).solutions
        for model in ("linear", "table")
    ]
    assert found[0] == found[1]


def test_a_quasigroup_has_the_holes_that_were_asked_for() -> None:
    puzzle = classics.quasigroup_with_holes(7, 20, seed=3)
    assert puzzle.givens.count(0) == 20
    assert puzzle == classics.quasigroup_with_holes(7, 20, seed=3)
    assert answer(backends()["cpsat"], puzzle, limit=1).solutions


def test_an_edge_in_both_directions_is_one() -> None:
    assert read_dimacs("p edge 3 4\ne 1 2\ne 2 1\nc other\n\ne 3 2\n") == (3, [(0, 1), (1, 2)])


def heads(problem: Problem, length: int) -> set[tuple[int, ...]]:
    found = answer(backends()["cpsat"], problem, limit=None)
    assert found.exhausted
    assert len({each[:length] for each in found.solutions}) == len(found.solutions)
    return {each[:length] for each in found.solutions}


def test_what_follows_from_a_permutation_is_as_its_problem_says() -> None:
    assert heads(classics.costas_array(5), 5) == {
        rows
        for rows in permutations(range(1, 6))
        if all(
            len({rows[at + gap] - rows[at] for at in range(5 - gap)}) == 5 - gap
            for gap in range(1, 5)
        )
    }
    assert heads(classics.all_interval_series(6), 6) == {
        tones
        for tones in permutations(range(6))
        if len({abs(one - other) for one, other in pairwise(tones)}) == 5
    }


def test_golomb_rulers_are_those_that_measure_each_length_once() -> None:
    for length in range(4, 12):
        rulers = ((0, *inner, length) for inner in combinations(range(1, length), 2))
        assert heads(classics.golomb_ruler(4, length), 4) == {
            ruler for ruler in rulers if len({b - a for a, b in combinations(ruler, 2)}) == 6
        }


def test_tours_are_walked_by_a_knight_and_end_where_they_began() -> None:
    tours = heads(classics.knights_tour(3, 10), 30)
    assert len(tours) == 32  # OEIS A070030: 16 in both directions
    for after in tours:
        square, seen = 0, set[int]()
        for _ in after:
            seen.add(square)
            step = divmod(after[square], 10), divmod(square, 10)
            assert {abs(a - b) for a, b in zip(*step, strict=True)} == {1, 2}
            square = after[square]
        assert (square, len(seen)) == (0, 30)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: classics.magic_sequence(0), "n: found 0, expected 1 or more"),
        (lambda: classics.golomb_ruler(1, 5), "marks: found 1, expected 2 or more"),
        (lambda: classics.golomb_ruler(3, 0), "length: found 0, expected 1 or more"),
        (lambda: classics.knights_tour(3, 0), "columns: found 0"),
        (lambda: classics.cryptarithm("SEND MORE = MONEY"), "expected words"),
        (lambda: classics.cryptarithm("A + B"), "expected words"),
        (lambda: classics.cryptarithm("ABC + DEF = GHIJK"), "found 11 different letters"),
        (lambda: classics.graph_colouring("e 1 2\np edge 2 1", 3), "line 1: found 'e 1 2'"),
        (
            lambda: classics.graph_colouring(TEXTS["australia"] + "e 1 8", 3),
            "line 12: found 'e 1 8'",
        ),
        (lambda: classics.graph_colouring(TEXTS["australia"] + "e 2 2", 3), "two different nodes"),
        (lambda: classics.graph_colouring("", 3), "found no line `p edge"),
        (lambda: classics.kakuro("# 3\\\n\\3 . ."), "found rows of 2, 3 cells"),
        (lambda: classics.kakuro("# 3x\n\\3 ."), "r1c2: found '3x'"),
        (
            lambda: classics.killer("ab cc", {"a": 1, "b": 2}),
            "sums: found none of cage c, expected each",
        ),
        (lambda: classics.killer("aaa", {"a": 6}), "expected"),
        (lambda: classics.killer("aabb", {"a": 3, "b": 7, "c": 1}), "found c, expected letters"),
        (lambda: classics.futoshiki("1 < .\n\n. < 3 <"), "line 3, column 7: found '<'"),
        (lambda: classics.futoshiki("1 x ."), "line 1, column 3: found 'x'"),
        (lambda: classics.quasigroup_with_holes(2, 5), "found 5 holes, expected 0 to 4"),
    ],
)
def test_what_is_no_instance_is_refused_with_its_place(
    make: Callable[[], object], message: str
) -> None:
    refused = MalformedConstraintError, MalformedProblemError, MalformedPuzzleError
    with pytest.raises(refused, match=message):
        make()


@pytest.mark.parametrize(("nodes", "edges", "colours"), [(5, 5, 3), (11, 20, 4), (23, 71, 5)])
def test_mycielski_graphs_have_no_triangle_and_take_a_colour_more_each(
    nodes: int, edges: int, colours: int
) -> None:
    text = mycielski(nodes)
    number, found = read_dimacs(text)
    assert (number, len(found)) == (nodes, edges)
    for a, b, c in combinations(range(nodes), 3):
        assert not {(a, b), (b, c), (a, c)} <= {*found}
    for given, possible in ((colours, True), (colours - 1, False)):
        asked = answer(backends()["cpsat"], classics.graph_colouring(text, given), limit=1)
        assert bool(asked.solutions) == possible == (not asked.exhausted)


@pytest.mark.parametrize(("prime", "root"), [(5, 2), (7, 3), (11, 2), (17, 3)])
def test_powers_of_a_primitive_root_are_a_costas_array(prime: int, root: int) -> None:
    assert not [*classics.costas_array(prime - 1).violations(welch(prime, root))]


def test_every_harder_instance_says_what_is_expected_and_where_it_comes_from() -> None:
    for each in harder():
        assert each.source, each.name
        assert each.expected is not None, each.name
        assert (each.expected.count is None) != (each.expected.at_least is None), each.name
