"""Written XCSP3 is read back as the same problem, whatever its variables are called.

A printed solution says what whoever checks it needs to compute.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from accord.bench.make.instances.collection import collections, instances_of
from accord.bench.make.random_problems import KINDS, random_problem
from accord.puzzles import Problem
from accord.puzzles.constraints.arguments import as_read, slip_of, truth_of
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import clause_by_clause
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import Table
from accord.puzzles.formats.format import FormatError
from accord.puzzles.formats.xcsp3.naming import IDENTIFIER, RESERVED, escaped, unescaped
from accord.puzzles.formats.xcsp3.read import read_xcsp3
from accord.puzzles.formats.xcsp3.write import lines_of, write_xcsp3
from accord.puzzles.layout import Symbols
from accord.puzzles.objective import Objective
from nested_terms import terms

X, Y = Variable(0), Variable(1)
NO_FORM = (
    *("found no value of", "of one list or none", "of no lists", "of no rectangles"),
    "found a clause without literals",
)


def again(problem: Problem) -> Problem:
    return read_xcsp3(line.encode() for line in write_xcsp3(problem))


class NothingToSayError(Exception):
    """XCSP3 has no form for it."""


def written_again(problem: Problem) -> Problem:
    try:
        return again(problem)
    except FormatError as error:
        if any(words in str(error) for words in NO_FORM):
            raise NothingToSayError from error
        raise


def without_truths(problem: Problem) -> Problem:
    """The problem that is read, clause by clause: what is always true is left out."""
    every = clause_by_clause(problem.constraints)
    kept = [each for each in every if not (slip_of(each) and truth_of(each))]
    return Problem(problem.domains, kept, problem.names, objective=problem.objective)


def without_layout(problem: Problem) -> Problem:
    return Problem(
        problem.domains,
        problem.constraints,
        problem.names,
        objective=problem.objective,
        symbols=problem.symbols,
    )


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", KINDS)
def test_problems_of_every_kind_are_read_back(kind: str, drawn: int) -> None:
    written = 0
    for seed in range(drawn, drawn + 100):
        problem = random_problem(seed, kind)
        with suppress(NothingToSayError):
            assert written_again(problem) == without_truths(problem), seed
            written += 1
    assert written > 40
    labels = [each.name for each in again(problem_named()).constraints]
    assert labels == ["a < b & 'c'", ""]


def problem_named() -> Problem:
    named = Expression(("lt", X, Y), name="a < b & 'c'")  # type: ignore[arg-type]
    return Problem([range(2)] * 2, [named, Table((0, 1), ((0, "*"),))])


def test_instances_that_ship_are_read_back(some: Callable[[int], Sequence[int]]) -> None:
    number = 0
    for name in collections():
        instances = [*instances_of(name)]
        for place in some(len(instances)):
            instance = instances[place]
            problem = instance.problem.without_grid()
            if all(problem.domains) and problem.shows_all:
                read, expected = again(problem), without_layout(problem)
                if read != expected:  # what is always true has no form
                    read, expected = without_truths(read), without_truths(expected)
                assert read == expected, instance.name
                number += 1
    assert number > 50


@given(st.lists(st.text(min_size=1), unique=True, max_size=6))
@example(["x[0]", "x[2]", "x[1]"])
@example(["x[0]", "x", "x[1]"])
@example(["x[0][0]", "x[0][1]", "x[1]"])
@example(["x[7]", "x[00]", "min", "min[0]", "fresh 1", "add(x[7],1)"])
@example(["x[0]", "y", "x[1]"])
@example(["x[999999999]", "Z", "Z_X41_", "_X41_", "Z a", ""])
def test_names_are_kept(names: list[str]) -> None:
    constraints = [Expression(("ge", Variable(at), 0)) for at in range(len(names))]  # type: ignore[arg-type]
    problem = Problem([range(3)] * len(names), constraints, names)
    assert again(problem) == problem


@given(st.text(st.sampled_from("Zx_X4A0 é1"), max_size=9) | st.sampled_from(sorted(RESERVED)))
@example("0_X0 ")
def test_escaping_is_reversible(name: str) -> None:
    identifier = escaped(name)
    assert IDENTIFIER.fullmatch(identifier)
    assert identifier not in RESERVED
    assert unescaped(identifier) == name
    assert identifier == name or not IDENTIFIER.fullmatch(name) or name in RESERVED or "_X" in name


def test_arrays_are_declared_as_arrays() -> None:
    names = ["a[0][0]", "a[0][1]", "a[1][1]", "b", "c[0]", "c[1]"]
    problem = Problem([[0, 1]] * 2 + [[5]] + [range(9)] * 3, [], names)
    text = "".join(write_xcsp3(problem))
    assert '<array id="a" size="[2][2]">' in text
    assert '<domain for="a[0][0] a[0][1]"> 0..1 </domain>' in text
    assert '<array id="c" size="[2]"> 0..8 </array>' in text
    assert again(problem) == problem


@pytest.mark.parametrize(
    "objective",
    [
        Objective("minimize", (X,)),
        Objective("maximize", terms(("sub", X, Y))),
        Objective("minimize", terms(("mul", 2, X), Y)),
        Objective("minimize", terms(("mul", 1, X), Y)),
        Objective("minimize", terms(("mul", X, Y), Y)),
        Objective("minimize", (X, Y), "product"),
        Objective("maximize", terms(X, ("add", X, Y)), "minimum"),
        Objective("maximize", (X,), "maximum"),
        Objective("minimize", (X, Y), "n-values"),
        Objective("minimize", (Y, X), "lex"),
    ],
)
def test_objectives_and_symbols_are_kept(objective: Objective) -> None:
    said: Any = ("or", ("eq", X, 2), ("notin", Y, ("set", 0, 1)), ("lt", Y, 1))
    constraints: list[Any] = [Expression(said), Table((0, 1), ((0, 1), ("*", 2)))]
    symbols = Symbols(("red", "green", "blue"), (0,))
    for held in (None, symbols):
        problem = Problem(
            [range(3), range(3)], constraints, "xy", objective=objective, symbols=held
        )
        assert again(problem) == problem
    text = "".join(write_xcsp3(problem))
    assert '<var id="x" type="symbolic"> red green blue </var>' in text
    assert "(red,1)(*,2)" in text
    assert "eq(x,blue)" in text
    assert "notin(y,set(0,1))" in text


@given(st.lists(st.text(), unique=True, min_size=2, max_size=4), st.data())
@example(["add", "5"], None)
@example(["x", "y"], None)
def test_symbols_are_kept_or_refused(words: list[str], data: st.DataObject | None) -> None:
    some = st.sets(st.integers(0, len(words) - 1), min_size=1)
    domains = [data.draw(some) if data else {0, 1} for _ in range(3)]
    variables = data.draw(st.sampled_from([(0,), (0, 1, 2), (2, 0)])) if data else (0, 1)
    names = ["x", "c[0]", "c[1]"]
    least = min(domains[variables[0]])
    said: Any = ("or", ("eq", Variable(variables[0]), least), ("lt", X, 0))
    problem = Problem(domains, [Expression(said)], names, symbols=Symbols(tuple(words), variables))
    with suppress(FormatError):  # an order or a name that a file cannot say
        assert again(problem) == problem
        assert "x" not in words


def test_states_and_loops_are_kept() -> None:
    states = Regular((0, 1), (("a b", 0, "0"), ("0", 1, "")), "a b", ("", "0"))
    loops = Circuit((0, 1), loops=True)
    problem = Problem([range(2)] * 2, [states, loops, Circuit((0, 1)), Lex(((0, 1),), "<")])
    assert again(problem) == problem


def test_what_xcsp3_cannot_say_is_refused_by_name() -> None:
    for problem, says in (
        (Problem([[0], []], names=["a", "b b"]), "found no value of b_X20_b"),
        (Problem([[0]], [as_read(Lex, (), "<")]), "found lex of no lists"),
        (
            Problem([[0]] * 2, [], ["a[0]", "a[1]"], symbols=Symbols(("r",), (0,))),
            "numbers and symbols in the array a",
        ),
    ):
        with pytest.raises(FormatError, match=says):
            again(problem)


FILE = b"""<instance format="XCSP3" type="COP">
<variables> <array id="x" size="[3]"> 0..3 </array> </variables>
<constraints> <intension> le(x[0],2) </intension> </constraints>
<objectives> <minimize> add(x[0],x[1]) </minimize> </objectives>
</instance>"""


@pytest.mark.parametrize("ignored", [False, True])
def test_a_star_stands_for_no_variable_of_the_objective(ignored: bool) -> None:
    problem = read_xcsp3([FILE])
    if ignored:
        problem = problem.without_objective()
    assert "v 1 2 *" in [*lines_of(problem, (1, 2, 3))]
