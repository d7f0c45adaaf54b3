"""The commands `show --as`, `decode` and `encodings`: there, and back through a solver outside."""

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.hunt.conformance import EVERY_4X4, Equal
from accord.encodings.clauses.propagation import root
from accord.encodings.encoding import encodings
from accord.encodings.model import ModelError
from accord.puzzles.files.texts import read as read_puzzle
from accord.puzzles.puzzle import Instance, Puzzle
from accord.puzzles.sudoku.shape import shape
from command_line import run_here as accord
from command_line import started
from optional import program
from outside_programs import READERS, printed_by

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "..343412..434321"
NONE = "11.............."
MAIN = [name for name in encodings() if "+" not in name]
CLAUSES = [name for name in MAIN if name.startswith("cnf-")]


def cadical(text: str) -> str:
    command = [program("cadical"), "-q"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=600).stdout


@pytest.mark.parametrize("name", ["cnf-extended", "cnf-log"])
def test_a_program_solves_what_is_encoded_and_its_model_is_decoded(name: str) -> None:
    encoded = accord("show", UNIQUE, "--as", name)
    assert (encoded.stderr, encoded.returncode) == ("", 0)
    model = cadical(encoded.stdout)
    decoded = accord("decode", "--from", name, UNIQUE, "--format", "line", text=model)
    assert (decoded.stdout, decoded.stderr, decoded.returncode) == (f"{SOLUTION}\n", "", 0)


@pytest.mark.parametrize("name", [name for name in MAIN if not encodings()[name].puzzles_only])
def test_a_problem_is_encoded_solved_outside_and_decoded(name: str, tmp_path: Path) -> None:
    encoded = accord("show", "classics/send-more", "--as", name)
    assert (encoded.stderr, encoded.returncode) == ("", 0)
    file = tmp_path / f"problem{encodings()[name].suffix}"
    file.write_text(encoded.stdout, encoding="utf-8")
    model = printed_by(READERS[name][0], file)
    for style, expected in (
        ("grid", "S=9, E=5, N=6, D=7, M=1, O=0, R=8, Y=2\n"),
        ("json", "[9,5,6,7,1,0,8,2]\n"),
    ):
        decode = ("decode", "--from", name, "classics/send-more", "--format", style)
        decoded = accord(*decode, text=model)
        assert (decoded.stdout, decoded.stderr, decoded.returncode) == (expected, "", 0)


def test_what_is_wrong_with_values_of_a_problem_is_said() -> None:
    decode = ("decode", "classics/queens-4", "--from", "linear")
    done = accord(*decode, text="x0 1 x1 2 x2 7 x3 1")
    assert (done.stdout, done.returncode) == ("", 1)
    assert " = 7, but its domain is 1..4" in done.stderr
    for text, complaint in (("x0 2 x1 4 x2 1", "found no value of"), ("", "expected lines")):
        done = accord(*decode, text=text)
        assert (done.stdout, done.returncode) == ("", 2)
        assert complaint in done.stderr
    done = accord(*decode, "--format", "csv", text="x0 1")
    assert (done.returncode, "found the format 'csv' for a problem" in done.stderr) == (2, True)


def test_encodings_of_a_problem_are_listed_or_refuse_with_the_reason() -> None:
    rows = json.loads(accord("encodings", "classics/send-more", "--json").stdout)
    assert [row["name"] for row in rows] == MAIN
    for row in rows:
        takes = not encodings()[row["name"]].puzzles_only
        assert (row["refused"] is None, row["variables"] is not None) == (takes, takes)
        if not takes:
            found = "a problem without n x n cells"
            assert row["refused"] == f"found {found}, expected a puzzle of all-different alone"
    text = accord("encodings", "classics/send-more").stdout
    assert "\nmeasured: a problem of 8 variables, " in text
    lines = [line.split()[0] for line in text.splitlines() if line]
    assert "linear" in lines
    said = f"\nmeasured: a 9x9 with 30 givens: {UNIQUE.replace('0', '.')}\n"
    assert said in accord("encodings", UNIQUE).stdout
    assert "exact-cover" not in lines
    assert re.search(
        r"^REFUSED by .*exact-cover.*: found a problem without n x n cells, expected", text, re.M
    )


def test_what_plain_text_does_not_say_is_said_by_options() -> None:
    encoded = accord("show", "." * 36, "--as", "cnf-log", "--box", "3x2", "--rules", "diagonals")
    model = cadical(encoded.stdout)
    arguments = ("." * 36, "--from", "cnf-log", "--box", "3x2", "--rules", "diagonals")
    done = accord("decode", *arguments, text=model)
    assert done.returncode == 0
    assert done.stdout.splitlines()[3] == "----+-----+----"
    assert accord("decode", "." * 36, "--from", "cnf-log", text=model).returncode == 1


def test_a_grid_that_breaks_a_rule_is_not_printed() -> None:
    ones = " ".join(str(4 * cell + 1) for cell in range(16))
    done = accord("decode", TWO, "--from", "cnf-minimal", text=f"s SATISFIABLE\nv {ones} 0\n")
    assert (done.stdout, done.returncode) == ("", 1)
    assert "r1c3 holds 1, but 3 is given" in done.stderr
    *faults, last = done.stderr.splitlines()
    assert len(faults) == 5
    assert last == (
        "accord: stdin: the model is no solution (22 faults); "
        "is it of another puzzle, or in another encoding?"
    )


def test_a_solver_that_found_nothing_made_a_claim() -> None:
    encoded = accord("show", NONE, "--as", "cnf-order").stdout
    done = accord("decode", NONE, "-", "--from", "cnf-order", text=cadical(encoded))
    assert (done.stdout, done.returncode) == ("", 1)
    assert "stdin: the solver says that there is no model: a claim" in done.stderr


@pytest.mark.parametrize(
    "model",
    [b"s UNKNOWN\n", b"s SATISFIABLE\n", b"v 1 2 0\n", b"v 1 -1 0\n", bytes(range(256))],
)
def test_what_is_no_model_exits_with_2(model: bytes, tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(model)
    done = accord("decode", TWO, tmp_path / "model", "--from", "cnf-extended")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith(f"accord: {tmp_path / 'model'}: ")


def test_whoever_reads_a_file_may_stop() -> None:
    with started("show", "." * 81, "--as", "cnf-extended") as child:
        assert child.stdout.readline().startswith(b"c A puzzle of 9x9 cells")
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 0


def test_encodings_compares_them_on_a_blank_9x9_and_waits_for_nothing() -> None:
    with started("encodings", text=True) as child:
        lines = child.stdout.read().splitlines()  # though its standard input is open
        said = child.stderr.read().splitlines()  # how far it is, on a busy machine
        assert all(each.startswith("accord: measuring encodings: ") for each in said)
        assert child.wait() == 0
    assert lines[0].split() == [
        "encoding", "language", "variables", "constraints", "distinct", "literals", "encode",
        "file", "candidates", "propagation",
    ]  # fmt: skip
    assert [line.split()[0] for line in lines[2 : 2 + len(MAIN)]] == MAIN
    assert "measured: a blank 9x9" in lines
    assert "candidates: of 729, those that unit propagation leaves (only of clauses)" in lines


def test_encodings_in_json_say_what_propagation_sees() -> None:
    done = accord("encodings", "-", "--json", text=UNIQUE)
    found = {row["name"]: row for row in json.loads(done.stdout)}
    assert list(found) == MAIN
    assert found["cnf-extended"].pop("encode_time") > 0
    assert found["cnf-extended"].pop("write_time") > 0
    assert found["cnf-extended"] == {
        "name": "cnf-extended",
        "language": "DIMACS CNF",
        "suffix": ".cnf",
        "about": encodings()["cnf-extended"].about,
        "variables": 729,
        "constraints": 12_018,
        "distinct": 10_560,
        "literals": 26_274,
        "candidates": 81,
        "propagation": "solved",
        "refused": None,
    }
    assert (found["cnf-log"]["candidates"], found["cnf-log"]["propagation"]) == (489, "search")


def test_encodings_shows_every_variant_and_every_conflict() -> None:
    rows = json.loads(accord("encodings", NONE, "--all", "--json").stdout)
    assert [row["name"] for row in rows] == list(encodings())
    for row in rows:
        formula = encodings()[row["name"]].formula
        expected = (0, "conflict") if formula else (None, None)
        assert (row["candidates"], row["propagation"]) == expected


@pytest.mark.parametrize("name", CLAUSES)
def test_a_puzzle_is_solved_where_one_candidate_is_left_in_each_cell(name: str) -> None:
    formula = encodings()[name].formula
    assert formula is not None
    full = root(formula(read_puzzle("1234341221434321")))
    assert (full.candidates, full.end) == (16, "solved")
    blank = root(formula(EVERY_4X4))
    assert (blank.candidates, blank.end) == (64, "search")


def test_a_constraint_that_no_encoding_knows_is_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(shape(4, extra=[Equal((0, 1))]), EVERY_4X4.givens)
    monkeypatch.setattr(
        "accord.cli.options.sources.instances", lambda *_: iter([Instance("mine", puzzle)])
    )
    for name, complaint in (
        (
            "exact-cover",
            "found a constraint of the kind equal, expected a puzzle of all-different alone",
        ),
        ("linear", "it cannot post equal equal cells"),
    ):
        done = accord("show", "anything", "--as", name)
        assert (done.stdout, done.returncode) == ("", 2)
        assert done.stderr == f"accord: {name} cannot say it: {complaint}\n"


@pytest.mark.parametrize(
    ("typed", "at", "completions"),
    [
        ("accord decode --from cnf-ord", "3", "plain,cnf-order\n"),
        ("accord bench 4x", "2", "plain,4x4\nfile,4x\n"),
    ],
)
def test_a_shell_completes_the_names(typed: str, at: str, completions: str) -> None:
    words = {"_ACCORD_COMPLETE": "bash_complete", "COMP_CWORD": at}
    done = subprocess.run(
        [sys.executable, "-P", "-c", "from accord.__main__ import cli; cli(prog_name='accord')"],
        env={**os.environ, **words, "COMP_WORDS": typed},
        capture_output=True,
        text=True,
    )
    assert done.stdout == completions


NESTED, DIGITS = "[" * 3000, "9" * 5000
PIECES = f"""
sat
unsat
s SATISFIABLE
v 1 -2
v x1
(
)
(r1c1 5)
(r1c1 (- 5))
(r1c1 #b{DIGITS.replace("9", "1")})
{NESTED}
{DIGITS}
x_r1c1_1 1
x_r9c9_9 1e999
Optimal
holds(1,1,1)
holds(9,9,9)
r1c1 row1=1 col1=1 box1=1
7
----------
{{"grid": [[1]]}}
{{"grid": {NESTED}
<a/>
<instantiation> <list> x[] </list> <values> 1x99999 </values> </instantiation>
""".split("\n")


@pytest.mark.parametrize("name", MAIN)
def test_each_piece_is_a_grid_or_an_error(name: str) -> None:
    for before, piece in product(("", "sat", "s SATISFIABLE", "----------"), PIECES):
        with suppress(ModelError):
            assert len(encodings()[name].read(read_puzzle(TWO), f"{before}\n{piece}")) == 16


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", MAIN)
@settings(max_examples=15)
@given(st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES)).map("\n".join)))
def test_any_text_is_a_grid_or_an_error_that_says_what_was_expected(name: str, text: str) -> None:
    puzzle = read_puzzle(TWO)
    with suppress(ModelError):
        assert len(encodings()[name].read(puzzle, text)) == 16
