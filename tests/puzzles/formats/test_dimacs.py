"""DIMACS CNF: what is written is read, what is damaged is refused with its line."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

from accord.bench.make.instances.collection import instances_of
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.files.texts import read_problem, write
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from brute_force import solutions_by_trying

SMALL = "p cnf 3 2\n1 -2 0\n2 3 0\n"


def clauses_of(text: str) -> list[tuple[int, ...]]:
    (constraint,) = read_problem(text).constraints
    assert isinstance(constraint, Clauses)
    return [*constraint.clauses]


def dimacs(variables: int, clauses: list[tuple[int, ...]]) -> str:
    lines = [" ".join(map(str, (*each, 0))) for each in clauses]
    return "\n".join([f"p cnf {variables} {len(clauses)}", *lines])


def pigeons(holes: int) -> str:
    """One pigeon more than holes: x says that it sits there."""
    x = [[1 + pigeon * holes + hole for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [(-p[hole], -q[hole]) for p, q in combinations(x, 2) for hole in range(holes)]
    return dimacs(holes * (holes + 1), [*map(tuple, x), *apart])


def parity(bits: int, sum_: int) -> str:
    """The numbers of so many bits whose sum is even, or odd."""
    wrong = (signs for signs in product((1, -1), repeat=bits) if signs.count(1) % 2 != sum_)
    clauses = [tuple(-s * v for v, s in enumerate(signs, 1)) for signs in wrong]
    return dimacs(bits, clauses)


@pytest.mark.parametrize(
    ("text", "number"), [(SMALL, 4), (pigeons(2), 0), (pigeons(3), 0), (parity(5, 0), 16)]
)
def test_families_have_their_known_numbers_of_solutions(text: str, number: int) -> None:
    assert len(solutions_by_trying(read_problem(text))) == number


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        (SMALL, [(1, -2), (2, 3)]),
        ("c a\nc\n\np  cnf 3   2 \r\n1 -2\r\n0 2 3\r\n0", [(1, -2), (2, 3)]),
        ("\ufeffc p x\np cnf 2 2\n1 0 c\n2 0".replace(" c\n", "\nc -1 0\n"), [(1,), (2,)]),
        ("p cnf 4 3\n1 1 -1 0 0\n007 0".replace("007", "4"), [(1, 1, -1), (), (4,)]),
        ("p cnf 1 0\n", []),
        ("p cnf 0 0", []),
        ("p cnf 2 1\n 1\t2 0\n%\n0\n\n", [(1, 2)]),
        ("p cnf 2 1\n1 2 0\n%\n", [(1, 2)]),
    ],
)
def test_clauses_are_read_as_they_stand(text: str, clauses: list[tuple[int, ...]]) -> None:
    assert clauses_of(text) == clauses


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p cnf 3 2\n1 -2 0\n", "line 1: found 1 clause, expected 2, as line 1 says"),
        ("c\np cnf 3 1\n1 0\n2 0\n", "line 4: found 2 clauses, expected 1, as line 2 says"),
        ("p cnf 3 1\n1 -2\nc end\n", "line 2: found an end, expected a 0 behind the last clause"),
        ("p cnf 3 1\n1\n-4 0", "line 3: found the literal -4, expected up to 3, as line 1 says"),
        ("c x\n1 2 0\np cnf 2 1", "line 2: found '1 2 0', expected the line `p cnf` before"),
        ("p cnf 2 1\n1 x 0", "line 2: found 'x', expected literals and 0, or a comment"),
        ("p cnf 2 1\n1 1_0 0", "line 2: found '1_0', expected literals"),
        ("p cnf 2 1\n+1 0", "line 2: found '+1', expected literals"),
        ("p cnf 2 1\n1-2 0", "line 2: found '1-2', expected literals"),
        ("p cnf 2 1\n1 99999999999 0", "line 2: found '99999999999', expected literals"),
        ("p cnf 2 1\np cnf 2 1\n1 0", "line 2: found 'p', expected literals"),
        ("p cnf 2\n1 0", "line 1: found 'p cnf 2', expected p cnf VARIABLES CLAUSES"),
        ("p cnf -2 1\n1 0", "line 1: found 'p cnf -2 1', expected p cnf VARIABLES CLAUSES"),
        ("p cnf 99999999 1\n1 0", "line 1: found 99,999,999 variables, expected at most 100,2"),
        ("p cnf 2 1\n1 0\n%\n2 0", "line 4: found '2 0', expected no clause behind the line %"),
        ("c p show 1\np cnf 2 1\n1 0", "line 1: found no 0 behind variables, expected as c p show"),
        ("p cnf 2 1\nc p show 3 0\n1 0", "line 2: found variable 3, expected 1 to 2"),
        ("p cnf 3 1\nc p show 1 1 0\n1 0", "line 2: shown: found 'x1' twice"),
    ],
)
def test_what_is_no_formula_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read_problem(text, format="dimacs")
    assert str(error.value).startswith(message)


def test_shown_variables_are_those_of_all_comments() -> None:
    problem = read_problem("c p show 3 0\np cnf 3 1\n1 2 0\nc p show 1 0\n")
    assert (problem.names, [*problem.shown]) == (("x1", "x2", "x3"), [0, 2])
    assert [*read_problem("p cnf 2 1\nc p show 0\n1 0\n").shown] == []
    assert write(problem, "dimacs") == "c p show 1 3 0\np cnf 3 1\n1 2 0"


def test_what_is_written_is_read_as_it_was(some: Callable[[int], list[int]]) -> None:
    for seed in some(60):
        random = Random(seed)
        number = random.randint(1, 5)
        literals = [sign * variable for variable in range(1, number + 1) for sign in (1, -1)]
        clauses = [random.choices(literals, k=random.randrange(4)) for _ in range(8)]
        shown = random.sample(range(number), random.randint(0, number))
        order = tuple(random.sample(range(number), number))
        formula = as_read(Clauses, order, FlatClauses.of(clauses))
        problem = Problem([range(2)] * number, [formula], shown=shown)
        again = read_problem(write(problem, "dimacs"))
        assert solutions_by_trying(again) == solutions_by_trying(problem)
        assert [*again.shown] == [*problem.shown]
        assert read_problem(write(again, "json")) == again


@pytest.mark.parametrize(
    ("ending", "pack"),
    [("", bytes), (".gz", gzip.compress), (".xz", lzma.compress), (".bz2", bz2.compress)],
)
def test_a_file_is_read_however_it_is_packed(
    ending: str, pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / f"small.cnf{ending}"
    path.write_bytes(pack(b"c " + b"x" * 100_000 + b"\n" + SMALL.encode()))
    (instance,) = instances_of(str(path))
    assert (instance.name, instance.problem) == ("small", read_problem(SMALL))
    path.write_bytes(pack(b"no formula"))
    with pytest.raises(MalformedPuzzleError, match="line 1: found 'no', expected literals"):
        [*instances_of(str(path))]
