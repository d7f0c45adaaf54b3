"""How runs ended: solved, wrong, or one of six ways not to solve.

    letter   ending          of a run
    ------   -------------   --------------------------------------------------------------
    s        solved          correct within its limits
    w        wrong           refuted, whatever else became of it
    f        found           solutions of a problem with an objective, and no proof of the best
    t        out of time     stopped at its time limit, or at its limit of CPU time
    m        out of memory   stopped at its memory limit
    c        crashed         it raised, exited, or was ended by a signal
    g        gave up         stopped in time without an answer
    -        not asked       outside the sizes, constraints and objectives that the solver takes

A puzzle that was run several times is wrong if any run is, solved if the median run is, and else
ended as most of its unsolved runs did.  `KIND` is the letter as an expression of SQL over `judged`.

`crashed_solvers` is what is said of crashes when a campaign has ended, before it is judged.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy
from numpy.typing import NDArray

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.run import PLAIN
from accord.bench.campaigns.store import opened
from accord.puzzles.phrasing import counted

ENDINGS = {
    "s": "solved",
    "w": "wrong",
    "f": "found",
    "t": "out of time",
    "m": "out of memory",
    "c": "crashed",
    "g": "gave up",
    "-": "not asked",
}
UNSOLVED = {letter: words for letter, words in ENDINGS.items() if letter not in "s-"}
NOT_RUN = ""  # yet
KIND = (
    "CASE WHEN category = 'correct' THEN 's' WHEN category = 'wrong' THEN 'w' "
    "WHEN category = 'missing' THEN '-' WHEN category = 'found' THEN 'f' "
    "WHEN outcome = 'TIMEOUT' THEN 't' "
    "WHEN outcome = 'MEMOUT' THEN 'm' WHEN outcome = 'OK' THEN 'g' ELSE 'c' END"
)
MOST = 50  # kinds of failures that are named
OUTPUT = "; its last output: "  # between a reason and the last words


@dataclass(frozen=True)
class FailedRuns:
    """Runs of a solver that failed in the same way."""

    solver: str
    ending: str  # in words
    reason: str
    output: str  # the last words of one of them
    runs: int
    puzzles: int
    example: str  # the name of one


def endings(base: Database, solvers: Sequence[str], puzzles: Sequence[str]) -> NDArray[numpy.str_]:
    """The endings of each solver's runs on each puzzle, as letters: (solvers, puzzles).

    Args:
        base: with the views of `narrowed`.
        solvers: their labels.
        puzzles: digests.
    """
    rows = {label: place for place, label in enumerate(solvers)}
    columns = {digest: place for place, digest in enumerate(puzzles)}
    found = numpy.full((len(rows), len(columns)), NOT_RUN, dtype="U1")
    for label, puzzle, letter in base.rows(_ENDINGS):
        if label in rows:
            found[rows[label], columns[puzzle]] = letter
    return found


def counted_endings(letters: NDArray[numpy.str_]) -> dict[str, int]:
    """The numbers of unsolved endings, by name, in the order of ENDINGS."""
    numbers = Counter(letters.ravel().tolist())
    return {words: numbers[letter] for letter, words in UNSOLVED.items() if numbers[letter]}


def failures(base: Database) -> tuple[FailedRuns, ...]:
    """The ways in which runs failed, the most frequent first.

    Reasons that differ in numbers only are one.
    """
    return tuple(
        FailedRuns(label, ENDINGS[letter], *reason.partition(OUTPUT)[::2], *rest)
        for label, letter, reason, *rest in base.execute(_FAILURES).fetchall()
    )


_ENDINGS = f"""
SELECT label, puzzle, CASE
    WHEN bool_or(kind = 'w') THEN 'w'
    WHEN bool_and(kind = '-') THEN '-'
    WHEN 2 * sum(runs) FILTER (kind = 's') > sum(runs) FILTER (kind != '-') THEN 's'
    ELSE arg_max(kind, (runs, kind)) FILTER (kind NOT IN ('s', '-')) END
FROM (SELECT label, puzzle, {KIND} AS kind, count(*) AS runs FROM labelled_rows GROUP BY ALL)
GROUP BY ALL
"""
_FAILURES = f"""
SELECT label, kind, any_value(reason ORDER BY started, puzzle) AS why,
    count(*) AS runs, count(DISTINCT puzzle), any_value(instance ORDER BY started, puzzle)
FROM (
    SELECT label, puzzle, instance, started, coalesce(reason, '') AS reason, {KIND} AS kind
    FROM labelled_rows
) WHERE kind IN ('c', 'g', 'm')
GROUP BY label, kind, regexp_replace(split_part(reason, '{OUTPUT}', 1), '[0-9]+', '#', 'g')
ORDER BY runs DESC, label, kind, why LIMIT {MOST}
"""


@dataclass(frozen=True)
class CrashedSolver:
    """A solver with runs that raised, exited or were ended by a signal."""

    label: str
    runs: int
    crashed: int
    reason: str  # of the first of them

    def __str__(self) -> str:
        number = f"{self.crashed} of {counted(self.runs, 'run')}"
        return f"{self.label} crashed in {number}, in the first: {self.reason}"


def crashed_solvers(folder: Path) -> tuple[CrashedSolver, ...]:
    """The solvers of the campaign in this folder that crashed, by name."""
    with opened(folder) as base:
        return tuple(CrashedSolver(*row) for row in base.execute(_CRASHED).fetchall())


_CRASHED = f"""
SELECT {PLAIN} AS label, count(*) FILTER (outcome != 'UNSUPPORTED'),
    count(*) FILTER (outcome = 'ERROR') AS crashed,
    arg_min(reason, started) FILTER (outcome = 'ERROR')
FROM runs GROUP BY label HAVING crashed > 0 ORDER BY label
"""
