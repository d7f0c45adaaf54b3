"""The measurement of human logic: that it measures everything, not how fast it is."""

import pytest

from accord.bench.logic_speed import cpu_time, main, mixed, shipped, spent
from accord.solvers.logic import TECHNIQUES, board_of, steps, techniques


def test_prints_all_three_measurements(capsys: pytest.CaptureFixture[str]) -> None:
    main(["2"])
    first, second, empty, header, *rows = capsys.readouterr().out.splitlines()
    assert first.startswith("deduce: 8 easy puzzles, ")
    assert second.startswith("explain: 2 mixed puzzles in ")
    assert not empty
    assert header.split()[:4] == ["technique", "calls", "found", "needed"]
    assert [row.split()[0] for row in rows] == list(TECHNIQUES)


def test_counts_what_the_path_needed() -> None:
    puzzle = next(mixed())
    path = list(steps(board_of(puzzle), techniques(unique=True)))
    notes = {note.technique.name: note for note in spent([puzzle])}
    for name, note in notes.items():
        of_it = [step for step in path if step.technique.name == name]
        assert note.needed == bool(of_it)
        assert note.deductions == sum(len(step.deductions) for step in of_it)
        assert note.calls >= len(of_it)
    assert notes["prune_candidates"].calls == len(path) + (not path[-1].after.solved)


def test_mixes_what_ships_with_what_is_generated() -> None:
    ships = list(shipped())
    assert len(ships) > 50
    with_more = [puzzle for puzzle, _ in zip(mixed(), range(len(ships) + 3), strict=False)]
    assert with_more[:-3] == ships
    clues = [sum(map(bool, puzzle.givens)) for puzzle in with_more[-3:]]
    assert clues[:2] == [40, 30]
    assert clues[2] < 30


def test_measures_in_seconds() -> None:
    assert 0 <= cpu_time(lambda: None) < 1


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_refuses_what_is_no_number_of_puzzles(number: str) -> None:
    with pytest.raises(SystemExit, match=f"found '{number}' puzzles, expected 1 or more"):
        main([number])
