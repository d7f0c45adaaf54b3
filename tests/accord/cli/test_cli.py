"""The command line: what it prints, where, and with which exit code."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

import wrong_solvers
from accord.bench.certify.cheap import Certification
from accord.puzzles.files.texts import read
from accord.puzzles.proofs.certificate import Certificate
from accord.puzzles.proofs.certificate_folder import read_certificate
from accord.solvers.registry import available
from command_line import run_here as accord
from command_line import started
from optional import slow
from places import SUPPORT

WRONG = SUPPORT / "wrong_solvers.py"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "..343412..434321"
FULL = "1234341221434321"
TINY = "1.343412..434321"  # takes no time, so that it is asked repeatedly
NONE = "11.............."
FAST = ["-s", "backtracking-mrv", "-s", "sat-pycosat"]


def test_check_without_solvers_asks_every_one(monkeypatch: pytest.MonkeyPatch) -> None:
    three = {name: available()[name] for name in (*FAST[1::2], "exact-cover-bits")}
    monkeypatch.setattr("accord.bench.run.check.available", lambda: three)
    assert accord("check", TINY).stdout.splitlines()[-1] == "verdict: unique (certified)"
    agreed = "verdict: unique (agreed: 3 solvers, 3 engines)"
    assert accord("check", TINY, "--no-certify").stdout.splitlines()[-1] == agreed


def test_check_names_those_that_take_puzzles_only_once_and_together() -> None:
    only = ["dancing-links", "exact-cover-bits"]
    done = accord("check", "classics/send-more", "-s", only[0], "-s", only[1], *FAST[:2])
    (line,) = [each for each in done.stdout.splitlines() if only[0] in each]
    assert line.startswith(f"UNSUPPORTED {', '.join(only)}: it takes puzzles only")


def test_check_json_has_the_evidence() -> None:
    text = f"{UNIQUE}\n# two more\n{TWO}\n{NONE}\n"
    done = accord("check", "--json", *FAST, text=text)
    assert (done.returncode, "\x1b" in done.stdout) == (0, False)
    unique, two, none = map(json.loads, done.stdout.splitlines())
    assert [each["verdict"] for each in (unique, two, none)] == ["unique", "multiple", "none"]
    assert [each["grade"] for each in (unique, two, none)] == ["certified"] * 3
    assert (unique["puzzle"], unique["solutions"], unique["count"]) == (UNIQUE, [SOLUTION], 1)
    assert unique["exhausted"]
    assert not two["exhausted"]
    assert unique["refuted"] == []
    assert len(unique["hash"]) == 16
    run = unique["runs"][0]
    assert (run["solver"], run["status"], run["outcome"]) == ("backtracking-mrv", "SAT", "OK")
    assert (run["count"], run["exhausted"], run["category"]) == (1, True, "correct")
    assert (run["time_limit"], run["not_waited_for"]) == (10.0, False)
    assert {"version", "family", "reason", "wall_time", "cpu_time"} <= run.keys()
    assert {"encode", "search"} <= run["phases"].keys()
    assert run["counters"]["nodes"] > 0


def test_check_names_the_wrong_and_exits_with_1() -> None:
    done = accord("check", TWO, *FAST, "-s", f"{WRONG}:stops_after_one")
    assert done.returncode == 1
    assert f"REFUTED {WRONG}:stops_after_one: claims no solution besides its 1" in done.stdout
    assert done.stdout.splitlines()[-1] == "verdict: multiple (certified: 2 solvers, 2 engines)"


def test_check_says_who_was_not_waited_for_and_counts_it_as_no_failure() -> None:
    sleeps, asked = f"{WRONG}:sleeps", ("check", TINY, "-t", "600s", "-j", "2", *FAST[:2])
    done = accord(*asked, "-s", sleeps)
    row, *_, said, verdict = [each for each in done.stdout.splitlines() if "waited" in each] + [
        done.stdout.splitlines()[-1]
    ]
    assert re.fullmatch(rf"{re.escape(sleeps)} +\? +not waited for  .*", row)
    assert re.fullmatch(
        rf"not waited for \([\d.]+ s\) {re.escape(sleeps)}: the verdict was certified", said
    )
    assert (done.returncode, verdict) == (0, "verdict: unique (certified)")
    for word in ("unknown", "TIMEOUT", "error", "failed"):
        assert word not in done.stdout
    run = json.loads(accord(*asked, "-s", sleeps, "--json").stdout)["runs"][1]
    assert (run["outcome"], run["not_waited_for"]) == ("TIMEOUT", True)
    assert 1 <= run["time_limit"] < 600
    waited = accord("check", TINY, "--wait", "-t", "200ms", *FAST[:2], "-s", sleeps)
    assert f"TIMEOUT (0.2 s) {sleeps}: " in waited.stdout
    assert "not waited for" not in waited.stdout


def test_check_keeps_a_false_certificate_and_exits_with_70(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = Future[Certification]()
    false.set_result(Certification(Certificate(read(TINY), (), b"")))
    monkeypatch.setattr("accord.bench.certify.cheap.ClaimCertifier.certify", lambda *_, **__: false)
    done = accord("check", TINY, *FAST[:2], cwd=tmp_path)
    assert (done.returncode, done.stdout) == (70, "")
    assert "lacks the verified solution" in done.stderr
    assert read_certificate(tmp_path / "false-certificate") == false.result().certificate


def test_on_a_terminal_check_prints_runs_as_they_end_and_the_verdict_as_it_stands() -> None:
    mine, theirs = os.openpty()
    sleeps = f"{WRONG}:sleeps"
    asked = ("check", TINY, "-t", "600s", "-j", "2", "-s", sleeps, *FAST[:2])
    width = {"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}
    with started(*asked, stdout=theirs, stderr=subprocess.DEVNULL, env=os.environ | width) as child:
        os.close(theirs)
        said = b""
        with suppress(OSError):  # it has ended
            while part := os.read(mine, 1 << 16):
                said += part
    os.close(mine)
    lines = [line.split("  ")[0] for line in said.decode().splitlines()]
    assert (child.returncode, lines[0], lines[2:5]) == (
        0,
        "solver",
        [FAST[1], "verdict: unique (certified); others are still asked", sleeps],
    )
    assert lines[-1] == "verdict: unique (certified)"
    assert sum(line == FAST[1] for line in lines) == 1


@pytest.mark.parametrize("command", [("check", TINY), ("verify", TINY, FULL, "--unique")])
def test_a_solver_that_crashes_beside_one_that_works_is_a_finding(command: tuple[str, ...]) -> None:
    done = accord(*command, "-s", FAST[1], "-s", f"{WRONG}:crashes")
    assert (done.returncode, f"ERROR {WRONG}:crashes: " in done.stdout) == (1, True)
    assert accord(*command, "-s", FAST[1]).returncode == 0


def test_check_that_decides_nothing_because_of_its_limit_exits_with_124() -> None:
    done = accord("check", "." * 81, "-s", f"{WRONG}:sleeps", "-t", "200ms")
    assert done.returncode == 124
    assert done.stdout.splitlines()[-1].startswith("verdict: undecided")


def test_solve_prints_grids() -> None:
    done = accord("solve", UNIQUE)
    assert done.stdout.splitlines()[0] == "5 3 4 | 6 7 8 | 9 1 2"
    assert done.stdout.splitlines()[3] == "------+-------+------"
    done = accord("solve", "-", "--format", "line", "-s", FAST[-1], text=UNIQUE)
    assert done.stdout == f"{SOLUTION}\n"
    done = accord("solve", "." * 16, "-n", "all", "--format", "line", "-s", "sat-pycosat")
    assert len(set(done.stdout.split())) == 288
    assert accord("solve", NONE).stdout == "No Solutions\n"


@pytest.mark.parametrize(
    ("puzzle", "variant", "rulers"),
    [
        ("1" + "." * 15, ["--regions", "AAABCABBCCDBCDDD"], "+-----------+---+"),
        ("1" + "." * 15, ["--rules", "latin"], None),
        ("1" + "." * 35, ["--box", "3x2"], "----+-----+----"),
    ],
    ids=["jigsaw", "latin", "tall"],
)
def test_solve_draws_the_boxes_or_regions_of_the_puzzle(
    puzzle: str, variant: list[str], rulers: str | None
) -> None:
    done = accord("solve", puzzle, *variant)
    lines = done.stdout.splitlines()
    assert next((line for line in lines if "-" in line), None) == rulers
    assert accord("verify", puzzle, done.stdout, *variant).returncode == 0
    figure = json.loads(accord("solve", puzzle, *variant, "--format", "json").stdout)
    assert figure.keys() & {"regions", "rules", "box"} == {variant[0].removeprefix("--")}


@pytest.mark.parametrize(
    ("puzzle", "solver", "code", "reason"),
    [
        ("." * 16, "sleeps", 124, "TIMEOUT"),
        (UNIQUE, "changes_a_given", 1, "is given"),
        (TINY, "lies_every_other_call", 1, ""),
        (TINY, "takes_its_first_answer_back", 1, ""),
    ],
)
def test_solve_prints_no_wrong_answer(puzzle: str, solver: str, code: int, reason: str) -> None:
    limit = ["-t", "100ms"] if code == 124 else []
    asked = ("solve", puzzle, "-s", f"{WRONG}:{solver}", *limit)
    tries = (accord(*asked) for _ in range(9))  # a first run that is late is not repeated
    done = next(each for each in tries if "No Solutions" not in each.stdout)
    assert done.returncode == code
    assert done.stderr
    assert reason in done.stderr
    assert not (reason and done.stdout)


@pytest.mark.parametrize(
    ("variant", "puzzle", "said"),
    [
        (["--rules", "latin", "-n", "all"], "." * 16, {"count": 576, "rules": ["latin"]}),
        (["--box", "3x2"], "." * 36, {"box": [3, 2]}),
        (["--regions", "1122112233443344", "-n", "all"], "." * 16, {"count": 288}),
    ],
)
def test_variants_from_options(variant: list[str], puzzle: str, said: dict[str, object]) -> None:
    record = json.loads(accord("check", puzzle, *variant, "--json", *FAST).stdout)
    assert said.items() <= record.items()


PATIENCE = 200.0  # seconds a loaded machine may take for what takes two


def test_reports_come_as_they_come_and_ctrl_c_needs_no_more_input() -> None:
    slow()
    with started("check", "-", "-j", "2", *FAST, text=True) as child:
        give_up = threading.Timer(PATIENCE, child.kill)
        give_up.start()
        child.stdin.write(f"{UNIQUE}\n" * 3)
        child.stdin.flush()  # and stays open
        verdicts = [line for line in islice(child.stdout, 9) if line.startswith("verdict")]
        assert verdicts == ["verdict: unique (certified)\n"] * 3
        child.send_signal(signal.SIGINT)
        assert child.wait() == 130
        give_up.cancel()
        assert child.stderr.read().splitlines()[-1] == "accord: interrupted"  # behind the progress


LATER = "1234341221434321"  # the first solution of TWO
WORSE = LATER[:-2] + "11"
CORRECT = "correct: it is the only solution"
OPEN = "correct: it is a solution; whether the only one is open"
BY = ["--unique", "-s"]


@pytest.mark.parametrize(
    ("puzzle", "grid", "more", "lines", "code"),
    [
        (UNIQUE, SOLUTION, [], ["correct: it is a solution"], 0),
        (
            TWO,
            LATER[:-2] + "11",
            [],
            ["r4c3 holds 1, but 2 is given", "row 4 repeats 1 at r4c3"],
            1,
        ),
        (UNIQUE, SOLUTION, ["--unique"], [f"{CORRECT} (agreed)"], 0),
        (TWO, LATER, ["--unique"], ["not the only solution: 2134341212434321 is one as well"], 1),
        (UNIQUE, SOLUTION[::-1], ["--unique"], [f"the only solution is {SOLUTION}"], 1),
        (UNIQUE, SOLUTION, [*BY, "says_no_solution"], [f"but {SOLUTION} is one (found b", OPEN], 1),
        (UNIQUE, SOLUTION, [*BY, "crashes"], ["ERROR WRONG:crashes: ended by the sign", OPEN], 1),
        (UNIQUE, SOLUTION, [*BY, "sleeps", "-t", "50ms"], ["TIMEOUT (0.05 s) WRONG:sleeps: "], 124),
        (
            *(UNIQUE, SOLUTION, [*BY, "drops_the_boxes", "-s", "backtracking-mrv"]),
            *(["REFUTED WRONG:drops_the_boxes: yields ", CORRECT], 1),
        ),
    ],
)
def test_verify_blames_the_grid_or_the_solver_that_lies(
    puzzle: str, grid: str, more: list[str], lines: list[str], code: int
) -> None:
    names = [f"{WRONG}:{word}" if word in wrong_solvers.__dict__ else word for word in more]
    done = accord("verify", puzzle, grid, *names)
    said = done.stdout.replace(str(WRONG), "WRONG")
    assert (all(line in said for line in lines), done.returncode) == (True, code), said
    assert said.endswith(f"{lines[-1]}\n") or code
    assert "as well" not in said or "as well" in lines[0]


SHOWS_X = json.dumps(
    {
        "variables": {"x": "0..2", "y": "0..4"},
        "constraints": [{"kind": "linear", "scope": ["x", "y"], "operator": ">=", "right": 5}],
        "shown": ["x"],
    }
)
UNIQUE_X = SHOWS_X.replace("0..2", "0..1")


@pytest.mark.parametrize(
    ("problem", "values", "more", "line", "code"),
    [
        (SHOWS_X, "x=1", [], "correct: it is a solution", 0),
        (SHOWS_X, "[2]", [], "correct: it is a solution", 0),
        (SHOWS_X, "x=2, y=4", [], "correct: it is a solution", 0),
        (SHOWS_X, "x=2, y=1", [], "x + y >= 5: found 3", 1),
        (SHOWS_X, "x=0", [], "constraint 1: holds for no value of y", 1),
        (SHOWS_X, "x=9", [], "x = 9, but its domain is 0..2", 1),
        (SHOWS_X, "y=4", [], "", 2),
        (SHOWS_X, "x=1", ["--unique"], "not the only solution: x=2 is one as well", 1),
        (UNIQUE_X, "x=1", ["--unique"], f"{CORRECT} (claimed)", 0),
    ],
)
def test_verify_takes_the_shown_values_alone(
    problem: str, values: str, more: list[str], line: str, code: int
) -> None:
    asked = [*more, "-s", "backtracking-mrv"] if more else more
    done = accord("verify", problem, values, *asked)
    assert (done.stdout, done.returncode) == (f"{line}\n" if line else "", code)


ONE = f"{UNIQUE},{SOLUTION}\n"


@pytest.mark.parametrize(
    ("rows", "more", "lines", "code"),
    [
        (f"{ONE}{TWO},{WORSE}", [], ["pairs#2: r4c3 holds 1, but 2 is", "2 checked: 1 wrong"], 1),
        (f"{TWO},\n{ONE}{NONE},", [], ["1 checked: 0 wrong, 2 without a solution"], 0),
        (f"{TWO},\n{ONE}{NONE},", BY[:1], ["1 checked: 0 wrong, 2 without a solution"], 0),
        (f"{TWO},\n{NONE},", [], ["found 2 puzzles without a solution, expected solutions"], 2),
        (
            f"{ONE}{UNIQUE[:-2]},{SOLUTION}\n{UNIQUE},{SOLUTION[:-3]}\n{UNIQUE},{SOLUTION[::-1]}",
            [],
            [
                *("pairs.csv: line 3, puzzle: ", "pairs.csv: line 4, solution: "),
                *("pairs#4: r1c1 holds 9, but 5 is given", "2 checked: 1 wrong, 2 unreadable"),
            ],
            1,
        ),
        (
            ONE,
            [*BY, f"{WRONG}:drops_the_boxes", "-s", "backtracking-mrv"],
            ["1 checked: 0 wrong, 1 solver refuted"],
            1,
        ),
    ],
)
def test_verify_goes_through_a_file(
    rows: str, more: list[str], lines: list[str], code: int, tmp_path: Path
) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f"puzzle,solution\n{rows}\n")
    done = accord("verify", "--file", table, *more)
    assert done.returncode == code
    said = done.stderr if code == 2 else done.stdout
    assert all(line in done.stdout + done.stderr for line in lines), said
    assert lines[-1] in said.splitlines()[-1]


def test_other_files_of_pairs_are_read_and_the_published_answer_that_is_wrong_is_found(
    tmp_path: Path,
) -> None:
    lines, bare = tmp_path / "pairs.jsonl", tmp_path / "bare.csv"
    lines.write_text(json.dumps({"puzzle": UNIQUE, "solution": SOLUTION}) + "\n")
    assert accord("verify", "--file", lines).stdout == "1 checked: 0 wrong\n"
    bare.write_text(ONE)
    assert "found a table without a header" in accord("verify", "--file", bare).stderr
    done = accord("verify", "--file", "published")
    assert (done.returncode, ": 1 wrong" in done.stdout.splitlines()[-1]) == (1, True)


def test_verify_says_what_is_wrong_with_the_file_of_a_grid(tmp_path: Path) -> None:
    binary = tmp_path / "binary.file"
    binary.write_bytes(b"\x80\x00\xff\xfe")
    done = accord("verify", TWO, binary)
    assert f"{binary}: found bytes that are no UTF-8" in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
    binary.write_text("1234")
    assert (
        f"{binary}: found 4 cells, expected 16 as of PUZZLE" in accord("verify", TWO, binary).stderr
    )
    binary.write_text("12!")
    assert f"{binary}: line 1, column 3: found '!'" in accord("verify", TWO, binary).stderr
    missing = tmp_path / "nosuch.txt"
    done = accord("verify", TWO, missing)
    assert f"found neither a file nor a grid '{missing}': line 1" in done.stderr
    assert done.returncode == 2


def test_an_independent_pair_is_the_best_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from accord.bench.run.check import independent_pair

    cpsat = available()["cpsat"]
    some = {
        "search": replace(cpsat, family="search", engine="own", model="own"),
        "sat-1": replace(cpsat, family="sat", model="cnf", proves=False, engine="walk"),
        "sat-2": replace(cpsat, family="sat", model="cnf", engine="or-tools"),
        "cpsat": cpsat,
    }
    monkeypatch.setattr("accord.bench.run.check.available", lambda: some)
    assert independent_pair() == ("cpsat", "search")
    monkeypatch.setattr("accord.bench.run.check.available", lambda: {"sat-2": some["sat-2"]})
    assert independent_pair() == ("sat-2",)
    monkeypatch.undo()
    one, other = (available()[name] for name in independent_pair())
    assert (one.family, other.family) == ("cp-sat", "sat")
    assert one.engine != other.engine
    assert one.model != other.model


def test_bench_resumes_and_tabulates(tmp_path: Path) -> None:
    puzzles = tmp_path / "two.txt"
    puzzles.write_text(f"{UNIQUE}\n{TWO}\n")
    command: list[str | Path] = ["bench", puzzles, *FAST, "-o", tmp_path / "out", "--repeat", "2"]
    first = accord(*command)
    assert first.returncode == 0
    assert "8/8 runs" in first.stderr
    assert "1 multiple (certified), 1 unique (agreed)" in first.stdout
    again = accord(*command)
    assert "8 of 8 runs are there already" in again.stderr
    assert again.stdout == first.stdout == accord("table", tmp_path / "out").stdout
    assert accord(*command, "-t", "3s").returncode == 2
    assert (tmp_path / "out" / "table.md").read_text().startswith("| solver |")
    assert len((tmp_path / "out" / "table.csv").read_text().splitlines()) == 3


def test_bench_reads_a_campaign(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{UNIQUE}\n{TWO}\n")
    asked = tmp_path / "asked.toml"
    asked.write_text(
        'collection = "two.txt"\nsolvers = ["backtracking-mrv:filter=gac", "sat-pycosat:minimal"]\n'
        "limit = 1\ntime_limit = 3\nrepeat = 1\nseed = 4\n"
    )
    done = accord("bench", asked, "-o", tmp_path / "out", "-q")
    assert done.returncode == 0
    assert not [line for line in done.stderr.splitlines() if not line.startswith("results:")]
    assert "backtracking-mrv:filter=gac" in done.stdout
    assert "sat-pycosat:encoding=minimal" in done.stdout


def test_solvers_lists_capabilities() -> None:
    backends = {each["name"]: each for each in json.loads(accord("solvers", "--json").stdout)}
    assert {"backtracking-mrv", "cpsat", "sat-pycosat", "python-constraint"} <= backends.keys()
    cpsat = backends["cpsat"]
    assert cpsat["available"]
    assert (cpsat["family"], cpsat["version"].split()[0]) == ("cp-sat", "ortools")
    assert cpsat["capabilities"]["enumerates"] is cpsat["capabilities"]["optimizes"] is True
    assert "cpsat" in accord("solvers").stdout


def test_collections_are_accepted_wherever_a_file_is() -> None:
    names = [line.split()[0] for line in accord("collections").stdout.splitlines()[2:]]
    assert {"tour", "seeds", "famous", "edge"} <= set(names)
    assert accord("convert", "seeds").stdout == accord("convert", "--file", "seeds").stdout != ""
    json = accord("convert", "classics/queens-4", "--format", "json").stdout
    assert accord("convert", "classics/queens-4").stdout == json != ""
    listed = accord("collections", "classics").stdout.splitlines()
    assert listed[2].split()[:-1] == ["queens-4", "all-different,", "linear", "4", "13", "2"]
    assert accord("collections", "classic").stderr.startswith("accord: found no collection")


def test_convert_names_the_command_that_writes_what_solvers_read() -> None:
    for asked, named in (("cnf", "dimacs"), ("cnf-log", "cnf-log"), ("opb", "opb")):
        done = accord("convert", "seeds", "--format", asked)
        assert done.returncode == 2
        assert f"`accord show PUZZLE --as {named}`" in done.stderr
    assert "expected boxed; one of" in accord("convert", "seeds", "--format", "boxd").stderr


@pytest.mark.parametrize("arguments", [[], ["--help"], ["collections"]])
def test_only_the_command_that_is_called_is_imported(arguments: list[str]) -> None:
    code = (
        "import atexit, sys; atexit.register(lambda: print(*sys.modules)); sys.argv[0] = 'accord'"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            f"{code}; from accord.__main__ import main; main()",
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    below = {name.rpartition(".")[2] for name in loaded if name.startswith("accord.cli.commands.")}
    assert below == {*arguments} - {"--help"}
    if below:
        return
    assert not [name for name in loaded if name.startswith(("accord.bench", "accord.solvers"))]
    assert not loaded & {"numpy", "pandas", "rich", "duckdb"}
