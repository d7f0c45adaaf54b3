"""A line that cannot be read ends no command: the rest is asked, and it is named at the end."""

from pathlib import Path

import pytest

import optional
from accord.cli.options.sources import MOST_LEFT_OUT, Unreadable
from accord.puzzles import MalformedPuzzleError
from command_line import run_here

LINES = ["1...............", "12x............", "..............2.", "4.3........"]
BAD = ["line 2: found 15 cells", "line 4: found 11 cells"]
COMMANDS = {  # what is printed of each puzzle that can be read
    ("check", "-s", "backtracking-mrv", "--json"): '{"instance"',
    ("solve", "-n", "1"): "\n",
    ("solve", "-s", "backtracking-bitset"): "\n",  # it takes arrays
    ("convert",): "\n",
    ("explain", "--brief"): "#",
    ("certify",): "#",
    ("rank",): "",
    ("show",): "----+----",
    ("speed", "-s", "backtracking-bitset", "--time", "1ms", "--repeat", "1"): "2 puzzles of 4x4",
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("command", "way"),
    [
        (command, way)
        for command in COMMANDS
        for way in ("PUZZLE", "--file", "stdin")
        if way != "--file" or command[0] not in ("show", "speed")  # they have no such option
    ],
)
def test_the_rest_is_asked_and_what_cannot_be_read_is_named(
    command: tuple[str, ...], way: str, tmp_path: Path
) -> None:
    if command == ("certify",):
        optional.library("pysat")
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(LINES))
    source = {"PUZZLE": (file,), "--file": ("--file", file), "stdin": ("-",)}[way]
    done = run_here(*command, *source, text="\n".join(LINES))
    said = [each for each in done.stderr.splitlines() if " left out" in each]
    if command == ("rank",):  # neither has one solution
        said = [each for each in said if "one solution" not in each]
    else:
        assert done.returncode == 2
        times = 1 if command[0] == "speed" else 2
        assert done.stdout.count(COMMANDS[command]) == times, done.stdout
        assert said[-1] == "accord: 2 puzzles were left out, as said above"
        assert len(said) == 3
    where = "" if way == "stdin" else f"{file}: "
    for each, bad in zip(said, BAD, strict=False):
        assert each.startswith(f"accord: left out: {where}{bad}, expected a square number")


def test_the_first_line_may_be_the_one_that_cannot_be_read(tmp_path: Path) -> None:
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    texts = {
        "lines": f"my puzzles\n{puzzle}\n{puzzle}\n",
        "paragraphs": "\n\n".join(
            "\n".join(row[at : at + 9] for at in range(0, 81, 9))
            for row in (puzzle.replace("9", "Q"), puzzle, puzzle)
        ),
        "records": f'{{"puzzle": 3}}\n{{"puzzle": "{puzzle}"}}\n{{"puzzle": "{puzzle}"}}\n',
        "table": f"puzzle\n12\n{puzzle}\n{puzzle}\n",
    }
    for text in texts.values():
        done = run_here("convert", "-", text=text)
        assert (done.returncode, done.stdout) == (2, f"{puzzle}\n{puzzle}\n")
        assert done.stderr.count("left out: line ") == 1


def test_a_claim_that_cannot_be_read_is_left_out_and_a_wrong_one_counts_more(
    tmp_path: Path,
) -> None:
    puzzle, grid, wrong = "12..34..........", "1234341221434321", "1234341221434312"
    file = tmp_path / "claims.csv"
    for claimed, code in ((grid, 2), (wrong, 1)):
        file.write_text(f"puzzle,solution\n12,{grid}\n{puzzle},{claimed}\n{puzzle},{grid[1:]}\n")
        done = run_here("verify", "--file", file)
        assert done.returncode == code
        assert done.stdout.endswith(f"1 checked: {2 - code} wrong, 2 unreadable\n")
        said = [each.partition(",")[0] for each in done.stderr.splitlines()]
        assert said[:2] == [f"accord: left out: {file}: line {number}" for number in (2, 4)]


def test_of_many_lines_that_cannot_be_read_the_first_are_kept_and_the_others_counted() -> None:
    done = run_here("convert", "-", text="\n".join([LINES[0], *["12x"] * 1000, LINES[2]]))
    said = done.stderr.splitlines()
    assert len(said) == MOST_LEFT_OUT + 2
    assert said[-2:] == [
        "accord: left out: 980 more that cannot be read",
        "accord: 1000 puzzles were left out, as said above",
    ]
    unreadable = Unreadable()
    for _ in range(1000):
        unreadable(MalformedPuzzleError("x"))
    assert (unreadable.number, len(unreadable.errors)) == (1000, MOST_LEFT_OUT)


def test_a_campaign_loses_no_puzzle_and_a_text_alone_is_refused_as_ever(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("\n".join(LINES))
    done = run_here("bench", file, "-s", "backtracking-mrv", "-o", tmp_path / "out")
    assert done.returncode == 2
    assert "boards.txt: line 2: found 15 cells" in done.stderr
    done = run_here("check", "12x............", "-s", "backtracking-mrv")
    assert (done.returncode, "left out" in done.stderr) == (2, False)
    file.write_text("12x............\n4.3........\n")
    done = run_here("convert", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"accord: {file}: line 1: found 26 cells")


def test_a_problem_that_is_no_puzzle_ends_no_explanation(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    problem = run_here("convert", "classics/queens-4", "--format", "json").stdout.strip()
    puzzle = run_here("convert", LINES[0], "--format", "json").stdout.strip()
    file.write_text(f"{problem}\n{puzzle}\n")
    done = run_here("explain", "--brief", file)
    assert done.returncode == 2
    assert "1  Prune candidates" in done.stdout
    assert "expected a puzzle of n x n cells" in done.stderr
    assert "1 puzzle was left out" in done.stderr
