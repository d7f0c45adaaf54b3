"""A solver whose answers have changed since a campaign was recorded is found by asking it again."""

from pathlib import Path

import pytest

from accord.bench.make.instances.collection import instances_of
from developer_tools import tool
from optional import library, slow
from small_campaigns import run

HONEST = "from accord.solvers.search.backtracking_mrv import solve\n"
LIAR = "def solve(puzzle, budget):\n    yield from ()\n"
ONCE = """
from pathlib import Path
from accord.solvers.search.backtracking_mrv import solve as honest
def solve(puzzle, budget):
    asked = Path(__file__).with_name("asked")
    if asked.exists():
        yield from honest(puzzle, budget)
    asked.touch()
"""
WEARY = """
from accord.solvers.budget import GaveUpError
def solve(puzzle, budget):
    yield from ()
    raise GaveUpError("too much")
"""


def test_a_solver_that_lies_or_gives_up_since_the_record_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    slow()
    library("scipy")
    fresh, solver, record = tool("fresh"), tmp_path / "mine.py", tmp_path / "small"
    solver.write_text(HONEST)
    name = f"{solver}:solve"
    run(record, list(instances_of("4x4"))[:3], [name, "sat-pycosat"], collection="4x4")

    def changed(text: str) -> list[str]:
        solver.write_text(text)
        assert fresh.main([str(record)]) == (text != HONEST)
        first, *others = capsys.readouterr().out.splitlines()
        assert first == "small: 3 of 3 puzzles, 2 solvers"
        return [each.strip() for each in others]

    assert changed(HONEST) == []
    lies = changed(LIAR)
    assert len(lies) >= 3
    assert all(each.startswith("CHANGED CONFLICT 4x4-") and name in each for each in lies[:3])
    assert changed(ONCE)  # that it is right when asked again excuses nothing
    (lost,) = changed(WEARY)
    assert lost.startswith(f"CHANGED {name} lost the proof on 3 problems: 4x4-")


def test_puzzles_are_asked_again_that_are_cheap_and_far_from_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("scipy")
    fresh, record = tool("fresh"), tmp_path / "small"
    run(record, list(instances_of("4x4"))[:3], ["backtracking-mrv"], collection="4x4")
    asked = fresh.read_question(record)
    by_cost = fresh.cheapest(record, asked)
    assert len(by_cost) == 3
    rows = fresh.accord.load(record).set_index("instance")["wall_time"]
    monkeypatch.setattr(fresh, "SECONDS", float(rows[by_cost[0]] + rows[by_cost[1]]))
    assert fresh.cheapest(record, asked) == by_cost[:2]
    monkeypatch.setattr(fresh, "NEAR", 0.0)
    assert fresh.cheapest(record, asked) == []
