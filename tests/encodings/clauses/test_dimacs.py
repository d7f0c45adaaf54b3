"""DIMACS CNF: what is written is read and solved by programs that know nothing of accord."""

import re
from itertools import groupby
from pathlib import Path

import pytest

from accord.bench.hunt.conformance import EVERY_4X4
from accord.bench.make.instances.collection import instances_of
from accord.encodings.clauses import cnf
from accord.encodings.clauses.dimacs import ENCODINGS, distinct, text
from accord.encodings.encoding import encodings
from accord.puzzles import AllDifferent, Grid, Problem, Puzzle, shape
from optional import library
from puzzle_facts import puzzle_of


def written(name: str, puzzle: Puzzle, once: bool = False) -> str:
    return "".join(ENCODINGS[name].write(puzzle, once))


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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize("name", ENCODINGS)
def test_another_reader_finds_the_clauses_that_were_encoded(
    name: str, once: bool, tmp_path: Path
) -> None:
    puzzle = puzzle_of(next(instances_of("6x6")))
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
def test_the_comments_are_enough_to_read_a_model(name: str) -> None:
    puzzle = puzzle_of(next(instances_of("6x6")))
    text = written(name, puzzle)
    kinds = [key for key, _ in groupby(line[:2] for line in text.splitlines() if line[0] in "cp")]
    assert kinds == ["c ", "c", "c ", "c", "c ", "p "]  # no comment after the header
    true = set(library("pycosat").solve(clauses_of(text)[1]))
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


def test_values_above_9_are_numbers_and_no_letters() -> None:
    text = written("cnf-order", Puzzle(shape(16), Grid([16] + [0] * 255)))
    assert "c r16c16=16: -3840" in text.splitlines()
    assert "c r1c1=10: 10 -9" in text.splitlines()


def test_a_problem_is_written_with_the_names_of_its_variables() -> None:
    problem = Problem([(-1, 4, 7), (4, 8)], [AllDifferent((0, 1))], names=["width", "depth"])
    file = "".join(text(cnf.encode(problem)))
    meanings = dict(re.findall(r"^c (\w+=-?\d+): (.*)$", file, re.MULTILINE))
    _, clauses = clauses_of(file)
    every = ["width=-1", "width=4", "width=7", "depth=4", "depth=8"]
    assert [*meanings] == every
    assert "cell" not in file
    found = {
        tuple(each for each in every if {*map(int, meanings[each].split())} <= {*model})
        for model in library("pycosat").itersolve(clauses)
    }
    pairs = {(one, other) for one in every[:3] for other in every[3:]}
    assert found == pairs - {("width=4", "depth=4")}
