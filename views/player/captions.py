"""What the player says in words: which puzzle, which solver, how it went and how it ended."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from accord.puzzles.puzzle import Puzzle
from accord.solvers.events import Header, Recording
from accord.views import sentences

MOST = 20_000  # characters of what a solver tells of itself, and of anything else
LONGEST = 200  # characters of a heading
MANY = 40  # things that are told


def kind_of(puzzle: Puzzle) -> str:
    """What is asked: `9x9 Sudoku with diagonals, 30 givens`."""
    size = f"{puzzle.size}x{puzzle.size}"
    if puzzle.regions is not None:
        name = "jigsaw Sudoku"
    elif puzzle.box is None:
        name = "Latin square"
    else:
        name = "Sudoku"
    names = {"diagonals": "diagonals", "windoku": "windows"}
    extras = [word for rule, word in names.items() if rule in puzzle.rules]
    if puzzle.shape.extra:
        extras.append("further constraints")
    if puzzle.candidates is not None:
        extras.append("candidates crossed out")
    clues = sum(value > 0 for value in puzzle.givens)
    added = f" with {' and '.join(extras)}" if extras else ""
    return f"{size} {name}{added}, {clues} given{'s' * (clues != 1)}"


def title(recordings: Sequence[Recording]) -> str:
    """What the page shows."""
    if len(recordings) == 1:
        return f"{recordings[0].header.title} at work"
    puzzles = len({recording.header.puzzle for recording in recordings})
    return f"{len(recordings)} traces, {'one puzzle' if puzzles == 1 else f'{puzzles} puzzles'}"


def mood(recording: Recording) -> str:
    """The result in one word: solved, none or open."""
    status = recording.end.status
    return "solved" if status == "SAT" else "none" if status == "UNSAT" else "open"


def result(recording: Recording) -> str:
    """How it ended, in a few words."""
    end, found = recording.end, recording.counts.get("solution", 0)
    least = "at least " if end.left_out else ""
    if end.status == "UNSAT":
        return "no solution"
    if end.status != "SAT":
        return "no answer"
    if found == 0:
        return "solved"
    solutions = f"{least}{found:,} solution{'s' * (found != 1)}"
    return f"{solutions}, and no other" if end.exhausted else solutions


def ending(recording: Recording) -> str:
    """The sentence of the last row."""
    counters = ", ".join(f"{name} {number:,}" for name, number in recording.end.counters.items())
    said = sentences.ending(recording.end)
    return f"{said} The solver counted: {counters}." if counters else said


def facts(recording: Recording) -> list[tuple[str, str]]:
    """What there is to know of a trace, as (heading, text) pairs."""
    header, end = recording.header, recording.end
    rows = {
        "puzzle": kind_of(header.puzzle),
        "solver": header.solver,
        "settings": _pairs(header.settings) or "the usual ones",
        "asked for": _asked(header),
        "result": result(recording),
        "stopped because": "" if end.exhausted else end.why,
        "events": f"{end.events:,}" + (f" ({end.left_out:,} left out)" if end.left_out else ""),
        "counted": _pairs(end.counters),
        "versions": _pairs(header.versions),
        "givens": str(header.puzzle.givens),
    }
    rows |= {str(name): _plain(value) for name, value in end.figures.items()}
    told = [(name[:LONGEST], text[:MOST]) for name, text in rows.items() if text]
    return told[:MANY]


def _asked(header: Header) -> str:
    if header.limit is None:
        return "all solutions"
    return f"{header.limit:,} solution{'s' * (header.limit != 1)}"


def _pairs(named: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {_plain(value)}" for name, value in named.items())


def _plain(value: object) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if type(value) is int else json.dumps(value, ensure_ascii=False)
