"""Rules for sums and orders: all values of their cells are tried, and the sentence is read."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from accord.puzzles import Cell, Grid, Puzzle, Shape, Solution, Value
from accord.puzzles.constraints.constraint import Constraint
from accord.solvers.answer import answer
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.techniques.sums import Bound, Filling
from accord.solvers.registry import backends
from replay.entailed import Entailed, entailed, need, removes
from replay.sight import sees

# techniques that only boards with sums and orders need
OF_VARIANTS = {"bounded_cells", "fillings", "innies_and_outies"}
FACT = re.compile(r"r(\d+)c(\d+) is (at least |at most |not |)(-?\d+)")
END = {
    "at least ": lambda value, end: value < end,
    "at most ": lambda value, end: value > end,
    "not ": lambda value, end: value == end,
    "": lambda value, end: value != end,
}


def held(board: Board, cell: Cell) -> set[Value]:
    return set(board.candidates()[cell])


def kept(board: Board, rule: Constraint, cell: Cell, *, seen: bool) -> set[Value]:
    """The values of a cell in assignments of candidates for which a rule holds."""
    cells = [*dict.fromkeys(rule.scope)]
    open_ = [each for each in cells if not board.values[each]] if seen else []
    found = set()
    for values in product(*(held(board, each) for each in cells)):
        of = dict(zip(cells, values, strict=True))
        twice = any(
            of[one] == of[other] and sees(board, one, other) for one in open_ for other in open_
        )
        if rule.holds([of[each] for each in rule.scope]) and not twice:
            found.add(of[cell])
    return found


def facts(board: Board, sentence: str) -> Iterator[tuple[Cell, str, int]]:
    for row, column, how, value in FACT.findall(sentence):
        yield (int(row) - 1) * board.size + int(column) - 1, how, int(value)


def _need_rule(board: Board, rule: Constraint) -> None:
    """Refuse what the board does not say, and of a small one what does not follow from it."""
    its = board.layout.shape
    if rule not in its.extra and its.size <= 4:
        follows = all(rule.holds([grid[cell] for cell in rule.scope]) for grid in grids(its))
        need(follows, "it is no rule of this board, and does not follow from those")


@lru_cache(maxsize=16)
def grids(its: Shape) -> tuple[Solution, ...]:
    blank = Puzzle(its, Grid([0] * len(its.cells)))
    return tuple(answer(backends()["backtracking-mrv"], blank, limit=None).solutions)


@entailed.register
def _bound(reason: Bound, board: Board) -> Entailed:
    _need_rule(board, reason.rule)
    places = [reason.rule.scope.index(cell) for cell in reason.bound.scope]
    for values in product(range(1, board.size + 1), repeat=len({*reason.rule.scope})):
        of = dict(zip(dict.fromkeys(reason.rule.scope), values, strict=True))
        whole = [of[cell] for cell in reason.rule.scope]
        follows = reason.bound.holds([whole[place] for place in places])
        need(follows or not reason.rule.holds(whole), "the bound does not follow from the rule")
    gone = held(board, reason.cell) - kept(board, reason.bound, reason.cell, seen=False)
    *others, (cell, how, end) = [*facts(board, reason.sentence)] or [(reason.cell, "", 0)]
    if "no value fits" not in reason.sentence:
        said = {value for value in held(board, cell) if END[how](value, end)}
        need((cell, said) == (reason.cell, gone), "the sentence ends with something else")
    for each, how, end in others:
        need(not any(END[how](v, end) for v in held(board, each)), "a cell may hold more")
    return removes(board, [reason.cell], gone)


@entailed.register
def _filling(reason: Filling, board: Board) -> Entailed:
    _need_rule(board, reason.rule)
    gone = [
        removes(board, [c], held(board, c) - kept(board, reason.rule, c, seen=True)).removed
        for c in reason.cells
    ]
    return Entailed(removed=frozenset[tuple[Cell, Value]]().union(*gone))
