"""The events of a trace: what a solver did, step by step, and why.

A trace is a file of JSON lines, so that it can be read while it grows, by a person or by a program
in any language:

    {"trace": 1, "puzzle": ..., "solver": ..., "settings": ..., "limit": ..., "versions": ...,
     "constraints": [{"name": "row 1", "cells": [0, 1, ...]}, ...]}
    {"event": "remove", "cell": 4, "value": 5, "reason": {"constraint": 0, "cells": [3]}}
    ...
    {"event": "end", "status": "SAT", "counters": ..., "left_out": 0, "grid": ...}

Of a problem that is no puzzle of all-different sets the header has the `problem`; a cell is then a
variable by its number, a grid the list of its values, with null for one that is open.

    event       what happened
    ---------   ----------------------------------------------------------------------------------
    assign      the cell is settled: it keeps this candidate only
    remove      the cell loses this candidate; of problems perhaps several, the domain `values`
    decide      a guess, which may be taken back; `holds` is false where the guess is that the
                cell has another value.  `depth` is how many decisions stand, this one included.
    conflict    the candidates contradict a constraint; `cell` is the one that has run empty
    backtrack   decisions are taken back until `depth` stand, and all that followed from them; with
                no conflict or solution before it a restart that keeps some (solvers that learn)
    restart     all decisions are taken back, to begin anew with what was learnt
    solution    the solver claims that `grid` is one
    bound       the solver claims that no solution is better than `value`

Of a solver that tells no steps a film has its better and better solutions and its bounds, each with
`at`, the seconds that it had worked by then.

A reason is an object with one of these keys, which say its kind:

    key          other keys           means
    ----------   ------------------   ------------------------------------------------------------
    decision     values               which order chose the cell, and the values it had left
                 item, values or      of an exact cover: a {cell} with these values, or a value of
                 cells                a {constraint, value} with these cells to choose from
    constraint   cells, domains       of a problem: with what these cells have left by then, their
                                      domains, the constraint leaves the cell none of the values,
                                      or at a conflict nothing, whatever its other variables are
                 cells, of a remove   these cells of the constraint have no more candidates between
                                      them than there are cells: they need this value (a Hall set)
                 none, of an assign   the value has no other place in the constraint
                 cells, of a          these cells cannot have different values
                 conflict
                 value, of a          no cell of the constraint can have it
                 conflict
    domain                            the candidates that are left in the cell: one, or none
    technique    title, sentence,     human logic: what the sentence says rests on these cells,
                 cells, houses,       constraints, candidates ([cell, value] pairs), and links
                 candidates, links    ({from, to, strong} between {cells, value})
    bound                             the value of the best solution so far: the cell, which is the
                                      objective, loses those that are no better, or has no others
    clause       learnt               literals [cell, value, holds] of which all others are false;
                                      given with the formula, or learnt

Constraints are places in the list of the header.  Cells are numbered from 0, row by row.  A domain
is a text as in problems, `1..3, 7`; of one with more than MOST_INTERVALS intervals a reason says
only between which ends it is.
Reading and writing such a file is done in files.py.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from accord.puzzles import Cell, Constraint, Domain, Grid, Problem, Puzzle, Value, cell_name
from accord.puzzles.puzzle import expect_puzzle

Kind = Literal[
    "assign", "remove", "decide", "conflict", "backtrack", "restart", "solution", "bound"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Reason = Mapping[str, Any]
Assignment = Any
"""The grid of a puzzle, 0 for a blank; of a problem a tuple of values, None for one left open."""
MOST_INTERVALS = 50  # of a domain in a reason
BREAKS_OFF = "the trace breaks off"  # why there is no end


@dataclass(frozen=True)
class Header:
    """The question of a trace: problem, solver, settings, limit and versions."""

    problem: Problem  # a puzzle of all-different sets, or any problem that is no Puzzle
    solver: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    limit: int | None = 1
    versions: Mapping[str, str] = field(default_factory=dict)  # accord's, and the backend's
    called: str = ""  # the problem's name, where it has one

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle.

        Raises:
            MalformedPuzzleError: it is another problem.
        """
        return expect_puzzle(self.problem)

    @property
    def constraints(self) -> Sequence[Constraint]:
        """The constraints that the numbers in reasons stand for."""
        return self.problem.constraints

    def name(self, cell: Cell) -> str:
        """The name of a cell or a variable."""
        if isinstance(self.problem, Puzzle):
            return cell_name(cell, self.problem.size)
        return self.problem.names[cell]

    @property
    def title(self) -> str:
        """The solver with its settings: `NAME:KEY=VALUE,...`."""
        words = ",".join(f"{name}={_word(value)}" for name, value in self.settings.items())
        return f"{self.solver}:{words}" if words else self.solver


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a trace: a step of the solver."""

    kind: Kind  # assign, remove, decide, conflict, backtrack, restart, solution or bound
    cell: Cell | None = None  # of an assign, remove or decide, and of some conflicts
    value: Value | None = None  # that is assigned, removed or guessed, or the bound
    reason: Reason | None = None  # why
    depth: int | None = None  # decisions that stand after it
    holds: bool = True  # of a decision: whether it is that the cell has the value
    grid: Assignment | None = None  # of a solution
    values: Domain | None = None  # that are removed, where they are several
    at: float | None = None  # seconds of the solver's clock, in a film without steps

    @property
    def removed(self) -> Collection[Value]:
        """The values that a remove takes."""
        if self.values is not None:
            return self.values
        return () if self.value is None else (self.value,)


@dataclass(frozen=True)
class End:
    """The end of a trace: status, counters and numbers of events."""

    status: str = "UNKNOWN"  # SAT, UNSAT or UNKNOWN
    exhausted: bool = False  # claimed: there are no more solutions
    why: str = ""  # it stopped, unless it is exhausted
    counters: Mapping[str, int] = field(default_factory=dict)
    events: int = 0  # that happened
    left_out: int = 0  # of these, the last ones, which are not in the trace
    grid: Assignment = field(default_factory=Grid)
    """The last solution; where there is none, what was settled when it stopped, and for the rest 0
    in the grid of a puzzle, None in the values of a problem."""
    figures: Mapping[str, Any] = field(default_factory=dict)  # further figures of the solver


@dataclass(frozen=True)
class Recording:
    """A trace with its header, events and end."""

    header: Header  # what was asked, of whom
    events: Sequence[Event]  # in their order
    end: End  # how it ended
    proved: bool = False  # its steps are those of a proof that the checker has accepted

    @property
    def counts(self) -> dict[str, int]:
        """The number of events by kind."""
        found = Counter(event.kind for event in self.events)
        return {kind: found[kind] for kind in KINDS if kind in found}


def wrong_solutions(recording: Recording) -> dict[int, list[str]]:
    """The broken rules of wrong solutions in a trace, by their numbers from 1.

    A grid that breaks the puzzle is wrong, and so is one that was found before; where the best is
    asked for, one that is no better.  The last solution stands in the end too; a grid there that is
    another one has the number after the last.
    """
    header, end = recording.header, recording.end
    grids: list[Assignment] = [each.grid for each in recording.events if each.grid is not None]
    if end.status == "SAT" and end.grid and end.grid not in grids[-1:]:
        grids.append(end.grid)
    found: dict[int, list[str]] = {}
    first: dict[Assignment, int] = {}
    best: Any = None  # value of the objective
    for number, grid in enumerate(grids, 1):
        again = first.setdefault(grid, number) != number
        violations = [*faults(header, grid), *[f"it is solution {first[grid]} again"] * again]
        if header.problem.goal is not None and not violations:
            value = header.problem.goal.value(grid)
            if best is not None and not header.problem.goal.is_better(value, best):
                violations.append(f"its value {value} is no better than {best}")
            best = header.problem.goal.best([value] if best is None else [value, best])
        if violations:
            found[number] = violations
    return found


def faults(header: Header, values: Assignment) -> Iterator[str]:
    """Everything that is wrong with values as a solution, in words; nothing, if they are one."""
    whole = [value for value in values if value is not None]
    if len(whole) == len(values):
        yield from header.problem.violations(whole)
        return
    for cell, value in enumerate(values):
        if value is None:
            yield f"{header.name(cell)} has no value"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
