"""Proofs step by step: each step follows from what the board shows, whoever made the proof."""

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import pytest

from accord.puzzles import AllDifferent, Grid, Problem, Puzzle, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.lrat import ProofError
from accord.solvers.traces.events import Event, Recording, wrong_solutions
from accord.solvers.traces.replay import Replay
from accord.views.narration.proof_recording import proof_recording
from accord.views.narration.proof_text import WIDTH, proof_lines
from certified import certified


def none() -> Problem:
    """Four variables of three values, pairwise different in words that nobody counts."""
    pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    return Problem([range(3)] * 4, [AllDifferent(pair) for pair in pairs])


def sums() -> Problem:
    """A table and two sums over one variable, and a name that looks like a step."""
    table = Table((0, 1, 2), ((1, 2, 3), (2, 3, 4), (3, 1, 1), (4, 4, 2)))
    rows = [Linear((1, 2, 3), "=", 9), Linear((0, 3), ">", 5, name="a loses 1: b")]
    return Problem([range(1, 5)] * 4, [table, *rows])


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "ambiguous 4x4": lambda: Puzzle(
        shape(4), Grid([1, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0])
    ),
    "empty house": lambda: Puzzle(shape(4), Grid([1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8])),
    "killer": EXAMPLES["killer-4"].problem,
    "none": none,
    "sums": sums,
}


@cache
def told(name: str, most: int = 10_000) -> Recording:
    return proof_recording(certified(PROBLEMS[name]()), most)


@pytest.mark.parametrize("name", PROBLEMS)
def test_each_step_follows_from_what_the_board_shows(name: str) -> None:
    recording = told(name)
    board, checked = Replay(recording.header.problem), 0
    for event in recording.events:
        board.expect(event)
        checked += follows(board, event)
        board.apply(event)
    assert board.depth == 0
    assert recording.events[-1].kind == "conflict"
    assert recording.events[-1].cell is None or recording.events[-1].reason
    assert checked > len(recording.events) // 4
    assert recording.proved
    assert not wrong_solutions(recording)


def follows(board: Replay, event: Event) -> bool:
    """Check the reason of an event; whether it has one that can be checked here."""
    reason: Any = event.reason or {}
    if event.kind in ("decide", "backtrack", "solution", "restart"):
        return False
    if "clause" in reason:
        others = [each for each in reason["clause"] if each[0] != event.cell]
        for cell, value, holds in others if "further" not in reason["sentence"] else ():
            assert is_false(board, cell, value, holds)
        return bool(others)
    if "domains" in reason:
        assert [str(Domain.of(board.domains[each])) for each in reason["cells"]] == reason[
            "domains"
        ]
        assert not supported(board, event)
    elif "constraint" in reason:
        scope = board.problem.constraints[reason["constraint"]].scope
        if event.kind == "remove":
            [cell] = reason["cells"]
            assert {cell, event.cell} <= {*scope}
            assert board.domains[cell] == {event.value}
        elif event.kind == "assign":
            assert all(event.value not in board.domains[each] for each in {*scope} - {event.cell})
        elif "value" in reason:
            assert all(reason["value"] not in board.domains[each] for each in scope)
        else:
            one, other = reason["cells"]
            assert board.domains[one] == board.domains[other]
            assert len(board.domains[one]) == 1
    else:
        assert event.cell is not None
        assert board.domains[event.cell] <= {event.value}
    return True


def is_false(board: Replay, cell: int, value: int, holds: bool) -> bool:
    """Whether the board excludes that the cell has the value, or that it has another."""
    return value not in board.domains[cell] if holds else board.domains[cell] <= {value}


def supported(board: Replay, event: Event) -> bool:
    """Whether the constraint holds for some values of the cells of the reason, others at will."""
    reason: Any = event.reason
    constraint, problem = board.problem.constraints[reason["constraint"]], board.problem
    own = {event.cell: event.removed} if event.kind == "remove" else {}
    choices = [
        own.get(each, board.domains[each] if each in reason["cells"] else problem.domains[each])
        for each in constraint.scope
    ]
    return any(constraint.holds(values) for values in product(*choices))


def test_text_is_short_and_says_what_is_proved() -> None:
    recording = told("killer")
    lines = [*proof_lines(recording, first=3)]
    assert max(map(len, lines)) <= WIDTH
    text = " ".join(map(str.strip, lines))
    assert text.startswith("Solution 1 is known; what follows proves that there is no other. ")
    assert "cage" in text
    assert text.endswith("there is no other solution, and that is proved.")


def test_a_long_proof_keeps_its_first_events_and_counts_the_others() -> None:
    whole, part = told("sums"), told("sums", most=5)
    assert part.events == whole.events[:5]
    assert part.end.left_out == len(whole.events) - 5
    assert any(each.startswith("The trace kept its first 5 events") for each in proof_lines(part))


def test_what_proves_nothing_is_not_told() -> None:
    problem = PROBLEMS["none"]()
    with pytest.raises(ProofError):
        proof_recording(Certificate(problem, (), b""))
