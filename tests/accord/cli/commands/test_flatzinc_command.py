"""FlatZinc is solved as MiniZinc asks for it: what is printed is verified, and proved twice."""

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from command_line import COMMAND, run_here, started
from optimizers import PLANTED, SOLVERS
from optional import program, slow
from places import ROOT, SUPPORT

COMPLETE, UNSATISFIABLE, UNKNOWN = "==========", "=====UNSATISFIABLE=====", "=====UNKNOWN====="
BEST = """
var 0..3: x :: output_var;
var 0..3: y;
var 1..6: cost :: output_var;
var bool: b;
array [1..3] of var int: all :: output_array([0..2]) = [x, y, 9];
constraint int_ne(x, y);
constraint int_lin_eq([1, 1, -1], [x, y, cost], 0);
constraint int_le_reif(x, y, b);
solve minimize cost;
"""
ANY = BEST.replace("minimize cost", "satisfy")  # 12 solutions
NONE = ANY.replace("int_ne(x, y)", "int_eq(x, y)").replace("1..6: cost", "{1,3,5}: cost")
LINES = re.compile(
    r"x = (\d);\ncost = (\d);\nall = array1d\(0\.\.2,\[(\d),(\d),9\]\);\n-{10}\n|(=.*)\n"
)
OPTIMIZERS = SUPPORT / "optimizers.py"
HONEST, SLOW = (f"{OPTIMIZERS}:{name}_solver" for name in ("honest", "slow"))
MRV, PYCOSAT = "backtracking-mrv", "sat-pycosat"
BOTH = ("--ask", MRV, "--ask", PYCOSAT)
ENDLESS = ("slow", "alternates", "proves_late")
# All claim that there is nothing but what they yield.
LIARS = """
def none(problem, budget):
    yield from ()

def one(problem, budget):
    yield next(solution for solution in every(problem))

def false(problem, budget):
    yield [low for low, *_ in problem.domains]

def gives_up(problem, budget):
    raise RuntimeError
    yield

def every(problem):
    from itertools import product
    return (each for each in product(*problem.domains) if not any(problem.violations(each)))

from accord.solvers.backend import Backend
NONE, NEITHER = (
    Backend(none, engine, engine, "other", problems=True, optimizes="objective")
    for engine in ("picosat", "or-tools")
)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "liars.py").write_text(LIARS)
    return tmp_path / "model.fzn"


def solved(file: Path, text: str, *options: object) -> tuple[list[int], str, str]:
    """The costs of the solutions that were printed, all of which are right, status and evidence."""
    file.write_text(text)
    done = run_here("flatzinc", *options, file, cwd=file.parent)
    assert done.returncode == 0, done.stderr
    costs, status, end = list[int](), "", 0
    for match in LINES.finditer(done.stdout):
        assert (match.start(), status) == (end, "")
        end = match.end()
        if match[5]:
            status = match[5]
            continue
        x, cost, first, y = map(int, match.groups()[:4])
        assert x == first != y
        assert x + y == cost
        costs.append(cost)
    assert end == len(done.stdout)
    return costs, status, done.stderr


def test_the_best_is_printed_in_the_end_or_with_those_before(file: Path) -> None:
    costs, status, said = solved(file, BEST, *BOTH)
    assert (costs, status) == ([1], COMPLETE)
    assert "optimum 1 (" in said
    for option in ("-i", "-a"):
        costs, status, _ = solved(file, BEST, "--ask", f"{OPTIMIZERS}:other_sense_solver", option)
        assert costs == sorted(set(costs), reverse=True)
        assert costs[-1] == 1 or status == ""


@pytest.mark.parametrize(
    ("options", "number", "status"),
    [((), 1, ""), (("-n", 3), 3, ""), (("-a",), 12, COMPLETE), (("-n", 13), 12, COMPLETE)],
)
def test_as_many_solutions_as_are_asked_for(
    options: tuple[object, ...], number: int, status: str, file: Path
) -> None:
    costs, printed, _ = solved(file, ANY, *BOTH, *options)
    assert (len(costs), printed) == (number, status)


def test_none_and_what_is_not_known(file: Path) -> None:
    assert solved(file, NONE, *BOTH)[:2] == ([], UNSATISFIABLE)
    costs, status, said = solved(file, NONE, "--ask", "liars.py:gives_up", "-v")
    assert (costs, status) == ([], UNKNOWN)
    assert "liars.py:gives_up: ERROR, 0 solutions, perhaps not all" in said
    assert "what minizinc made of the model, which is not checked" in said
    assert solved(file, BEST, "--ask", SLOW, "-t", 1)[:2] == ([], UNKNOWN)  # it never ends


def test_integers_without_bounds_get_some_and_nothing_is_said_of_those_beyond(file: Path) -> None:
    for text, options, number in ((ANY, ("-a",), 12), (BEST, (), 1), (NONE, (), 0)):
        unbounded = text.replace("var 0..3: ", "var int: ")
        costs, status, said = solved(file, unbounded, *BOTH, *options, "--int-bounds=0..3")
        assert (len(costs), status) == (number, "" if number else UNKNOWN)
        assert "; for integers within 0..3), by " in said


@pytest.mark.parametrize(
    "liar", sorted({*SOLVERS} - {*PLANTED, *ENDLESS, "honest", "repeats", "stamps_early"})
)
def test_a_liar_never_proves_the_best(
    liar: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.bench.certify.cheap.MOST_CLAUSES", 0)  # nothing is certified
    text = BEST.replace("minimize", "maximize")
    options = ("-i", "--ask", f"{OPTIMIZERS}:{liar}_solver", "--ask", PYCOSAT)
    costs, status, said = solved(file, text, *options)
    assert costs == sorted(set(costs))
    assert costs[-1] == 5
    honest = ("honest_with_bounds", "weak_bound")
    assert status == (COMPLETE if liar == honest[0] else "")
    assert (f"REFUTED {OPTIMIZERS}:{liar}_solver: " in said) == (liar not in honest)


@pytest.mark.parametrize("liar", ["none", "one", "false"])
def test_a_liar_never_proves_that_there_are_no_others(
    liar: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.bench.certify.cheap.MOST_CLAUSES", 0)
    lying = ("-a", "--ask", f"liars.py:{liar}")
    for order in ((*lying, "--ask", PYCOSAT), ("--ask", PYCOSAT, *lying)):
        costs, status, said = solved(file, ANY, *order)
        assert (len(costs), status) == (12, "")
        assert f"REFUTED liars.py:{liar}: " in said
    costs, status, _ = solved(file, ANY, *lying)
    assert len(costs) < 12
    assert status == ("" if costs else UNKNOWN)
    believed = {"none": UNSATISFIABLE, "one": COMPLETE, "false": UNKNOWN}
    assert solved(file, ANY, *lying, "--claimed")[1] == believed[liar]


def test_what_a_certifier_finds_against_a_liar_is_printed(file: Path) -> None:
    costs, status, said = solved(file, ANY, "--ask", "liars.py:none")
    assert (len(costs), status) == (1, "")
    assert "REFUTED liars.py:none: claims no solution, but" in said


def test_two_liars_of_files_prove_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = ("--ask", "liars.py:NONE", "--ask", "liars.py:NEITHER")
    for text in (BEST, ANY):
        costs, status, said = solved(file, text, *both)
        assert (len(costs), status) == (1, COMPLETE if text == BEST else "")
        assert "REFUTED" in said  # of both, unless the other has not answered by then
    monkeypatch.setattr("accord.bench.certify.cheap.MOST_CLAUSES", 0)
    assert solved(file, BEST, *both)[:2] == ([], UNKNOWN)
    assert solved(file, BEST, *both, "--claimed")[:2] == ([], UNSATISFIABLE)


def test_a_bound_that_is_certified_is_no_optimum(file: Path) -> None:
    text = BEST.replace("minimize", "maximize")
    costs, status, said = solved(file, text, "--ask", f"{OPTIMIZERS}:weak_bound_solver")
    assert (costs, status) == ([1], "")
    assert "bound 8 certified)" in said


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -15)])
def test_what_was_found_stays_when_it_is_ended(number: int, code: int, file: Path) -> None:
    file.write_text(BEST)
    with started("flatzinc", "-i", "--ask", SLOW, file, text=True) as child:
        while not child.stdout.readline().startswith("-----"):
            pass
        child.send_signal(number)
        out, said = child.communicate(timeout=60)
    assert (out, child.returncode) == ("", code)
    assert "accord: interrupted\naccord: best known 1 (found by " in said


def test_statistics_are_in_minizincs_form(file: Path) -> None:
    file.write_text(BEST)
    done = run_here("flatzinc", "-s", *BOTH, file)
    last = done.stdout.partition(f"{COMPLETE}\n")[2]
    names = re.findall(r"^%%%mzn-stat: (\w+)=[\d.]+$", last, re.MULTILINE)
    assert names[:4] == ["nSolutions", "solveTime", "objective", "objectiveBound"]
    assert last.endswith("\n%%%mzn-stat-end\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-t", "soon", "model.fzn"), "found 'soon', expected a whole number"),
        (("-n", "0", "model.fzn"), "-n"),
        (("--nonsense", "model.fzn"), "No such option '--nonsense'"),
        (("absent.fzn",), "absent.fzn"),
        (("--ask", "no-such", "model.fzn"), "found the solver 'no-such', expected one of"),
        (("damaged.fzn",), "damaged.fzn: line 1: found"),
        (("latin.fzn",), "latin.fzn: "),
        ((), "Missing argument"),
    ],
)
def test_wrong_words_and_files_are_named(arguments: tuple[str, ...], said: str, file: Path) -> None:
    file.write_text(ANY)
    (file.parent / "damaged.fzn").write_text("var 1..3 x; solve satisfy;")
    (file.parent / "latin.fzn").write_bytes(b"var 1..3: x; % \xe4\nsolve satisfy;")
    done = run_here("flatzinc", *arguments, cwd=file.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


MODEL = """
include "alldifferent.mzn";
enum Colour = {red, green, blue};
array [0..2] of var Colour: hue;
var set of 1..3: some;
var opt 1..2: perhaps;
constraint alldifferent(hue) /\\ card(some) = 2 /\\ absent(perhaps);
solve minimize max(some) + bool2int(hue[0] != red);
output ["\\(hue) \\(some) \\(perhaps)\\n"];
"""


def test_minizinc_asks_accord_and_prints_by_the_models_own_output(tmp_path: Path) -> None:
    slow()
    minizinc = program("minizinc")
    script = tmp_path / "fzn-accord"
    script.write_text(f'#!/bin/sh\nexec {" ".join(COMMAND)} flatzinc "$@"\n')
    script.chmod(0o755)
    (tmp_path / "model.mzn").write_text(MODEL)
    share = ROOT / "puzzles" / "formats" / "flatzinc" / "share"
    path = f"{tmp_path}:{os.environ['PATH']}"
    command = [minizinc, "--solver", "accord", "-t", "100000", "-p", "2", "model.mzn"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"MZN_SOLVER_PATH": str(share), "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    shown, status = done.stdout.split("----------\n")
    assert re.fullmatch(r"\[red, (green, blue|blue, green)\] 1\.\.2 <>\n", shown)
    assert status == f"{COMPLETE}\n"
    assert "accord: optimum 2 (" in done.stderr


def test_cpsat_follows_the_search_of_the_model_unless_that_is_to_be_free(tmp_path: Path) -> None:
    file = tmp_path / "proposing.fzn"
    search = "int_search([x,y],input_order,indomain_max,complete)"
    text = (
        "var 1..5: x :: output_var;\nvar 1..5: y;\nconstraint int_lt(x,y);\nsolve :: {} satisfy;\n"
    )
    file.write_text(text.format(search), encoding="utf-8")
    ran = run_here("flatzinc", "-t", "60000", file)
    assert re.search(r"by .*\bcpsat:search=model", ran.stderr)
    assert ran.stdout.startswith("x = 4;")
    assert "search=model" not in run_here("flatzinc", "-t", "60000", "-f", file).stderr
    file.write_text(text.format(search.replace("input_order", "impact")), encoding="utf-8")
    assert "search=model" not in run_here("flatzinc", "-t", "60000", file).stderr
