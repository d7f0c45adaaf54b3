"""A hint, as lines that reveal more and more, and as the object that `--json` prints.

First what is wrong so far, then where to look, which technique, and what follows.  A line about
something wrong names the entry and never the right value.
"""

from collections.abc import Iterator
from typing import Any

from accord.puzzles import Cell
from accord.puzzles.phrasing import counted
from accord.solvers.logic.engine.deduction import Tier
from accord.solvers.logic.engine.engine import techniques_up_to
from accord.solvers.logic.engine.hints import Hint
from accord.solvers.logic.engine.layout import members
from accord.views.boards.deductions import consequences, format_of, step_as_json
from accord.views.tables.verdict import puzzle_as_json

STEPS = 3  # where, which technique, what follows


def hint_lines(hint: Hint, tier: Tier, steps: int = STEPS, board: bool = False) -> Iterator[str]:
    """Lines on mistakes so far; where there are none, the hint.

    Args:
        hint: to be said.
        tier: of the hardest techniques that were tried.
        steps: how many of the three are revealed.
        board: what is left after the hint too.
    """
    yield from _state(hint)
    if not hint.sound:
        return
    if not hint.board.open:
        yield "the grid is full, and a solution"
    elif hint.next is None:
        yield from _stuck(hint, tier)
    else:
        technique = hint.next.technique
        says = (
            [f"Look at {hint.where}."],
            [f"{technique.title} ({technique.tier})"],
            [hint.next.deduction.reason.sentence, consequences(hint.next)],
        )
        for number, (first, *more) in enumerate(says[:steps], 1):
            yield f"{number}. {first}"
            yield from (f"   {text}" for text in more)
        if board:
            yield hint.next.after.text(format_of(hint.next.after))


def _state(hint: Hint) -> Iterator[str]:
    """Sentences on the number of solutions, where that is not one, and on mistakes so far."""
    if not hint.solutions:
        yield "the puzzle has no solution"
        if hint.clash:
            yield f"contradiction: {hint.clash}"
        if not hint.entries:
            yield "if some of the values were filled in, give the puzzle first, then this grid"
        yield "`accord why` finds a smallest set of them that clashes"
        return
    if len(hint.solutions) > 1:
        yield "the puzzle has several solutions; no technique is used that assumes a single one"
    for cell in hint.wrong:
        yield f"wrong: {_name(hint, cell)} = {hint.board.values[cell]}{_seen(hint, cell)}"
    for cell in hint.crossed_out:
        yield f"wrong: the right value of {_name(hint, cell)} is crossed out"
    if hint.clashing and not hint.wrong:
        yield "wrong: no solution has all that was filled in, though each value alone may be right"
    elif hint.entries and hint.sound:
        which = "it is" if len(hint.entries) == 1 else "all of them are"
        fits = "right" if len(hint.solutions) == 1 else "in one solution"
        yield f"{counted(len(hint.entries), 'value')} filled in, and {which} {fits}"


def _seen(hint: Hint, cell: Cell) -> str:
    """The cells that a wrong entry sees with the same value."""
    board = hint.board
    same = board.placed_at[board.values[cell]] & board.layout.peers[cell]
    verb = "holds" if same.bit_count() == 1 else "hold"
    return f": {board.layout.names(members(same))} {verb} it too" if same else ""


def _name(hint: Hint, cell: Cell) -> str:
    return hint.board.layout.names([cell])


def _stuck(hint: Hint, tier: Tier) -> Iterator[str]:
    """Sentences on the techniques that were tried in vain, and on what may be done."""
    tried = techniques_up_to(tier, unique=len(hint.solutions) == 1)
    cells = counted(hint.board.open.bit_count(), "open cell")
    yield f"no technique finds anything more on {cells}"
    yield f"tried: {counted(len(tried), 'rule')}, from {tried[0].title} to {tried[-1].title}"
    yield "`accord explain --list` lists them, `accord show` watches a search"


def as_json(hint: Hint) -> dict[str, Any]:
    """A hint as an object for JSON; cells are numbered row by row from 0."""
    step = hint.next
    return {
        **puzzle_as_json(hint.puzzle),
        "solutions": [str(solution) for solution in hint.solutions],
        "filled": str(hint.board.grid),
        "wrong": [*hint.wrong],
        "crossed_out": [*hint.crossed_out],
        "sound": hint.sound,
        "full": not hint.board.open,
        "contradiction": "" if hint.solutions else hint.clash,
        "bookkeeping": hint.bookkeeping,
        "hint": step and {"where": hint.where, **step_as_json(step, boards=True)},
    }
