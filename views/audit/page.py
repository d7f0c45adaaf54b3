"""The page: the matrix, and what each of its cells holds, which a click shows.

A cell is a link to what stands below the matrix and is shown while it is the page's target, so that
no script is needed.  Cells in which all is right share one target for each number of problems.  A
sign and a colour both say the worst state of a cell.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from accord.bench.hunt.audit import needed_by
from accord.bench.hunt.finding import Finding
from accord.bench.hunt.record import STATES, WORST, AuditCell, AuditMatrix, AuditRow, AuditSession
from accord.puzzles.phrasing import counted
from accord.views.offline_page import filled, policy_hash, styled
from accord.views.tables.audit import MEANINGS, SIGNS, SOME_REFUSED, short, sign, tally

PAGE = Path(__file__).parent / "page"


class ShownCell(NamedTuple):
    """A cell of the page."""

    sign: str
    state: str  # the worst, as a class of the style
    target: str  # where its details stand
    title: str


class Details(NamedTuple):
    """The answers behind one cell of the matrix, shown on a click."""

    target: str
    heading: str
    counts: str
    examples: Sequence[tuple[str, str, str]]  # state, problem, and why
    wrong: Finding | None


def page(
    found: AuditMatrix, rows: Iterable[tuple[AuditSession, AuditRow]], wrong: Sequence[Finding]
) -> str:
    """The text of the file.

    Args:
        found: the matrix.
        rows: what it was counted from.
        wrong: the wrong answers that were made smaller.
    """
    style = styled(PAGE / "audit.css")
    rows = [*rows]
    smallest = {(each.solver, each.column): each for each in wrong}
    lines, details = list[tuple[str, Sequence[ShownCell]]](), dict[str, Details]()
    for number, solver in enumerate(found.solvers):
        shown = []
        for place, column in enumerate(found.columns):
            cell = found.cell(solver, column)
            target = _target(cell, number, place)
            heading = f"{solver} on {column}" if cell.worst != "right" else "all right"
            own = smallest.get((solver, column))
            examples = [(state, *cell.examples[state]) for state in WORST if state in cell.examples]
            details.setdefault(target, Details(target, heading, _counts(cell), examples, own))
            title = f"{solver} on {column}: {_counts(cell)}"
            shown.append(
                ShownCell(sign(cell), (cell.worst or "none").replace(" ", "-"), target, title)
            )
        lines.append((solver, shown))
    return filled(
        PAGE / "audit.html",
        style=style,
        style_hash=policy_hash(style),
        found=found,
        short=short,
        lines=lines,
        details=details.values(),
        wrong=wrong,
        states=[(SIGNS[state], state, MEANINGS[state]) for state in STATES],
        some_refused=SOME_REFUSED,
        headline=_headline(found),
        tally=tally(found),
        needs=sorted(needed_by(rows).items()),
        machine=_machine(rows),
        seconds=sorted({session.seconds for session, _ in rows}),
        problems=counted(found.problems.total(), "problem"),
        solvers=counted(len(found.solvers), "solver"),
    )


def _target(cell: AuditCell, number: int, place: int) -> str:
    return f"right-{cell.total}" if cell.worst == "right" else f"cell-{number}-{place}"


def _counts(cell: AuditCell) -> str:
    counts = [f"{cell.counts[state]} {state}" for state in STATES if cell.counts[state]]
    return f"{counted(cell.total, 'problem')}: {', '.join(counts)}" if counts else "not asked"


def _headline(found: AuditMatrix) -> str:
    cells = [key for key, cell in found.cells.items() if cell.counts["wrong"]]
    if not cells:
        return "No answer is wrong"
    solvers = counted(len({solver for solver, _ in cells}), "solver")
    return f"{counted(found.totals()['wrong'], 'answer')} wrong, of {solvers}"


def _machine(rows: Iterable[tuple[AuditSession, AuditRow]]) -> Sequence[tuple[str, str]]:
    """Python, system and commit, each as it was in the sessions."""
    found: dict[str, dict[str, None]] = {}
    for session, _ in rows:
        for key, value in session.machine.items():
            found.setdefault(key, {})[str(value)] = None
    return [(key, ", ".join(values)) for key, values in found.items() if any(values)]
