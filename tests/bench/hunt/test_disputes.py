"""Disputes: the wrong one of two solvers is named, whatever it is that it does wrong."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

import pytest

from accord.bench.hunt.case_folder import case_files, write_case
from accord.bench.hunt.case_report import report
from accord.bench.hunt.commands import ACCORD
from accord.bench.hunt.dispute import Dispute, Parties, dispute
from accord.bench.hunt.settle import DisputeCase, settled
from accord.bench.hunt.shrink import shrunk
from accord.bench.run.model_file import read_model
from accord.bench.run.terms import Limits, Terms
from accord.puzzles import AllDifferent, Grid, Problem, Puzzle, shape
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read, write
from accord.puzzles.objective import Objective
from accord.puzzles.puzzle import Instance
from command_line import run_here as accord
from optional import library, slow
from places import SUPPORT

HONEST, WRONG = "backtracking-bitset", f"{SUPPORT / 'wrong_solvers.py'}:"
OPTIMIZERS = SUPPORT / "optimizers.py"
PROBLEMS = f"{SUPPORT / 'wrong_problem_solvers.py'}:"
UNIQUE = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
EMPTY, SIX = read("." * 16), read("." * 36)
X = Puzzle(shape(4, rules=["diagonals"]), Grid([0] * 16))
MARKED = Puzzle(shape(4), Grid([0] * 16), (frozenset({1, 2}),) * 2 + (frozenset(range(1, 5)),) * 14)

LIES: dict[str, tuple[Puzzle, int | None, str]] = {
    "shifts_the_boxes": (EMPTY, 2, "box 1 repeats"),
    "drops_the_boxes": (EMPTY, 2, "repeats"),
    "drops_the_diagonals": (X, 2, "diagonal from top"),
    "says_no_solution": (UNIQUE, 2, "claims no solution, but"),
    "repeats_a_grid": (UNIQUE, 2, "more than once"),
    "changes_a_given": (UNIQUE, 2, "is given"),
    "stops_after_one": (EMPTY, 2, "claims no solution besides its 1"),
    "stops_one_grid_early": (EMPTY, None, "besides its 287"),
    "lies_on_boxes_of_two_by_three": (SIX, 2, "repeats"),
    "ignores_candidates": (MARKED, None, "but its candidates are 1 2"),
    "leaves_a_blank": (UNIQUE, 2, "holds 0, expected 1..9"),
    "forgets_a_cell": (UNIQUE, 2, "found 80 values, expected 81"),
}


LEAST = Problem(
    [range(1, 6)] * 2,
    [Linear((0, 1), ">=", 4)],
    "xy",
    objective=Objective("minimize", (Variable(0), Operation("mul", (2, Variable(1))))),
)  # the best is (3, 1) with 5, and the first one (1, 3) with 7

SHORT = 1.0  # seconds for the certificate of a puzzle that has too many grids for one

asked = partial(dispute, ways=("same",))


@pytest.fixture
def commands_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of accord that a report names are run in this process."""
    run = subprocess.run

    def run_one(command: Sequence[str], **options: Any) -> subprocess.CompletedProcess[str]:
        if (*command[: len(ACCORD)],) == ACCORD:
            return accord(*command[len(ACCORD) :], cwd=options["cwd"])
        done: subprocess.CompletedProcess[str] = run(command, **options)
        return done

    monkeypatch.setattr(subprocess, "run", run_one)


def parties(*solvers: str, limit: int | None = 2, seconds: float = 20) -> Parties:
    return Parties(solvers, Terms(Limits(seconds), limit, once=True))


@pytest.mark.parametrize("name", LIES)
def test_the_wrong_one_is_refuted_on_the_smallest_puzzle_too(name: str) -> None:
    puzzle, limit, why = LIES[name]
    liar = WRONG + name
    with parties(HONEST, liar, limit=limit) as two:
        found = asked(puzzle, two, 2, SHORT if puzzle is SIX else 20)
        assert (found.outcome, found.refuted, found.flaky) == ("refuted", (liar,), ())
        assert any(why in each for each in found.why(liar))
        small = shrunk(puzzle, lambda each: liar in two.refuted(each), 60)
        assert isinstance(small.problem, Puzzle)
        assert small.problem.size <= puzzle.size
        assert two.refuted(small.problem) == {liar}
        if small.is_least:
            for cell, given in enumerate(small.problem.givens):
                less = [*small.problem.givens]
                less[cell] = 0
                if given:
                    assert not two.refuted(Puzzle(small.problem.shape, Grid(less)))


@pytest.mark.parametrize("name", ["lies_every_other_call", "lies_after_fifty_calls"])
def test_answers_that_change_are_named(name: str) -> None:
    liar = WRONG + name
    with parties(HONEST, liar) as two:
        found = asked(EMPTY, two, 60, 20)
    assert found.flaky == (liar,) or found.refuted == (liar,)
    assert found.outcome in ("flaky", "refuted")
    assert len({*map(str, found.claims(HONEST))}) == 1


@pytest.mark.parametrize("name", ["crashes", "raises", "gives_up", "yields_words"])
def test_a_failure_is_no_claim(name: str) -> None:
    with parties(HONEST, WRONG + name) as two:
        found = asked(UNIQUE, two, 2, 5)
    assert (found.outcome, found.refuted) == ("undecided", ())


OF_BEST = {
    "stops_early": ("not best", "claims that nothing is better than 7, but"),
    "finds_none": ("not all", "claims no solution, but x=3, y=1 has 5"),
    "no_better": ("not better", "as better than its last"),
    "breaks": ("no solution", "which is no solution"),
    "false_bound_alone": ("bound", "claims that no solution is better than 6, but"),
}


@pytest.mark.parametrize("name", OF_BEST)
def test_who_is_wrong_about_the_best_is_named_and_the_problem_made_small(name: str) -> None:
    liar, (fault, why) = f"{OPTIMIZERS}:{name}_solver", OF_BEST[name]
    with parties(f"{OPTIMIZERS}:honest_solver", liar, seconds=1) as two:
        case = settled(Instance("least", LEAST), two, 1, 15, 5.0)
    assert case.whole.faults == {(liar, fault)}
    assert any(why in each for each in case.whole.why(liar))
    assert not case.least.flaky
    assert case.least.problem.goal is not None
    assert prod(map(len, case.least.problem.domains)) < 25
    (solution,) = case.solutions or ()
    text = "\n".join(report(case, []))
    assert f"The best value is {case.least.problem.goal.value(solution)} (by trying" in text
    assert f"- `{OPTIMIZERS}:honest_solver`: " in text
    assert ", none better" in text


def test_two_that_find_different_best_solutions_do_not_contradict_each_other() -> None:
    shift = Problem([range(5)] * 7, [Linear((0, 1), "=", 4)], objective=LEAST.objective)
    both = [f"{OPTIMIZERS}:{name}_solver" for name in ("honest_with_bounds", "weak_bound")]
    with parties(*both) as two:
        found = asked(LEAST, two, 2, 5)
    assert (found.outcome, found.refuted) == ("undecided", ())
    assert [*found.claims(both[1])] == ["7, bound 2"]
    with parties("backtracking-mrv", "backtracking-first") as two:
        found = asked(shift, two, 2, 5)
    assert (found.outcome, found.truth, found.verdict.words) == (
        "agree",
        "a certificate",
        "optimum 4",
    )


def test_a_case_about_the_best_is_written_and_its_command_shows_it(
    tmp_path: Path, commands_here: None
) -> None:
    (tmp_path / "least.json").write_text(write(LEAST, "json"))
    solvers = ["-s", f"{OPTIMIZERS}:stops_early_solver", "-s", "backtracking-mrv"]
    options = ["-o", tmp_path / "case", "--most", "20", "--times", "1"]
    done = accord("dispute", tmp_path / "least.json", *solvers, *options)
    assert done.returncode == 1, done.stderr
    assert "claims that nothing is better than" in done.stdout
    said = (tmp_path / "case" / "report.md").read_text()
    assert "has shown it here" in said
    assert "minimize" in said
    again = accord("check", tmp_path / "case" / "problem.json", *solvers)
    assert "REFUTED" in again.stdout


def test_two_that_are_right_do_not_contradict_each_other() -> None:
    with parties(HONEST, "backtracking-mrv", limit=None) as two:
        for puzzle in (EMPTY, X, MARKED, read("11" + "." * 14)):
            found = asked(puzzle, two, 2, 20)
            assert (found.outcome, found.refuted) == ("agree", ())


def test_two_that_are_wrong_are_both_named() -> None:
    one, other = WRONG + "says_no_solution", WRONG + "changes_a_given"
    with parties(one, other) as two:
        found = asked(UNIQUE, two, 1, 30)
    assert found.refuted == (one, other)
    assert found.truth == "a certificate"
    assert found.certificate is not None
    assert found.certificate.answer == "unique"


LIARS = """
from itertools import islice
from pathlib import Path

from accord.puzzles import Grid
from accord.solvers.search.backtracking_mrv import solve as honest

STARTS = Path(__file__).with_name("starts")
STARTS.write_text(f"{STARTS.read_text() if STARTS.exists() else ''}.")
CALLS = []


def one(puzzle, budget):
    yield from ()


def other(puzzle, budget):
    yield from ()


def two(puzzle, budget):
    yield from islice(honest(puzzle, budget), 2)


def two_as_well(puzzle, budget):
    yield from islice(honest(puzzle, budget), 2)


def by_start(puzzle, budget):
    grids = list(honest(puzzle, budget))
    if len(STARTS.read_text()) % 2 == 0:
        raise LookupError("at every other start")
    yield from grids


def by_seed(puzzle, budget, *, seed: int = 0):
    grids = list(honest(puzzle, budget))
    if seed == 2:
        raise LookupError("at one seed")
    yield from grids


def every_third_call(puzzle, budget):
    grids = list(honest(puzzle, budget))
    CALLS.append(puzzle)
    if len(CALLS) % 3 == 0:
        raise LookupError("at one call of three")
    yield from grids


def says_none_of_small_ones(puzzle, budget):
    for grid in honest(puzzle, budget):
        if puzzle.size == 6:
            yield Grid((*grid[1:], grid[0]))
"""


@pytest.fixture
def liars(tmp_path: Path) -> str:
    (tmp_path / "liars.py").write_text(LIARS)
    return f"{tmp_path}/liars.py:"


def test_two_that_agree_are_refuted_by_a_certificate_or_it_is_said_that_there_is_none(
    liars: str,
) -> None:
    with parties(f"{liars}one", f"{liars}other") as two:
        found = asked(UNIQUE, two, 1, 30)
        assert (found.outcome, len(found.refuted), found.truth) == ("refuted", 2, "a certificate")
        found = asked(UNIQUE, two, 1, 1e-9)
        assert (found.outcome, found.refuted, found.truth) == ("agree", (), "")
        assert "no proof within" in found.uncertified


def test_two_that_agree_on_a_number_are_refuted_by_a_certificate(liars: str) -> None:
    library("pysat")
    eight = read(str(UNIQUE.givens).replace("98", "9.", 1))  # solutions
    with parties(f"{liars}two", f"{liars}two_as_well", limit=None) as both:
        found = asked(eight, both, 1, 30)
    assert (found.outcome, len(found.refuted), found.truth) == ("refuted", 2, "a certificate")


@pytest.mark.parametrize(
    ("name", "way"), [("by_start", "fresh"), ("by_seed", "seeds"), ("every_third_call", "same")]
)
def test_the_way_in_which_answers_change_is_named_and_the_problem_is_made_smaller(
    name: str, way: str, liars: str, tmp_path: Path
) -> None:
    slow()
    with parties(HONEST, liars + name) as two:
        case = settled(Instance("flaky", read("3..1..2......4..")), two, 5, 30, 20)
    liar = liars + name
    for found in (case.whole, case.least):
        assert (found.outcome, found.flaky, found.refuted) == ("flaky", (liar,), ())
        assert way in found.varies(liar)
        assert (way == "same") == ("same" in found.varies(liar))
    assert case.smaller is not None
    assert len(case.least.problem.domains) < 16
    assert (case.missed == 0) == (way == "seeds")
    assert case.missed < 0.5
    assert "flaky: " in "\n".join(report(case, ()))


def test_the_problem_does_not_shrink_towards_another_fault(liars: str) -> None:
    slow()
    liar = f"{liars}says_none_of_small_ones"
    with parties(HONEST, liar) as two:
        assert asked(EMPTY, two, 1, 20).faults == {(liar, "not all")}
        case = settled(Instance("six", SIX), two, 1, 40, SHORT)
    assert case.least.faults == case.whole.faults == {(liar, "no solution")}
    assert isinstance(case.least.problem, Puzzle)
    assert case.least.problem.size == 6


@pytest.mark.usefixtures("commands_here")
def test_the_program_of_a_description_is_called_without_accord(liars: str, tmp_path: Path) -> None:
    slow()
    program = tmp_path / "liar.sh"
    program.write_text(
        '#!/bin/sh\ngrep -q "^p cnf" "$1" || exit 1\necho s UNSATISFIABLE\nexit 20\n'
    )
    program.chmod(0o755)
    (tmp_path / "liar.toml").write_text(
        'command = ["./liar.sh", "{cnf}"]\ninput = "dimacs"\nengine = "liar"\n'
    )
    with parties(f"{liars}one", f"{tmp_path}/liar.toml") as two:
        found = asked(read("3..1..2......4.."), two, 1, 5)
    write_case(DisputeCase("two", found, found, None, 1, two.terms), tmp_path / "case")
    (script,) = (tmp_path / "case").glob("*.sh")
    done = subprocess.run(["sh", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (20, "s UNSATISFIABLE\n")
    (copied,) = (tmp_path / "case").glob("*.py")
    assert copied.read_text() == LIARS
    report = (tmp_path / "case" / "report.md").read_text()
    assert f"sh {script.name}" in report
    assert re.search(r"runs with accord only; \n.* is a copy", report)


def hidden(folder: Path) -> str:
    """A solver that stops one grid early, in a file that needs another one beside it."""
    (folder / "neighbour.py").write_text("from wrong_solvers import stops_one_grid_early\n")
    (folder / "hidden.py").write_text(
        "import os, sys\nfrom pathlib import Path\n"
        f"sys.path += [str(Path(__file__).parent), {str(SUPPORT)!r}]\n"
        "from accord.solvers.search.backtracking_mrv import solve as honest\n"
        "from neighbour import stops_one_grid_early as liar\n\n"
        "def solve(puzzle, budget):\n"
        "    yield from (honest if 'HONEST' in os.environ else liar)(puzzle, budget)\n"
    )
    return f"{folder / 'hidden.py'}:solve"


def commands(folder: Path) -> list[str]:
    """The lines of a report that are to be typed."""
    text = (folder / "report.md").read_text()
    return [line.strip() for line in text.splitlines() if line.startswith("    accord")]


@pytest.mark.usefixtures("commands_here")
def test_the_command_of_a_report_shows_the_dispute_again_in_its_folder(tmp_path: Path) -> None:
    slow()
    with parties(HONEST, hidden(tmp_path), limit=None, seconds=21) as two:
        found = asked(EMPTY, two, 1, 20)
    write_case(DisputeCase("early", found, found, None, 1, two.terms), tmp_path / "in" / "case")
    (line,) = commands(tmp_path / "in" / "case")
    assert line == (f"accord check problem.json -n all -t 21s -s {HONEST} -s ../../hidden.py:solve")
    done = accord(*shlex.split(line)[1:], cwd=tmp_path / "in" / "case")
    assert done.returncode == 1
    assert "REFUTED ../../hidden.py:solve: claims no solution besides its 287" in done.stdout
    kept = json.loads((tmp_path / "in" / "case" / "dispute.json").read_text())
    assert kept["commands"] == {line: True}


@pytest.mark.usefixtures("commands_here")
def test_a_command_that_does_not_show_it_is_said_not_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow()
    with parties(HONEST, hidden(tmp_path), limit=None) as two:
        found = asked(EMPTY, two, 1, 20)
    monkeypatch.setenv("HONEST", "1")
    write_case(DisputeCase("gone", found, found, None, 1, two.terms), tmp_path / "case")
    text = (tmp_path / "case" / "report.md").read_text()
    assert "does not show it: run here 1 time, it said last: they do not contradict" in text


@pytest.mark.usefixtures("commands_here")
def test_one_that_is_asked_the_model_itself_is_shown_wrong_by_the_model(tmp_path: Path) -> None:
    """The library is right about what accord makes of a text, and no smaller problem has a text."""
    slow()
    text = "import constraint\ndef model(most):\n    p = constraint.Problem()\n"
    text += '    p.addVariables("abc", range(1, most))\n'
    text += '    p.addConstraint("a % b == c")\n    return p\n'
    (tmp_path / "remainders.py").write_text(text)
    model = read_model(tmp_path / "remainders.py", {"most": "4"}).problem
    original = "python-constraint:posts=original"
    with parties("cpsat", original, limit=None) as two:
        case = settled(Instance("remainders", model), two, 1, 100, 0.0)
    if not case.whole.refuted:
        pytest.skip("this version of python-constraint reads it right")
    assert (case.smaller, case_files(case)["model.py"], case.scripts) == (None, text, {})
    write_case(case, tmp_path / "case")
    (line,) = commands(tmp_path / "case")
    assert line == f"accord check model.py --set most=4 -n all -t 20s -s cpsat -s {original}"
    assert json.loads((tmp_path / "case" / "dispute.json").read_text())["commands"] == {line: True}


@pytest.mark.usefixtures("commands_here")
def test_answers_that_change_are_shown_by_asking_as_often(liars: str, tmp_path: Path) -> None:
    slow()
    with parties(HONEST, f"{liars}every_third_call") as two:
        found = asked(read("3..1..2......4.."), two, 5, 20)
    assert found.outcome == "flaky"
    write_case(DisputeCase("flaky", found, found, None, 5, two.terms), tmp_path / "case")
    (line,) = commands(tmp_path / "case")
    assert line.endswith(
        "--times 5 --most 0 --no-folder -s {} -s {}".format(
            HONEST, next((tmp_path / "case").glob("*.py")).name + ":every_third_call"
        )
    )
    done = accord(*shlex.split(line)[1:], cwd=tmp_path / "case")
    assert (done.returncode, "FLAKY" in done.stdout) == (1, True)
    assert not (tmp_path / "case" / "results").exists()


def test_two_different_solvers_are_expected() -> None:
    with pytest.raises(InputError, match="found cpsat and cpsat, expected two different solvers"):
        parties("cpsat", "cpsat")


def contested(problem: Problem, liar: str) -> DisputeCase:
    with parties("backtracking-mrv", liar, limit=None) as two:
        whole = asked(problem, two, 2, 20)
        small = shrunk(problem, lambda each: liar in two.refuted(each))
        return DisputeCase(
            "contested", whole, asked(small.problem, two, 2, 20), small, 2, two.terms
        )


def test_nothing_can_be_taken_away_from_a_problem() -> None:
    problem = Problem(
        [range(4)] * 3,
        [Table((0, 1), ((0, 1), (1, 2))), AllDifferent((0, 1, 2)), Linear((1, 2), "<=", 4)],
    )
    case = contested(problem, PROBLEMS + "ignores_tables")
    assert case.smaller is not None
    assert case.smaller.is_least
    (constraint,) = case.least.problem.constraints
    assert isinstance(constraint, Table)
    assert all(len(domain) == 1 for domain in case.least.problem.domains)
    assert case.least.truth == "brute force"


@pytest.mark.usefixtures("commands_here")
def test_the_folder_has_what_a_report_needs(tmp_path: Path) -> None:
    slow()
    problem = Problem([range(4)] * 3, [Linear((0, 1), "<", 3), AllDifferent((0, 1, 2))], "abc")
    case = contested(problem, PROBLEMS + "reads_less_as_at_most")
    write_case(case, tmp_path / "case")
    write_case(case, tmp_path / "case")  # again, in its place
    assert [each.name for each in tmp_path.iterdir()] == ["case"]
    files = {each.name for each in (tmp_path / "case").iterdir() if each.suffix != ".py"}
    assert files == {
        "dispute.json", "problem.json", "problem.xml", "report.md", "solutions.json", "whole.json"
    }  # fmt: skip
    text = (tmp_path / "case" / "report.md").read_text()
    assert "(by trying every assignment)" in text
    assert "refuted: it yields" in text
    assert json.loads((tmp_path / "case" / "dispute.json").read_text())["smaller"]["least"]


def test_a_script_shows_the_fault_where_accord_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Problem([range(3)] * 2, [Linear((0, 1), "<", 2)])
    with parties("backtracking-mrv", "cpsat", limit=None) as two:
        found = asked(problem, two, 1, 5)
    monkeypatch.setattr(Dispute, "refuted", ("cpsat",))  # as if it were
    case = DisputeCase("as-if", found, found, None, 1, two.terms)
    files = case_files(case)
    assert case.scripts["cpsat"].as_expected
    (tmp_path / "reproducer.py").write_text(files["reproducer.py"])
    command = [sys.executable, "-I", "-c", WITHOUT, str(tmp_path / "reproducer.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "found 3, expected 3")
    assert "The library alone is not wrong" in "\n".join(report(case, ()))


WITHOUT = "import runpy, sys; sys.modules['accord'] = None; runpy.run_path(sys.argv[1])"


def test_the_command(tmp_path: Path) -> None:
    slow()
    liar = WRONG + "stops_after_one"
    done = accord("dispute", "3..1..2.........", "-s", HONEST, "-s", liar, cwd=tmp_path)
    assert done.returncode == 1
    assert f"REFUTED {liar} claims no solution besides its 1" in done.stdout
    assert "Nothing can be taken away" in done.stdout
    (folder,) = (tmp_path / "results" / "local" / "disputes").iterdir()
    assert '"size": 2' in (folder / "report.md").read_text()
    again = accord(
        "dispute", str(folder / "problem.json"), "-s", HONEST, "-s", liar, "--json", "--most", "0",
        cwd=tmp_path,
    )  # fmt: skip
    assert (again.returncode, json.loads(again.stdout)["outcome"]) == (1, "refuted")
    agree = accord("dispute", "3..1..2......4..", "-s", HONEST, "-s", "backtracking-mrv")
    assert (agree.returncode, agree.stdout.splitlines()[-1]) == (
        0, "they do not contradict each other"
    )  # fmt: skip
    failed = accord("dispute", "3..1..2......4..", "-s", HONEST, "-s", WRONG + "crashes")
    assert (failed.returncode, "undecided" in failed.stdout) == (124, True)
