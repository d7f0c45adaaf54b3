"""OPB and WCNF: what is read has the solutions and values of what was written, by trying all."""

import gzip
import lzma
import tomllib
from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from operator import eq, ge, le
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord.bench.make.instances.collection import instances_of
from accord.bench.make.random_objectives import with_objective
from accord.encodings.model import UnsupportedError
from accord.encodings.problems import opb as encoding
from accord.puzzles.files.texts import read_many, read_problem, write
from accord.puzzles.formats.competitions.opb import read_opb
from accord.puzzles.formats.competitions.wcnf import read_wcnf
from accord.puzzles.formats.format import FormatError
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.answer import answer
from accord.solvers.registry import backends, select
from brute_force import solutions_by_trying

VARIABLES = 4
COMPARISONS = {">=": ge, "<=": le, "=": eq}
OPTIMIZING = sorted(name for name, each in backends().items() if each.optimizes)
REFUSED = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))
Product = tuple[int, list[int]]  # a weight, and literals
Compared = tuple[list[Product], str, int]

literals = st.sampled_from([*range(-VARIABLES, 0), *range(1, VARIABLES + 1)])
numbers = st.integers(-4, 4) | st.integers(-(10**30), 10**30)
sums = st.lists(st.tuples(numbers, st.lists(literals, min_size=1, max_size=3)), max_size=4)
linear = st.lists(st.tuples(numbers, st.lists(literals, min_size=1, max_size=1)), max_size=4)
compared = st.tuples(sums | linear, st.sampled_from([*COMPARISONS]), numbers)
goals = st.none() | st.tuples(st.sampled_from(["min:", "max:"]), sums)
clauses = st.lists(
    st.tuples(st.none() | st.integers(0, 5) | numbers.map(abs), st.lists(literals, max_size=3)),
    max_size=6,
)


def is_true(literal: int, values: Solution) -> bool:
    return bool(values[abs(literal) - 1]) == (literal > 0)


def sum_of(products: Sequence[Product], values: Solution) -> int:
    return sum(weight * prod(is_true(each, values) for each in own) for weight, own in products)


def in_opb(products: Sequence[Product], random: Random) -> str:
    return " ".join(
        f"{weight:{random.choice(['', '+'])}d} "
        + " ".join(f"{'~' if each < 0 else ''}x{abs(each)}" for each in own)
        for weight, own in products
    )


def expect(
    problem: Problem, holds: Callable[[Solution], bool], value: Callable[[Solution], int]
) -> None:
    """Hold every assignment of a problem against what it was made of."""
    assert len(problem.domains) == VARIABLES
    for values in product(range(2), repeat=VARIABLES):
        assert (not any(problem.violations(values))) == holds(values), values
        if problem.objective:
            assert problem.objective.value(values) == value(values)


@given(goals, st.lists(compared, max_size=3), st.randoms())
def test_opb_says_what_was_written(
    goal: tuple[str, list[Product]] | None, said: list[Compared], random: Random
) -> None:
    blank = random.choice([" ", "\n", "  \r\n", "\n* no +1 x9 >= 1 ;\n"])
    text = f"{goal[0]} {in_opb(goal[1], random)} ;\n" if goal else ""
    text += "".join(f"{in_opb(left, random)} {sign} {right};" for left, sign, right in said)
    text = f"* #variable= {VARIABLES} #constraint= {len(said)}\n{text.replace(' ', blank)}"
    problem = read_opb(text)
    value = (lambda values: sum_of(goal[1], values)) if goal else lambda values: 0
    expect(
        problem,
        lambda values: all(
            COMPARISONS[sign](sum_of(left, values), right) for left, sign, right in said
        ),
        value,
    )
    if problem.objective:
        assert goal
        assert problem.objective.sense[:3] == goal[0][:3]
    assert read_opb(text.partition("\n")[2]).constraints == problem.constraints


@given(clauses, st.booleans(), st.randoms())
def test_wcnf_says_what_was_written(
    said: list[tuple[int | None, list[int]]], is_new: bool, random: Random
) -> None:
    top = 1 + max((weight for weight, _ in said if weight), default=0)
    hard = "h" if is_new else str(top)
    blank = random.choice([" ", "\t "]) if is_new else random.choice([" ", "\n", " \r\n"])
    lines = [
        blank.join([str(hard if weight is None else weight), *map(str, own), "0"])
        for weight, own in said
    ]
    text = random.choice(["\nc\n", "\n", "\r\n"]).join(["c of a test", *lines])
    if not is_new:
        text = f"p wcnf {VARIABLES} {len(said)} {top}\n{text}"
    elif all(VARIABLES not in map(abs, own) for _, own in said):
        text += f"\n0 {VARIABLES} 0\n"  # so that it occurs
    soft = [(weight, [-each for each in own]) for weight, own in said if weight is not None]
    expect(
        read_wcnf(text),
        lambda values: all(
            any(is_true(each, values) for each in own) for weight, own in said if weight is None
        ),
        lambda values: sum_of(soft, values),
    )


def test_a_header_without_top_has_no_hard_clauses() -> None:
    problem = read_wcnf("p wcnf 2 2\n3 1 0 4 -1 2 0\n")
    assert not problem.constraints
    assert problem.objective
    assert [*map(problem.objective.value, [(0, 0), (1, 0), (1, 1)])] == [3, 4, 0]


def test_what_accord_writes_as_opb_is_read_with_the_same_solutions(drawn: int) -> None:
    tried = 0
    for seed in range(drawn, drawn + 160):
        problem = with_objective(seed, ["sum", "product", "minimum", "n-values"])
        try:
            read = read_opb("".join(encoding.write(problem, False)))
        except UnsupportedError:
            continue
        if len(read.domains) <= 12:
            tried += 1
            assert differences(read) == differences(problem), seed
    assert tried > 5


def differences(problem: Problem) -> list[int]:
    """For each solution how much worse it is than the best: OPB says no constant."""
    goal, every = problem.objective, solutions_by_trying(problem)
    found = [goal.value(each) if goal else 0 for each in every]
    worse = -1 if goal and goal.sense == "maximize" else 1
    values = sorted(worse * each for each in found if isinstance(each, int))
    return [each - values[0] for each in values]


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_with_its_line(case: str) -> None:
    form, text, message = (REFUSED[case][key] for key in ("format", "text", "says"))
    with pytest.raises(MalformedPuzzleError) as error:
        read_problem(text.replace("%s", "9" * 5000), format=form)
    assert message in str(error.value)


OPB = "* #variable= 3 #constraint= 1\n\nmin: +1 x1 +2 ~x2 ;\n\n+1 x1 +1 x2 x3 >= 1 ;\n"
NO_HEADER = f"* from somewhere\n*****\n{OPB.partition(chr(10))[2]}"
OLD = "c\nc * #variable= 1\np wcnf 3 3 9\n9 1 2 0\n\n4 -1 3 0\n2 -2 0\n"
NEW = "c\n\nh 1 2 0\n4 -1 3 0\n2 -2 0\n"


FILES = {"opb": OPB, "opb without header": NO_HEADER, "wcnf of old": OLD, "wcnf of now": NEW}


@pytest.mark.parametrize("what", FILES)
def test_a_file_is_known_by_its_text_and_by_its_name(what: str, tmp_path: Path) -> None:
    form, text = what.partition(" ")[0], FILES[what]
    problem = read_problem(text, format=form)
    assert len(problem.domains) == 3
    assert [each.problem for each in read_many(text.splitlines(keepends=True))] == [problem]
    assert read_problem(text) == problem
    for name, data in {
        "x.txt": text.encode(),
        "x": lzma.compress(text.encode()),
        f"y.{form}": b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(),
        f"z.{form}.gz": gzip.compress(text.encode()),
    }.items():
        (tmp_path / name).write_bytes(data)
        (found,) = instances_of(str(tmp_path / name))
        assert found.problem == problem
    assert [each.name for each in instances_of(str(tmp_path))] == ["y", "z"]
    with pytest.raises(FormatError, match=r"json and xcsp3"):
        write(problem, form)


def test_a_name_says_what_a_text_may_not_say(tmp_path: Path) -> None:
    file = tmp_path / "x.wcnf"
    file.write_text("3 1 0\n2 -1 2 0\n")
    (found,) = instances_of(str(file))
    assert len(found.problem.domains) == 2


@pytest.mark.one_in(3)
@pytest.mark.parametrize("solver", OPTIMIZING)
def test_every_solver_that_optimizes_finds_the_best_of_them(solver: str, drawn: int) -> None:
    random, asked = Random(drawn), backends()[solver]
    for _ in range(3):
        goal = [(random.randint(-9, 9), random.sample(range(1, 5), 2)), (3, [-1]), (2, [2])]
        left = [(random.randint(1, 9), [random.choice([-1, 1]) * each]) for each in range(1, 5)]
        cover = "".join(f"+1 x{each} +1 ~x{each + 1} >= 1 ;\n" for each in range(1, 4))
        opb = f"min: {in_opb(goal, random)} ;\n{in_opb(left, random)} >= 7 ;\n{cover}"
        soft = [random.sample([-4, -3, -2, -1, 1, 2, 3, 4], random.randint(1, 3)) for _ in range(6)]
        wcnf = "h 1 -2 3 0\nh -3 4 0\n" + "".join(
            f"{random.randint(1, 9)} {' '.join(map(str, own))} 0\n" for own in soft
        )
        for problem in (read_opb(opb), read_wcnf(wcnf)):
            expect_best(solver, problem)
    assert not asked.unsupported(problem)


HUGE = """+{n} x1 +{m} x2 -{n} x3 +3 x4 >= {m} ;
+3 x1 +4 x2 +1 x3 >= 3 ;
-{m} x1 -{n} ~x2 >= -{m} ;
"""


@pytest.mark.parametrize("solver", [*OPTIMIZING, "xcsp3:program=choco"])
def test_numbers_of_any_size_are_held_or_refused_by_name(solver: str) -> None:
    chosen = select(solver)
    said = "+{n} x1 +2 x2 >= {m} ;", "+1 x1 +2 x2 <= -{m} ;", "+{n} x1 ~x2 +1 x3 >= 1 ;", HUGE
    for number in (2**31, 2**32, 2**53, 2**63, 10**30):
        for text in said:
            problem = read_opb(text.format(n=number, m=number - 1))
            try:
                found = answer(chosen.backend, problem, limit=None, **chosen.settings)
            except UnsupportedError:
                continue
            assert (set(found.solutions), found.exhausted) == (solutions_by_trying(problem), True)


def expect_best(solver: str, problem: Problem) -> None:
    """Compare the last of a solver's solutions with the best of all."""
    assert problem.objective
    best = problem.objective.best(map(problem.objective.value, solutions_by_trying(problem)))
    found = answer(backends()[solver], problem)
    values = map(problem.objective.value, found.solutions)
    assert (problem.objective.best(values), found.exhausted) == (best, True)
