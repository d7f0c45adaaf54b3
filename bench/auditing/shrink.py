"""Shrinking: a smaller problem on which a solver is still wrong.

One thing is left out at a time, in this order: a constraint, a variable that no constraint names,
half of a domain or a value of it, an entry of a list (with the entries at the same place of the
other lists of its constraint, where these are as long), an operation around one of its operands;
then numbers go toward 0, as the values of a domain do together.  What is left has to be a problem,
and the solver has to be wrong on it; then all begins anew.  (Delta debugging: Zeller and
Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Transactions on Software
Engineering 28, 2002; here one at a time.)

It works on the JSON of the problem, so that it knows no kind of constraint, and draws no random
numbers: the same solver leads to the same problem.  A puzzle stays one: its further constraints,
its candidates and its givens go.
"""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.formats.problem_json import as_recorded, problem_of
from accord.puzzles.grid import Grid
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape

MORE_RULES = {"diagonals", "windoku"}
MOST = 1500  # problems that are tried
Object = dict[str, Any]


def shrunk(problem: Problem, is_wrong: Callable[[Problem], bool], most: int = MOST) -> Problem:
    """The smallest problem that is found, or this one.

    Args:
        problem: one on which a solver is wrong; a puzzle is taken without its geometry.
        is_wrong: whether the solver is wrong on a problem.
        most: how many problems are tried.
    """
    current = problem.without_grid().record()
    current = {key: current[key] for key in ("variables", "constraints") if key in current}
    for constraint in current.get("constraints", []):
        constraint.pop("always", None)  # what is smaller may be so too, or no more
    best, tried = problem, 0
    seen = set[str]()
    smaller = candidates(current)
    while tried < most and (candidate := next(smaller, None)) is not None:
        if (text := str(candidate)) in seen:
            continue
        seen.add(text)
        try:
            with as_recorded():
                made = problem_of(candidate)
        except InputError:
            continue
        tried += 1
        if is_wrong(made):
            best, current = made, candidate
            smaller = candidates(current)
    return best


def shrunk_puzzle(puzzle: Puzzle, is_wrong: Callable[[Problem], bool]) -> Puzzle:
    """The puzzle with the fewest rules, candidates and givens that is found, or this one.

    Args:
        puzzle: one on which a solver is wrong.
        is_wrong: whether the solver is wrong on a puzzle.
    """
    while (less := next(filter(is_wrong, _with_less(puzzle)), None)) is not None:
        puzzle = less
    return puzzle


def _with_less(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle without candidates, a further rule or constraint, or without a given."""
    figure, givens, extra = puzzle.shape, puzzle.givens, puzzle.shape.extra
    for rule in sorted(figure.rules & MORE_RULES):
        rules = figure.rules - {rule}
        other = shape(figure.size, figure.box, rules, figure.regions, extra)
        yield Puzzle(other, givens, puzzle.candidates)
    if puzzle.candidates is not None:
        yield Puzzle(figure, givens)
    for place in range(len(extra)):
        left = (*extra[:place], *extra[place + 1 :])
        other = shape(figure.size, figure.box, figure.rules, figure.regions, left)
        yield Puzzle(other, givens, puzzle.candidates)
    for cell, given in enumerate(givens):
        if given:
            blank = Grid([0 if each == cell else value for each, value in enumerate(givens)])
            yield Puzzle(figure, blank, puzzle.candidates)


def candidates(problem: Object) -> Iterator[Object]:
    """Problems with a little less, the largest steps first; not all of them are problems."""
    constraints = problem.get("constraints", [])
    for place in range(len(constraints)):
        yield {**problem, "constraints": [*constraints[:place], *constraints[place + 1 :]]}
    yield from _fewer_values(problem)
    for place, constraint in enumerate(constraints):
        for smaller in (*_shorter(constraint), *_simpler(constraint), *_nearer(constraint)):
            yield {
                **problem,
                "constraints": [*constraints[:place], smaller, *constraints[place + 1 :]],
            }


def _fewer_values(problem: Object) -> Iterator[Object]:
    """A variable less, values of one less, or all of them nearer to 0."""
    domains: Mapping[str, str] = problem["variables"]
    for name in domains:
        rest = {other: domain for other, domain in domains.items() if other != name}
        yield {**problem, "variables": rest}
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
    """An entry less: of all lists of one length, then of one."""
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
