"""Boards of candidates and explanations, as text and as the object that `--json` prints."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from accord.puzzles import Puzzle
from accord.puzzles.phrasing import counted, listed
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.engine.engine import Technique
from accord.solvers.logic.engine.explanation import Explained, Explanation
from accord.views.boards.text_boards import drawn
from accord.views.tables.text import as_table
from accord.views.tables.verdict import puzzle_as_json

if TYPE_CHECKING:
    from rich.table import Table


def deduced(board: Board) -> str:
    """The solved grid, or the three forms of a board on which nothing more is found."""
    drawing = drawn(Puzzle(board.layout.shape, board.grid))
    if board.solved:
        return drawing
    size = board.size
    marks = [_group(board, cell) for cell in board.layout.shape.cells]
    rows = ["".join(marks[start : start + size]) for start in range(0, size * size, size)]
    digits = "".join(map(str, board.values))
    values = ("Unable to solve:", drawing.replace(".", "0"), "", f"Simple String: {digits}", "")
    return "\n".join((*values, "With Candidates:", *rows))


def _group(board: Board, cell: int) -> str:
    value = board.values[cell]
    return str(value) if value else f"{{{''.join(map(str, sorted(board.candidates()[cell])))}}}"


def consequences(step: Explained) -> str:
    """Placements and removals: `r1c2 = 5` or `r1c2 and r1c3 lose 5; r4c4 loses 5 and 7`."""
    names = step.before.layout.names
    placed = [f"{names([cell])} = {value}" for cell, value in step.placed.items()]
    alike: dict[frozenset[int], list[int]] = {}
    for cell, values in step.removed.items():
        alike.setdefault(values, []).append(cell)
    removed = [
        f"{names(cells)} lose{'s' * (len(cells) == 1)} {listed(sorted(values))}"
        for values, cells in alike.items()
    ]
    return "; ".join(([", ".join(placed)] if placed else []) + removed)


def explanation_lines(explained: Explanation, boards: bool, bookkeeping: bool) -> Iterator[str]:
    """Each deduction, and then the difficulty and what it follows from.

    Args:
        explained: the path.
        boards: after each deduction the board.
        bookkeeping: what placed values rule out too, which is otherwise counted in one line.
    """
    yield from _left_out(explained, bookkeeping)
    width = len(str(len(explained.steps)))
    for step in _shown_steps(explained, bookkeeping):
        yield f"{step.number:{width}}. {step.sentence}"
        yield f"{'':{width}}  {consequences(step)}"
        if boards:
            yield step.after.text(format_of(step.after, "pencilmarks"))
            yield ""
    yield from summary_lines(explained)


def brief_lines(explained: Explanation, bookkeeping: bool) -> Iterator[str]:
    """For each technique in turn what it places and how much it removes; then the difficulty."""
    yield from _left_out(explained, bookkeeping)
    shown = _shown_steps(explained, bookkeeping)
    turns = [list(turn) for _, turn in groupby(shown, lambda step: step.technique.name)]
    width = len(str(len(turns)))
    for number, turn in enumerate(turns, 1):
        yield f"{number:{width}}. {turn[0].technique.title}: {_brief(turn)}"
    yield from summary_lines(explained)


def _shown_steps(explained: Explanation, bookkeeping: bool) -> list[Explained]:
    return [step for step in explained.steps if bookkeeping or not step.is_bookkeeping]


def _left_out(explained: Explanation, bookkeeping: bool) -> Iterator[str]:
    """The deductions that are not shown, in one line."""
    steps = [] if bookkeeping else [step for step in explained.steps if step.is_bookkeeping]
    if steps:
        deductions = counted(len(steps), "deduction")
        yield f"{steps[0].technique.title}: {_brief(steps)} in {deductions}; --all shows them"


def _brief(turn: Sequence[Explained]) -> str:
    """The effect of some steps in brief: `r1c2 = 5, r3c4 = 2`, or `12 candidates go`."""
    names = turn[0].before.layout.names
    placed = [f"{names([c])} = {value}" for step in turn for c, value in step.placed.items()]
    removed = sum(len(values) for step in turn for values in step.removed.values())
    if removed:
        placed.append(f"{counted(removed, 'candidate')} go{'es' * (removed == 1)}")
    return ", ".join(placed)


def summary_lines(explained: Explanation) -> Iterator[str]:
    """How far it came, the hardest technique, the difficulty, and how often each was needed."""
    number = len(explained.steps)
    yield f"{_ending(explained)} after {counted(number, 'deduction')}"
    if len(explained.solutions) != 1:
        found = "several solutions" if explained.solutions else "no solution"
        yield f"the puzzle has {found}"
    elif explained.hardest:
        yield f"hardest technique: {explained.hardest.title} ({explained.hardest.tier})"
    if len(explained.solutions) == 1:
        yield f"difficulty: {explained.difficulty}"
    for technique, count in explained.counts.items():
        yield f"  {count:4}  {technique.title}"


def _ending(explained: Explanation) -> str:
    if explained.solved:
        return f"solved: {explained.last.grid}"
    if explained.last.broken:
        return f"contradiction: {explained.last.broken}"
    cells = explained.last.open.bit_count()
    return f"stuck with {counted(cells, 'open cell')}"


def technique_as_json(technique: Technique) -> dict[str, Any]:
    """One technique as an object that a machine may read."""
    names = ("name", "title", "tier", "assumes_unique")
    return {name: getattr(technique, name) for name in names} | {"codes": list(technique.codes)}


def techniques_table(techniques: Iterable[Technique]) -> "Table":
    """One line for each technique."""
    rows = [
        (t.title, t.tier, "yes" if t.assumes_unique else "no", t.name, " ".join(t.codes))
        for t in techniques
    ]
    return as_table(("technique", "tier", "assumes unique", "name", "HoDoKu"), rows, left=5)


def as_json(explained: Explanation, boards: bool) -> dict[str, Any]:
    """An explanation as an object for JSON."""
    return {
        **puzzle_as_json(explained.puzzle),
        "solved": explained.solved,
        "contradiction": explained.last.broken,
        "solutions": [str(solution) for solution in explained.solutions],
        "hardest": explained.hardest.name if explained.hardest else None,
        "difficulty": explained.difficulty,
        "counts": {technique.name: number for technique, number in explained.counts.items()},
        "steps": [step_as_json(step, boards) for step in explained.steps],
        "board": explained.last.text(format_of(explained.last)),
    }


def step_as_json(step: Explained, boards: bool = False) -> dict[str, Any]:
    """One deduction as an object for JSON."""
    found: dict[str, Any] = {
        "number": step.number,
        "technique": step.technique.name,
        "tier": step.technique.tier,
        "sentence": step.sentence,
        "placed": {str(cell): value for cell, value in step.placed.items()},
        "removed": {str(cell): sorted(values) for cell, values in step.removed.items()},
        "reason": step.deduction.reason.as_json(),
    }
    return found | ({"board": step.after.text(format_of(step.after))} if boards else {})


def format_of(board: Board, small: str = "candidates") -> str:
    """A format that says these candidates; `small` up to 9x9 where no cell has run empty."""
    if board.size <= 9 and all(board.candidates()):
        return small
    return "candidates" if board.size <= 35 else "json"
