"""Tables of a recorded comparison of speed: each figure is that of the data."""

from recorded_speed import circumstances, remarks, set_table

from accord.bench.speed.throughput import SpeedLine
from made_up_speed import KERNEL, PROGRAM, line, recorded, recorded_set, without_speed

LINES: tuple[SpeedLine, ...] = (
    line(PROGRAM, [0.5e-6, 0.5e-6, 0.5e-6], how="program", copies=40),
    line(KERNEL, [1e-6, 1e-6, 1e-6], copies=20),
    line("python", [30e-6, 50e-6, 40e-6], copies=2),
    line("slow", [2.0], puzzles=10, finished=False),
    without_speed("wrong", "WRONG", "it shows 1234, no solution"),
)


def rows(table: str) -> list[list[str]]:
    return [row.strip("| ").split(" | ") for row in table.splitlines()]


def test_each_solver_is_compared_with_the_kernel_and_each_program() -> None:
    heading, _, *body = rows(set_table(recorded_set(*LINES)))
    assert heading == ["solver", "CPU time", f"x {KERNEL}", f"x {PROGRAM}", "guesses", "asked"]
    assert body == [
        [PROGRAM, "0.50 us", "0.50 (0.50 to 0.50)", "1", "-", "10 x 40"],
        [KERNEL, "1.00 us", "1", "2.00 (2.00 to 2.00)", "-", "10 x 20"],
        ["python", "40.0 us", "40.0 (35.0 to 45.0)", "80.0 (70.0 to 90.0)", "-", "10 x 2"],
        ["slow", "&gt;=2.00 s", "&gt;=2e+06", "&gt;=4e+06", "-", "10 x 1"],
        ["wrong", "WRONG", "-", "-", "-", "-"],
    ]


def test_without_a_program_and_a_kernel_there_are_no_columns_for_them() -> None:
    heading, *_ = rows(set_table(recorded_set(LINES[2])))
    assert heading == ["solver", "CPU time", "guesses", "asked"]


def test_why_one_has_no_speed_is_said_once_for_all_sets() -> None:
    assert remarks(recorded(recorded_set(*LINES), recorded_set(*LINES))) == (
        "- WRONG wrong on easy, easy: it shows 1234, no solution"
    )


def test_the_circumstances_are_date_versions_commit_and_machine() -> None:
    assert circumstances(recorded()) == (
        "Recorded 2026-11-27 with accord 1.0 (0123abc), CPython 3.13.1, numba 0.68 on a CPU, "
        "2 threads, Linux; 5 repetitions of 0.5 s of CPU time, seed 0; load 0.50 before, 1.25 "
        "after."
    )
