"""The matrix of an audit as lines of signs, in sentences, and for machines."""

import string
from collections.abc import Iterator, Sequence

from accord.bench.hunt.finding import Finding
from accord.bench.hunt.record import STATES, WORST, AuditCell, AuditMatrix, AuditState
from accord.puzzles.phrasing import counted
from accord.views.tables.text import PrintedReport

SIGNS: dict[AuditState, str] = {
    "right": "·", "wrong": "W", "refused": "-", "undecided": "?", "crashed": "C", "timed out": "T",
}  # fmt: skip
SOME_REFUSED = "~"
NOTABLE: tuple[AuditState, ...] = ("wrong", "crashed", "timed out", "undecided")
LETTERS = string.ascii_letters + string.digits
MEANINGS: dict[AuditState, str] = {
    "right": "exactly all solutions, and the claim that these are all",
    "wrong": "a grid that is no solution, one twice, or not all that there are",
    "refused": "says that it cannot be asked this",
    "undecided": "gave up, without a false claim",
    "crashed": "an error, an end by a signal, or no memory left",
    "timed out": "no end within the time limit",
}


def sign(cell: AuditCell) -> str:
    """A cell in one character: its worst state."""
    worst = cell.worst
    if worst is None:
        return " "
    return SOME_REFUSED if worst == "refused" and cell.counts["right"] else SIGNS[worst]


def matrix_lines(found: AuditMatrix) -> Iterator[str]:
    """One line for each solver: a sign for each column, then what is neither right nor refused."""
    width = max(map(len, map(short, found.solvers)), default=0)
    letters = "".join(LETTERS[place % len(LETTERS)] for place in range(len(found.columns)))
    yield f"{'solver':{width}}  {letters}"
    for solver in found.solvers:
        signs = "".join(sign(found.cell(solver, column)) for column in found.columns)
        totals = found.totals(solver)
        others = [f"{totals[state]:,} {state}" for state in NOTABLE if totals[state]]
        yield f"{short(solver):{width}}  {signs}  {', '.join(others)}".rstrip()


def short(solver: str) -> str:
    """A solver without the name of its principal setting."""
    name, _, settings = solver.partition(":")
    key, is_one, value = settings.partition("=")
    return f"{name}:{value}" if is_one and key in ("solver", "program") else solver


def sentences(found: AuditMatrix, wrong: Sequence[Finding]) -> Iterator[str]:
    """Lines that define letters and signs, and one for each wrong answer."""
    named = zip(LETTERS, found.columns, strict=False)
    yield ", ".join(f"{letter} {column}" for letter, column in named)
    yield ""
    totals = found.totals()
    for state in STATES:
        if totals[state]:
            yield f"{SIGNS[state]} {state}: {MEANINGS[state]}"
    if any(sign(cell) == SOME_REFUSED for cell in found.cells.values()):
        yield f"{SOME_REFUSED} some are refused, the others right"
    yield f"a sign shows the worst answer of a cell, in the order {', '.join(WORST)}"
    yield ""
    for each in wrong:
        yield f"WRONG {_summary(each)}"
    for state in ("crashed", "timed out"):
        for (solver, column), cell in found.cells.items():
            if state in cell.examples:
                name, why = cell.examples[state]
                number = counted(cell.counts[state], "problem")
                reason = f": {why}" if why else ""
                yield f"{state.upper()} {short(solver)} on {number} of {column}, as {name}{reason}"
    yield f"{counted(totals.total(), 'answer')}: {tally(found)}"


def _summary(wrong: Finding) -> str:
    """A wrong answer in a sentence."""
    number = "" if wrong.solutions is None else f" of {counted(len(wrong.solutions), 'solution')}"
    text = wrong.output.text if wrong.output else ""
    printed = text.splitlines()[-1] if text else "nothing"
    alone = "" if wrong.script is None else f"; without accord: {printed}"
    outside = f"; {wrong.outside}" if wrong.outside else ""
    return f"{wrong.solver} on {wrong.column} ({wrong.name}{number}): {wrong.why}{alone}{outside}"


def tally(found: AuditMatrix, solver: str | None = None) -> str:
    """The number of answers of each state, in words."""
    totals = found.totals(solver)
    return ", ".join(f"{totals[state]:,} {state}" for state in STATES if totals[state])


def report(found: AuditMatrix, wrong: Sequence[Finding]) -> PrintedReport:
    """The matrix, what its letters and signs mean, and each wrong answer."""
    record = {
        "columns": {column: found.problems[column] for column in found.columns},
        "totals": dict(found.totals()),
        "solvers": {
            solver: {
                column: {
                    **cell.counts,
                    "examples": {
                        state: {"problem": name, "why": why}
                        for state, (name, why) in cell.examples.items()
                    },
                }
                for column in found.columns
                if (cell := found.cell(solver, column)).total
            }
            for solver in found.solvers
        },
        "wrong": [
            {
                "solver": each.solver,
                "column": each.column,
                "problem": each.name,
                "why": each.why,
                "folder": each.place,
                "solutions": None if each.solutions is None else len(each.solutions),
                "reproduced": each.is_reproduced,
                "outside": each.outside,
            }
            for each in wrong
        ],
    }
    return PrintedReport(
        above=[*matrix_lines(found)], notes=[*sentences(found, wrong)], record=record
    )
