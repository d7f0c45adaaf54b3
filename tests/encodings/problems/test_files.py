"""The file of a problem: outside solvers find its solutions in it, and no others.

What is expected comes from trying all assignments.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import printed_by_others
from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.encoding import encodings
from accord.encodings.model import ModelError, UnsatisfiableError, UnsupportedError
from accord.encodings.problems import integer_program, xcsp3
from accord.encodings.scopes import full_scope
from accord.puzzles import AllDifferent, Domain, Grid, Problem, Puzzle, shape
from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.problem import Solution
from awkward_problems import AWKWARD
from brute_force import solutions_by_trying
from optional import library

EVERY = {name: each for name, each in encodings().items() if not each.puzzles_only}
MOST = 40  # solutions of a problem that is enumerated
NUMBER = 6  # problems of a kind


def of_clauses(file: Path) -> Iterator[str]:
    """PicoSAT's models, one for each solution, as the comments say what literals mean."""
    solve = library("pycosat").solve
    lines = file.read_text(encoding="utf-8").splitlines()
    clauses = [[*map(int, line.split()[:-1])] for line in lines if line[0] not in "cp"]
    said = [re.fullmatch(r"c (\w+)=-?\d+:((?: -?\d+)*)", line) for line in lines]
    meanings = [(each[1], {*map(int, each[2].split())}) for each in said if each]
    while (model := solve(clauses)) != "UNSAT":
        true = [held for _, held in meanings if held <= {*model}]
        assert len(true) == len({name for name, _ in meanings}), "each variable has one value"
        yield f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n"
        if not any(true):
            return
        clauses.append([-literal for literal in set().union(*true)])


def of_clasp(file: Path) -> Iterator[str]:
    """All models, which say each solution once."""
    library("clingo")
    command = [sys.executable, "-m", "clingo", "--mode=clasp", "--models=0", "--quiet=0", str(file)]
    text = subprocess.run(command, capture_output=True, text=True, timeout=600).stdout
    assert re.search(r"^s (UN)?SATISFIABLE", text, re.M), text
    for model in re.split(r"^c Answer: .*$", text, flags=re.M)[1:]:
        yield "s SATISFIABLE\n" + "\n".join(re.findall(r"^v.*", model, re.M))


def of_scip(file: Path) -> Iterator[str]:
    """SCIP's solutions, each forbidden by the 0/1 columns of variables."""
    scip = library("pyscipopt")
    model = scip.Model()
    model.hideOutput()
    model.readProblem(str(file))
    while model.optimize() or model.getStatus() != "infeasible":
        values = {each.name: round(model.getVal(each)) for each in model.getVars()}
        yield "".join(f"{name} {value}\n" for name, value in values.items() if value)
        model.freeTransform()
        own = [each for each in model.getVars() if re.match("x", each.name)]
        own = [each for each in own if (each.getLbOriginal(), each.getUbOriginal()) == (0, 1)]
        true = [each if values[each.name] else 1 - each for each in own]
        model.addCons(scip.quicksum(true) <= len(true) - 1)


def about_text(way: Callable[[str], Iterator[str]], file: Path) -> Iterator[str]:
    return way(file.read_text(encoding="utf-8"))


WAYS: dict[str, Callable[[Path], Iterator[str]]] = {  # by suffix of the file, or name
    ".cnf": of_clauses,
    ".opb": of_clasp,
    "linear": of_scip,
    **{name: partial(about_text, way) for name, way in printed_by_others.WAYS.items()},
}


@cache
def asked(kind: str) -> list[tuple[Problem, set[Solution]]]:
    """Random problems of a kind of constraint, or of any; or the awkward ones."""
    if kind == "awkward":
        return [*AWKWARD.values()]
    tried = ((problem, solutions_by_trying(problem)) for problem in random_problems(kind))
    return [(problem, found) for problem, found in tried if len(found) <= MOST][:NUMBER]


def random_problems(kind: str) -> list[Problem]:
    return [random_problem(seed, kind) for seed in range(500, 500 + 4 * NUMBER)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", ["", "awkward", *KINDS])
@pytest.mark.parametrize("name", EVERY)
def test_outside_solvers_find_the_solutions_in_the_file(
    name: str, kind: str, tmp_path: Path
) -> None:
    encoding = EVERY[name]
    way = WAYS.get(name) or WAYS[encoding.suffix]
    answered = 0
    for place, (problem, expected) in enumerate(asked(kind)):
        file = tmp_path / f"problem{encoding.suffix}"
        try:
            text = "".join(encoding.write(problem, bool(place % 2)))
        except UnsupportedError:
            assert kind == "awkward", problem.constraints
            continue
        file.write_text(text, encoding="utf-8")
        found = [encoding.read(problem, printed) for printed in way(file)]
        assert sorted(found) == sorted(expected), (problem.constraints, text)
        answered += 1
    assert answered >= len(asked(kind)) - 2


def numbers_in_binary(problem: Problem) -> int:
    """How many columns of its integer program have bits that could say more than their values."""
    program = integer_program.encode(problem)
    widths = [
        high - low
        for column, (low, high) in enumerate(program.bounds)
        if column not in {program.columns.get(variable) for variable in program.by_value}
    ]
    return sum(width & (width + 1) > 0 for width in widths)


@pytest.mark.parametrize("kind", ["expression", "arg-maximum"])
def test_a_number_in_binary_has_its_values_only_and_each_once(kind: str, tmp_path: Path) -> None:
    every = (random_problem(seed, kind) for seed in range(300))
    problems = [problem for problem in every if numbers_in_binary(problem)][:8]
    assert len(problems) == 8
    for problem in problems:
        file = tmp_path / "problem.opb"
        file.write_text("".join(EVERY["opb"].write(problem, False)), encoding="utf-8")
        found = [EVERY["opb"].read(problem, text) for text in of_clasp(file)]
        assert sorted(found) == sorted(solutions_by_trying(problem)), problem.constraints


def test_bits_say_no_value_beyond_the_highest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of a fresh variable that no row says anything of."""
    fresh = Fresh([range(2)])
    fresh.variable(range(-1, 2))
    program = integer_program.IntegerProgram(fresh, 1)
    monkeypatch.setattr(integer_program, "encode", lambda problem: program)
    file = tmp_path / "problem.opb"
    file.write_text("".join(EVERY["opb"].write(Problem([range(2)]), False)), encoding="utf-8")
    assert len([*of_clasp(file)]) == 2 * 3


CAGE = Puzzle(shape(4, extra=[Linear((0, 1), "=", 3, name="cage")]), Grid([0] * 14 + [3, 4]))


@pytest.mark.parametrize("name", EVERY)
def test_a_puzzle_with_other_constraints_is_a_problem_whose_solutions_are_grids(
    name: str, tmp_path: Path
) -> None:
    encoding = EVERY[name]
    file = tmp_path / f"puzzle{encoding.suffix}"
    file.write_text("".join(encoding.write(CAGE, False)), encoding="utf-8")
    way = WAYS.get(name) or WAYS[encoding.suffix]
    found = [encoding.read(CAGE, printed) for printed in way(file)]
    assert len(set(found)) == len(found) == 8
    for grid in found:
        assert isinstance(grid, Grid)
        assert not [*CAGE.violations(grid)]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
LATIN = Problem(
    [[-1, 5, 9], [-1, 5], *[[-1, 5, 9]] * 7],
    [*map(AllDifferent, LINES)],
    layout=ProblemLayout("grid", 3),
)
WHOLE = {  # of a language what says that a value has to have a place in a line of the square
    ".opb": r"\A(?![\s\S]* >= )",
    ".smt2": r"^\(assert \(or( \(= x\d \S+( 1\))?\)){2,3}\)\)",
    "linear": r"^ r\d+:( \+ x\d_is_m1){3} = 1$",
    "asp": r"^full\(\((x\d,?){3}\),",
}


@pytest.mark.parametrize("name", EVERY)
def test_a_latin_square_of_any_values_is_as_a_puzzle(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"problem{EVERY[name].suffix}"
    text = "".join(EVERY[name].write(LATIN, False))
    file.write_text(text, encoding="utf-8")
    way = WAYS.get(name) or WAYS[EVERY[name].suffix]
    found = [EVERY[name].read(LATIN, printed) for printed in way(file)]
    assert sorted(found) == sorted({*found})
    assert len(found) == 8  # of the 12 squares a third has the 9 there
    assert not [each for solution in found for each in LATIN.violations(solution)]
    if said := WHOLE.get(name) or WHOLE.get(EVERY[name].suffix):
        assert re.search(said, text, re.MULTILINE)


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (AllDifferent((1, 0)), {4: [0, 1], 7: [0, 1]}),
        (AllDifferent((0, 1, 2)), {4: [0, 1, 2], 7: [0, 1], 8: [2]}),
        (AllDifferent((0, 2)), {}),  # three values
        (AllDifferent((0, 1), excepted=(4,)), {}),
        (as_read(AllDifferent, (0, 0)), {}),
        (AllDifferent((0, 3)), {}),  # too many values to look at
    ],
)
def test_a_scope_is_full_if_it_has_as_many_values(
    constraint: AllDifferent, expected: dict[int, list[int]]
) -> None:
    domains = [*map(Domain.of, ([4, 7], [4, 7], [4, 8], range(10**30)))]
    assert full_scope(constraint, domains) == expected


REPEATING = Problem([range(3)] * 2, [Linear((0, 1), "<", 0, (1, -1))] * 2)
CONSTRAINTS = {  # by suffix of the file, or name
    ".cnf": r"^-?[1-9].* 0$",
    ".opb": r" ;$",
    "linear": r"^ r\d+: ",
    "asp": r"^:- ",
    ".mzn": r"^constraint (?!solution)",
    ".smt2": r"^\(assert",
    ".xml": "<intension>",
}


@pytest.mark.parametrize("name", EVERY)
def test_the_size_is_that_of_the_file(name: str) -> None:
    size = EVERY[name].size(REPEATING)
    assert size.distinct < size.constraints
    for distinct, expected in ((False, size.constraints), (True, size.distinct)):
        text = "".join(EVERY[name].write(REPEATING, distinct))
        pattern = CONSTRAINTS.get(name) or CONSTRAINTS[EVERY[name].suffix]
        assert len(re.findall(pattern, text, re.M)) == expected


@pytest.mark.parametrize("name", EVERY)
def test_names_stay_in_their_lines(name: str) -> None:
    """A line end in a name would be a line of the file."""
    lengths = set()
    for label, names in (("ends\nhere", ["a\nb", "c\r\u2028d"]), ("ends here", ["é", "d c"])):
        same = [Linear((0, 1), "<", 0, (1, -1), name=label)] * 2
        named = Problem([range(3)] * 2, same, names)
        lengths.add(len("".join(EVERY[name].write(named, False)).splitlines()))
    assert len(lengths) == 1


@pytest.mark.parametrize("name", [name for name in encodings() if name not in EVERY])
def test_what_says_puzzles_only_refuses_by_name(name: str) -> None:
    encoding = encodings()[name]
    for problem, what in (
        (REPEATING, "a problem without n x n cells"),
        (CAGE, "a constraint of the kind linear"),
    ):
        complaint = f"found {what}, expected a puzzle of all-different alone"
        with pytest.raises(UnsupportedError, match=complaint):
            "".join(encoding.write(problem, False))
        with pytest.raises(UnsupportedError, match=complaint):
            encoding.read(problem, "")
        with pytest.raises(UnsupportedError, match=complaint):
            encoding.size(problem)


def instantiation(names: str, values: str) -> str:
    listed = f"<list>{names}</list> <values>{values}</values>"
    return f"<instantiation>{listed}</instantiation>"


TWO = Problem([(-1, 4), (0, 1)], names=["width", "b"])
PRINTED = [  # of an encoding what a solver may print, and what it is: values or a complaint
    ("cnf-extended", "v -2 1 -3 0", (4, 1)),
    ("cnf-extended", "s UNSATISFIABLE", UnsatisfiableError),
    ("cnf-extended", "v 1 2 -2 0", "found both 2 and -2"),
    ("cnf-extended", "v 1 9 0", "found the variable 9, expected 1 to 3"),
    ("opb", "s SATISFIABLE\nv -x1 x2 -x3", (4, 0)),
    ("opb", "s SATISFIABLE\nv x1 x3", (-1, 1)),
    ("opb", "s SATISFIABLE\nv x1 x2 x3", "found the values -1 and 4 of width, expected one"),
    ("opb", "s SATISFIABLE\nv -x1 -x2 -x3", "found no value of width, expected one"),
    ("opb", "s SATISFIABLE\nv x4", "found x4, expected x1..x3"),
    ("opb", "s UNSATISFIABLE", UnsatisfiableError),
    ("linear", "one 1\nx0 4.0\nx0_is_4 1", (4, 0)),
    ("linear", "x0 -1\nx0_is_m1 0.999999\nx0_is_4 -1e-9\nx1 1", (-1, 1)),
    (
        "linear",
        "     1 x0_is_m1\n      *   1    0    1\n     2 x1   *   0   0   1\n",
        (-1, 0),
    ),  # GLPK
    ("linear", "x0 7\nx1 -2", (7, -2)),
    ("linear", "x1 1", "found no value of width, expected one"),
    ("linear", "x0 4\nx0_is_m1 1", "found the values 4 and -1 of width, expected one"),
    ("linear", "x0 4\nx0 -1", "found the values 4 and -1 of x0, expected one"),
    ("linear", "x0 3.5", "found 3.5 in x0, expected a whole number"),
    ("linear", "x0 1e999", "found inf in x0, expected a whole number"),
    ("linear", "x0_is_4 2", "found x0_is_4 = 2, expected 0 or 1"),
    ("linear", "x0 4\nx2 1", "found x2, expected x0 to x1"),
    ("linear", "s40 1", "found no value of width"),
    ("linear", "x_r1c1_1 1", "expected lines such as `x0 5`"),
    ("linear", "Model status\nInfeasible\n", UnsatisfiableError),
    ("asp", "Answer: 1\nvalue(b,1) value(width,-1)\nSATISFIABLE", (-1, 1)),
    ("asp", "v value(width,4) value(b,7)\ns SATISFIABLE", (4, 7)),
    ("asp", "Answer: 1\nvalue(width,4)\nSATISFIABLE", "found no value of b, expected one"),
    ("asp", "value(width,4) value(width,-1) value(b,0)", "found the values 4 and -1 of width"),
    ("asp", "value(width,4) value(b,0) value(c,0)", "found a value of c, expected variables"),
    ("asp", "SATISFIABLE\n", "found `SATISFIABLE`, expected an answer with `value(x,V)`"),
    ("asp", "value(b,0) value(width,4)\nUNSATISFIABLE\n", "found UNSATISFIABLE and an answer set"),
    ("asp", "UNSATISFIABLE\n", UnsatisfiableError),
    ("asp", '{"Call": [], "Result": "UNSATISFIABLE"}', UnsatisfiableError),
    ("minizinc", "width = 4\nb = 0\n----------\n==========\n", (4, 0)),
    ("minizinc", "width = -1;\nb = 0;\nfresh0 = 7;\nsolution = [-1, 0];\n----------", (-1, 0)),
    ("minizinc", "solution = array1d(1..2, [-1, 9]);\n----------\n", (-1, 9)),
    ("minizinc", '{"width" : 4, "b" : 1, "solution" : [4, 1]}\n----------', (4, 1)),
    ("minizinc", "width = 4\nb = 0\n----------\nwidth = 4\nb = 1\n----------\n", (4, 0)),
    ("minizinc", "width = 4\n----------\n", "found no value of b, expected one"),
    ("minizinc", "width = 4\nb = 0\nb = 1\n", "found the values 0 and 1 of b"),
    ("minizinc", "width = 4\nb = true\n", "found b = true, expected lines such as x = 5"),
    ("minizinc", "4 0\n----------\n", (4, 0)),
    ("minizinc", "solution = [4];\n----------\n", "found 1 values, expected 2"),
    ("minizinc", '{"width" : 4.5}\n----------', "found 4.5 in JSON, expected a number"),
    ("minizinc", '{"width" : 4\n----------', "expected values in JSON"),
    ("minizinc", "=====UNKNOWN=====", "found =====UNKNOWN====="),
    ("minizinc", "=====UNSATISFIABLE=====", UnsatisfiableError),
    ("smtlib", "sat\n((width (- 1))\n (b 0))", (-1, 0)),
    (
        "smtlib",
        "sat\n((define-fun b () Int 12345678901) (define-fun |width| () Int 4))",
        (4, 12345678901),
    ),
    ("smtlib", "sat\n((width 4))", "found no value of b, expected one"),
    ("smtlib", "sat\n((width 4) (b 0) (b 1))", "found the values 0 and 1 of b"),
    ("smtlib-bv", "sat\n((width #b000) (b #x1))", (-1, 0)),
    ("smtlib-bv", "sat\n((width (_ bv5 3)))", "found no value of b, expected one"),
    ("smtlib", "unknown", "found `unknown`, expected `sat`"),
    ("smtlib", 'unsat\n(error "no model")', UnsatisfiableError),
    ("xcsp3", f"s SATISFIABLE\nv {instantiation('b width', '0 -1')}", (-1, 0)),
    ("xcsp3", instantiation("b width fresh0", "4x3"), (4, 4)),
    ("xcsp3", instantiation("b width", "0 ?"), "found the value '?', expected"),
    ("xcsp3", instantiation("b width", "0 *"), (-1, 0)),  # any value: the first
    ("xcsp3", instantiation("b", "0"), (-1, 0)),
    ("xcsp3", instantiation("b width", "0"), "found 1 values for 2"),
    ("xcsp3", "s SATISFIABLE", "found no instantiation"),
    ("xcsp3", "s UNKNOWN", "found the status 'UNKNOWN'"),
    ("xcsp3", "s UNSATISFIABLE", UnsatisfiableError),
]


@pytest.mark.parametrize(("name", "text", "expected"), PRINTED)
def test_what_is_printed_are_values_a_claim_or_refused(
    name: str, text: str, expected: Solution | str | type[Exception]
) -> None:
    if isinstance(expected, tuple):
        assert EVERY[name].read(TWO, text) == expected
        return
    if isinstance(expected, str):
        with pytest.raises(ModelError, match=re.escape(expected)) as refused:
            EVERY[name].read(TWO, text)
        assert not isinstance(refused.value, UnsatisfiableError)
        return
    with pytest.raises(expected):
        EVERY[name].read(TWO, text)


def test_values_that_are_read_are_not_believed() -> None:
    found = EVERY["linear"].read(TWO, "x0 7\nx1 -2")
    assert [*TWO.violations(found)] == [
        "width = 7, but its domain is -1, 4",
        "b = -2, but its domain is 0..1",
    ]


@pytest.mark.parametrize("name", EVERY)
def test_nothing_and_what_is_something_else_are_no_model(name: str) -> None:
    for text in ("", "hello", "x" * 5000, "".join(EVERY[name].write(TWO, False))):
        with pytest.raises(ModelError) as refused:
            EVERY[name].read(TWO, text)
        assert not isinstance(refused.value, UnsatisfiableError)


WORDS = "sat unsat s v SATISFIABLE x0 x1 x2 x0_is_4 x0_is_m1 one 0 1 -1 4 1e999 * = x-1 ( \n"


@pytest.mark.parametrize("name", EVERY)
@given(st.one_of(st.text(max_size=40), st.lists(st.sampled_from(WORDS.split(" "))).map(" ".join)))
def test_any_text_is_values_or_refused(name: str, text: str) -> None:
    with suppress(ModelError):
        found = EVERY[name].read(TWO, text)
        assert len(found) == 2
        assert all(type(value) is int for value in found)


def test_a_variable_in_no_constraint_may_be_left_out_of_an_instantiation() -> None:
    problem = Problem([[1, 2], [4, 5], [1, 2]], [AllDifferent((0, 2))], ["x", "free", "y"])
    text = "<instantiation> <list> {} </list> <values> {} </values> </instantiation>"
    assert xcsp3.read(problem, text.format("x y", "2 1")) == (2, 4, 1)
    assert xcsp3.read(problem, text.format("x free y", "2 5 1")) == (2, 5, 1)
    for names, values in (("x free", "2 5"), ("x y x", "2 1 1")):
        with pytest.raises(ModelError, match="expected one value of each variable"):
            xcsp3.read(problem, text.format(names, values))
