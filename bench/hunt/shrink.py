"""Shrinking: the smallest problem on which what was found is found again.

One thing is left out at a time, in this order: a constraint, a variable that no constraint names,
half of a domain or a value of it, an entry of a list (with the entries at the same place of the
other lists of its constraint, where these are as long), an operation around one of its operands;
so of an objective; then numbers go toward 0, as the values of a domain do together.  What is left
has to be a problem, and the fault has to be there; then all begins anew.  (Delta debugging: Zeller
and Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
Engineering 28, 2002; here one at a time.)

Of a puzzle first a small one is looked for that shows the fault: a blank Latin square, or a puzzle
of an audit.  Then one further rule or constraint, the candidates or one given after the other is
left out.  If the fault is there without the geometry, the rest is as of any problem.

It works on the JSON of the problem, so that it knows no kind of constraint, and makes no random
choices: the same solver leads to the same problem.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Any

from accord.bench.hunt.relations import with_less
from accord.bench.make.random_puzzles import LARGEST_TRIED, random_telling_puzzle
from accord.puzzles.constraints.record import records_of
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.formats.problem_json import as_recorded, problem_of
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

MORE_RULES = {"diagonals", "windoku"}
MOST = 1500  # problems that are tried
SECONDS = 300.0  # in which they are
RANDOM_PUZZLES = 20  # small ones that are tried for a larger one
Object = dict[str, Any]


@dataclass(frozen=True)
class SmallerProblem:
    """The smallest problem found.

    Args:
        problem: the problem.
        tried: how many others were.
        is_least: whether each single step from here was tried, and the fault was gone.
    """

    problem: Problem
    tried: int
    is_least: bool


def shrunk(
    problem: Problem,
    persists: Callable[[Problem], bool],
    most: int = MOST,
    seconds: float = SECONDS,
) -> SmallerProblem:
    """A problem that shows a fault, and from which nothing can be taken away.

    Args:
        problem: one that shows it.
        persists: whether another one does.
        most: how many are tried.
        seconds: after which no other one is tried.
    """
    tried, is_over, ends = 0, False, monotonic() + seconds

    def still(each: Problem) -> bool:
        nonlocal tried, is_over
        is_over = is_over or tried >= most or monotonic() > ends
        tried += not is_over
        return not is_over and persists(each)

    least = problem
    if isinstance(problem, Puzzle):
        least = puzzle = next(filter(still, _small_puzzles(problem.size)), problem)
        while (less := next(filter(still, _with_less(puzzle)), None)) is not None:
            least = puzzle = less
    if not isinstance(least, Puzzle) or still(least.without_grid()):
        least = _smallest(least, still, lambda: is_over)
    return SmallerProblem(least, tried, not is_over)


def _smallest(
    problem: Problem, still: Callable[[Problem], bool], is_over: Callable[[], bool]
) -> Problem:
    """The smallest problem that is found, or this one; a puzzle is taken without its geometry."""
    plain = problem.without_grid()
    record: dict[str, Any] = {"variables": plain.record()["variables"]}
    record["constraints"] = records_of(plain.constraints, plain.names)
    if plain.objective is not None:
        record["objective"] = plain.objective.record(plain.names)
    if not plain.shows_all:
        record["shown"] = plain.record()["shown"]
    for constraint in record["constraints"]:
        constraint.pop("always", None)  # what is smaller may be so too, or no more
    seen = set[str]()
    smaller = smaller_records(record)
    while not is_over() and (candidate := next(smaller, None)) is not None:
        if (text := str(candidate)) in seen:
            continue
        seen.add(text)
        try:
            with as_recorded():
                made = problem_of(candidate)
        except InputError:
            continue
        if still(made):
            problem, smaller = made, smaller_records(candidate)
    return problem


def _small_puzzles(size: int) -> Iterator[Puzzle]:
    """Puzzles of a smaller size."""
    for each in range(1, min(size, LARGEST_TRIED)):
        yield Puzzle(shape(each, rules=["latin"]), Grid([0] * each**2))
    if size > LARGEST_TRIED:
        yield from map(random_telling_puzzle, range(RANDOM_PUZZLES))


def _with_less(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle without a further rule, candidates, a further constraint, or a given."""
    figure = puzzle.shape
    for rule in sorted(figure.rules & MORE_RULES):
        rules = figure.rules - {rule}
        other = shape(figure.size, figure.box, rules, figure.regions, figure.extra)
        yield Puzzle(other, puzzle.givens, puzzle.candidates)
    if puzzle.candidates is not None:
        yield Puzzle(figure, puzzle.givens)
    yield from with_less(puzzle)


def smaller_records(problem: Object) -> Iterator[Object]:
    """Records with one part removed or reduced, largest steps first; some are invalid."""
    constraints = problem.get("constraints", [])
    if "shown" in problem:
        yield {key: value for key, value in problem.items() if key != "shown"}
    for place in range(len(constraints)):
        yield {**problem, "constraints": [*constraints[:place], *constraints[place + 1 :]]}
    yield from _fewer_values(problem)
    for place, constraint in enumerate(constraints):
        for smaller in _smaller_parts(constraint):
            yield {
                **problem,
                "constraints": [*constraints[:place], smaller, *constraints[place + 1 :]],
            }
    for smaller in _smaller_parts(problem.get("objective", {})):
        yield {**problem, "objective": smaller}


def _smaller_parts(record: Object) -> Iterator[Object]:
    """Records of a constraint or an objective with a list, an operation or a number smaller."""
    return chain(_shorter(record), _simpler(record), _nearer(record))


def _fewer_values(problem: Object) -> Iterator[Object]:
    """Records with one variable or some values fewer, or values nearer 0."""
    domains: Mapping[str, str] = problem["variables"]
    for name in domains:
        smaller = {
            **problem,
            "variables": {other: domain for other, domain in domains.items() if other != name},
        }
        if "shown" in problem:
            smaller["shown"] = [other for other in problem["shown"] if other != name]
        yield smaller
    for name, text in domains.items():
        values = _values(text)
        parts = [values[: len(values) // 2], values[len(values) // 2 :]] if len(values) > 3 else []
        parts += [values[:at] + values[at + 1 :] for at in range(len(values))]
        for part in parts if len(values) > 1 else []:
            yield {**problem, "variables": {**domains, name: str(Domain.of(part))}}
        moved = [value - (1 if sum(values) > 0 else -1) for value in values]
        if sum(map(abs, moved)) < sum(map(abs, values)):
            yield {**problem, "variables": {**domains, name: str(Domain.of(moved))}}


def _values(text: str) -> list[int]:
    return [*problem_of({"variables": {"x": text}}).domains[0]]


def _shorter(constraint: Object) -> Iterator[Object]:
    """Records with one entry fewer: in all lists of one length, then in one list."""
    lists = {key: value for key, value in constraint.items() if isinstance(value, list)}
    for length in sorted({*map(len, lists.values())}):
        alike = [key for key, value in lists.items() if len(value) == length]
        for place in range(length) if len(alike) > 1 else ():
            smaller = deepcopy(constraint)
            for key in alike:
                del smaller[key][place]
            yield smaller
    for path in _paths(constraint):
        if isinstance(_at(constraint, path[:-1]), list):
            smaller = deepcopy(constraint)
            del _at(smaller, path[:-1])[path[-1]]
            yield smaller


def _simpler(constraint: Object) -> Iterator[Object]:
    """An operand in the place of its operation."""
    for path in _paths(constraint):
        value = _at(constraint, path)
        if isinstance(value, list) and value and isinstance(value[0], str):
            for operand in value[1:]:
                yield _with(constraint, path, operand)


def _nearer(constraint: Object) -> Iterator[Object]:
    """A number nearer to 0."""
    for path in _paths(constraint):
        value = _at(constraint, path)
        if type(value) is int:
            for other in dict.fromkeys((0, int(value / 2), value - (1 if value > 0 else -1))):
                if abs(other) < abs(value):
                    yield _with(constraint, path, other)


def _paths(value: Any) -> Iterator[tuple[Any, ...]]:
    """The way to everything that stands in an object or a list, outermost first."""
    if isinstance(value, dict | list):
        places = [*value] if isinstance(value, dict) else range(len(value))
        yield from ((place,) for place in places)
        for place in places:
            yield from ((place, *rest) for rest in _paths(value[place]))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for place in path:
        value = value[place]
    return value


def _with(constraint: Object, path: tuple[Any, ...], value: Any) -> Object:
    changed = deepcopy(constraint)
    _at(changed, path[:-1])[path[-1]] = value
    return changed
