"""The measurement of human logic: that it measures everything, not how fast it is."""

import pytest

from accord.solvers.logic import TECHNIQUES
from accord.solvers.logic.engine.boards import board_of
from accord.solvers.logic.engine.engine import steps, techniques_up_to
from developer_tools import tool

logic_speed = tool("logic_speed")


def test_prints_all_three_measurements(capsys: pytest.CaptureFixture[str]) -> None:
    logic_speed.main(["2"])
    first, second, empty, header, *rows = capsys.readouterr().out.splitlines()
    assert first.startswith("deduce: 8 easy puzzles, ")
    assert second.startswith("explain: 2 mixed puzzles in ")
    assert not empty
    assert header.split()[:4] == ["technique", "calls", "found", "needed"]
    assert [row.split()[0] for row in rows] == list(TECHNIQUES)
    with pytest.raises(SystemExit, match="found 'many' puzzles, expected 1 or more"):
        logic_speed.main(["many"])


def test_counts_what_the_path_needed() -> None:
    puzzle = next(logic_speed.mixed())
    path = list(steps(board_of(puzzle), techniques_up_to(unique=True)))
    for note in logic_speed.spent([puzzle]):
        of_it = [step for step in path if step.technique.name == note.technique.name]
        assert note.needed == bool(of_it)
        assert note.deductions == sum(len(step.deductions) for step in of_it)
        assert note.calls >= len(of_it)


def test_mixes_what_ships_with_what_is_generated() -> None:
    ships = list(logic_speed.shipped())
    assert len(ships) > 50
    with_more = [puzzle for puzzle, _ in zip(logic_speed.mixed(), range(len(ships) + 3))]  # noqa: B905
    assert with_more[:-3] == ships
    dense, medium, minimal = (sum(map(bool, puzzle.givens)) for puzzle in with_more[-3:])
    assert (dense, medium) == (40, 30)
    assert minimal < 30
