"""Files with the names of their problem: they are there to be read, and mean what they should."""

import re
import subprocess
from itertools import permutations, product
from pathlib import Path

import pytest

import xcsp3_reader
from accord.bench.make.random_problems import KINDS, random_problem
from accord.encodings.encoding import encoding
from accord.encodings.problems import xcsp3
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.channel import ChannelValue
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.problem import Problem
from accord.solvers.kinds import OPERATORS, examples
from brute_force import solutions_by_trying
from optional import program
from printed_by_others import WAYS

WRITTEN = sorted(Path(__file__).with_name("written").iterdir())
x, y = Variable(0), Variable(1)
EXAMPLE = Problem(  # each kind, and what its languages do not say as it is
    [range(-2, 6), [0, 1, 2, 7], range(1, 4), [10**6]],
    [
        AllDifferent((0, 1, 2), "three differ"),
        AllDifferent((0, 1), excepted=(0,)),
        Linear((0, 1, 2), "<=", Variable(3), (2, -1, 5), name="a sum\nof three"),
        Table((0, 1), ((1, 2), (3, STAR)), name="a table -- short"),
        Table((1, 2), ((0, 1), (2, STAR)), forbidden=True),
        Element((5, Variable(0), 2), 2, Variable(0), 1, name="an element"),
        Expression(
            Operation(
                "imp",
                (
                    Operation("lt", (Operation("div", (x, y)), 3)),
                    Operation("in", (Operation("max", (x, 4)), Operation("set", (4, 7)))),
                ),
            )
        ),
    ],
    ["x", "orange juice", "E", "first_fail"],
)


def term(*parts: object) -> Operation:
    operator, *operands = parts
    return Operation(operator, tuple(operands))  # type: ignore[arg-type]


QUOTIENT, REST, POWER = term("div", x, y), term("mod", x, y), term("pow", x, y)
TRUTHS = [  # of two numbers, of both signs and 0
    *(term("eq", QUOTIENT, value) for value in (-3, -1, 0, 2)),
    *(term("eq", REST, value) for value in (-2, -1, 0, 1)),
    *(term("ne", each, 5) for each in (QUOTIENT, REST, POWER)),
    *(term("not", term("lt", each, 1)) for each in (QUOTIENT, REST, POWER)),
    *(term("notin", each, Operation("set", ())) for each in (QUOTIENT, REST, POWER)),
    term("in", QUOTIENT, Operation("set", (-3, 0, 1))),
    term("notin", QUOTIENT, Operation("set", (-3, 0, 1))),
    term("or", QUOTIENT, term("gt", y, 1)),
    term("xor", REST, POWER, x),
    term("iff", QUOTIENT, term("eq", x, y), 1),
    term("imp", QUOTIENT, term("lt", POWER, 2)),
    term("eq", term("if", y, QUOTIENT, 7), 7, 7),
    term("ge", term("if", term("gt", x, 0), POWER, REST), 0),
    term("le", term("div", 3, term("div", x, y)), term("dist", x, term("sqr", y))),
    term("gt", term("add", term("eq", QUOTIENT, 0), term("abs", x)), term("max", y, 2, x)),
    term("lt", term("mul", x, y, -1), term("sub", term("neg", x), term("min", y, x))),
]


@pytest.mark.parametrize("name", ["asp", "minizinc", "smtlib", "xcsp3"])  # decomposed in others
def test_terms_mean_the_same_where_they_are_negative_and_where_they_are_undefined(
    name: str,
) -> None:
    """A solution says of x and y which of the terms are true."""
    says = [Expression(term("eq", Variable(2 + at), each)) for at, each in enumerate(TRUTHS)]
    problem = Problem([range(-3, 4)] * 2 + [range(2)] * len(TRUTHS), says)
    expected = set()
    for values in product(range(-3, 4), repeat=2):
        truths = [(each.scope, each) for each in map(Expression, TRUTHS)]
        holds = [each.holds([values[at] for at in scope]) for scope, each in truths]
        expected.add((*values, *map(int, holds)))
    found = [encoding(name).read(problem, each) for each in WAYS[name](text_of(name, problem))]
    assert {*found} == expected
    assert len(found) == len(expected)


def text_of(name: str, problem: Problem, distinct: bool = False) -> str:
    return "".join(encoding(name).write(problem, distinct))


def test_rows_that_several_constraints_have_stand_once_in_minizinc() -> None:
    rows = (0, 1), (1, 2), (2, -1)
    steps = ("a", 0, "b"), ("a", -1, "b"), ("b", 1, "a"), ("b", 2, "b"), ("b", -1, "b")
    constraints = [Table((at, at + 1), rows) for at in range(3)]
    automata = [Regular(scope, steps, "a", ("b",)) for scope in ((0, 2, 3), (3, 1, 0))]
    problem = Problem(
        [range(-1, 3)] * 4,
        [*constraints, *automata, Table((0, 3), ((0, -1), (1, -1), (1, 0)))],
        ["table1", "y", "table2", "z"],
    )
    text = text_of("minizinc", problem)
    assert text.count("|0,1|1,2|2,-1|") == 1
    assert text.count("of int: table1_ = [|") == text.count("of int: table2_ = [|") == 1
    assert (text.count("], table1_)"), text.count("], [|0,-1|1,-1|1,0|])")) == (3, 1)
    found = [encoding("minizinc").read(problem, each) for each in WAYS["minizinc"](text)]
    assert sorted(found) == sorted(solutions_by_trying(problem))
    assert len(found) == 1


def test_another_solver_takes_every_assertion_to_mean_what_it_should(
    pytestconfig: pytest.Config,
) -> None:
    """cvc5 is asked whether each assignment is a solution."""
    first, number = pytestconfig.option.first_problem, pytestconfig.option.problems // 4
    problems = [
        random_problem(seed, kind) for seed in range(first, first + number) for kind in KINDS
    ]
    script, expected = ["(set-option :incremental true)\n"], []
    for problem in problems:
        script.append(re.sub(r"\(check-sat\)\n(\(get-value .*\n)?", "", text_of("smtlib", problem)))
        for values in product(*problem.domains):
            pairs = zip(problem.names, values, strict=True)
            equal = " ".join(f"(= {name} {v if v >= 0 else f'(- {-v})'})" for name, v in pairs)
            script.append(f"(push 1)(assert (and true {equal}))(check-sat)(pop 1)\n")
            expected.append("unsat" if any(problem.violations(values)) else "sat")
        script.append("(reset)\n")
    command = [program("cvc5"), "--lang=smt2", "--incremental", "-"]
    done = subprocess.run(
        command, input="".join(script), capture_output=True, text=True, timeout=600
    )
    assert done.stdout.split() == expected


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.name)
def test_a_file_is_there_to_be_read(file: Path) -> None:
    assert text_of(file.stem, EXAMPLE) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WAYS)
def test_the_example_has_its_solutions(name: str) -> None:
    found = [encoding(name).read(EXAMPLE, each) for each in WAYS[name](text_of(name, EXAMPLE))]
    assert {*found} == solutions_by_trying(EXAMPLE)
    assert len(found) == len({*found}) > 1


NAMES = """\
x0 x2 x2_ fresh0 in not set E PI add min max sum abs div mod ite let distinct exit reset true model
error value variable domain first_fail bounds member at name solution index table array var int
output int_search mzn_x is_x promise_x indomain_x a_b _ - = 3x x.y a|b a"b a\\b |a| "a" 'a' é ; % #
-- --> & < [1]"""


@pytest.mark.parametrize("name", WAYS)
def test_any_name_is_an_identifier_or_has_one(name: str) -> None:
    names = [*NAMES.split(), "orange juice", "", " ", "two\nlines", "\x1b[2J", "n\u202eame"]
    number = len(names)
    element = Element((5, Variable(2), 0), 0, Variable(1), 1, name="\x1b an element")
    different = AllDifferent(tuple(range(number)), "-- -->\n\u202e")
    domains = [*[range(4)] * 4, *([place] for place in range(4, number))]
    problem = Problem(domains, [different, element], names)
    found = {encoding(name).read(problem, each) for each in WAYS[name](text_of(name, problem))}
    rest = tuple(range(4, number))
    assert found == {
        (*each, *rest)
        for each in permutations(range(4))
        if not any(problem.violations((*each, *rest)))
    }
    assert found


def test_xcsp3_has_an_element_of_its_own_for_most_kinds() -> None:
    decomposed = {
        name.partition(" ")[0]
        for name, problem in examples().items()
        if xcsp3.POSTS.flatten(problem).constraints != problem.constraints
    }
    assert not decomposed & {
        *("all-different", "linear", "table", "element", "all-equal", "ordered", "lex", "count"),
        *("n-values", "cardinality", "maximum", "minimum", "precedence", *OPERATORS),
        *("circuit", "no-overlap", "no-overlap-2d", "cumulative"),
        *("arg-maximum", "arg-minimum", "knapsack", "bin-packing"),
        *("all-different-lists", "all-different-matrix", "regular", "mdd", "instantiation"),
    }


def test_xcsp3_says_the_only_place_of_a_one_by_itself() -> None:
    problem = Problem([*[range(2)] * 3, range(5)], [ChannelValue((0, 1, 2), 3, 1)])
    text = text_of("xcsp3", problem)
    assert "<channel> <list> x0 x1 x2 </list> <value>" in text
    found = {tuple(each.values())[:4] for each in xcsp3_reader.solutions(text)}
    assert found == {(1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 1, 3)}
