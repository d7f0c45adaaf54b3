"""A problem holds any finite domain; its digest covers all that its constraints say.

A domain is a set of integers that is never expanded to be looked at.
"""

import pickle
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.random_problems import random_problem
from accord.puzzles import AllDifferent, Grid, Problem, Puzzle, shape
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.domain import Domain
from accord.puzzles.files.texts import read
from accord.puzzles.problem import MalformedProblemError
from places import ROOT

RECORDED = ROOT / "results"
TWO = [range(1, 4), [1, 5]]
DIFFERENT: list[Constraint] = [
    AllDifferent((0, 1)),
    AllDifferent((0, 1), excepted=(1,)),
    AllDifferent((1, 0)),
    Linear((0, 1), "=", 3),
    Linear((0, 1), "=", 7),
    Linear((0, 1), "<=", 3),
    Linear((0, 1), "=", 3, (1, 2)),
    Table((0, 1), ((1, 1),)),
    Table((0, 1), ((1, 1),), forbidden=True),
    Table((0, 1), ((1, "*"),)),
    Element((1, 5), 0, Variable(1)),
    Element((1, 5), 0, Variable(1), 1),
    Element((1, 5), 0, 5),
    Expression(("lt", Variable(0), Variable(1))),  # type: ignore[arg-type]
    Expression(("le", Variable(0), Variable(1))),  # type: ignore[arg-type]
]


def test_a_digest_covers_what_a_constraint_says() -> None:
    problems = [Problem(TWO, [each]) for each in DIFFERENT]
    puzzles = [Puzzle(shape(4, extra=[each]), Grid([0] * 16)) for each in DIFFERENT]
    for several in (problems, puzzles):
        assert len({each.digest for each in several}) == len(DIFFERENT)
        assert len({each.full_digest for each in several}) == len(DIFFERENT)


def test_a_digest_covers_domains_and_the_order_but_no_names() -> None:
    sums = [Linear((0, 1), "=", 3), Linear((0, 1), "<", 7)]
    problem = Problem(TWO, sums)
    named = Problem(TWO, [Linear((0, 1), "=", 3, name="cage"), sums[1]], ["a", "b"])
    assert named.full_digest == problem.full_digest
    assert named != problem
    others = [Problem(TWO, sums[::-1]), Problem([TWO[0], [1, 4]], sums), Problem(TWO[::-1], sums)]
    assert problem.full_digest not in {other.full_digest for other in others}
    assert len(problem.full_digest) == 64


@pytest.mark.parametrize("seed", range(40))
def test_a_problem_survives_pickling_and_copying(seed: int) -> None:
    problem = random_problem(seed)
    for again in (pickle.loads(pickle.dumps(problem)), problem.copy()):
        assert (again, hash(again)) == (problem, hash(problem))
        assert again.full_digest == problem.full_digest
    with pytest.raises(AttributeError, match="a problem does not change"):
        problem.domains = ()  # type: ignore[misc]


def test_values_are_held_against_domains_and_constraints_in_words() -> None:
    cage = Linear((0, 1), "=", 3, name="cage")
    problem = Problem(TWO, [cage, AllDifferent((0, 1))], ["r1c1", "r1c2"])
    assert [*problem.violations((2, 1))] == []
    assert [*problem.violations((1, 1))] == [
        "cage: r1c1 + r1c2 = 3: found 2",
        "all-different repeats 1 at r1c1, r1c2",
    ]
    assert [*problem.violations((9, 1))] == [
        "r1c1 = 9, but its domain is 1..3",
        "cage: r1c1 + r1c2 = 3: found 10",
    ]
    assert [*problem.violations((1,))] == ["found 1 value, expected 2"]


def test_what_is_no_problem_is_refused_with_what_was_found() -> None:
    with pytest.raises(MalformedProblemError, match=r"constraint 2 \(linear\): found variable 2"):
        Problem(TWO, [AllDifferent((0, 1)), Linear((2,), "=", 1)])
    with pytest.raises(MalformedProblemError, match="names: found 'a' twice"):
        Problem(TWO, names=["a", "a"])
    with pytest.raises(MalformedProblemError, match="names: found 1, expected 2"):
        Problem(TWO, names=["a"])


@pytest.mark.parametrize("campaign", ["tour", "zoo"])
def test_recorded_puzzles_keep_their_digests(campaign: str) -> None:
    file: Path = RECORDED / campaign / "puzzles.parquet"
    rows = duckdb.execute("SELECT puzzle, text FROM read_parquet(?)", [str(file)]).fetchall()
    assert len(rows) > 5
    assert [read(text).digest for _, text in rows] == [digest for digest, _ in rows]


def test_writing_json_loads_no_module_that_the_problem_does_not_import() -> None:
    asked = """
import sys
from accord.puzzles import Grid, Problem, Puzzle, shape
known = {*sys.modules}
print(Problem([[1]]).to_json(), Puzzle(shape(1), Grid([0])).to_json())
print(*sorted({*sys.modules} - known))
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout == '{"variables": {"x0": "1"}} {"size": 1, "givens": "."}\n\n'


VALUES = st.sets(st.integers(-12, 12))


@given(VALUES, st.integers(-14, 14), st.integers(-14, 14))
def test_it_is_the_set_of_its_values(values: set[int], low: int, high: int) -> None:
    domain = Domain.of(values)
    assert [*domain] == sorted(values)
    assert (len(domain), bool(domain)) == (len(values), bool(values))
    assert all((value in domain) == (value in values) for value in range(-14, 15))
    assert {*domain.between(low, high)} == {value for value in values if low <= value <= high}
    assert all(end + 1 < start for (_, end), (start, _) in pairwise(domain.intervals))
    assert pickle.loads(pickle.dumps(domain)) == domain == Domain(domain.intervals[::-1])


@given(VALUES, VALUES)
def test_a_union_has_the_values_of_both(one: set[int], other: set[int]) -> None:
    assert {*(Domain.of(one) | Domain.of(other))} == one | other


def test_a_domain_of_many_values_takes_no_room() -> None:
    huge = Domain.of(range(-(10**15), 10**15 + 1))
    assert (len(huge), huge.min, huge.max) == (2 * 10**15 + 1, -(10**15), 10**15)
    assert huge.intervals == ((-(10**15), 10**15),)
    assert (10**15 in huge, 10**15 + 1 in huge, 0.5 in huge) == (True, False, False)


def test_a_domain_without_values_has_no_ends() -> None:
    with pytest.raises(ValueError, match="found an empty domain"):
        _ = Domain(()).min
    with pytest.raises(ValueError, match=r"found the interval 3\.\.1"):
        Domain(((3, 1),))
