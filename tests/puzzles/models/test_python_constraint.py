"""Models of python-constraint: their solutions are those that the library's own constraints accept.

The oracle tries every assignment: each constraint is called as the library calls it, with a value
for every variable, and its filters are left out; a text is evaluated by Python.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from functools import partial
from inspect import getmembers, isclass
from itertools import product
from operator import ne
from pathlib import Path
from random import Random
from typing import Any
from warnings import catch_warnings, simplefilter
from zlib import crc32

import constraint
import numpy
import pytest
from constraint import constraints as classes
from constraint.domain import Domain
from constraint.parser import compile_to_constraints

import accord
from accord.puzzles import Problem
from accord.puzzles.constraints.table import Table
from accord.puzzles.models.growing import UnreadableModelError
from accord.puzzles.models.python_constraint import READERS, problem_of
from accord.puzzles.problem import MalformedProblemError
from accord.texts import several
from brute_force import solutions_by_trying

NUMBERS = (-3, -2, -1, 0, 1, 2, 3)
WHOLE = (*NUMBERS, 1.0, True, Fraction(2), numpy.int64(3))  # of which some are equal
BROKEN = (-1.5, -0.1, 0.1, 0.2, 0.5, 0.7, 1, 1.5, 2.0, 3)  # 0.1 + 0.2 is more than 0.3
WORDS = ("red", "blue", "one", 1, True, 0, (1, 2), None)
OPERATORS = ("Exact", "Min", "Max")


def a_set(random: Random, pool: Sequence[Any]) -> list[Any]:
    return [value for value in pool if random.random() < 0.4]


def multipliers(random: Random, number: int) -> list[float] | None:
    if random.random() < 0.4:
        return random.choice([None, []])
    return [random.choice([-2, -1, 1, 2, 2.0, 0.5]) for _ in range(number)]


def bound(random: Random) -> float:
    return random.choice(
        [random.randrange(-6, 7), random.randrange(-6, 7), round(random.random(), 1)]
    )


def random_some(random: Random, kind: Any, pool: Sequence[Any], _: Sequence[str]) -> Any:
    return kind(a_set(random, pool), random.randrange(4), random.random() < 0.5)


def random_sum(random: Random, kind: Any, _: Sequence[Any], variables: Sequence[str]) -> Any:
    return kind(bound(random), multipliers(random, len(variables)))


def random_sum_of_variable(
    random: Random, kind: Any, _: Sequence[Any], variables: Sequence[str]
) -> Any:
    weights = multipliers(random, len(variables) - 1)
    return kind(variables[-1], variables[:-1], weights and [*weights, 1])


def judge(*values: Any) -> bool:
    """A relation without any pattern, which takes equal values for the same."""
    return crc32(repr([*map(worded, values)]).encode()) % 3 > 0


ARITHMETIC: dict[str, Callable[..., Any]] = {
    **{f"{each}SumConstraint": random_sum for each in OPERATORS},
    **{f"{each}ProdConstraint": lambda random, kind, *_: kind(bound(random)) for each in OPERATORS},
    **{f"Variable{each}SumConstraint": random_sum_of_variable for each in OPERATORS},
    **{
        f"Variable{each}ProdConstraint": lambda _, kind, __, names: kind(names[-1], names[:-1])
        for each in OPERATORS
    },
}
OTHERS: dict[str, Callable[..., Any]] = {
    "Constraint": lambda _, kind, *__: kind(),
    "AllDifferentConstraint": lambda _, kind, *__: kind(),
    "AllEqualConstraint": lambda _, kind, *__: kind(),
    "FunctionConstraint": lambda _, kind, *__: kind(judge),
    "InSetConstraint": lambda random, kind, pool, _: kind(a_set(random, pool)),
    "NotInSetConstraint": lambda random, kind, pool, _: kind({*a_set(random, pool)}),
    "SomeInSetConstraint": random_some,
    "SomeNotInSetConstraint": random_some,
}
RANDOM = ARITHMETIC | OTHERS


def accepts(each: Any, variables: Sequence[Any], values: Mapping[Hashable, Any]) -> bool:
    """Whether a constraint accepts an assignment, as the library asks it at the last variable."""
    if isinstance(each, classes.InSetConstraint | classes.NotInSetConstraint):  # not to be called
        domains = {variable: Domain([value]) for variable, value in values.items()}
        own = {variable: [(each, variables)] * len(variables) for variable in domains}
        each.preProcess(variables, domains, [(each, variables)], own)
        return all(domains.values())
    if hasattr(each, "_variable_contains_lt1"):
        each._variable_contains_lt1 = [False] * len(variables)
    return bool(each(variables, {}, dict(values)))


def worded(value: Any) -> str:
    """A value as text: equal ones have the same."""
    if isinstance(value, str | tuple) or value is None:
        return str(value)
    return str(int(value)) if value == int(value) else str(float(value))


def solutions(problem: Problem) -> set[tuple[str, ...]]:
    """All solutions of a small problem, in words."""
    return {
        tuple(problem.value_text(*each) for each in enumerate(solution))
        for solution in solutions_by_trying(problem)
    }


def expected(model: Any, holds: Callable[[dict[Any, Any]], bool]) -> set[tuple[str, ...]]:
    """The assignments of a model that are accepted, in words."""
    every = (
        dict(zip(model._variables, values, strict=True))
        for values in product(*model._variables.values())
    )
    return {tuple(map(worded, values.values())) for values in every if holds(values)}


def model_of(domains: Mapping[Any, Iterable[Any]], *said: Any) -> Any:
    """A model of constraints with their variables, and of texts."""
    model = constraint.Problem()
    for variable, domain in domains.items():
        model.addVariable(variable, domain)
    for each in said:
        model.addConstraint(*each) if isinstance(each, tuple) else model.addConstraint(each)
    return model


def random_model(name: str, random: Random) -> tuple[Any, Any, list[str]]:
    """A model with one constraint of a class, the constraint, and its variables."""
    pools = (WHOLE, BROKEN) if name in ARITHMETIC else (WHOLE, WORDS, (*BROKEN, "a"))
    pool = random.choice(pools)
    names = list("abcd")[: random.randrange(2 if name.startswith("Variable") else 1, 5)]
    domains = {each: random.sample(pool, random.randrange(1, 5)) for each in names}
    twice = random.random() < 0.2
    variables = [random.choice(names) for _ in names] if twice else random.sample(names, len(names))
    own = RANDOM[name](random, getattr(classes, name), pool, variables)
    return model_of(domains, (own, variables)), own, variables


def test_every_class_of_the_library_is_read_and_tried() -> None:
    own = {
        name for name, each in getmembers(classes, isclass) if each.__module__ == classes.__name__
    }
    made_by_parallel_searches = {"CompilableFunctionConstraint"}
    assert {*READERS} == {*RANDOM} == own - made_by_parallel_searches


@pytest.mark.parametrize("name", RANDOM)
def test_a_constraint_means_what_the_library_says_of_complete_assignments(name: str) -> None:
    kinds, some = set(), 0
    for seed in range(120):
        model, own, variables = random_model(name, Random(f"{name} {seed}"))
        problem = problem_of(model)
        kinds |= {each.kind for each in problem.constraints}
        found = solutions(problem)
        assert found == expected(model, partial(accepts, own, variables)), (seed, vars(own))
        some += 0 < len(found) < len(expected(model, lambda _: True))
    assert some > 15 or name == "Constraint"
    assert len(kinds) == (0 if name == "Constraint" else 2 if name in ARITHMETIC else 1), kinds


TEXTS = {  # with the kinds that they become
    "x + y == z": {"linear"},
    "x != y": {"linear"},
    "z <= y + y": {"linear"},
    "(x - z) >= y": {"linear"},
    "2*x - 3*(y - z) < 4 - -y": {"linear"},
    "-1 <= x + y < 3 and x": {"linear"},
    "x*y*z == 2": {"expression"},
    "x*y < z or not x == y": {"expression"},
    "not (x and y)": {"expression"},
    "(x > 0) + (y > 0) + (z > 0) == 2": {"expression"},
    "abs(x - y) != max(z, 1) and min(x, y, z) > -2": {"expression"},
    "not x + 1 < y < z": {"expression"},
    "x % 2 == 0": {"table"},
    "y / x == x if x else y": {"table"},
    "y >= z // 2": {"table"},
    "x <= y ** z": {"table"},
    "(x or y) == z": {"table"},
    "x in (1, 2)": {"table"},
    "x + y <= 1.5": {"table"},
    "sum([x, y]) == len('ab')": {"table"},
    "c != 'red'": {"table"},
    "c == 'blue' or x < y": {"table"},
    "[c, x][y % 2] in ('red', 1)": {"table"},
    "  x < y ": {"linear"},
    "(x > 0) == True": {"expression"},
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_means_what_python_says_of_it(text: str) -> None:
    domains: dict[str, Any] = {
        "x": [-2, -1, 0, 1, 2],
        "y": [-1, 0, 1, 3],
        "z": [1, 2],
        "c": ["red", "blue"],
    }
    model = model_of(domains, text)
    problem = problem_of(model)
    truth = expected(model, partial(python_says, text.strip()))
    assert solutions(problem) == truth
    assert 0 < len(truth) < 80
    assert {each.kind for each in problem.constraints} == TEXTS[text]
    assert {each.name for each in problem.constraints} == {text.strip()}
    scopes = [[*each.scope] for each in problem.constraints if each.kind == "table"]
    assert scopes == [*map(sorted, scopes)]


def python_says(text: str, values: dict[str, Any]) -> bool:
    return bool(eval(text, {}, values))


def random_text(random: Random) -> str:
    def operand() -> str:
        return str(random.choice([*"xyzxyz", random.randrange(7)]))

    def number() -> str:
        parts = [operand() for _ in range(random.randrange(1, 4))]
        text = "".join(f"{each} {random.choice('+-*')} " for each in parts[:-1]) + parts[-1]
        return str(random.choice([text, text.replace(" ", ""), f"({text})"]))

    def comparison() -> str:
        signs = [random.choice(["==", "!=", "<", "<=", ">", ">="]) for _ in "ab"]
        text = f"{number()} {signs[0]} {number()}"
        return str(random.choice([text, text, f"not {text}", f"{text} {signs[1]} {number()}"]))

    return random.choice([comparison(), f"{comparison()} {random.choice(['and', 'or'])} x > 1"])


def test_so_do_random_texts_which_the_library_often_reads_otherwise() -> None:
    some = misread = 0
    for seed in range(400):
        random = Random(seed)
        text = random_text(random)
        if not {*text} & {*"xyz"}:
            continue
        domains = {each: random.sample(range(-3, 5), 3) for each in "xyz"}
        model = model_of(domains, text)
        truth = expected(model, partial(python_says, text))
        assert solutions(problem_of(model)) == truth, text
        some += 0 < len(truth) < 27
        misread += library_solutions(model) != truth
    assert some > 100
    assert misread > 5


def library_solutions(model: Any) -> set[tuple[str, ...]]:
    """What the library finds, in words; it ends in a ValueError where a filter leaves no value."""
    try:
        found = model.getSolutions()
    except ValueError:
        return set()
    return {tuple(worded(each[variable]) for variable in model._variables) for each in found}


SOUND = (  # those of which the library's filters lose nothing in small random models
    *("AllDifferentConstraint", "AllEqualConstraint", "FunctionConstraint"),
    *("InSetConstraint", "NotInSetConstraint", "SomeInSetConstraint", "SomeNotInSetConstraint"),
    *("MinProdConstraint", "VariableExactProdConstraint", "VariableMinProdConstraint"),
)
SEARCHES = (
    constraint.BacktrackingSolver,
    constraint.OptimizedBacktrackingSolver,
    constraint.RecursiveBacktrackingSolver,
)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("is_checking", [True, False])
def test_models_have_the_solutions_that_each_search_finds(search: Any, is_checking: bool) -> None:
    some = 0
    for seed in range(100):
        random = Random(seed)
        names = list("abc")
        model = model_of({each: random.sample(NUMBERS, random.randrange(2, 5)) for each in names})
        for name in random.sample(SOUND, 3):
            own = RANDOM[name](random, getattr(classes, name), NUMBERS, names)
            model.addConstraint(own, random.choice([names, None]))
        found = solutions(problem_of(model))
        model.setSolver(search(is_checking))
        assert library_solutions(model) == found
        some += 0 < len(found) < 27
    assert some > 20


class OwnConstraint(constraint.AllDifferentConstraint):  # type: ignore[misc]
    """A class of a user's own, which may mean anything."""


class OwnModel(constraint.Problem):  # type: ignore[misc]
    """A model of a class of a user's own."""


def divided(a: int, b: int) -> bool:
    return a / b == 1


MIXED = {"a": [1, 2], "b": [0, 1], "c": ["red", 2.5]}
AB = ["a", "b"]
OWN = f"{OwnConstraint.__module__}.OwnConstraint, "
WIDE = {f"v{place}": range(10) for place in range(7)}
MANUAL = "expected a function, a text, or one of the classes in python-constraint's manual"
SAME_NAME = type("AllDifferentConstraint", (constraint.AllDifferentConstraint,), {})
OF_PARALLEL_SEARCHES = classes.CompilableFunctionConstraint("def r(a): return a > 1")
REFUSED: list[tuple[dict[Any, Any], list[Any], str]] = [  # domains, what is said, and the error
    (MIXED, [OwnConstraint()], f"constraint 1 (OwnConstraint): found an object of the class {OWN}"),
    (MIXED, [OwnConstraint()], MANUAL),
    (MIXED, [SAME_NAME()], f"found an object of the class {__name__}.AllDifferentConstraint"),
    (MIXED, [(OF_PARALLEL_SEARCHES, ["a"])], f"CompilableFunctionConstraint, {MANUAL}"),
    (MIXED, [(divided, AB)], "found ZeroDivisionError (division by zero) where the values are (1,"),
    (MIXED, [(divided, AB)], "constraint 1 (function divided): found "),
    (MIXED, [(lambda a: a, AB)], ": found TypeError ("),
    (MIXED, [(divided, ["a", "q"])], "found the variable 'q', expected one of ['a', 'b', 'c']"),
    (MIXED, [(constraint.AllDifferentConstraint(), [AB])], "found the variable ['a', 'b'],"),
    (
        MIXED,
        [(constraint.AllEqualConstraint(), iter(AB))],
        "found an iterator, which is gone",
    ),
    (MIXED, [(constraint.InSetConstraint(iter([1])), AB)], "found an iterator"),
    (MIXED, [(constraint.NotInSetConstraint(1), AB)], "1 (NotInSetConstraint): found TypeError"),
    (MIXED, [constraint.SomeInSetConstraint([1], 1.5, True)], "found 1.5 as the number of values"),
    (
        MIXED,
        [constraint.MaxSumConstraint(2)],
        "and 'str') where the values are (1, 0, 'red')",
    ),
    (
        MIXED,
        [(constraint.MinSumConstraint(2, [1, 2]), "a")],
        "found 2 multipliers, expected 1,",
    ),
    (MIXED, [constraint.VariableExactSumConstraint("a", "bx")], "found the variable 'x'"),
    (MIXED, ["a + = 3"], "constraint 'a + = 3': found invalid syntax, expected an expression"),
    (MIXED, ["a > 0", "a + q == 3"], "'a + q == 3': found NameError (name 'q' is not defined)"),
    (MIXED, ["min(a) > 0"], "constraint 'min(a) > 0': found TypeError ("),
    ({"abs": [1], "a": [1]}, ["abs(a) > 0"], "found TypeError ('int' object is not callable)"),
    (MIXED, ["3 > 2"], "constraint '3 > 2': found none of the model's variables, expected one"),
    (MIXED, ["a < c"], "constraint 'a < c': found TypeError"),
    (
        {"a": [1, True]},
        [lambda a: a is True],
        "another answer for (True,), expected the same",
    ),
    (
        WIDE,
        [lambda *_: True],
        "10,000,000 combinations of values, expected 1,000,000 or fewer",
    ),
    ({"a": [[1], [2]]}, [], "variable a: found the value [1], expected one that can be hashed, as"),
    (
        {"a": [1, float("nan")]},
        [],
        "variable a: found the value nan, expected one that is equal",
    ),
    ({"1": [1], 1: [1]}, [], "names: found '1' twice, expected different ones"),
    ({}, [], "model: found no variables, expected one or more"),
]


@pytest.mark.parametrize(("domains", "said", "error"), REFUSED, ids=[each[-1] for each in REFUSED])
def test_what_has_no_meaning_here_is_refused_by_name(domains: Any, said: Any, error: str) -> None:
    with pytest.raises((UnreadableModelError, MalformedProblemError)) as caught:
        problem_of(model_of(domains, *said))
    assert error in str(caught.value)


def test_a_model_of_a_class_of_the_users_own_is_refused_too() -> None:
    with pytest.raises(UnreadableModelError, match=r"OwnModel, expected one of constraint.Problem"):
        accord.problem(OwnModel())


def test_a_sum_is_no_table_however_many_values_there_are() -> None:
    said = [constraint.ExactSumConstraint(20), constraint.MaxProdConstraint(3.5), "v0 + v1 == v2"]
    problem = problem_of(model_of(WIDE, *said, constraint.SomeInSetConstraint([1, 2], 3)))
    assert [each.kind for each in problem.constraints] == [
        "linear",
        "expression",
        "count",
        "linear",
    ]


def test_long_texts_are_no_deep_terms() -> None:
    long = " + ".join(["a - a", "b * b"] * 600) + " - 9*a == 591"
    (said,) = problem_of(model_of({"a": [1], "b": range(3)}, long)).constraints
    assert [said.holds((1, value)) for value in range(3)] == [False, True, False]
    assert (said.kind, said.name) == ("expression", long[:200])


def test_equal_values_are_one_and_others_are_symbols() -> None:
    model = model_of({("x", 1): [1, 1.0, True, "1", 3], 2: [0, 5], "z": ["a", "1", 2.5, 3]})
    problem = problem_of(model)
    assert problem.names == ("('x', 1)", "2", "z")
    assert [str(domain) for domain in problem.domains] == ["0..1, 3", "0, 5", "0, 2..4"]
    words = [
        sorted(problem.value_text(place, value) for value in domain)
        for place, domain in enumerate(problem.domains)
    ]
    assert words == [["'1'", "1", "3"], ["0", "5"], ["'1'", "'a'", "2.5", "3"]]
    assert accord.problem(problem.to_json()) == problem


def test_symbols_have_no_number_with_which_they_are_compared() -> None:
    pair = constraint.AllDifferentConstraint(), ["x", "y"]
    model = model_of({"x": ["a", "b"], "y": [0, 1], "z": [2]}, pair)
    assert [str(domain) for domain in problem_of(model).domains] == ["2..3", "0..1", "2"]


def test_equal_tables_are_one_object_and_say_what_is_less() -> None:
    model = model_of({each: range(9) for each in "abc"})
    for pair in ("ab", "bc"):
        model.addConstraint(lambda one, other: one != other, [*pair])
    one, other = problem_of(model).constraints
    assert isinstance(one, Table)
    assert isinstance(other, Table)
    assert one.tuples is other.tuples
    assert (len(one.tuples), one.forbidden) == (9, True)


def test_a_constraint_is_named_in_the_words_of_the_model() -> None:
    said = [(divided, AB), (lambda a: a > 1, ["a"]), (ne, AB), constraint.AllEqualConstraint()]
    problem = problem_of(model_of({"a": [1, 2], "b": [1, 2]}, *said, "a + b == 3"))
    names = [each.name for each in problem.constraints]
    line = test_a_constraint_is_named_in_the_words_of_the_model.__code__.co_firstlineno + 1
    file = Path(__file__).name
    lambdas = f"lambda in line {line} of {file}"
    assert names == ["function divided", lambdas, "function ne", "AllEqualConstraint", "a + b == 3"]
    assert [*problem.violations((1, 1))] == [
        f"{lambdas}: found (1) at (a), which is no allowed tuple",
        "function ne: found (1, 1) at (a, b), which is no allowed tuple",
        "a + b == 3: a + b = 3: found 2",
    ]


SAID: list[Any] = [
    (constraint.ExactProdConstraint(2), ["a", "b"]),
    (constraint.MaxSumConstraint(4, [1, 2]), ["b", "a"]),
    (constraint.InSetConstraint({1, 2}), {"c"}),
    "a + b == c",
]


def test_a_model_stays_as_it_is() -> None:
    model = model_of({"a": [1, 2, 3], "b": (1, 2), "c": {1, 2, 3}}, *deepcopy(SAID))
    before = state(model)
    problem = problem_of(model)
    assert state(model) == before
    assert problem_of(model) == problem
    assert len(solutions(problem)) == 0
    assert len(library_solutions(model)) == 0
    assert state(model) != before  # the state shows what a search changes


def state(model: Any) -> str:
    """All that a model consists of."""
    parts = [(type(each).__name__, vars(each), variables) for each, variables in model._constraints]
    domains = {name: (domain, vars(domain)) for name, domain in model._variables.items()}
    return repr((parts, domains, model._str_constraints, vars(model).keys()))


@pytest.mark.parametrize(
    "said", [*SAID[:2], "a + b == c", "a * b == 2", "a - c <= b", "a % 2 == b % 2"]
)
@pytest.mark.parametrize("search", [*SEARCHES, constraint.ParallelSolver])
def test_what_a_search_has_changed_is_refused(said: Any, search: Any) -> None:
    model = model_of({"a": [1, 2, 3], "b": [1, 2], "c": [1, 2, 3]}, deepcopy(said))
    with catch_warnings():
        simplefilter("ignore")  # it says that it is experimental
        model.setSolver(search())
    library_solutions(model)
    with pytest.raises(UnreadableModelError, match="model: found one that was solved"):
        problem_of(model)


def test_so_is_what_a_parallel_search_is_given() -> None:
    unread = "not (a - 4) >= 2"  # which ends in an error in some versions
    model = model_of({"a": [1, 2, 3], "b": [1, 2]}, "a % 2 == b % 2")
    model._getArgs(picklable=True)
    model._str_constraints.insert(0, unread)
    with pytest.raises(UnreadableModelError, match="model: found one that was solved"):
        problem_of(model)


def test_what_the_parser_of_the_library_warns_of_is_not_said() -> None:
    model = model_of({"a": range(9), "b": [1, 2]}, "(3 - a - b) == (0)")
    with catch_warnings(record=True) as said:
        simplefilter("always")
        problem_of(model)
        assert said == []
        compile_to_constraints(model._str_constraints, model._variables)
        assert said != []


def test_values_that_a_search_has_hidden_are_read() -> None:
    model = model_of({each: [1, 2, 3] for each in "abc"}, constraint.AllDifferentConstraint())
    assert model.getSolution() == {"a": 3, "b": 2, "c": 1}
    assert sum(map(len, model._variables.values())) < 9
    assert len(solutions(problem_of(model))) == 6


def test_the_functions_of_accord_take_a_model() -> None:
    model = model_of({each: ["red", "green"] for each in "abc"}, "a != b", "b != c")
    assert accord.problem(model) == problem_of(model)
    assert accord.solve(model, limit=None).solutions == ((0, 1, 0), (1, 0, 1))
    assert accord.verify(model, (0, 0, 1)) == [
        "a != b: found (0, 0) at (a, b), which is no allowed tuple"
    ]
    assert several(model) == [model]  # which accord.run goes through
