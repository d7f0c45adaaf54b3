"""`accord rank`: what it says of one puzzle, of several, and of the measures."""

import json

import accord
from accord.bench.analysis.correlation import agreement
from accord.bench.analysis.hardness import FORMS, TECHNIQUE
from accord.bench.analysis.recorded_hardness import FEWEST, recorded
from command_line import run_here

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "..343412..434321"


def test_of_one_puzzle_it_says_the_spread_and_the_rank() -> None:
    lines = run_here("rank", EASY).stdout.splitlines()
    assert lines[0].startswith(f"Measured on {FORMS} isomorphs of seed 0")
    assert lines[1].startswith("hardest technique: Naked single, ")
    assert sum("harder than " in line for line in lines) >= 4
    record = json.loads(run_here("rank", EASY, "--json").stdout)
    assert record[TECHNIQUE][0][0] == "naked_singles"
    assert record["ranks"][TECHNIQUE]["among"] >= FEWEST


def test_of_several_each_has_a_line_and_what_has_not_one_solution_is_left_out() -> None:
    done = run_here("rank", "4x4")
    assert done.stdout.count("4x4-") == len([*accord.instances("4x4")])
    two = run_here("rank", TWO)
    assert two.returncode == 2
    assert "found several solutions, expected one" in two.stderr


def test_a_kind_that_techniques_do_not_know_is_said() -> None:
    said = run_here("rank", "boards/kropki-4-easy").stdout
    assert "hardest technique: - (techniques reason on all-different, sums" in said


def test_the_correlations_are_of_puzzles_of_one_size() -> None:
    done = run_here("rank", "--correlations", "--json")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert {record["size"] for record in records} >= {4, 6, 9}
    expected = [[each.one, each.other] for each in agreement(recorded(), 9)]
    assert [record["measures"] for record in records if record["size"] == 9] == expected
    for record in records:
        if record["kendall"] is not None:
            low, high = record["kendall interval"]
            assert -1 <= low <= record["kendall"] <= high <= 1
    shown = run_here("rank", "--correlations").stdout
    assert max(map(len, shown.split("rho:")[0].splitlines())) <= 80
