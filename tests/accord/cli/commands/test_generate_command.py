"""`accord generate`: what it prints where, and with which exit code."""

import json
import re
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from accord.__main__ import cli
from accord.bench.make.generated import puzzles
from accord.bench.make.recipe import Recipe
from accord.cli.commands import Ending
from accord.puzzles.files.read_many import read_many
from accord.puzzles.files.texts import read
from accord.puzzles.formats.draft import Variant
from accord.puzzles.puzzle import Puzzle
from accord.solvers.answer import answer
from accord.solvers.registry import usable
from command_line import run_here, started

REGIONS = "1112132233243444"  # of 4x4


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The kernel is compiled once, which is said on standard error."""
    generate("--size", "6", "--seed", "0")


def generate(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["generate", *arguments])


def is_unique(puzzle: Puzzle) -> bool:
    found = answer(usable("exact-cover-bits").backend, puzzle, limit=2)
    return found.exhausted and len(found.solutions) == 1


def test_a_line_for_each_puzzle_on_standard_output_and_nothing_else() -> None:
    done = generate("--size", "2x3", "--seed", "1", "--count", "3")
    lines = done.stdout.splitlines()
    assert (len(lines), done.stderr, done.exit_code) == (3, "", 0)
    assert lines == [str(made.puzzle) for made in puzzles(Recipe(6), 1, 3)]
    assert all(is_unique(read(line)) for line in lines)
    for size in ("2X3", "6"):
        assert generate("--size", size, "--seed", "1").stdout == f"{lines[0]}\n"


def test_a_sheet_has_the_puzzles_that_would_be_printed(tmp_path: Path) -> None:
    for kind in (["--size", "4"], ["--puzzle", "killer", "--size", "4"]):
        file = tmp_path / "sheets" / "class.html"
        asked = [*kind, "--seed", "1", "--count", "3", "--sheet", str(file), "--per-sheet", "2"]
        assert generate(*asked).stdout == f"{file}\n"
        text = file.read_text(encoding="utf-8")
        assert (text.count("<section>"), text.count("<svg ")) == (3, 6)
        assert "accord generate" in text


def test_a_seed_that_was_drawn_is_said_so_that_it_can_be_asked_for() -> None:
    first = generate("--size", "4")
    seed = first.stderr.removeprefix("accord: seed ").strip()
    assert generate("--size", "4", "--seed", seed).stdout == first.stdout
    assert generate("--size", "4").stderr != first.stderr


def test_what_a_line_cannot_say_is_written_as_json() -> None:
    for options in (["--rules", "diagonals"], ["--size", "3x2"], ["--rules", "jigsaw"]):
        done = generate("--size", "6", "--seed", "2", "--count", "2", *options)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        assert [record["expected"]["count"] for record in records] == [1, 1]
        assert all(is_unique(read(line)) for line in done.stdout.splitlines())
        assert done.stderr == ""


def test_another_format_says_how_to_read_what_it_leaves_out() -> None:
    done = generate("--size", "4", "--seed", "2", "--rules", "diagonals", "--format", "line")
    assert is_unique(read(done.stdout, Variant(rules=frozenset({"diagonals"}))))
    assert "are only puzzles with --rules diagonals, which the format line does not" in done.stderr


def test_jigsaws_of_regions_that_are_given() -> None:
    done = generate("--size", "4", "--seed", "0", "--regions", REGIONS, "--format", "line")
    assert done.exit_code == 0
    assert is_unique(read(done.stdout, Variant(regions=REGIONS)))
    assert "--regions TEXT" in done.stderr


def test_a_climb_says_what_it_has_reached() -> None:
    done = generate("--size", "6", "--hard", "--steps", "3", "--seed", "0", "--count", "2")
    assert len(done.stdout.splitlines()) == 2
    first, second = [line for line in done.stderr.splitlines() if "in the median over" in line]
    assert first.startswith("accord: puzzle 1: ")
    assert "guesses of exact-cover-bits in the median over isomorphs" in second


def test_a_long_climb_says_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.cli.commands.generate.PAUSE", 0)
    done = generate("--size", "6", "--hard", "--steps", "2")
    first, *between, _ = done.stderr.splitlines()
    assert first.startswith("accord: seed ")
    assert any(re.search(r"guesses of .* after 1 of 2 steps so far$", line) for line in between)


@pytest.mark.parametrize("arguments", [["--count", "0"], ["--rules", "nix"], ["--format", "nix"]])
def test_a_seed_is_not_said_where_no_puzzle_is_made(arguments: list[str]) -> None:
    done = generate("--size", "4", *arguments)
    assert (done.stdout, done.stderr) == ("", "")


def test_a_large_board_says_where_it_stops() -> None:
    done = generate("--size", "4x4", "--seed", "0", "--difficulty", "easy")
    assert "16x16: stops at 111 clues of 256 cells" in done.stderr
    assert is_unique(read(done.stdout))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--size", "4", "--difficulty", "extreme", "--attempts", "2"], "found in 2 attempts"),
        (["--time-limit", "0"], "out of time after 0 s: made 0 of 1"),
    ],
)
def test_what_is_not_found_ends_with_code_124(arguments: list[str], message: str) -> None:
    done = generate(*arguments, "--seed", "0")
    assert isinstance(done.exception, Ending)
    assert (done.exception.code, done.stdout) == (124, "")
    assert message in done.exception.message


def test_puzzles_come_while_more_are_made() -> None:
    options = ("--size", "4", "--seed", "3", "--count", "1000000")
    with started("generate", *options, text=True) as running:
        first = [line.strip() for line in islice(running.stdout, 30)]
        running.stdout.close()  # as `head` does
        printed = running.stderr.read().splitlines()
    notes = (
        "accord: making puzzles: ",
        "accord: compiling the search kernels",
    )  # on a busy machine
    assert not [line for line in printed if not line.startswith(notes)]
    assert running.returncode == 0
    assert first == [str(made.puzzle) for made in puzzles(Recipe(4), 3, 30)]


def test_puzzles_on_boards_are_written_with_their_solution_and_read_again() -> None:
    done = generate("--puzzle", "killer", "--size", "4", "--seed", "1", "--count", "2")
    made = [*read_many(done.stdout.splitlines())]
    assert [each.name for each in made] == ["killer-1-1", "killer-1-2"]
    for each in made:
        assert each.expected is not None
        assert each.expected.count == 1
        assert each.expected.solution is not None
        assert [*each.problem.violations(each.expected.solution)] == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--minimal"], 2, "found --minimal with --puzzle, expected none but --size N"),
        (["--per-sheet", "4"], 2, "found --per-sheet, expected --sheet with it"),
        (["--sheet", "a.html", "--format", "json"], 2, "found --format and --sheet, expected one"),
        (["--size", "2x2"], 2, "found a box with --puzzle, expected --size N"),
        (["--size", "5"], 2, "found the size 5 of a killer, expected one of 4, 6, 8, 9"),
        (["--difficulty", "extreme"], 2, "expected easy, medium, hard"),
        (
            ["--size", "4", "--difficulty", "hard", "--attempts", "1", "--seed", "1"],
            124,
            "found no hard killer",
        ),
    ],
)
def test_what_no_killer_can_be_is_refused(arguments: list[str], code: int, message: str) -> None:
    done = run_here("generate", "--puzzle", "killer", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in " ".join(done.stderr.split())
