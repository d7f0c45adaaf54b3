"""A trace in words: which puzzle, which solver, how it went and how it ended."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from accord.puzzles import Problem, Puzzle
from accord.puzzles.derived_problems import shown_part
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, listed, solutions_text
from accord.solvers.traces.events import BREAKS_OFF, Recording, wrong_solutions
from accord.views.boards.forms.grids import ProblemGrid
from accord.views.boards.printed import Printed, printed_on
from accord.views.narration import narration
from accord.views.narration.constraint_words import in_words, listed_constraints, objective_words

LOGIC = ("logic", "human logic")  # solvers that explain and do not search
MOST = 20_000  # characters of one fact
LONGEST = 200  # characters of a heading
IN_TITLE = 4  # constraints, or series of them, in a title
SAID = 100  # constraints in full
CLAIMS = "claims a wrong solution"
PROVED = "Nothing is left: there is no {}solution, and that is proved."
MANY = 40  # facts
COUNTED = {  # events: one of them, and several
    "assign": ("settled cell", "settled cells"),
    "remove": ("removed candidate", "removed candidates"),
    "decide": ("guess", "guesses"),
    "conflict": ("conflict", "conflicts"),
    "backtrack": ("step back", "steps back"),
    "restart": ("restart", "restarts"),
    "solution": ("solution", "solutions"),
    "bound": ("bound", "bounds"),
}


def kind_of(problem: Problem) -> str:
    """A problem in a few words: `9x9 Sudoku with diagonals, 30 givens`."""
    if not isinstance(problem, Puzzle):
        return _kind_of_grid(problem) or str(problem)
    size = f"{problem.size}x{problem.size}"
    boxed = "Latin square" if problem.box is None else "Sudoku"
    name = boxed if problem.regions is None else "jigsaw Sudoku"
    names = {"diagonals": "diagonals", "windoku": "windows"}
    extras = [word for rule, word in names.items() if rule in problem.rules]
    printed = printed_on(problem)
    extras += _marks(printed)
    if printed.rest:
        extras.append("further constraints")
    if problem.candidates is not None:
        extras.append("candidates crossed out")
    clues = sum(value > 0 for value in problem.givens)
    added = f" with {listed(extras)}" if extras else ""
    return f"{size} {name}{added}, {counted(clues, 'given')}"


def _kind_of_grid(problem: Problem) -> str:
    """`9x9 grid with cages, 113 constraints`; empty of a problem that is no grid."""
    if problem.layout is None or problem.layout.form != "grid":
        return ""
    columns = problem.layout.columns
    marks = _marks(ProblemGrid(shown_part(problem)).printed)
    added = f" with {listed(marks)}" if marks else ""
    constraints = counted(len(problem.constraints), "constraint")
    return f"{len(problem.shown) // columns}x{columns} grid{added}, {constraints}"


def _marks(printed: Printed) -> list[str]:
    """The kinds of marks on a board: `cages`, `signs` ..."""
    kinds = "cages", "signs", "dots", "thermometers", "arrows", "sums", "clues"
    return [word for word in kinds if getattr(printed, word)]


def title(recordings: Sequence[Recording]) -> str:
    """The title of a page of traces."""
    asked = {recording.header.problem for recording in recordings}
    if all(recording.proved for recording in recordings):
        said = counted(len(recordings), "proof") if len(recordings) > 1 else "A proof, step by step"
    elif len(recordings) == 1:
        said = f"{recordings[0].header.title} at work"
    else:
        what = "puzzle" if all(isinstance(each, Puzzle) for each in asked) else "problem"
        said = f"{len(recordings)} traces, {counted(len(asked), what)}"
    name = recordings[0].header.called if len(asked) == 1 else ""
    return f"{name}: {said}" if name else said


def subtitle(recordings: Sequence[Recording]) -> str:
    """The problems of a page: of several the kinds, of one its model in words, too."""
    asked = {recording.header.problem: None for recording in recordings}
    kinds = " · ".join(dict.fromkeys(map(kind_of, asked)))
    (problem, *others) = asked
    if others or isinstance(problem, Puzzle):  # whose rules are said by its kind
        return kinds
    sought = objective_words(problem.goal, problem.names) if problem.goal else ""
    said = listed_constraints(problem.constraints, problem.names, IN_TITLE)
    return f"{kinds}: {'; '.join(filter(None, (sought, said)))}"


def _constraints(problem: Problem) -> str:
    """The constraints in words, a line each; the first ones, where they are many."""
    said = [in_words(each, problem.names) for each in problem.constraints[:SAID]]
    more = len(problem.constraints) - SAID
    return "\n".join([*said, *[f"and {counted(more, 'more constraint')}"] * (more > 0)])


def broken(recording: Recording) -> str:
    """A sentence on the first claimed solution that is none; empty where there is no such."""
    return next((faults[0] for faults in wrong_solutions(recording).values()), "")


def mood(recording: Recording) -> str:
    """The result in one word: solved, none, open or wrong."""
    if broken(recording):
        return "wrong"
    status = recording.end.status
    return "solved" if status == "SAT" else "none" if status == "UNSAT" else "open"


def logical(recording: Recording) -> bool:
    """Whether a trace holds deductions, and no search."""
    return recording.header.solver in LOGIC


def result(recording: Recording) -> str:
    """The end of a trace in a few words; what was not checked is called a claim."""
    end, found = recording.end, recording.counts.get("solution", 0)
    least = "at least " if end.left_out else ""
    how = "proved" if recording.proved else "claimed"
    if fault := broken(recording):
        return f"{CLAIMS}: {fault}"[:LONGEST]
    if end.status == "UNSAT":
        return f"no solution ({how})"
    if end.status != "SAT":
        return _no_answer(recording)
    if not found and not end.left_out:
        return "solved"
    if goal := recording.header.problem.goal:
        value = value_text(goal.value([each or 0 for each in end.grid]))
        return f"optimum {value} ({how})" if end.exhausted else f"best known {value}"
    solutions = f"{least}{counted(max(1, found), 'solution')}"
    return f"{solutions}, and no other ({how})" if end.exhausted else f"{solutions} found"


def _no_answer(recording: Recording) -> str:
    end = recording.end
    if end.why == BREAKS_OFF:
        return "the file breaks off"
    if "several solutions" in end.why:
        return "several solutions"
    if not logical(recording) or not end.why.startswith("no technique"):
        return "no answer"
    cells = [*end.grid].count(0)
    return f"stuck, {counted(cells, 'cell')} open"


def truncated(recording: Recording) -> str:
    """A sentence on the events that the trace did not keep; empty where it kept all."""
    kept, left = len(recording.events), recording.end.left_out
    return f"The trace kept its first {kept:,} events; {left:,} more happened." if left else ""


def ending(recording: Recording) -> str:
    """The sentence of the last row."""
    fault = broken(recording)
    said = narration.ending(recording.header, recording.end)
    end = f"The solver {CLAIMS}: {fault}." if fault else said
    if recording.proved:
        end = PROVED.format("other " * (recording.end.status == "SAT"))
    return f"{truncated(recording)} {end}".strip()


def facts(recording: Recording) -> list[tuple[str, str]]:
    """Facts about a trace, as (heading, text) pairs."""
    header, end, limit = recording.header, recording.end, recording.header.limit
    solved = [value for value in end.grid if value is not None] if end.status == "SAT" else []
    problem, is_puzzle = header.problem, isinstance(header.problem, Puzzle)
    rows = {
        "puzzle" if is_puzzle else "problem": kind_of(problem),
        "constraints": "" if is_puzzle else _constraints(problem),
        "solver": header.solver,
        "settings": _pairs(header.settings) or "the usual ones",
        "asked for": solutions_text(0 if problem.goal else limit),
        "result": result(recording),
        "ended": ending(recording),
        "events": f"{end.events:,}" + (f" ({end.left_out:,} left out)" if end.left_out else ""),
        "counted": _pairs(end.counters),
        "versions": _pairs(header.versions),
        "givens": str(header.puzzle.givens) if is_puzzle else "",
        "solution": "" if is_puzzle or not solved else problem.worded(tuple(solved), None),
    }
    rows |= {str(name): _plain(value) for name, value in end.figures.items()}
    known = [(name[:LONGEST], text[:MOST]) for name, text in rows.items() if text]
    return known[:MANY]


def _pairs(named: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_plain(value)}" for name, value in named.items())


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if type(value) is int else json.dumps(value, ensure_ascii=False)
