"""DIMACS CNF: what is written is read and solved by programs that know nothing of accord."""

import subprocess
from itertools import groupby
from pathlib import Path

import pytest

from accord.bench.instances.collection import instances_of
from accord.bench.judging.conformance import EVERY_4X4, USUAL
from accord.encodings.clauses import cnf
from accord.encodings.clauses.dimacs import ENCODINGS, distinct
from accord.encodings.model import ModelError, UnsatisfiableError
from accord.encodings.outside import literals
from accord.encodings.registry import encodings
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from optional import library, program

MAIN = [name for name in ENCODINGS if "+" not in name]
PROGRAMS = {
    "cadical": ("-q",),
    "minisat": ("-verb=0",),
    "picosat": (),
    "cryptominisat5": ("--verb", "0"),
}
NONE = Puzzle(shape(4), Grid.parse("11.............."))


def written(name: str, puzzle: Puzzle, once: bool = False) -> str:
    return "".join(ENCODINGS[name].write(puzzle, once))


def solved_by(solver: str, text: str, folder: Path) -> str:
    """What a program prints of a file; MiniSat prints it into another file."""
    file, result = folder / "puzzle.cnf", folder / "result"
    file.write_text(text)
    command = [program(solver), *PROGRAMS[solver], str(file)]
    if solver == "minisat":
        command.append(str(result))
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode in (10, 20), done.stdout + done.stderr
    return result.read_text() if solver == "minisat" else done.stdout


def clauses_of(text: str) -> tuple[str, list[tuple[int, ...]]]:
    """The header and the clauses, read as naively as can be."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    return lines[0], [tuple(map(int, line.split()[:-1])) for line in lines[1:]]


def test_every_encoding_of_clauses_can_be_written() -> None:
    assert set(ENCODINGS) == {f"cnf-{name}" for name in cnf.NAMES}
    assert ENCODINGS.items() <= encodings().items()
    for name, encoding in ENCODINGS.items():
        assert (encoding.language, encoding.suffix) == ("DIMACS CNF", ".cnf")
        assert name.removeprefix("cnf-") in encoding.about
        assert encoding.formula is not None
        assert encoding.formula(EVERY_4X4) == cnf.encode(EVERY_4X4, name.removeprefix("cnf-"))


@pytest.mark.parametrize("name", MAIN)
@pytest.mark.parametrize("solver", PROGRAMS)
def test_programs_solve_a_9x9_and_find_no_solution_where_there_is_none(
    solver: str, name: str, tmp_path: Path
) -> None:
    printed = solved_by(solver, written(name, USUAL), tmp_path)
    assert not list(USUAL.violations(ENCODINGS[name].read(USUAL, printed)))
    printed = solved_by(solver, written(name, NONE), tmp_path)
    with pytest.raises(UnsatisfiableError, match="says that there is no model"):
        ENCODINGS[name].read(NONE, printed)


@pytest.mark.parametrize("solver", PROGRAMS)
def test_programs_take_a_formula_of_no_variables(solver: str, tmp_path: Path) -> None:
    only = Puzzle(shape(1), Grid([0]))
    text = written("cnf-order", only)
    assert clauses_of(text) == ("p cnf 0 0", [])
    assert ENCODINGS["cnf-order"].read(only, solved_by(solver, text, tmp_path)) == (1,)


@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize("name", ENCODINGS)
def test_another_reader_finds_the_clauses_that_were_encoded(
    name: str, once: bool, tmp_path: Path
) -> None:
    puzzle = next(instances_of("6x6")).puzzle
    text = written(name, puzzle, once)
    (tmp_path / "puzzle.cnf").write_text(text)
    found = library("pysat.formula").CNF(from_file=str(tmp_path / "puzzle.cnf"))
    formula = cnf.encode(puzzle, name.removeprefix("cnf-"))
    expected = [tuple(sorted(clause)) for clause in formula.clauses]
    if once:
        expected = list(dict.fromkeys(expected))
    assert [tuple(sorted(clause)) for clause in found.clauses] == expected
    assert clauses_of(text)[0] == f"p cnf {formula.variables} {len(expected)}"


def test_the_same_literals_in_another_order_are_the_same_clause() -> None:
    assert distinct([(1, 2), (3,), (2, 1), (-1, 2), (3,)]) == [(1, 2), (3,), (-1, 2)]


@pytest.mark.parametrize("name", ENCODINGS)
def test_the_comments_are_enough_to_read_a_model(name: str, tmp_path: Path) -> None:
    puzzle = next(instances_of("6x6")).puzzle
    text = written(name, puzzle)
    kinds = [key for key, _ in groupby(line[:2] for line in text.splitlines() if line[0] in "cp")]
    assert kinds == ["c ", "c", "c ", "c", "c ", "p "]  # no comment after the header
    true = set(literals(solved_by("cadical", text, tmp_path)))
    held: dict[str, list[int]] = {}
    for line in text.splitlines():
        words = line.removeprefix("c ").split()
        if (
            line.startswith("c r")
            and words[0].endswith(":")
            and true.issuperset(map(int, words[1:]))
        ):
            cell, _, value = words[0].rstrip(":").partition("=")
            held.setdefault(cell, []).append(int(value))
    assert list(held) == [f"r{row}c{column}" for row in range(1, 7) for column in range(1, 7)]
    assert not list(puzzle.violations(Grid(value for (value,) in held.values())))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("c hello 9\ns SATISFIABLE\nv 1 -2\nv 3 0\n", [1, -2, 3]),
        ("s SATISFIABLE\r\nv 1 -2 0\r\nc 7 8\r\n", [1, -2]),
        ("v 1 -2 3\nv 0\n", [1, -2, 3]),
        ("s SATISFIABLE\nv x1 -x2 x3\n", [1, -2, 3]),
        ("s OPTIMUM FOUND\no 5\nv -x1\nv x2", [-1, 2]),
        ("SAT\n1 -2 3 0\n", [1, -2, 3]),
        ("SATISFIABLE\n1 -2 3 0", [1, -2, 3]),
        ("  1 -2\n\n3  ", [1, -2, 3]),
        ("-1 -2 -2 -1 0 0", [-1, -2]),
        ("s SATISFIABLE\nv 0\n", []),
        ("SAT\n0\n", []),
        ("WARNING: 3 variables\n|  9 | 8 |\nSAT\n2 0\n", [2]),
        ("17\nv 2 0\n", [2]),
    ],
)
def test_reads_what_solvers_print(printed: str, expected: list[int]) -> None:
    assert literals(printed) == expected


@pytest.mark.parametrize(
    "printed", ["s UNSATISFIABLE\n", "UNSAT\n", "c 1\nUNSATISFIABLE", "s  UNSATISFIABLE \r\n"]
)
def test_no_model_is_a_claim_of_the_solver(printed: str) -> None:
    with pytest.raises(UnsatisfiableError, match="says that there is no model"):
        literals(printed)


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        ("", "found neither a status nor a model, expected `v` lines or integers"),
        ("c v 1 2 0\n", "found neither a status nor a model"),
        ("hello", "found neither a status nor a model"),
        (str(USUAL), "found neither a status nor a model"),
        ("s SATISFIABLE\n", "found SATISFIABLE without a model"),
        ("conflicts : 12\nSATISFIABLE\n", "found SATISFIABLE without a model"),
        ("s UNKNOWN\n", "found the status 'UNKNOWN', expected SATISFIABLE and a model"),
        ("INDET\n", "found the status 'INDET'"),
        ("s TIMEOUT\nv 1 0\n", "found the status 'TIMEOUT'"),
        ("s UNSATISFIABLE\nv 1 0\n", "found UNSATISFIABLE together with a model"),
        ("UNSAT\nSAT\n", "found UNSATISFIABLE together with a model"),
        ("s SATISFIABLE\ns UNKNOWN\nv 1 0\n", "found the status 'UNKNOWN'"),
        ("v 1 -2 2 0", "found both 2 and -2, expected one of them"),
        ("v 1 0\nv 2 0\n", "found literals after the 0 that ends a model, expected one model"),
        ("p cnf 2 2\n1 2 0\n-1 -2 0\n", "found literals after the 0"),
        ("v 1 y 0", "found 'y' in a model, expected literals like 7 -8 or x7 -x8"),
        ("v 1 2.5 0", "found '2.5' in a model"),
        ("v " + "9" * 5000, "in a model"),
    ],
)
def test_a_text_that_is_no_model_is_refused(printed: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint.replace("(", "[(]")) as raised:
        literals(printed)
    assert not isinstance(raised.value, UnsatisfiableError)


@pytest.mark.parametrize(
    ("model", "complaint"),
    [
        ("1", "found no value of r1c2, expected one value of each cell"),
        ("1 2", "found the values 1 and 2 of r1c1, expected one value"),
        ("65", "found the variable 65, expected 1 to 64: is this a model of another puzzle"),
        ("-65", "found the variable 65"),
    ],
)
def test_a_model_is_one_value_for_each_cell(model: str, complaint: str) -> None:
    with pytest.raises(ModelError, match=complaint):
        ENCODINGS["cnf-minimal"].read(EVERY_4X4, f"s SATISFIABLE\nv {model} 0\n")


def test_what_is_read_is_not_believed_and_not_corrected() -> None:
    ones = " ".join(str(4 * cell + 1) for cell in range(16))
    assert ENCODINGS["cnf-extended"].read(EVERY_4X4, f"v {ones} 0") == (1,) * 16


def test_values_above_9_are_numbers_and_no_letters() -> None:
    text = written("cnf-order", Puzzle(shape(16), Grid([16] + [0] * 255)))
    assert "c r16c16=16: -3840" in text.splitlines()
    assert "c r1c1=10: 10 -9" in text.splitlines()
