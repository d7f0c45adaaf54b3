"""Hints: followed one by one they lead to the solution, and no wrong entry is passed over."""

import json
import re
from itertools import product
from random import Random

import pytest

import accord
from accord.puzzles import Grid, Puzzle
from accord.puzzles.files.texts import read
from accord.puzzles.formats.draft import Variant
from accord.solvers.answer import WrongAnswerError, answer
from accord.solvers.deciding import first_two
from accord.solvers.logic import TECHNIQUES
from accord.solvers.logic.engine.hints import hint
from accord.solvers.registry import backends
from accord.views.boards.hints import as_json, hint_lines
from command_line import run_here

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "..343412..434321"
TOUGH = "16.........2..4........34216..8....7..9....5.....7.......1..6...1..6...87....21.9"


@pytest.mark.parametrize("name", ["6x6-4", "jigsaw-7x7-1", "latin-7x7-7", "16x16-easy-0", TOUGH])
def test_hints_followed_one_by_one_are_the_path_of_explain(name: str) -> None:
    of_tour = {each.name: each.problem for each in accord.instances("tour")}
    puzzle = of_tour.get(name) or accord.puzzle(name)
    assert isinstance(puzzle, Puzzle)
    explained, filled, used = accord.explain(puzzle), None, []
    while (found := accord.hint(puzzle, filled)).next is not None:
        assert found.sound
        assert found.next.placed or found.next.removed
        used.append(found.next.technique)
        filled = read(as_json(found)["hint"]["board"], Variant.of(puzzle))
    assert found.board.grid == explained.solutions[0]
    order = [*TECHNIQUES.values()]
    assert max(used, key=order.index) == explained.hardest


def test_every_wrong_entry_and_no_right_one_is_named(drawn: int) -> None:
    random, puzzle = Random(drawn), read(EASY)
    (right,) = first_two(puzzle)
    for _ in range(40):
        values, wrong = list(puzzle.givens), set()
        for cell in random.sample(
            [c for c, v in enumerate(values) if not v], random.randint(1, 20)
        ):
            values[cell] = random.choice((right[cell], random.randint(1, 9)))
            wrong |= {cell} if values[cell] != right[cell] else set()
        found = accord.hint(puzzle, Puzzle(puzzle.shape, Grid(values)))
        assert {*found.wrong} == wrong
        assert found.sound == (found.next is not None) == (not wrong)
        said = "\n".join(hint_lines(found, "extreme"))
        assert said.count("wrong: ") == len(wrong)
        if wrong:  # the right value is not given away
            assert not any(f"{puzzle.names[c]} = {right[c]}" in said for c in wrong)


def test_with_several_solutions_an_entry_is_wrong_if_none_of_them_has_it() -> None:
    puzzle = read(TWO)
    solutions = answer(backends()["backtracking-naive"], puzzle, limit=None).grids
    assert len(solutions) == 2
    blanks = [cell for cell, value in enumerate(puzzle.givens) if not value]
    for entries in product((0, 1, 2, 3), repeat=len(blanks)):
        filled = dict(zip(blanks, entries, strict=True))
        values = [value or filled[cell] for cell, value in enumerate(puzzle.givens)]
        found = accord.hint(puzzle, Puzzle(puzzle.shape, Grid(values)))
        made = [(cell, value) for cell, value in filled.items() if value]
        alone = {c for c, value in made if not any(each[c] == value for each in solutions)}
        assert {*found.wrong} == alone
        assert found.sound == any(all(each[c] == v for c, v in made) for each in solutions)


def test_what_was_crossed_out_wrongly_is_named_without_its_value() -> None:
    puzzle = read(EASY)
    (right,) = first_two(puzzle)
    marks = [*puzzle.domains]
    marks[2] -= {right[2]}
    found = accord.hint(puzzle, Puzzle(puzzle.shape, puzzle.givens, tuple(marks)))
    assert (found.crossed_out, found.sound) == ((2,), False)
    assert [*hint_lines(found, "extreme")] == ["wrong: the right value of r1c3 is crossed out"]


def test_a_solver_that_lies_about_the_solution_is_found_out() -> None:
    with pytest.raises(WrongAnswerError, match="no solution"):
        hint(read(EASY), [Grid([1] * 81)])


def test_the_command_says_first_what_is_wrong() -> None:
    three = run_here("hint", EASY)
    assert three.stdout.splitlines() == [
        "1. Look at r5c5.",
        "2. Naked single (easy)",
        "3. 5 is the only candidate of r5c5",
        "   r5c5 = 5",
    ]
    entry = run_here("hint", EASY, "534" + EASY[3:], "--steps", "1")
    assert entry.stdout.splitlines()[0] == "1 value filled in, and it is right"
    assert len(entry.stdout.splitlines()) == 2
    wrong = run_here("hint", EASY, "535" + EASY[3:])
    assert (wrong.stdout, wrong.returncode) == ("wrong: r1c3 = 5: r1c1 holds it too\n", 1)
    alone = run_here("hint", "535" + EASY[3:])
    assert alone.returncode == 1
    assert alone.stdout.splitlines()[:2] == [
        "the puzzle has no solution",
        "contradiction: r1c1 and r1c3 both hold 5",
    ]
    several = run_here("hint", TWO).stdout
    assert several.startswith("the puzzle has several solutions")
    assert "no technique finds anything more on 4 open cells" in several
    record = json.loads(run_here("hint", EASY, "--json").stdout)
    assert (record["hint"]["where"], record["hint"]["placed"]) == ("r5c5", {"40": 5})
    other = run_here("hint", EASY, "63" + EASY[2:])
    assert other.returncode == 2
    assert "found 6 at r1c1, expected the given 5" in other.stderr
    kropki = run_here("hint", "boards/kropki-4-easy")
    assert kropki.returncode == 2
    assert "found expression" in kropki.stderr


def test_a_contradiction_that_shows_later_is_found_by_techniques() -> None:
    done = run_here("hint", f"{EASY[:2]}1{EASY[3:]}")
    first, second, *_ = done.stdout.splitlines()
    assert first == "the puzzle has no solution"
    assert re.fullmatch("contradiction: .*, after [0-9]+ deductions", second)
