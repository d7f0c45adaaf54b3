"""`accord why`: reasons with their evidence, as text, as JSON and as certificates."""

import json
from pathlib import Path

import pytest

from accord.puzzles import Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.files.texts import write
from accord.puzzles.layout import Symbols
from accord.puzzles.proofs.certificate_folder import check_folder, read_certificate
from command_line import run_here as accord

CLASH = "3..3..2......4.."


def test_a_clash_in_words_and_its_certificate(tmp_path: Path) -> None:
    done = accord("why", CLASH, "-o", "made", "--argument", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1] == "  r1c1 = 3, r1c4 = 3 and row 1"
    assert done.stdout.endswith("there is no solution, and that is proved.\n")
    certificate = read_certificate(tmp_path / "made" / "clash-1")
    check_folder(certificate, tmp_path / "made" / "clash-1")
    assert certificate.answer == "none"
    assert [each.name for each in certificate.problem.constraints] == ["row 1"]


def test_clashes_for_programs() -> None:
    found = json.loads(accord("why", CLASH, "--all", "3", "--json").stdout)
    assert (found["answer"], found["all"], len(found["clashes"])) == ("none", False, 3)
    sizes = [len(each["parts"]) for each in found["clashes"]]
    assert sizes == sorted(sizes)
    first = found["clashes"][0]
    assert (first["certified"], first["proof lines"]) == (True, 1)
    assert [part["words"] for part in first["parts"]] == ["r1c1 = 3", "r1c4 = 3", "row 1"]
    assert first["parts"][0]["needed"]["r1c4"] == 3


def test_a_domain_without_a_value_is_named() -> None:
    text = '{"variables": {"x": "none", "y": "0..3"}}'
    assert accord("why", text=text).stdout.startswith("no solution: x without a value (certified")


def test_all_clashes_are_all() -> None:
    two = Problem([[1], [1], [1]], [AllDifferent((0, 1)), AllDifferent((1, 2))], "abc")
    done = accord("why", "--all", "9", text=write(two, "json"))
    assert done.stdout.splitlines()[-1] == "there is no other clash"
    assert done.stdout.count("clash ") == 2


def test_several_solutions_and_what_makes_them_one() -> None:
    done = accord("why", "3..1..2.........")
    assert done.returncode == 0
    assert "several solutions: 6 verified, and no others, claimed by" in done.stdout
    assert "(a unique rectangle)" in done.stdout
    found = json.loads(accord("why", "3..1..2.........", "--json").stdout)
    assert (found["answer"], found["solutions"], found["all known"]) == ("several", 6, True)
    assert (found["clues"]["fewest"], len(found["clues"]["values"])) == (True, 1)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("r1c2=2", "r1c2 = 2 in each solution"),
        ("r1c2=4", "r1c2 = 4 in no solution; it cannot be\n  4: r4c2 = 4 and column 2\n"),
    ],
)
def test_why_a_value(cell: str, says: str) -> None:
    assert says in accord("why", "3..1..2......4..", "--cell", cell).stdout


def test_a_value_in_words_that_is_free() -> None:
    colours = Symbols(("red", "green"), (0, 1))
    problem = Problem([range(2)] * 2, [Linear((0, 1), "<", 2)], ["a", "b"], symbols=colours)
    done = accord("why", "--cell", "a=green", text=write(problem, "json"))
    assert done.stdout.startswith("a = green is possible, and a = red too")


def test_words_are_read_before_numbers() -> None:
    turned = Symbols(("1", "0"), (0,))
    problem = Problem([range(2)], [], ["a"], symbols=turned)
    done = accord("why", "--cell", "a=1", "--json", text=write(problem, "json"))
    assert json.loads(done.stdout)["value"] == 0


def test_a_large_domain_keeps_the_time_limit() -> None:
    text = '{"variables": {"x": "0..1000000000"}}'
    done = accord("why", "--cell", "x=3", "-t", "0.3s", text=text)
    assert done.returncode == 124
    assert "not decided in time" in done.stdout


def test_one_solution_is_certified() -> None:
    lines = accord("why", "3..1..2......4..").stdout.splitlines()
    assert lines[:2] == [
        "one solution: 3241412323141432",
        "no other one (certified, 1 line of proof)",
    ]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--cell", "r1c1"], "found no '=', expected NAME=VALUE"),
        (["--cell", "r9c9=1"], "found 'r9c9', expected a variable, as r1c1, r1c2, r1c3"),
        (["--cell", "r1c1=x"], "found 'x', expected one of 1..4"),
        (["--cell", "r1c1=9"], "found r1c1 = 9, expected one of 1..4"),
        (["--cell", "r1c1=1", "--all", "2"], "found --cell and --all, expected one of them"),
    ],
)
def test_what_cannot_be_asked(arguments: list[str], says: str) -> None:
    done = accord("why", CLASH, *arguments)
    assert done.returncode == 2
    assert says in done.stderr


@pytest.mark.parametrize("option", ["--all=2", "--few=givens", "--argument"])
def test_an_option_without_use_is_said(option: str) -> None:
    done = accord("why", "3..1..2.........", option)
    assert done.returncode == 0
    name = option.partition("=")[0]
    assert f"{name} is of no use here: there are several solutions" in done.stderr


def test_the_argument_is_there_for_programs() -> None:
    found = json.loads(accord("why", CLASH, "--argument", "--json").stdout)
    assert found["argument"][-1] == "Nothing is left: there is no solution, and that is proved."


def test_values_are_written_as_the_puzzle_prints_them() -> None:
    grid = " ".join(["0"] * 256)
    done = accord("why", "--cell", "r1c1=g", "--json", "-t", "0.01s", text=grid)
    assert json.loads(done.stdout)["value"] == 16
    done = accord("why", "--cell", "r1c1=h", text=grid)
    assert "found 'h', expected one of 1..16, or 1-9 and A-G" in done.stderr


def test_a_cage_is_named_with_what_it_says() -> None:
    pair, total = AllDifferent((0, 1), name="cage f"), Linear((0, 1), "=", 2, name="cage f")
    problem = Problem([range(1, 4)] * 2, [pair, total], "ab")
    lines = accord("why", text=write(problem, "json")).stdout.splitlines()
    assert lines[1] == "  cage f: all different and cage f: a + b = 2"
