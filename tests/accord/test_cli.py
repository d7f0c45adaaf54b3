"""The command line: what it prints, where, and with which exit code."""

import json
import signal
import subprocess
import sys
import threading
from itertools import islice
from pathlib import Path

import click
import pytest

from accord.bench.isolation.limits import Limits
from accord.bench.isolation.terms import Terms
from accord.cli.options.question import CampaignOptions, asking
from accord.solvers.registry import available
from command_line import run_here as accord
from command_line import started
from places import SUPPORT

WRONG = SUPPORT / "wrong_solvers.py"
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWO = "..343412..434321"
TINY = "1.343412..434321"  # takes no time, so that it is asked repeatedly
NONE = "11.............."
FAST = ["-s", "backtracking-mrv", "-s", "sat-pycosat"]


def test_check_ends_each_puzzle_with_its_verdict() -> None:
    done = accord("check", *FAST, text=f"{UNIQUE}\n{TWO}\n{NONE}\n")
    verdicts = [line for line in done.stdout.splitlines() if line.startswith("verdict: ")]
    assert verdicts == [
        "verdict: unique (agreed: 2 solvers, 2 engines)",
        "verdict: multiple (certified: 2 solvers, 2 engines)",
        "verdict: none (agreed: 2 solvers, 2 engines)",
    ]
    assert done.returncode == 0
    assert "\x1b" not in done.stdout


def test_check_without_solvers_asks_every_one() -> None:
    done = accord("check", UNIQUE)
    solvers = available().values()
    engines = len({backend.engine for backend in solvers})
    agreed = f"agreed: {len(solvers)} solvers, {engines} engines"
    assert done.stdout.splitlines()[-1] == f"verdict: unique ({agreed})"


def test_check_json_has_the_evidence() -> None:
    text = f"{UNIQUE}\n# two more\n{TWO}\n{NONE}\n"
    done = accord("check", "--json", *FAST, text=text)
    unique, two, none = map(json.loads, done.stdout.splitlines())
    assert [each["verdict"] for each in (unique, two, none)] == ["unique", "multiple", "none"]
    assert [each["grade"] for each in (unique, two, none)] == ["agreed", "certified", "agreed"]
    assert (unique["puzzle"], unique["solutions"], unique["count"]) == (UNIQUE, [SOLUTION], 1)
    assert unique["exhausted"]
    assert not two["exhausted"]
    assert unique["refuted"] == []
    assert len(unique["hash"]) == 16
    run = unique["runs"][0]
    assert (run["solver"], run["status"], run["outcome"]) == ("backtracking-mrv", "SAT", "OK")
    assert (run["count"], run["exhausted"], run["category"]) == (1, True, "correct")
    assert {"version", "family", "reason", "wall_time", "cpu_time"} <= run.keys()
    assert {"encode", "search"} <= run["phases"].keys()
    assert run["counters"]["nodes"] > 0


def test_check_names_the_wrong_and_exits_with_1() -> None:
    done = accord("check", TWO, *FAST, "-s", f"{WRONG}:stops_after_one")
    assert done.returncode == 1
    assert f"REFUTED {WRONG}:stops_after_one: claims no solution besides its 1" in done.stdout
    assert done.stdout.splitlines()[-1] == "verdict: multiple (certified: 2 solvers, 2 engines)"


def test_check_that_decides_nothing_because_of_its_limit_exits_with_124() -> None:
    done = accord("check", "." * 81, "-s", f"{WRONG}:sleeps", "-t", "200ms")
    assert done.returncode == 124
    assert done.stdout.splitlines()[-1].startswith("verdict: undecided")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["check", "12"], "expected a square number of them"),
        (["solve", UNIQUE[:-1] + "Q"], "column 81: found 'Q', expected 1-9"),
        (["solve", "no/such/file.txt"], "found neither a file nor a collection"),
        (["check", "tuor"], "found neither a file nor a collection 'tuor'"),
        (["check", TWO, "-s", "cpsat:workers=0"], "expected a whole number from 1 to"),
        (["check", TWO, "-s", "backtracking-mrv:gac"], "or filter=gac"),
        (["check", "--file", "nosuch"], "found neither a file nor a collection 'nosuch'"),
        (["check", TWO, "-s", "cpsta"], "found the solver 'cpsta', expected cpsat"),
        (["check", TWO, "-s", "cpsat:sede=1"], "found the setting 'sede', expected seed"),
        (["check", TWO, "-s", "cpsat:seed=x"], "found 'x', expected a whole number"),
        (["check", TWO, "-s", "backtracking-first:x"], "it has no settings"),
        (["check", TWO, "-s", "nosuch.py:solve"], "no such file"),
        (["check", TWO, "-s", f"{WRONG}:nosuch"], "found no 'nosuch' in it"),
        (["check", TWO, "-t", "5x"], "found '5x', expected a time"),
        (["check", TWO, "-n", "0"], "found '0', expected 1, 2"),
        (["check", TWO, "--box", "3x3"], "found a box of 3x3, expected rows x columns = 4"),
        (["check", TWO, "--rules", "diagonal"], "found the rule 'diagonal', expected one of"),
        (["check", TWO, "--regions", "1234"], "regions: found 4 cells, expected 16"),
        (["solve", TWO, "--format", "nosuch"], "found the format 'nosuch'"),
        (["verify", TWO, "123"], "expected a square number"),
        (["verify", "--file", "nosuch.csv"], "found neither a file nor a collection"),
        (["table", "nosuch"], "found no campaign"),
        (["bench", "nosuch"], "found neither a file nor a collection"),
        (["nosuch"], "No such command"),
        (["check", "   "], "found no puzzle"),
        (["convert", "PUZZLE"], "found no puzzle"),
    ],
)
def test_bad_input_is_said_clearly_and_exits_with_2(
    arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    done = accord(*arguments, cwd=tmp_path)
    assert complaint in done.stderr
    assert done.returncode == 2
    assert not done.stdout


def test_solve_prints_grids() -> None:
    done = accord("solve", UNIQUE)
    assert done.stdout.splitlines()[0] == "5 3 4 | 6 7 8 | 9 1 2"
    assert done.stdout.splitlines()[3] == "------+-------+------"
    done = accord("solve", "-", "--format", "line", "-s", "cpsat", text=UNIQUE)
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
    done = accord("solve", puzzle, "-s", f"{WRONG}:{solver}", *limit)
    assert "No Solutions" not in done.stdout
    assert done.returncode == code
    assert done.stderr
    assert reason in done.stderr
    assert not (reason and done.stdout)


PATIENCE = 200.0  # seconds a loaded machine may take for what takes two


def test_reports_come_as_they_come_and_ctrl_c_needs_no_more_input() -> None:
    with started("check", "-", "-j", "2", *FAST, text=True) as child:
        give_up = threading.Timer(PATIENCE, child.kill)
        give_up.start()
        child.stdin.write(f"{UNIQUE}\n" * 3)
        child.stdin.flush()  # and stays open
        verdicts = [line for line in islice(child.stdout, 9) if line.startswith("verdict")]
        assert verdicts == ["verdict: unique (agreed: 2 solvers, 2 engines)\n"] * 3
        child.send_signal(signal.SIGINT)
        assert child.wait() == 130
        give_up.cancel()
        assert child.stderr.read().strip() == "accord: interrupted"


def test_variants_from_options() -> None:
    done = accord("check", "." * 16, "--rules", "latin", "-n", "all", "--json", *FAST)
    record = json.loads(done.stdout)
    assert (record["count"], record["exhausted"], record["rules"]) == (576, True, ["latin"])
    done = accord("check", "." * 36, "--box", "3x2", "--json", *FAST)
    assert json.loads(done.stdout)["box"] == [3, 2]
    done = accord("check", "." * 16, "--regions", "1122112233443344", "-n", "all", "--json", *FAST)
    assert json.loads(done.stdout)["count"] == 288


def test_verify_names_every_broken_rule() -> None:
    good = accord("verify", UNIQUE, SOLUTION)
    assert (good.stdout, good.returncode) == ("correct: it is a solution\n", 0)
    bad = accord("verify", TWO, "1234341221434311")
    assert bad.returncode == 1
    assert "r4c3 holds 1, but 2 is given" in bad.stdout
    assert "row 4 repeats 1 at r4c3, r4c4" in bad.stdout
    assert "column 3 repeats 1" in bad.stdout
    assert "box 4 repeats 1" in bad.stdout


def test_verify_unique_names_the_solutions_that_there_are() -> None:
    done = accord("verify", UNIQUE, SOLUTION, "--unique")
    assert (done.stdout, done.returncode) == ("correct: it is the only solution\n", 0)
    done = accord("verify", TWO, "1234341221434321", "--unique")
    assert done.stdout == "not the only solution: 2134341212434321 is one as well\n"
    assert done.returncode == 1
    done = accord("verify", UNIQUE, SOLUTION[::-1], "--unique")
    assert f"the only solution is {SOLUTION}" in done.stdout
    assert "as well" not in done.stdout
    assert done.returncode == 1
    done = accord("verify", TWO, "1234341221434311", "--unique")
    assert "solution" not in done.stdout


def test_verify_blames_the_solver_that_lies_and_not_the_grid(tmp_path: Path) -> None:
    wrong = ["--unique", "-s", "backtracking-mrv", "-s", f"{WRONG}:drops_the_boxes"]
    done = accord("verify", UNIQUE, SOLUTION, *wrong)
    refuted, last = done.stdout.splitlines()
    assert refuted.startswith(f"REFUTED {WRONG}:drops_the_boxes: yields ")
    assert (last, done.returncode) == ("correct: it is the only solution", 1)
    table = tmp_path / "pairs.csv"
    table.write_text(f"puzzle,solution\n{UNIQUE},{SOLUTION}\n")
    done = accord("verify", "--file", table, *wrong)
    assert done.stdout.splitlines()[-1] == "1 checked: 0 wrong, 1 solver refuted"
    assert done.returncode == 1


def test_a_verified_grid_refutes_whoever_claims_that_there_is_none() -> None:
    done = accord("verify", UNIQUE, SOLUTION, "--unique", "-s", f"{WRONG}:says_no_solution")
    refuted, last = done.stdout.splitlines()
    assert refuted.endswith(f"claims no solution, but {SOLUTION} is one (found by GRID)")
    assert last == "correct: it is a solution; whether the only one is open"
    assert done.returncode == 1


def test_verify_says_who_did_not_answer() -> None:
    solver = f"{WRONG}:crashes"
    done = accord("verify", UNIQUE, SOLUTION, "--unique", "-s", solver)
    crash, last = done.stdout.splitlines()
    assert crash.startswith(f"ERROR {solver}: ended by the signal SIGSEGV")
    assert last == "correct: it is a solution; whether the only one is open"
    assert done.returncode == 1
    solver = f"{WRONG}:sleeps"
    done = accord("verify", UNIQUE, SOLUTION, "--unique", "-s", solver, "-t", "50ms")
    assert done.stdout.startswith(f"TIMEOUT {solver}: ")
    assert done.returncode == 124


def test_verify_counts_puzzles_without_a_solution(tmp_path: Path) -> None:
    table = tmp_path / "some.csv"
    table.write_text(f"puzzle,solution\n{TWO},\n{UNIQUE},{SOLUTION}\n{NONE},\n")
    for unique in ([], ["--unique"]):
        done = accord("verify", "--file", table, *unique)
        assert done.stdout == "1 checked: 0 wrong, 2 without a solution\n"
        assert done.returncode == 0
    table.write_text(f"puzzle,solution\n{TWO},\n{NONE},\n")
    done = accord("verify", "--file", table)
    assert (done.stdout, done.returncode) == ("", 2)
    assert "found 2 puzzles without a solution, expected solutions to verify" in done.stderr


def test_verify_says_what_is_wrong_with_the_file_of_a_grid(tmp_path: Path) -> None:
    binary = tmp_path / "binary.file"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    done = accord("verify", TWO, binary)
    assert f"{binary}: found bytes that are no UTF-8" in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)
    binary.write_text("1234")
    assert f"{binary}: " not in accord("verify", TWO, binary).stderr
    binary.write_text("12?")
    assert f"{binary}: line 1, column 3: found '?'" in accord("verify", TWO, binary).stderr
    done = accord("verify", TWO, tmp_path / "nosuch.txt")
    as_puzzle = accord("verify", tmp_path / "nosuch.txt", "1")
    assert "found n" in done.stderr
    assert done.stderr == as_puzzle.stderr
    assert done.returncode == 2


def test_an_independent_pair_is_the_best_that_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from accord.bench.judging.check import independent_pair

    cpsat = available()["cpsat"]
    some = {
        "search": replace(cpsat, family="search", engine="own", model="own"),
        "sat-1": replace(cpsat, family="sat", model="cnf", proves=False, engine="walk"),
        "sat-2": replace(cpsat, family="sat", model="cnf", engine="or-tools"),
        "cpsat": cpsat,
    }
    monkeypatch.setattr("accord.bench.judging.check.available", lambda: some)
    assert independent_pair() == ("cpsat", "search")
    monkeypatch.setattr("accord.bench.judging.check.available", lambda: {"sat-2": some["sat-2"]})
    assert independent_pair() == ("sat-2",)
    monkeypatch.undo()
    one, other = (available()[name] for name in independent_pair())
    assert (one.family, other.family) == ("cp-sat", "sat")
    assert one.engine != other.engine
    assert one.model != other.model


def test_verify_a_file(tmp_path: Path) -> None:
    table = tmp_path / "pairs.csv"
    table.write_text(f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{TWO},1234341221434311\n")
    done = accord("verify", "--file", table)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "2 checked: 1 wrong"
    assert done.stdout.startswith("pairs#2: r4c3 holds 1, but 2 is given")
    lines = tmp_path / "pairs.jsonl"
    lines.write_text(json.dumps({"puzzle": UNIQUE, "solution": SOLUTION}) + "\n")
    assert accord("verify", "--file", lines).stdout == "1 checked: 0 wrong\n"


def test_the_published_answer_that_is_wrong_is_found() -> None:
    done = accord("verify", "--file", "published")
    assert done.returncode == 1
    assert ": 1 wrong" in done.stdout.splitlines()[-1]


def test_verify_goes_on_after_what_it_cannot_read(tmp_path: Path) -> None:
    rows = [f"{UNIQUE},{SOLUTION}", f"{UNIQUE[:-2]},{SOLUTION}", f"{UNIQUE},{SOLUTION[:-3]}"]
    table = tmp_path / "pairs.csv"
    table.write_text("\n".join(["puzzle,solution", *rows, f"{UNIQUE},{SOLUTION[::-1]}"]) + "\n")
    done = accord("verify", "--file", table)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("unreadable: line 3, puzzle: ")
    assert lines[1].startswith("unreadable: line 4, solution: ")
    assert lines[2].startswith("pairs#4: r1c1 holds 9, but 5 is given")
    assert lines[-1] == "2 checked: 1 wrong, 2 unreadable"
    assert done.returncode == 1
    table.write_text("\n".join(rows))
    done = accord("verify", "--file", table)
    assert (done.returncode, done.stdout) == (2, "")
    assert "found a table without a header" in done.stderr


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
        'collection = "two.txt"\nsolvers = ["cpsat:seed=7", "sat-pycosat:minimal"]\n'
        "limit = 1\ntime_limit = 3\nrepeat = 1\nseed = 4\n"
    )
    done = accord("bench", asked, "-o", tmp_path / "out", "-q")
    assert done.returncode == 0
    assert not [line for line in done.stderr.splitlines() if not line.startswith("results:")]
    assert "cpsat:seed=7" in done.stdout
    assert "sat-pycosat:encoding=minimal" in done.stdout
    asked.write_text('collection = "two.txt"\nsolver = ["cpsat"]\n')
    assert "found 'solver', expected one of" in accord("bench", asked).stderr


def test_solvers_lists_capabilities() -> None:
    backends = {each["name"]: each for each in json.loads(accord("solvers", "--json").stdout)}
    assert {"backtracking-mrv", "cpsat", "sat-pycosat", "python-constraint"} <= backends.keys()
    cpsat = backends["cpsat"]
    assert cpsat["available"]
    assert (cpsat["family"], cpsat["version"].split()[0]) == ("cp-sat", "ortools")
    assert cpsat["capabilities"]["enumerates"]
    assert "cpsat" in accord("solvers").stdout


def test_collections_are_accepted_wherever_a_file_is() -> None:
    names = [line.split()[0] for line in accord("collections").stdout.splitlines()[2:]]
    assert {"tour", "seeds", "famous", "edge"} <= set(names)
    assert accord("convert", "seeds").stdout == accord("convert", "--file", "seeds").stdout != ""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("solver = []", "found 'solver', expected one of collection, solvers, cold"),
        ('solvers = "a"', "solvers: found 'a', expected a list of texts"),
        ("cold = 1", "cold: found 1, expected true or false"),
        ('shard = "5/4"', "shard: found '5/4', expected I/N with I from 1 to N, as 1/4"),
        ("shard = 3", "shard: found 3, expected text"),
        ('reading = "--bix 3"', "found '--bix 3', expected options as --box 2x3: No such option"),
        ("time_limit = true", "time_limit: found True, expected a number"),
        ('time_limit = "5x"', "time_limit: found '5x', expected a time like 10s, 500ms or 2m"),
        ("memory_limit = false", "memory_limit: found False, expected a number"),
        ("limit = -1", "limit: found '-1', expected 1, 2, ... or all"),
        ("repeat = 0", "repeat: 0 is not in the range"),
        ("seed = 1.5", "seed: '1.5' is not a valid integer"),
        ("x = ", "not a TOML file"),
        ("limit=1\nlimit=2", "not a TOML file: Cannot overwrite a value"),
        ('collection = "no"', "not a TOML file"),
    ],
)
def test_what_a_campaign_file_cannot_ask_is_named(
    tmp_path: Path, line: str, complaint: str
) -> None:
    asked = tmp_path / "asked.toml"
    asked.write_text(f'collection = "seeds"\n{line}\n')
    done = accord("bench", asked, "-o", tmp_path / "out")
    assert f"accord: {asked}: " in done.stderr
    assert complaint in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_zero_is_no_limit_in_a_campaign_file_and_options_have_precedence(tmp_path: Path) -> None:
    asked = tmp_path / "asked.toml"
    asked.write_text(
        'collection = "seeds"\nlimit = 0\nmemory_limit = 0\ncpu_limit = 0.0\npuzzles = 3\n'
        'solvers = ["cpsat"]\nrepeat = 3\nseed = 9\nreading = "--rules diagonals,windoku"\n'
    )
    command = click.command()(asking(lambda asked: asked))
    given = ["-s", "backtracking-mrv", "--repeat", "1", "-t", "3s"]
    found: CampaignOptions = command.main([str(asked), *given], standalone_mode=False)
    question = found.question
    assert (question.solvers, question.repeat, question.seed) == (("backtracking-mrv",), 1, 9)
    assert question.terms == Terms(Limits(3.0), None)
    assert question.reading == "--rules diagonals --rules windoku"
    assert found.variant.rules == {"diagonals", "windoku"}


def test_bench_speed_is_now_speed() -> None:
    done = accord("bench", "--speed", "nokind")
    assert done.stderr.startswith("accord: warning: accord bench --speed is now accord speed\n")
    assert "the kinds are easy, sparse, top, hardest" in done.stderr


def test_help_of_every_command() -> None:
    rows = accord("--help").stdout.partition("Commands:\n")[2].partition("\n\n")[0]
    listed = dict(line.split(None, 1) for line in rows.splitlines() if line[2] != " ")
    assert {"solve", "check", "verify", "bench", "speed", "table", "convert"} <= listed.keys()
    for name in listed:
        done = accord(name, "--help")
        assert done.stdout.startswith(f"Usage: accord {name} ")
        assert done.returncode == 0


@pytest.mark.parametrize("arguments", [["--help"], ["collections"]])
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
