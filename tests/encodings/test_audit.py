"""The audit: in every encoding the models are the grids that obey the rules, and no others.

Other people's programs find all models of what is written, and the encoding reads what they print.
What is expected comes from brute force where the grids are few, and elsewhere from counts on which
different solvers agree.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from accord.bench.hunt.conformance import EVERY_4X4, SMALL_CASES, Case, Equal
from accord.encodings.clauses.clauses import nogood
from accord.encodings.encoding import Encoding, encodings
from accord.encodings.model import ModelError, UnsatisfiableError, UnsupportedError
from accord.puzzles import Grid, Puzzle, shape
from audited_cases import AUDITED, REPEATING
from brute_force import brute_force
from optional import library, program

EVERY = encodings()
MAIN = [name for name in EVERY if not name.startswith("cnf-") or "+" not in name]


# What other people's programs print: a text for each model.


NOBODY_KNOWS = "of the kind equal, expected a puzzle of all-different alone|cannot post equal"


def of_clauses(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    """PicoSAT's models; grids that were found are forbidden by their own nogoods alone."""
    assert encoding.formula is not None
    formula = encoding.formula(puzzle)
    lines = [line for line in file.read_text().splitlines() if line[0] not in "cp"]
    clauses = [[*map(int, line.split()[:-1])] for line in lines]
    solve = library("pycosat").solve
    while (model := solve(clauses, vars=formula.variables)) != "UNSAT":
        text = f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n"
        yield text
        forbidden = nogood(formula, encoding.read(puzzle, text))
        clauses += [[*forbidden]] if forbidden else [[1], [-1]]
    yield "s UNSATISFIABLE\n"


def printed(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=600).stdout


def of_clasp(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    library("clingo")
    clasp = (sys.executable, "-m", "clingo", "--mode=clasp", "--models=0", "--quiet=0")
    text = printed(*clasp, str(file))
    for model in re.split(r"^c Answer: .*$", text, flags=re.M)[1:]:
        if lines := re.findall(r"^v.*", model, re.M):
            yield "\n".join(lines)
    yield "s UNSATISFIABLE\n"


def of_clingo(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    control = library("clingo").Control(["--models=0"])
    control.load(str(file))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        yield from map(str, models)
    yield "UNSATISFIABLE\n"


def of_miniexact(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    path = Path(library("miniexact").__file__).parents[4] / "bin" / "miniexact"
    text = printed(str(path), "-x", "-D", "-e", str(file))
    yield from re.findall(r"^[0-9 ]+$", text, re.M)
    yield "Found 0 solutions"


def of_gecode(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    text = printed(program("minizinc"), "--solver", "gecode", "-a", str(file))
    *solutions, end = text.split("----------\n")
    yield from solutions
    assert end.strip() == ("==========" if solutions else "=====UNSATISFIABLE=====")
    yield "=====UNSATISFIABLE====="


def of_z3(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    z3 = library("z3")
    solver = z3.SimpleSolver(ctx=z3.Context())
    solver.from_string(file.read_text())
    while solver.check() == z3.sat:
        model = solver.model()
        yield f"sat ({model.sexpr()})"
        cells = [constant for constant in model.decls() if re.match(r"r\d+c\d+$", constant.name())]
        solver.add(z3.Or(*(constant() != model[constant] for constant in cells)))
    assert solver.check() == z3.unsat
    yield "unsat"


def of_scip(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    scip = library("pyscipopt")
    model = scip.Model()
    model.hideOutput()
    model.readProblem(str(file))
    while model.optimize() or model.getStatus() != "infeasible":
        ones = [variable for variable in model.getVars() if model.getVal(variable) > 0.5]
        yield "".join(f"{variable.name} 1\n" for variable in ones)
        model.freeTransform()
        model.addCons(scip.quicksum(ones) <= len(ones) - 1)
    yield "problem is solved [infeasible]"


# PyCSP3's parser with CPMpy and OR-Tools behind it: in a process of its own, as PyCSP3 looks at the
# command line when it is imported.  Takes the names of files and prints the solutions of each.
XCSP3 = """
import json, sys
from cpmpy.tools.xcsp3 import load_xcsp3
from cpmpy.transformations.get_variables import get_variables_model

for name in sys.stdin:
    model, found = load_xcsp3(open(name.strip()).read()), []
    cells = get_variables_model(model)
    model.solveAll(display=lambda: found.append({x.name: int(x.value()) for x in cells}))
    print(json.dumps(found), flush=True)
"""


@pytest.fixture(scope="module", autouse=True)
def ended_reader() -> Iterator[None]:
    """Ends the reader of XCSP3, if there is one."""
    yield
    if xcsp3_reader.cache_info().currsize:
        xcsp3_reader().communicate(timeout=600)


@cache
def xcsp3_reader() -> subprocess.Popen[str]:
    library("cpmpy")
    if find_spec("pycsp3") is None:
        library("pycsp3")  # skips, and imports nothing otherwise
    command = [sys.executable, "-c", XCSP3]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def of_cpmpy(encoding: Encoding, puzzle: Puzzle, file: Path) -> Iterator[str]:
    reader = xcsp3_reader()
    assert reader.stdin
    assert reader.stdout
    print(file, file=reader.stdin, flush=True)
    for values in json.loads(reader.stdout.readline()):
        names, numbers = " ".join(values), " ".join(map(str, values.values()))
        yield f"<instantiation><list>{names}</list><values>{numbers}</values></instantiation>"
    yield "s UNSATISFIABLE"


WAYS: dict[str, tuple[Callable[[Encoding, Puzzle, Path], Iterator[str]], int]] = {
    ".cnf": (of_clauses, 100),  # for files of this suffix: who reads them, and how many grids
    ".opb": (of_clasp, 300),
    ".dlx": (of_miniexact, 300),
    ".mzn": (of_gecode, 300),
    ".smt2": (of_z3, 100),
    ".xml": (of_cpmpy, 100),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("distinct", [False, True])
@pytest.mark.parametrize("name", EVERY)
def test_the_models_are_the_grids_that_obey_the_rules(
    name: str, distinct: bool, tmp_path: Path
) -> None:
    encoding = EVERY[name]
    by_name = {"linear": (of_scip, 50), "asp": (of_clingo, 300)}
    way, most = by_name.get(name) or WAYS[encoding.suffix]
    cases = [*AUDITED, Case("every 4x4 grid", EVERY_4X4, 288)]
    if encoding.suffix == ".xml":  # CPMpy leaves out variables that are in no constraint
        cases = [case for case in cases if encoding.size(case.puzzle).constraints]
    if name not in MAIN:  # the ways to say at most one: clauses/test_cnf_audit.py asks more of them
        cases = cases[distinct::4]
    for case in (case for case in cases if case.count <= most):
        file = tmp_path / f"puzzle{encoding.suffix}"
        file.write_text("".join(encoding.write(case.puzzle, distinct)), encoding="utf-8")
        *models, none = way(encoding, case.puzzle, file)
        found = [encoding.read(case.puzzle, text) for text in (models or [])]
        assert len(found) == len(set(found)) == case.count, case.name
        assert not [each for grid in found for each in case.puzzle.violations(grid)], case.name
        if case.puzzle.size <= 4:
            assert set(found) == brute_force(case.puzzle), case.name
        with pytest.raises(UnsatisfiableError):
            encoding.read(case.puzzle, none)


# What is written.


@pytest.mark.parametrize("name", EVERY)
def test_an_unknown_kind_of_constraint_is_refused_by_name(name: str) -> None:
    puzzle = Puzzle(shape(4, extra=[Equal((0, 1))]), EVERY_4X4.givens)
    for ask in (EVERY[name].size, lambda puzzle: "".join(EVERY[name].write(puzzle, False))):
        with pytest.raises(UnsupportedError, match=NOBODY_KNOWS):
            ask(puzzle)


CONSTRAINTS = {  # in a file of this suffix, but for what stands once for several
    ".cnf": r"^-?[1-9].* 0$",
    ".opb": r"^[+-]1 .*;$",
    ".dlx": r"^r\d+c\d+ (?!r\d+c\d+)",
    ".smt2": r"^\(assert ",
    ".xml": r"<allDifferent>|<intension> ne",
    ".mzn": r"^constraint (?!solution)",
    ".lp": r"^ r\d+: .* <?= 1$",
}


@pytest.mark.parametrize(
    "name",  # the constraints of asp come from three rules
    [name for name in EVERY if EVERY[name].suffix in CONSTRAINTS and name != "asp"],
)
@pytest.mark.parametrize("case", [REPEATING, *SMALL_CASES[3:7], AUDITED[-1]])
def test_the_size_is_that_of_the_file(name: str, case: Case) -> None:
    size = EVERY[name].size(case.puzzle)
    for distinct, expected in ((False, size.constraints), (True, size.distinct)):
        text = "".join(EVERY[name].write(case.puzzle, distinct)).replace("\n  ", " ")
        if EVERY[name].suffix == ".dlx":
            text = text[text.index("\n", text.index("\nr1c1 ") + 1) :]  # below the line of items
        found = re.findall(CONSTRAINTS[EVERY[name].suffix], text, re.M)
        assert len(found) == expected


TABLES = tomllib.loads(Path(__file__).with_name("prices.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TABLES["prices"])
def test_blank_grids_cost_what_the_tables_say(name: str) -> None:
    for size, expected in TABLES["prices"][name].items():
        blank = Puzzle(shape(int(size)), Grid([0] * int(size) ** 2))
        assert [*EVERY[name].size(blank)[: len(expected)]] == expected


def test_the_tables_say_what_is_tested() -> None:
    for name, numbers in TABLES["said"].items():
        text = import_module(f"accord.encodings.{name}").__doc__ or ""
        for each in numbers:
            assert each in text or each in " ".join(text.split()), (name, each)


@pytest.mark.parametrize("name", MAIN)
def test_nothing_and_what_is_something_else_are_no_model(name: str) -> None:
    for text in ("", "hello", "x" * 5000, "".join(EVERY[name].write(EVERY_4X4, False))):
        with pytest.raises(ModelError) as refused:
            EVERY[name].read(EVERY_4X4, text)
        assert not isinstance(refused.value, UnsatisfiableError)
