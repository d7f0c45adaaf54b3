"""Clues: what stands outside a board, beside the line of cells that it is about.

    runs   the lengths of the runs of ones, in order: of a nonogram, left of rows and above columns
    ones   how many there are, where that differs from line to line
    seen   how many values are higher than all before them: of skyscrapers, at the end from where

A clue is any table, automaton or expression that says it of a whole line.  Whether a table or an
automaton says no less than its clue is counted: of n squares with k runs of together s squares
there are (n - s + 1 choose k), and of n values with k seen as many as permutations with k cycles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby
from math import comb
from typing import Literal

from accord.puzzles import Cell
from accord.puzzles.constraints.automaton import layers
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from accord.views.boards.relations import total

Side = Literal["left", "top", "right", "bottom"]
Runs = tuple[int, ...]


@dataclass(frozen=True)
class OutsideClue:
    """Numbers beside a line of cells, at one of its ends."""

    side: Side
    line: int  # the row or the column, from 0
    words: tuple[str, ...]
    seen: bool  # of skyscrapers


def clues(
    constraints: Sequence[Constraint], cells: int, columns: int, *, binary: bool
) -> dict[int, OutsideClue]:
    """The clues by the places of their constraints, at most one on each side of a line.

    Args:
        constraints: of the board.
        cells: how many there are.
        columns: of the board.
        binary: whether all values are 0 and 1, and mean empty and filled.
    """
    found: dict[int, OutsideClue] = {}
    sums: dict[int, OutsideClue] = {}
    lines = _lines_from_sides(cells, columns)
    for place, each in enumerate(constraints):
        if (whole := _line_of(each, lines)) is None:
            continue
        side, line = lines[whole]
        if binary:
            runs, forward = _runs(each), side in ("left", "top")
            turned: Side = "left" if side in ("left", "right") else "top"
            if runs is not None:
                words = tuple(map(str, runs if forward else runs[::-1])) or ("0",)
                found[place] = OutsideClue(turned, line, words, seen=False)
            elif (ones := total(each)) is not None:
                sums[place] = OutsideClue(turned, line, (str(ones),), seen=False)
        elif (number := _seen(each, whole)) is not None:
            found[place] = OutsideClue(side, line, (str(number),), seen=True)
    if len({each.words for each in sums.values()}) > 1:
        found |= sums
    kept: dict[tuple[Side, int], int] = {}
    for place in found:
        kept.setdefault((found[place].side, found[place].line), place)
    return {place: found[place] for place in sorted(kept.values())}


def _lines_from_sides(cells: int, columns: int) -> Mapping[tuple[Cell, ...], tuple[Side, int]]:
    """The side and the number of each whole row and column, by its cells as seen from there."""
    found: dict[tuple[Cell, ...], tuple[Side, int]] = {}
    for row in range(cells // columns):
        line = tuple(range(row * columns, (row + 1) * columns))
        found[line[::-1]], found[line] = ("right", row), ("left", row)
    for column in range(columns):
        line = tuple(range(column, cells, columns))
        found.setdefault(line[::-1], ("bottom", column))
        found.setdefault(line, ("top", column))
    return found


def _line_of(
    constraint: Constraint, lines: Mapping[tuple[Cell, ...], object]
) -> tuple[Cell, ...] | None:
    """The line that a constraint is about; the scope of an expression stands in any order."""
    if constraint.scope in lines or not isinstance(constraint, Expression):
        return constraint.scope if constraint.scope in lines else None
    cells = {*constraint.scope}
    same = [line for line in lines if len(line) == len(cells) and {*line} == cells]
    return next((line for line in same if _seen(constraint, line) is not None), None)


def _runs(constraint: Constraint) -> Runs | None:
    """The lengths of the runs of ones that a constraint says, and nothing else."""
    if isinstance(constraint, Table) and not constraint.forbidden:
        return _runs_of_words(constraint.tuples)
    if isinstance(constraint, Regular):
        return _runs_of_automaton(constraint)
    return None


def _of_word(word: Sequence[object]) -> Runs:
    return tuple(len([*run]) for value, run in groupby(word) if value == 1)


def _number(runs: Runs, length: int) -> int:
    """The number of lines of so many squares that have these runs."""
    return comb(length - sum(runs) + 1, len(runs))


@lru_cache(maxsize=256)
def _runs_of_words(words: tuple[tuple[object, ...], ...]) -> Runs | None:
    different = {*words}
    if not words or any({*word} - {0, 1} for word in different):
        return None
    runs = _of_word(words[0])
    same = all(_of_word(word) == runs for word in different)
    return runs if same and len(different) == _number(runs, len(words[0])) else None


@lru_cache(maxsize=256)
def _runs_of_automaton(constraint: Regular) -> Runs | None:
    """The runs that all accepted words have, and no other word; None if there are no such."""
    steps = layers(constraint.automaton, [(0, 1)] * len(constraint.scope))
    if not steps or not steps[0]:
        return None
    state, word = 0, list[int]()
    for layer in steps:
        value, state = next((value, to) for start, value, to in layer if start == state)
        word.append(value)
    runs = _of_word(word)
    ways: dict[tuple[int, int, int], int] = {
        (0, 0, 0): 1
    }  # of state, runs done, length of the next
    for layer in steps:
        reached: dict[tuple[int, int, int], int] = {}
        for (state, done, length), number in ways.items():
            for start, value, to in layer:
                if start != state:
                    continue
                now = (done, length + 1) if value else (done + (length > 0), 0)
                fits = now[0] < len(runs) and now[1] <= runs[now[0]] if value else True
                if not fits or (not value and length and length != runs[done]):
                    return None
                reached[to, *now] = reached.get((to, *now), 0) + number
        ways = reached
    ends = {done + (length > 0) for _, done, length in ways}
    whole = all(not length or length == runs[done] for _, done, length in ways)
    same = ends == {len(runs)} and whole
    return runs if same and sum(ways.values()) == _number(runs, len(word)) else None


def _seen(constraint: Constraint, line: tuple[Cell, ...]) -> int | None:
    """The number of values that a constraint says are seen along a line of 1 to n in some order."""
    if isinstance(constraint, Table) and not constraint.forbidden:
        return _seen_in_words(constraint.tuples)
    if not isinstance(constraint, Expression):
        return None
    match constraint.term:
        case Operation("eq", (Operation(), int(number))):
            return number if constraint.term == _seen_term(line, number) else None
    return None


@lru_cache(maxsize=256)
def _seen_in_words(words: tuple[tuple[object, ...], ...]) -> int | None:
    if not words or STAR in words[0]:
        return None
    length, different = len(words[0]), {*words}
    values = {*range(1, length + 1)}
    if any({*word} != values for word in different):
        return None
    seen = {len({*accumulate(word, max)}) for word in different}  # type: ignore[arg-type]
    number = seen.pop()
    return number if not seen and len(different) == _cycles(length, number) else None


def _cycles(length: int, number: int) -> int:
    """Unsigned Stirling numbers of the first kind: permutations with so many cycles."""
    found = [1]
    for each in range(length):
        found = [
            (found[k - 1] if k else 0) + (each * found[k] if k < len(found) else 0)
            for k in range(len(found) + 1)
        ]
    return found[number] if number < len(found) else 0


def _seen_term(cells: Sequence[Cell], number: int) -> Operation:
    """The first one is seen, and each of the others that is higher than all before it."""
    heights = [*map(Variable, cells)]
    seen: list[Term] = [1]
    for place in range(1, len(cells)):
        highest = Operation("max", tuple(heights[:place]))
        seen.append(Operation("gt", (heights[place], highest)))
    return Operation("eq", (Operation("add", tuple(seen)), number))


def text_rows(
    words: Sequence[str], columns: int, found: Sequence[OutsideClue]
) -> Iterator[list[str]]:
    """The words of a board with clues round it, row by row; empty where nothing stands.

    Skyscrapers have them on all sides, with `#` in the corners and `.` where there is no clue.
    """
    of = {(each.side, each.line): each.words for each in found}
    rows = [[*words[start : start + columns]] for start in range(0, len(words), columns)]
    if any(each.seen for each in found):

        def at(side: Side, line: int) -> str:
            return of.get((side, line), (".",))[0]

        yield ["#", *(at("top", column) for column in range(columns)), "#"]
        for row, cells in enumerate(rows):
            yield [at("left", row), *cells, at("right", row)]
        yield ["#", *(at("bottom", column) for column in range(columns)), "#"]
        return
    high = max((len(each.words) for each in found if each.side == "top"), default=0)
    for line in range(high):
        above = [("",) * high + of.get(("top", column), ()) for column in range(columns)]
        yield ["", *(each[len(each) - high + line] for each in above)]
    for row, cells in enumerate(rows):
        yield [" ".join(of.get(("left", row), ())), *cells]
