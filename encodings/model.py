"""Models that outside solvers print, read back, and the errors where there is none.

Every encoding reads another language, and all of them end in `grid_of` or `solution_of`.  What
these give is a claim: it may break the rules, and a value may be outside of its domain.

Solvers of clauses and of pseudo-Boolean constraints print `literals` in four ways:

    s SATISFIABLE, then `v` lines of integers, a 0 at the end   the SAT competitions
    s SATISFIABLE, then `v` lines of x1 -x2 ...                 the pseudo-Boolean competitions
    SAT, then a line of integers, a 0 at the end                the result file of MiniSat
    integers, with or without a 0 at the end                    what is left when they are copied

The word SATISFIABLE alone is no model, and UNSATISFIABLE is a claim that leaves nothing to read.
Where there are `v` lines they are the model, and nothing else is; other lines, such as comments and
statistics, are ignored.  Several models are an error.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from accord.puzzles import Cell, Grid, Problem, Solution, Value, cell_name
from accord.puzzles.errors import InputError


class UnsupportedError(InputError):
    """The language cannot say this, or the solver cannot be asked it; says what is in the way."""


class ModelError(ValueError):
    """The text of an outside solver is no model; says what was found and what was expected."""


class UnsatisfiableError(ModelError):
    """An outside solver claims that there is no model, so that there is nothing to read."""


def grid_of(size: int, found: Iterable[tuple[Cell, Value]]) -> Grid:
    """The grid with these values; one may be found several times.

    Raises:
        ModelError: a cell has no value, or different ones.
    """
    return Grid(_values(size * size, found, "cell", lambda cell: cell_name(cell, size)))


def solution_of(problem: Problem, found: Iterable[tuple[int, int]]) -> Solution:
    """The solution with these values of the variables; one may be found several times.

    Raises:
        ModelError: a variable has no value, or different ones.
    """
    number = len(problem.domains)
    return problem.solution(_values(number, found, "variable", problem.names.__getitem__))


def _values(
    number: int, found: Iterable[tuple[int, int]], what: str, name: Callable[[int], str]
) -> list[int]:
    """The values at the places 0..number-1."""
    values: dict[int, int] = {}
    for place, value in found:
        if values.setdefault(place, value) != value:
            both = f"the values {values[place]} and {value} of {name(place)}"
            raise ModelError(f"found {both}, expected one value of each {what}")
    for place in range(number):
        if place not in values:
            raise ModelError(f"found no value of {name(place)}, expected one value of each {what}")
    return [values[place] for place in range(number)]


SATISFIABLE = frozenset({"SATISFIABLE", "SAT", "OPTIMUM FOUND"})
UNSATISFIABLE = frozenset({"UNSATISFIABLE", "UNSAT"})
UNKNOWN = frozenset({"UNKNOWN", "INDETERMINATE", "INDET", "UNSUPPORTED"})

_LITERAL = re.compile(r"-?x?[0-9]{1,18}")


def literals(text: str) -> list[int]:
    """The literals of the one model in a solver's output, in the order in which they stand there.

    A literal is a variable 1, 2, ... that is true, or minus one that is false; `x7` is 7.  The
    list is empty only where a model of no variables was printed.

    Raises:
        UnsatisfiableError: the solver says that there is no model.
        ModelError: there is no model, or more than one, or one that contradicts itself.
    """
    lines = [line.split() for line in text.splitlines()]
    statuses = set(_statuses(lines))
    words = _words(lines)
    if statuses & UNSATISFIABLE:
        if statuses & SATISFIABLE or words:
            raise ModelError("found UNSATISFIABLE together with a model, expected one of them")
        raise UnsatisfiableError("the solver says that there is no model")
    if unknown := statuses - SATISFIABLE:
        raise ModelError(f"found the status {min(unknown)!r}, expected SATISFIABLE and a model")
    if words is None:
        found = "SATISFIABLE without a model" if statuses else "neither a status nor a model"
        raise ModelError(f"found {found}, expected `v` lines or integers that end in 0")
    return _one_model(words)


def _statuses(lines: list[list[str]]) -> Iterator[str]:
    """The statuses in the lines of a solver: SATISFIABLE, UNKNOWN, ..."""
    for words in lines:
        line = " ".join(words)
        if words[:1] == ["s"]:
            yield line[2:]
        elif line in SATISFIABLE | UNSATISFIABLE | UNKNOWN:
            yield line


def _words(lines: list[list[str]]) -> list[str] | None:
    """The words of the model; None where no line belongs to one."""
    marked = [words[1:] for words in lines if words[:1] == ["v"]]
    bare = [words for words in lines if words and _LITERAL.fullmatch(words[0])]
    model = marked or bare
    return [word for words in model for word in words] if model else None


def _one_model(words: list[str]) -> list[int]:
    for word in words:
        if not _LITERAL.fullmatch(word):
            raise ModelError(f"found {word!r} in a model, expected literals like 7 -8 or x7 -x8")
    found = [int(word.replace("x", "")) for word in words]
    end = found.index(0) if 0 in found else len(found)
    if any(found[end:]):
        raise ModelError("found literals after the 0 that ends a model, expected one model")
    model = list(dict.fromkeys(found[:end]))
    true = set(model)
    for literal in model:
        if -literal in true:
            raise ModelError(f"found both {abs(literal)} and -{abs(literal)}, expected one of them")
    return model
