"""Lists that several constraints share stand once in JSON, are one object, and change no digest."""

import json
import pickle
from collections.abc import Sequence
from hashlib import sha256
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.puzzles.constraints.arguments import as_read
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.record import SHORTEST, records_of
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.files.texts import read, read_problem, write
from accord.puzzles.problem import Problem
from accord.puzzles.shared import derived
from accord.puzzles.sudoku.shape import MalformedPuzzleError

STEPS = (("odd", 1, "even"), ("odd", 2, "odd"), ("even", 1, "odd"), ("even", 3, "even"))
DIAGRAM = (("root", 1, "low"), ("root", 3, "high"), ("low", 1, "end"), ("high", 2, "end"))
ROWS = [[a, b] for a in range(1, 4) for b in range(1, 4) if a != b]


def pairs() -> st.SearchStrategy[list[tuple[Any, ...]]]:
    """Tuples, most of them equal to others or nearly so."""
    entry = st.sampled_from([1, 2, 3, "*"])
    long = [*map(tuple, ROWS)]
    near = [long[:-1], long[::-1], [*long, (1, "*")], [*long[:-1], (3, "*")], long[1:]]
    known: st.SearchStrategy[list[tuple[Any, ...]]] = st.sampled_from([long, long, *near])
    return known | st.lists(st.tuples(entry, entry), max_size=8)


@st.composite
def constraints(draw: st.DrawFn) -> Constraint:
    """A constraint over the variables 0 to 3 with a list that others may have."""
    one, other, third = draw(st.permutations(range(4)))[:3]
    name = draw(st.sampled_from(["", "a name", "t1"]))
    kind = draw(st.sampled_from(["table", "table", "regular", "mdd", "element"]))
    if kind == "table":
        return as_read(Table, (one, other), draw(pairs()), draw(st.booleans()), name=name)
    if kind == "regular":
        steps = draw(st.sampled_from([STEPS, STEPS, STEPS[::-1], (*STEPS, ("odd", 3, "t1"))]))
        start = draw(st.sampled_from(["odd", "even"]))
        return as_read(Regular, (one, other), steps, start, ("even",), name=name)
    if kind == "mdd":
        return MDD((one, other), draw(st.sampled_from([DIAGRAM, DIAGRAM[::-1]])), name=name)
    items = draw(st.sampled_from([(*range(20),), (*range(19), 7), (*map(Variable, (0, 1) * 9),)]))
    return as_read(Element, items, other, Variable(third), name=name)


problems = st.lists(constraints(), max_size=8).map(
    lambda drawn: Problem([range(1, 4)] * 4, drawn, ["x", "t1", "t2", "1"])
)


def shared_list(constraint: Any) -> tuple[Any, ...]:
    keys: dict[type, str] = {Table: "tuples", Element: "items"}
    key = keys.get(type(constraint), "transitions")
    found: tuple[Any, ...] = getattr(constraint, key)
    return found


def are_shared(found: Sequence[Constraint]) -> bool:
    """Whether lists are one object where they are equal, and only there."""
    lists = map(shared_list, found)
    return all((a is b) == (a == b) for a, b in combinations(lists, 2))


def plainly(problem: Problem) -> dict[str, Any]:
    """The problem in JSON of format 1, whatever it shares."""
    record = problem.record()
    records = {"constraints": records_of(problem.constraints, problem.names)}
    return {"variables": record["variables"]} | records


@given(problems)
def test_what_is_written_is_read_as_it_was_and_equal_lists_become_one(problem: Problem) -> None:
    text = write(problem, "json")
    for each in (text, json.dumps(plainly(problem))):
        again = read_problem(each)
        assert again == problem
        assert are_shared(again.constraints)
        assert write(again, "json") == text
    moved = pickle.loads(pickle.dumps(read_problem(text)))
    assert moved == problem
    assert are_shared(moved.constraints)


@given(problems)
def test_a_list_stands_once_where_it_is_long_and_only_then_the_format_is_2(
    problem: Problem,
) -> None:
    record = json.loads(write(problem, "json"))
    lists = [
        json.dumps(value)
        for each in record.get("constraints", [])
        for key, value in each.items()
        if key in ("allowed", "forbidden", "transitions", "items") and isinstance(value, list)
    ]
    tables = [*map(json.dumps, record.get("tables", {}).values())]
    long = [each for each in (*lists, *tables) if len(each) >= SHORTEST]
    assert len({*long}) == len(long)
    assert all(len(each) >= SHORTEST for each in tables)
    assert record.get("format", 1) == (2 if tables else 1)
    if not tables:
        assert problem.record() == plainly(problem) or not problem.constraints


@given(problems, st.integers(1, 3), st.lists(st.integers(0, 9), max_size=6))
def test_a_digest_is_that_of_the_problem_with_every_list_written_out(
    problem: Problem, piece: int, places: Sequence[int]
) -> None:
    mixed = [*problem.constraints]
    for place in places:
        mixed.insert(place, Expression(Operation("ne", (Variable(place % 4), place))))
    problem = problem.changed(constraints=mixed)
    numbers = [*map(str, range(len(problem.domains)))]
    constraints = [{"kind": e.kind, **e.record(numbers)} for e in problem.constraints]
    value = {"domains": [[[1, 3]]] * len(problem.domains), "constraints": constraints}
    said = json.dumps(value, sort_keys=True, separators=(",", ":"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("accord.puzzles.problem.PIECE", piece)
        assert problem.full_digest == sha256(said.encode()).hexdigest()
    assert read_problem(write(problem, "json")).full_digest == problem.full_digest


def test_digests_are_those_of_earlier_versions() -> None:
    rows = tuple(map(tuple, ROWS))
    several: list[Constraint] = [Table((0, 1), rows), Table((1, 2), rows)]
    several.append(Regular((2, 3), STEPS, "odd", ("even",)))
    assert Problem([range(1, 4)] * 4, several).digest == "0d78e623c002d70e"
    assert (
        Problem([range(25_000)] * 2, [Table((0, 1), tuple((n, 1) for n in range(25_000)))]).digest
        == "24fb574d92e296fb"
    )


def test_constraints_of_a_group_and_equal_ones_elsewhere_share_their_tuples() -> None:
    rows = "".join(f"({a},{b})" for a, b in ROWS)
    extension = "<extension><list> %s </list><supports> %s </supports></extension>"
    arguments = "<args> x[0] x[1] </args><args> x[1] x[2] </args>"
    own = f"<group>{extension % ('%0 %1', rows)}{arguments}</group>"
    near = rows.replace("(3,2)", "(3,3)")
    found = read_problem(
        '<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3]"> 1..3 </array>'
        f"</variables><constraints>{own}{extension % ('x[0] x[2]', rows.replace(',', ' , '))}"
        f"{extension % ('x[0] x[2]', near)}</constraints></instance>"
    ).constraints
    assert len({id(shared_list(each)) for each in found}) == 2
    assert are_shared(found)


def test_constraints_of_a_puzzle_share_their_lists_too() -> None:
    rows = [[a, b] for a in range(1, 5) for b in range(1, 5) if a != b]
    beside = [
        {"kind": "table", "scope": scope, "allowed": "rows"}
        for scope in (["r1c1", "r2c2"], ["r1c4", "r2c3"])
    ]
    puzzle = read(
        json.dumps({"size": 4, "format": 2, "tables": {"rows": rows}, "constraints": beside})
    )
    assert are_shared(puzzle.shape.extra)
    record = json.loads(write(puzzle, "json"))
    assert (record["format"], record["tables"]) == (2, {"t1": rows})
    assert read(json.dumps(record)) == puzzle


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"tables": {"a": ROWS}}, 'found tables, expected "format": 2 beside them'),
        ({"format": 1, "tables": {"a": ROWS}}, 'found tables, expected "format": 2 beside them'),
        ({"format": 3}, "format: found 3, expected 1 or 2; a newer accord may read it"),
        ({"format": True}, "format: found true, expected 1 or 2"),
        ({"format": 2, "tables": [ROWS]}, "tables: found [[[1, 2], [1, 3], "),
        ({"format": 2, "tables": {"a": ROWS, "b": ROWS}}, "tables: found 'b', to which no constr"),
        ({"format": 2, "tables": {"a": "a"}}, 'tables: a: found "a", expected a list'),
        (
            {"format": 2, "tables": {"a": [[[1], 2]]}},
            "constraint 1: table: allowed: found [1], exp",
        ),
        ({"format": 2, "tables": {"a": [[1, 2, 3]]}}, "allowed tuples: found one of 3 values, exp"),
        ({"format": 2, "tables": {"b": ROWS}}, 'found "a", expected a list of lists of whole'),
        ({"format": 2, "tables": {"b": ROWS}}, "or as a table's name b"),
        ({}, 'constraint 1: table: allowed: found "a", expected a list of lists of whole numbers'),
    ],
)
def test_tables_that_constraints_do_not_refer_to_rightly_are_refused(
    keys: dict[str, Any], message: str
) -> None:
    constraint = {"kind": "table", "scope": ["x", "y"], "allowed": "a"}
    variables = {"x": "1..3", "y": "1..3"}
    with pytest.raises(MalformedPuzzleError) as error:
        read_problem(json.dumps({"variables": variables, "constraints": [constraint]} | keys))
    assert message in str(error.value)


def test_what_is_made_of_a_list_is_made_once() -> None:
    rows = tuple(map(tuple, ROWS))
    several = [Table(scope, rows) for scope in combinations(range(4), 2)]
    problem = read_problem(write(Problem([range(1, 4)] * 4, several), "json"))
    counted: list[int] = []

    def count(items: Sequence[object]) -> int:
        counted.append(len(items))
        return len(items)

    assert [derived(shared_list(each), count) for each in problem.constraints] == 6 * [6]
    assert counted == [6]
    assert derived(rows, count) == 6
    assert counted == [6, 6]
    assert all(each.holds((1, 2)) and not each.holds((2, 2)) for each in problem.constraints)


def test_what_domains_leave_of_a_list_is_found_once_for_equal_domains() -> None:
    rows = tuple(map(tuple, ROWS))
    first = Table((0, 1), rows)
    others = [Table(scope, first.tuples) for scope in ((1, 0), (2, 3), (1, 2), (2, 2), (0, 1))]
    fresh = Fresh([range(1, 4), range(1, 4), range(2, 9), range(2, 9)])
    found = [allowed(each, fresh) for each in (first, *others)]
    assert found[0] is found[1]
    within = [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)], [(2, 3), (3, 2)]
    assert found[:3] == [within[0], within[0], within[1]]
    assert found[3:] == [[(1, 2), (1, 3), (2, 3), (3, 2)], [], within[0]]
