"""Problems are read from JSON as they were written, and what is none is refused with its place."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import problem_schema
import pytest

from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles.classics.boards.sudoku_variants import killer
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable, examples
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.derived_problems import reordering
from accord.puzzles.files.assignment import read_assignment
from accord.puzzles.files.texts import FormatError, read, read_many, read_problem, write, write_many
from accord.puzzles.formats.draft import Variant
from accord.puzzles.layout import ProblemLayout, Symbols
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from optional import library, slow

SCHEMA = Path(__file__).parents[3] / "docs" / "reference" / "problem.schema.json"
SUM = '{"variables": {"x": "1..3, 7", "y": [5, 1, 2]}, "constraints": [%s]}'
TWO = Problem([[1, 2, 3, 7], [1, 2, 5]], names=[*"xy"])


@pytest.fixture(scope="module")
def problems(some: Callable[[int], Sequence[int]]) -> list[Problem]:
    """Every kind, and what is at the edge."""
    drawn = [random_problem(seed, kind) for kind in ("", *KINDS) for seed in some(60)]
    graph = ProblemLayout("graph", edges=((0, 1),))
    holes = ProblemLayout("grid", columns=2, black=(0, 3))
    return [
        *drawn,
        Problem([]),
        Problem([range(-(10**6), 10**6), [], [7]], names=["a b", "3", "é"]),
        Problem([[1], [2]], [AllDifferent((0, 1), "both")], names=["p", "q"], layout=graph),
        Problem([[1]] * 4, layout=ProblemLayout("queens", lowest=1)),
        Problem([[0], [1], [2], [0]], layout=holes),
    ]


def test_a_problem_is_read_as_it_was_written(problems: list[Problem]) -> None:
    for problem in problems:
        again = read_problem(write(problem, "json"))
        assert again == problem
        assert write(again, "json") == write(problem, "json")
        labels = [each.name for each in again.constraints]
        assert labels == [each.name for each in problem.constraints]


def test_a_file_of_problems_keeps_names_expectations_and_notes() -> None:
    instances = [
        Instance("sum", TWO, Expected(count=3, solution=(3, 2)), "a page", {"author": "A"}),
        Instance("nothing", Problem([]), Expected(count=1, solution=())),
        Instance("a puzzle", read("12.43..221.34..1")),
        Instance("negative", Problem([range(-3, 4)]), Expected(at_least=2, solution=(-3,))),
    ]
    lines = list(write_many(instances, "json"))
    found = list(read_many(lines))
    assert found == instances
    assert found[0].notes == {"author": "A"}
    assert list(read_many([f"[{', '.join(lines)}]"])) == instances


def test_domains_are_text_of_values_and_intervals_or_lists() -> None:
    assert read_problem(SUM % "") == TWO
    for text, values in (("none", []), (" 3 , -2 .. +1", [-2, -1, 0, 1, 3]), ("4", [4])):
        (domain,) = read_problem(json.dumps({"variables": {"x": text}})).domains
        assert list(domain) == values


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"variables": []}', "variables: found [], expected an object of names and domains"),
        ('{"variables": {"x": "1..3;"}}', 'variable x: found "1..3;", expected values and'),
        ('{"variables": {"x": "3..1"}}', "variable x: found the interval 3..1, expected the lower"),
        ('{"variables": {"x": [1, true]}}', "variable x: found true, expected a whole number"),
        ('{"variables": {"x": 3}}', "variable x: found 3, expected its values"),
        ('{"variables": {}, "constrains": []}', "the key 'constrains', expected 'constraints'"),
        ('{"variables": {}, "givens": "1..."}', "found the key 'givens', expected one of variab"),
        ('{"variables": {"x": "1", "x": "2"}}', "found the key 'x' twice"),
        (SUM % "3", "constraint 1: found 3, expected an object"),
        (SUM % '{"kind": "sum"}', 'constraint 1: kind: found "sum", expected one of all-different'),
        (
            SUM % '{"kind": "all-different", "scope": ["x"]}, {"kind": "linear", "scope": ["z"], '
            '"operator": "=", "right": 1}',
            'constraint 2: linear: scope: found "z", expected the name of a variable',
        ),
        (
            SUM % '{"kind": "linear", "scope": ["x"], "operator": "=>", "right": 1}',
            'constraint 1: linear: operator: found "=>", expected =, !=, <, <=, >, >=',
        ),
        (
            SUM % '{"kind": "all-different", "scope": ["x"], "values": 1}',
            "constraint 1: all-different: found the key 'values', expected one of scope, except",
        ),
        (
            SUM % '{"kind": "all-equal", "scop": ["x"]}',
            "constraint 1: all-equal: found the key 'scop', expected scope",
        ),
        (
            SUM % '{"kind": "linear", "scope": ["x"], "coefficients": [3, 1], "right": 1, '
            '"operator": "="}',
            "constraint 1: linear: coefficients: found 2, expected 1, one for each variable",
        ),
        (
            '{"variables": {}, "layout": {"form": "ring"}}',
            'layout: form: found "ring", expected grid',
        ),
        (
            '{"variables": {"x": "1"}, "layout": {"form": "graph", "edges": [[0]]}}',
            "layout: edges: found",
        ),
        (
            '{"variables": {"x": "1"}, "layout": {"form": "grid", "columns": 1, "black": [1]}}',
            "found [1]",
        ),
        ('{"variables": {"x": "1"}, "expected": {"solution": "1"}}', "expected a list of whole"),
    ],
)
def test_what_is_no_problem_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MalformedPuzzleError) as error:
        read_problem(text)
    assert message in str(error.value)


@pytest.mark.parametrize("example", [*examples(), "expression"])
def test_what_is_damaged_is_refused_by_its_key(example: str) -> None:
    """Each key with what is nowhere its value; misspelt; left out, where the schema needs it."""
    expression = Expression(Operation("lt", (Variable(0), Variable(1))))
    damaged: list[object] = [None, 2.5, {}, [None], [[{}]]]
    problem = Problem([range(1, 4)] * 4, [examples().get(example, expression)])
    record = json.loads(write(problem, "json"))
    (constraint,) = record["constraints"]
    schemas = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]["constraint"]["oneOf"]
    (schema,) = (e for e in schemas if e["properties"]["kind"] == {"const": constraint["kind"]})
    assert constraint.keys() <= schema["properties"].keys()
    for key in [*constraint]:
        value = constraint.pop(key)
        if key in schema["required"]:
            assert repr(key) in refusal(record)
        if key != "kind":
            said = refusal(record, {f"{key}s": value})
            assert f"found the key '{key}s', expected {key}" in said
        for wrong in damaged:
            assert re.search(f": {key}: found .*, expected ", refusal(record, {key: wrong}))
        constraint[key] = value
    assert read_problem(json.dumps(record)) == problem


def refusal(record: dict[str, Any], besides: Mapping[str, object] = MappingProxyType({})) -> str:
    """Why a problem is refused whose only constraint has these keys besides."""
    (constraint,) = record["constraints"]
    with pytest.raises(MalformedPuzzleError) as error:
        read_problem(json.dumps(record | {"constraints": [constraint | besides]}))
    return str(error.value)


def test_terms_beyond_the_depth_of_python_are_refused() -> None:
    term: object = "x"
    for _ in range(600):
        term = ["neg", term]
    constraint = json.dumps({"kind": "expression", "expression": ["eq", term, 1]})
    with pytest.raises(MalformedPuzzleError, match="too deep to be read"):
        read_problem(SUM % constraint)


def test_a_problem_is_no_puzzle() -> None:
    text = SUM % ""
    with pytest.raises(MalformedPuzzleError, match="found a problem of 2 variables, expected a pu"):
        read(text)
    with pytest.raises(MalformedPuzzleError, match="found box, rules or regions for a problem"):
        read_problem(text, Variant(box=(2, 2)))
    for form in ("line", "grid", "csv"):
        with pytest.raises(FormatError, match="only the formats json and xcsp3 can say"):
            write(TWO, form)


def test_assignments_are_lists_objects_or_pairs() -> None:
    for text in (
        "[3, -2]",
        "3 -2",
        " 3,-2 ",
        "x=3, y=-2",
        " x=3 y = -2 ",
        "y = -2,x=3",
        '{"y": -2, "x": 3}',
    ):
        assert read_assignment(text, TWO) == (3, -2)
    assert read_assignment("", Problem([])) == read_assignment("[]", Problem([])) == ()
    names = ("x[0][0]", "x[0][1]", "y", "z[0]", "z[1]")
    symbols = Symbols(("red", "blue"), (3, 4), (("no", "yes", "red"),), ((2,),))
    arrays = Problem([range(3)] * 5, names=names, symbols=symbols)
    said = arrays.worded((1, 2, 0, 1, 0))
    assert said == "x=[[1, 2]], y=no, z=[blue, red]"
    assert read_problem(arrays.to_json()).symbols == symbols
    assert symbols.among([1, 2, 4]) == Symbols(("red", "blue"), (2,), symbols.more_words, ((1,),))
    assert symbols.among([0, 1]) is None
    for text in (
        said,
        f"solution 1: {said}",
        '{"x[0,0]": 1, "x[0][1]": 2, "y": "no", "z": ["blue", 0]}',
    ):
        assert read_assignment(text, arrays) == (1, 2, 0, 1, 0)
    with pytest.raises(MalformedPuzzleError, match=r"'x\[0\]', which .*, expected x\[0\]\[0\] to"):
        read_assignment('{"x": [1, 2], "y": 0, "z": [0, 0]}', arrays)
    holes = Problem([range(9)] * 2, names=["x[1]", "x[99999999]"])
    assert holes.worded((1, 2)) == "x[1]=1, x[99999999]=2"
    for text, message in (
        ("[3]", "found 1 value, expected 2, one for each variable"),
        ("x=3", "found no value of 'y'"),
        ("x=3, z=1", "found a value of 'z', which is no variable"),
        ("[3, 1.5]", "expected whole numbers"),
        ("x=3 y", "found 'y', expected values as x=1, y=2 or 1 2"),
        ("three", "found 'three', expected values as x=1, y=2 or 1 2"),
        ("9" * 5000, "found a number of 5,000 digits, expected up to 4,000"),
    ):
        with pytest.raises(MalformedPuzzleError, match=message):
            read_assignment(text, TWO)


def test_a_reordered_problem_has_the_same_solutions_in_another_order() -> None:
    from brute_force import solutions_by_trying

    for seed in range(40):
        problem = random_problem(seed)
        moved, order = reordering(problem, 7, seed)
        expected = {order.grid(each) for each in solutions_by_trying(problem)}
        assert solutions_by_trying(moved) == expected
        assert order.inverse.puzzle(moved).full_digest == problem.full_digest


def test_the_schema_follows_from_the_fields() -> None:
    """`python docs/problem_schema.py` writes it."""
    assert SCHEMA.read_text(encoding="utf-8") == problem_schema.schema_file()


def test_the_schema_says_what_is_written(problems: list[Problem]) -> None:
    slow()
    jsonschema = library("jsonschema")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for problem in problems:
        validator.validate(json.loads(write(problem, "json")))
    validator.validate(
        json.loads(write(killer("AABB CCDD .... ....", dict.fromkeys("ABCD", 5)), "json"))
    )
    instance = Instance("sum", TWO, Expected(count=3, solution=(3, 2)), "a page", {"author": "A"})
    validator.validate(json.loads(next(iter(write_many([instance], "json")))))
    for wrong in ('{"variables": {"x": "1..3;"}}', SUM % '{"kind": "sum"}', SUM % '{"scope": []}'):
        assert not validator.is_valid(json.loads(wrong))
