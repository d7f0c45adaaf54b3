"""Every deduction on thousands of boards is true, and its reason entails it and nothing else.

What is true is known from solvers that know no technique.  Boards are those on the engine's path
through generated puzzles of many shapes, where everybody looks at each of them and not only whose
turn it is, and boards of random candidates, which nobody has pruned; each commit tries other ones.
Then reasons are corrupted in every field: what names nonsense is refused, and what by chance still
holds is as true as before.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

import pytest

from accord.bench.make.chance import shuffled
from accord.bench.make.generate import blanked, generate
from accord.bench.make.patterns import jigsaw
from accord.puzzles import AllDifferent, Grid, Puzzle, Shape, shape
from accord.solvers.answer import answer
from accord.solvers.logic import (
    TECHNIQUES,
    Board,
    Deduction,
    Technique,
    board_of,
    steps,
    techniques_up_to,
)
from accord.solvers.logic.engine.layout import House, members
from accord.solvers.registry import usable
from boards import scattered
from optional import slow
from replay.check import check
from replay.entailed import RefusedError, entailed
from replay.sums import OF_VARIANTS

SHAPES = {
    "4x4": shape(4),
    "6x6": shape(6),
    "6x6 tall": shape(6, (3, 2)),
    "6x6 diagonals": shape(6, rules=["diagonals"]),
    "6x6 extra": shape(6, extra=[AllDifferent((0, 7, 28)), AllDifferent((5, 10))]),
    "7x7 jigsaw": shape(7, regions=jigsaw(7, 1)),
    "7x7 latin": shape(7, rules=["latin"]),
    "9x9": shape(9),
    "9x9 diagonals": shape(9, rules=["diagonals"]),
    "9x9 jigsaw": shape(9, regions=jigsaw(9, 3)),
}
RICH = (635, 655, 610)  # seeds of 9x9 puzzles in whose paths every technique finds something
PUZZLES = {
    "4x4": range(30),
    "6x6": range(4),
    "6x6 tall": range(3),
    "6x6 diagonals": range(2),
    "6x6 extra": range(2),
    "7x7 jigsaw": range(1),
    "7x7 latin": range(1),
    "9x9": RICH,
    "9x9 diagonals": range(1),
    "9x9 jigsaw": range(1),
}
REPLAYED = 12  # of the deductions of one technique on one board, if there are many
Move = tuple[Board, Deduction]


@lru_cache(maxsize=256)
def path(figure: Shape, seed: int) -> tuple[Board, ...]:
    """The boards that the engine meets in a generated puzzle."""
    start = board_of(generate(figure, seed))
    return start, *(step.after for step in steps(start, techniques_up_to(unique=True)))


def solutions(puzzle: Puzzle, limit: int = 2) -> tuple[Grid, ...]:
    chosen = usable("sat-pycosat")
    return answer(chosen.backend, puzzle, limit=limit, **chosen.settings).grids


def is_true(deduction: Deduction, solutions: Iterable[Grid]) -> bool:
    return all(
        all(grid[cell] == value for cell, value in deduction.placed.items())
        and all(grid[cell] not in values for cell, values in deduction.removed.items())
        for grid in solutions
    )


def is_there(board: Board, deduction: Deduction) -> bool:
    """Whether it does something, and only what can be done on this board."""
    candidates = [*deduction.placed.items()]
    candidates += [(cell, v) for cell, values in deduction.removed.items() for v in values]
    return (
        bool(candidates)
        and all(deduction.removed.values())
        and all(board.marks[cell] >> value & 1 for cell, value in candidates)
    )


def need_truth(board: Board, solutions: Iterable[Grid], *, unique: bool) -> int:
    """Ask every technique, and hold what it says against the solutions; how much it says."""
    number = 0
    for technique in techniques_up_to(unique=unique):
        found = list(technique.find(board))
        assert len(set(found)) == len(found), technique.name
        for deduction in found:
            assert deduction.technique == technique.name
            assert is_there(board, deduction), (technique.name, board, deduction)
            assert is_true(deduction, solutions), (technique.name, board, deduction)
        for deduction in found[:: len(found) // REPLAYED + 1]:
            check(board, deduction)
        number += len(found)
    return number


@pytest.mark.parametrize("name", PUZZLES)
def test_everything_found_on_a_path_is_true(name: str, drawn: int) -> None:
    figure, number = SHAPES[name], 0
    for seed in PUZZLES[name]:
        boards = path(figure, seed)
        known = solutions(boards[0].puzzle)
        assert len(known) == 1
        for board in boards[drawn % 3 :: 3]:
            number += need_truth(board, known, unique=True)
    assert number > 300


@pytest.mark.parametrize("name", ["4x4", "6x6", "6x6 diagonals", "7x7 jigsaw"])
def test_everything_is_true_of_each_of_several_solutions(name: str) -> None:
    for seed in range(3):
        random, first = Random(seed), path(SHAPES[name], seed)[0].puzzle
        given = [cell for cell, value in enumerate(first.givens) if value]
        puzzle = blanked(first, shuffled(given, random)[:2])
        known = solutions(puzzle, 200)
        assert len(known) > 1
        start = board_of(puzzle)
        for board in (start, *(step.after for step in steps(start, techniques_up_to()))):
            need_truth(board, known, unique=False)


@pytest.mark.parametrize("name", ["4x4", "6x6", "6x6 diagonals", "7x7 latin", "9x9"])
def test_everything_found_on_random_boards_is_true(name: str, drawn: int) -> None:
    number = 0
    for seed in range(drawn, drawn + 10):
        board, grid = scattered(SHAPES[name], seed)
        number += need_truth(board, [grid], unique=False)
    assert number > 50


@pytest.mark.parametrize("name", ["4x4", "6x6", "7x7 jigsaw", "9x9"])
def test_boards_that_contradict_themselves_raise_nothing(name: str, drawn: int) -> None:
    figure, random, number = SHAPES[name], Random(drawn), 0
    for seed in range(drawn, drawn + 2):
        noise = Grid(1 + int(random.random() * figure.size) for _ in figure.cells)
        board, _ = scattered(figure, seed, noise)
        for technique in TECHNIQUES.values():
            for deduction in technique.find(board):
                assert is_there(board, deduction), (technique.name, board, deduction)
                number += 1
    assert number > 10


@lru_cache(maxsize=1)
def moves() -> Mapping[str, tuple[Move, ...]]:
    """One deduction of each technique from each rich puzzle where it finds anything."""
    random = Random(3)
    return {
        name: tuple(
            move
            for seed in RICH
            for move in _any_move(technique, path(SHAPES["9x9"], seed), random)
        )
        for name, technique in TECHNIQUES.items()
        if name not in OF_VARIANTS
    }


def _any_move(technique: Technique, boards: Sequence[Board], random: Random) -> Iterator[Move]:
    """A deduction on the first of the boards, in random order, where there is one."""
    for number in shuffled(range(len(boards)), random):
        if found := list(technique.find(boards[number])):
            yield boards[number], found[int(random.random() * len(found))]
            return


def corrupted(value: Any, board: Board) -> Iterator[tuple[str, Any]]:
    """A part of a reason with one thing changed, each with what was done to it."""
    houses = board.layout.houses
    if value is None:
        yield "another house", houses[0]
    elif isinstance(value, House):
        for distance in (1, board.size):
            yield "another house", houses[(value.index + distance) % len(houses)]
    elif isinstance(value, bool):
        yield "another link", not value
    elif isinstance(value, int):
        yield from (("another number", value + 1), ("another number", value - 1))
        yield from (("nonsense", 1000), ("nonsense", -1 - value))
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            before, after = value[:number], value[number + 1 :]
            yield "a member dropped", (*before, *after)
            for what, other in corrupted(part, board):
                yield what, (*before, other, *after)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            if each.name not in ("layout", "technique"):
                for what, other in corrupted(getattr(value, each.name), board):
                    yield what, replace(value, **{each.name: other})
    else:
        assert isinstance(value, str), f"found {value!r} in a reason, expected what can be changed"


def is_refused(board: Board, deduction: Deduction) -> bool:
    try:
        check(board, deduction)
    except RefusedError:
        return True
    return False


def test_every_technique_finds_something() -> None:
    assert set(moves()) == {*TECHNIQUES} - OF_VARIANTS
    assert [name for name, found in moves().items() if not found] == []


def test_a_corrupted_reason_is_refused_or_as_true_as_before() -> None:
    """Another house, say, may be as good."""
    slow()
    refused, held = Counter[str](), Counter[str]()
    for name, found in moves().items():
        for board, deduction in found:
            (grid,) = solutions(board.puzzle)
            for what, reason in corrupted(deduction.reason, board):
                changed = refused if is_refused(board, replace(deduction, reason=reason)) else held
                changed[what] += 1
                try:
                    claims = entailed(reason, board)
                except (RefusedError, IndexError, TypeError, ValueError, AttributeError):
                    continue
                wrong = {(c, v) for c, v in claims.placed if grid[c] != v}
                wrong |= {(c, v) for c, v in claims.removed if grid[c] == v}
                assert not wrong, (name, board, reason)
    assert len(refused) == 5
    assert min(refused.values()) > 100
    assert not held["nonsense"]
    assert held.total() < refused.total() / 50


def test_refuses_corrupted_deductions() -> None:
    """A reason entails all that it removes and nothing beside."""
    number = 0
    for board, deduction in (move for found in moves().values() for move in found):
        for other in altered(board, deduction):
            assert is_refused(board, other), (board, other)
            number += 1
    assert number > 1000


def altered(board: Board, deduction: Deduction) -> Iterator[Deduction]:
    """The deduction with less, more, or something else placed or removed."""
    placed, removed = deduction.placed, deduction.removed
    yield replace(deduction, placed={}, removed={})
    for cell, value in placed.items():
        yield replace(deduction, placed={cell: value % board.size + 1})
        yield replace(deduction, placed={c: v for c, v in placed.items() if c != cell})
    for cell, values in removed.items():
        rest = {c: vs for c, vs in removed.items() if c != cell}
        yield replace(deduction, removed=rest)
        for value in values:
            yield replace(deduction, removed={**rest, cell: values - {value}})
    for cell in members(board.open):
        others = [v for v in members(board.marks[cell]) if v not in removed.get(cell, ())]
        for value in others[:1]:
            more = removed.get(cell, frozenset()) | {value}
            yield replace(deduction, removed={**removed, cell: more})
            if cell not in placed:
                yield replace(deduction, placed={**placed, cell: value})
