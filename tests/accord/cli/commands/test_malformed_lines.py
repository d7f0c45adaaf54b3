"""A line that cannot be read ends no command: the rest is asked, and it is named at the end."""

from pathlib import Path

import pytest

import optional
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
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("way", ["PUZZLE", "--file", "stdin"])
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
        assert done.stdout.count(COMMANDS[command]) == 2, done.stdout
        assert said[-1] == "accord: 2 puzzles were left out, as said above"
        assert len(said) == 3
    for each, bad in zip(said, BAD, strict=False):
        assert each.startswith(f"accord: left out: {bad}, expected a square number")


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
    assert done.stderr.startswith("accord: line 1: found 26 cells")
