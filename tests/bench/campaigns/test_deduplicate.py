"""Puzzles of a campaign: equal ones are one, and each is read from its row as from a file."""

from pathlib import Path
from typing import Any

import pytest

from accord.bench.campaigns import database
from accord.bench.campaigns.deduplicate import deduplicate, given_twice, problem_of
from accord.bench.hunt.conformance import CASES
from accord.puzzles.files.texts import read, write
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from stored_rows import FOUR


def content(path: Path) -> list[tuple[Any, ...]]:
    """The rows of a file of puzzles, in their places."""
    import duckdb

    rows = duckdb.execute(f"SELECT names, text, expected, place FROM '{path}' ORDER BY place")
    return [(tuple(names), *rest) for names, *rest in rows.fetchall()]


@pytest.mark.parametrize("small", [0, database.SMALL])
def test_equal_puzzles_are_one_with_all_names_and_the_last_expectation(
    small: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "SMALL", small)
    a, b, c, _ = FOUR
    instances = [
        Instance("b", b, Expected(at_least=1)),
        *(
            Instance(f"a{number}", a, Expected(count=number) if number else None)
            for number in range(3)
        ),
        Instance("c", c),
        Instance("b again", b),
    ]
    found = deduplicate(iter(instances), tmp_path)
    assert found.puzzles == 3
    said = "b again is the same puzzle as b: asked once, and 2 more like it"
    assert given_twice(found.path) == said
    assert content(found.path) == [
        (("b", "b again"), write(b, "json"), "[null, 1, null]", 0),
        (("a0", "a1", "a2"), write(a, "json"), "[2, null, null]", 1),
        (("c",), write(c, "json"), "", 2),
    ]


def test_a_puzzle_that_is_given_under_two_names_is_named_once(tmp_path: Path) -> None:
    for number, name in enumerate(("a", "b")):
        again = [Instance("a", FOUR[0]), Instance("c", FOUR[1]), Instance(name, FOUR[0])]
        (place := tmp_path / name).mkdir()
        said = given_twice(deduplicate(again, place).path)
        assert said == number * "b is the same puzzle as a: asked once"


def test_a_puzzle_is_read_from_its_row_as_from_any_text(tmp_path: Path) -> None:
    beyond_letters = Puzzle(shape(36), Grid((1, *[0] * (36 * 36 - 1))))
    for puzzle in (beyond_letters, *(case.puzzle for case in CASES)):
        text = write(puzzle, "json")
        assert problem_of(text, tmp_path) == read(text, format="json") == puzzle
        assert problem_of(text, tmp_path).digest == puzzle.digest
