"""Commands that write into a folder: it is new, empty or their own, with or without notes."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import accord
from accord.puzzles.errors import InputError
from command_line import run_here as command
from places import SUPPORT

WRONG = f"{SUPPORT / 'wrong_solvers.py'}:says_no_solution"
FOUR, NONE = "3..1..2......4..", "3..3..2......4.."
COMMANDS: dict[str, Sequence[object]] = {
    "campaign": ("bench", "4x4/4x4-1", "-s", "logic", "-q"),
    "audit": ("audit", "-s", "logic", "--kind", "sudoku", "--problems", 1, "--classics", 0),
    "dispute": ("dispute", FOUR, "-s", "logic", "-s", WRONG, "--times", 1, "--most", 0),
    "certificates": ("certify", FOUR, "--with", "backtracking-mrv"),
    "findings": ("fuzz", "-s", WRONG, "--kind", "sudoku", "--problems", 8),
}


def content(folder: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_command_goes_on_in_its_own_folder_and_no_other_writes_there(
    kind: str, tmp_path: Path
) -> None:
    folder = tmp_path / "ours"
    folder.mkdir()
    first = command(*COMMANDS[kind], "-o", folder)
    assert content(folder), first.stderr
    (folder / "notes.txt").write_text("on a warm day")
    (folder / "drafts").mkdir()
    again = command(*COMMANDS[kind], "-o", folder)
    assert (again.returncode, "choose another" in again.stderr) == (first.returncode, False)
    assert (folder / "notes.txt").read_text() == "on a warm day"
    assert (folder / "drafts").is_dir()
    assert [each.name for each in tmp_path.iterdir()] == ["ours"]
    before = content(folder)
    for other in COMMANDS.keys() - {kind}:
        refused = command(*COMMANDS[other], "-o", folder)
        assert (refused.returncode, "choose another" in refused.stderr) == (2, True)
    assert content(folder) == before


def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    campaign, theirs = tmp_path / "campaign", tmp_path / "theirs"
    command(*COMMANDS["campaign"], "-o", campaign)
    (theirs / "thesis").mkdir(parents=True)
    for name in "edcba":
        (theirs / name).write_text("mine")
    before = content(theirs)
    new_ones = (("export", campaign, "--format", "metrics"), ("why", NONE), ("merge", campaign))
    for asked in (*COMMANDS.values(), *new_ones):
        done = command(*asked, "-o", theirs)
        said = f"accord: {theirs}: found a, b, c and 3 others in it, expected a new or empty folder"
        assert said in " ".join(done.stderr.split())
        assert (done.returncode, done.stdout) == (2, "")
    with pytest.raises(InputError, match=r"found a, b, c and 3 others in it, .* one of a campaign"):
        accord.run(theirs, FOUR, lambda puzzle: iter(()))
    assert content(theirs) == before
    assert [each.name for each in theirs.iterdir() if each.is_dir()] == ["thesis"]
    assert "a: found a file, expected" in command(*COMMANDS["dispute"], "-o", theirs / "a").stderr


def test_a_campaign_of_functions_that_did_not_begin_is_begun_again(tmp_path: Path) -> None:
    def solve(puzzle: object) -> Iterator[object]:
        yield from ()

    for _ in range(2):
        with pytest.raises(InputError, match="found 0 solutions asked for"):
            accord.run(tmp_path / "mine", FOUR, solve, limit=0)
    assert [each.name for each in (tmp_path / "mine").rglob("*.py")] == ["solve.py"]
