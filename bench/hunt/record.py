"""The record of an audit, a file of JSON lines; and its matrix, which counts what stands there.

The answers on a problem are added at once.
A line that begins a session names its solvers with their versions, the time limit and the machine's
libraries; each line after it is a problem: a letter for each of these solvers, and reasons with the
solvers they are of.  A last line that was cut off is left out when the file is read, and removed
when it is gone on with.

    letter   state       meaning
    ------   ---------   ------------------------------------------------------------------
    r        right       exactly all solutions, and the claim that these are all
    w        wrong       refuted: a grid that is none, one twice, or not all that there are
    f        refused     it says that it cannot be asked this
    u        undecided   it gave up, without a false claim
    c        crashed     an error, an end by a signal, or no memory
    t        timed out

A cell of the matrix, of one backend and column, is worth its worst state, in the order of `WORST`,
and keeps the first problem of each state but right, with the reason.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from accord.bench.campaigns.folder import CampaignError
from accord.puzzles.files.outside_file import content_of, unlinked
from accord.puzzles.outside_data import json_value

AuditState = Literal["right", "wrong", "refused", "undecided", "crashed", "timed out"]
STATES: tuple[AuditState, ...] = get_args(AuditState)
LETTERS: dict[AuditState, str] = {
    "right": "r", "wrong": "w", "refused": "f", "undecided": "u", "crashed": "c", "timed out": "t",
}  # fmt: skip
_STATES = {letter: state for state, letter in LETTERS.items()}
WORST: tuple[AuditState, ...] = ("wrong", "crashed", "timed out", "undecided", "refused", "right")
RECORD = "audit.jsonl"
OWN = "one of an audit", RECORD  # see `expect_own`
MOST_BYTES = 2**28


@dataclass(frozen=True)
class AuditSession:
    """A session of an audit: solvers with versions, limit and machine of the rows behind it."""

    solvers: Mapping[str, str]  # with the version of each
    sources: Mapping[str, str]  # of each a hash of its code in accord: solvers/source.py
    libraries: Mapping[str, str]  # of each solver: all that it needs, with versions
    seconds: float  # time limit
    machine: Mapping[str, Any] = field(default_factory=dict)  # python, system, commit


class Answered(NamedTuple):
    """The state of a solver's answer on a problem, and why."""

    state: AuditState
    why: str = ""


@dataclass(frozen=True)
class AuditRow:
    """A problem, and what became of it."""

    column: str
    name: str
    digest: str
    solutions: int | None  # by trying every assignment; None where these are too many
    answers: Mapping[str, Answered]  # by solver


class AuditRecord(NamedTuple):
    """The rows of an audit's file in order, each with its session, and its whole bytes."""

    rows: tuple[tuple[AuditSession, AuditRow], ...]
    complete: int  # bytes up to the last whole line


def read(folder: Path) -> AuditRecord:
    """The record in a folder; nothing where there is none.

    Raises:
        CampaignError: a line is none of an audit's, says which.
        OutsideFileError: it is no plain file.
    """
    path = folder / RECORD
    text = content_of(path, folder, MOST_BYTES)
    complete = text.rfind(b"\n") + 1
    session, rows = None, list[tuple[AuditSession, AuditRow]]()
    for number, line in enumerate(text[:complete].splitlines(), 1):
        try:
            found = json_value(line)
            if "solvers" in found:
                session = AuditSession(**found)
            elif session is None:
                raise ValueError("a row without a session")
            else:
                rows.append((session, _row(found, [*session.solvers])))
        except (ValueError, KeyError, TypeError) as error:
            raise CampaignError(
                f"{path}: line {number}: found no row of an audit: {error}"
            ) from None
    return AuditRecord(tuple(rows), complete)


def _row(found: Mapping[str, Any], solvers: list[str]) -> AuditRow:
    letters = found["answers"]
    why = {solver: why for why, several in found.get("why", {}).items() for solver in several}
    if len(letters) != len(solvers):
        raise ValueError(f"{len(letters)} answers of {len(solvers)} solvers")
    answers = {
        solver: Answered(_STATES[letter], why.get(solver, ""))
        for solver, letter in zip(solvers, letters, strict=True)
        if letter != "-"
    }
    return AuditRow(found["column"], found["name"], found["digest"], found["solutions"], answers)


class Writer:
    """Adds a session to the record in a folder; a context manager."""

    def __init__(self, folder: Path, session: AuditSession, complete: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._solvers = [*session.solvers]
        self._file = open(folder / RECORD, "ab", opener=unlinked)  # noqa: SIM115  # until it exits
        self._file.truncate(complete)
        self._begin: dict[str, Any] | None = asdict(session)

    def __enter__(self) -> "Writer":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, row: AuditRow) -> None:
        """Add a row; the session stands before its first one."""
        if self._begin is not None:
            self._write(self._begin)
            self._begin = None
        known = {solver: row.answers.get(solver) for solver in self._solvers}
        why: dict[str, list[str]] = {}
        for solver, each in known.items():
            if each and each.why:
                why.setdefault(each.why, []).append(solver)
        letters = "".join(LETTERS[each.state] if each else "-" for each in known.values())
        found: dict[str, Any] = {"column": row.column, "name": row.name, "digest": row.digest}
        found |= {"solutions": row.solutions, "answers": letters}
        self._write(found | ({"why": why} if why else {}))

    def _write(self, line: Mapping[str, Any]) -> None:
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=False)
        self._file.write(f"{text}\n".encode())
        self._file.flush()


def latest(
    rows: Iterable[tuple[AuditSession, AuditRow]], solvers: Collection[str] | None = None
) -> list[tuple[AuditSession, AuditRow]]:
    """The rows with the latest answer of each solver on each problem; of these solvers, or all."""
    kept: list[tuple[AuditSession, AuditRow]] = []
    seen: set[tuple[str, str, str]] = set()
    for session, row in reversed([*rows]):
        answers = {
            solver: answered
            for solver, answered in row.answers.items()
            if (solvers is None or solver in solvers) and (row.column, row.name, solver) not in seen
        }
        seen |= {(row.column, row.name, solver) for solver in answers}
        if answers:
            kept.append((session, replace(row, answers=answers)))
    return kept[::-1]


@dataclass
class AuditCell:
    """The states of one backend's answers on the problems of a column, counted."""

    counts: Counter[AuditState] = field(default_factory=Counter)
    examples: dict[AuditState, tuple[str, str]] = field(default_factory=dict)  # problem, and why

    def add(self, state: AuditState, name: str, why: str) -> None:
        """Count one more problem."""
        self.counts[state] += 1
        if state != "right":
            self.examples.setdefault(state, (name, why))

    @property
    def total(self) -> int:
        """Problems asked."""
        return self.counts.total()

    @property
    def worst(self) -> AuditState | None:
        """The worst state; None where nothing was asked."""
        return next((state for state in WORST if self.counts[state]), None)


@dataclass(frozen=True)
class AuditMatrix:
    """Cells by backend and column."""

    solvers: Sequence[str]
    columns: Sequence[str]
    cells: dict[tuple[str, str], AuditCell]
    problems: Counter[str]  # of each column

    def cell(self, solver: str, column: str) -> AuditCell:
        """One of the cells, also where nothing was asked."""
        return self.cells.get((solver, column), AuditCell())

    def totals(self, solver: str | None = None) -> Counter[AuditState]:
        """Answers by state, of one backend or of all."""
        counted: Counter[AuditState] = Counter()
        for (name, _), cell in self.cells.items():
            if solver in (None, name):
                counted += cell.counts
        return counted


def matrix_of(rows: Iterable[tuple[AuditSession, AuditRow]]) -> AuditMatrix:
    """The rows counted; backends by name, columns as they come."""
    cells: dict[tuple[str, str], AuditCell] = {}
    problems: dict[str, set[str]] = {}
    for _, row in rows:
        problems.setdefault(row.column, set()).add(row.name)
        for solver, (state, why) in row.answers.items():
            cells.setdefault((solver, row.column), AuditCell()).add(state, row.name, why)
    solvers = sorted({solver for solver, _ in cells})
    numbers = Counter({column: len(names) for column, names in problems.items()})
    return AuditMatrix(solvers, [*problems], cells, numbers)
