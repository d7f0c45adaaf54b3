"""Forced: why a variable has a value, or has it not.

Of each other value it is said why the variable cannot have it: a smallest set of the problem's
parts that has no solution together with that value.  Of these parts together, or of those that a
proof names, a smallest set is what makes the value the only one, with one certificate that the
variable has no other.  Of a value that it cannot have, only its own set is said.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from accord.bench.reasons.clash import Clash, ClashSearch
from accord.bench.reasons.problem_parts import ProblemParts, Sort
from accord.bench.reasons.timed_solvers import TimedSolvers, UndecidedError
from accord.puzzles import Problem, Puzzle, Solution
from accord.puzzles.errors import InputError
from accord.puzzles.grid import LARGEST_SYMBOL, SYMBOLS

FOR_WHOLE = 0.3  # of the time: for the parts that exclude all other values
FIRST = 3.0  # seconds after which parts are told that are not the fewest
MOST_SHARES = 100  # of the time, so that each value of a large domain has some


class NoValueError(InputError, ValueError):
    """A value is not in the domain of the variable; says what was expected."""


@dataclass(frozen=True)
class ForcedValue:
    """The values that a variable can have, and for each other value the clash.

    Args:
        variable: its number, from 0.
        value: the one that is asked about.
        possible: by value a solution that has it.
        excluded: by value the parts that clash with it; no other one, if the value itself is there.
        undecided: values of which it was not decided in time whether they are possible.
        not_asked: how many others there was no time to ask of.
        whole: the parts that exclude every other value, where the value is the only one.
    """

    variable: int
    value: int
    possible: Mapping[int, Solution] = field(default_factory=dict)
    excluded: Mapping[int, Clash] = field(default_factory=dict)
    undecided: tuple[int, ...] = ()
    not_asked: int = 0
    whole: Clash | None = None

    @property
    def is_decided(self) -> bool:
        """Whether every question was answered in time."""
        clashes = (*self.excluded.values(), *filter(None, [self.whole]))
        reduced = not any(each.undecided for each in clashes)
        return reduced and not self.undecided and not self.not_asked

    @property
    def is_only(self) -> bool:
        """Whether the variable has this value in each solution, and there is one."""
        return [*self.possible] == [self.value] and not self.undecided and not self.not_asked


def forced(
    problem: Problem,
    variable: int,
    value: int,
    asking: TimedSolvers,
    spare: Sort | None = None,
    told: Callable[[ForcedValue], object] = lambda found: None,
) -> ForcedValue:
    """The values that a variable can have, and the clash that excludes each other one.

    First it is decided of each value, then of each that is impossible looked for what excludes it.
    No value takes the time of the others; those that were hard are asked again at the end.

    Args:
        problem: which may have several solutions, or none.
        variable: its number, from 0.
        value: one that it could have without its given.
        asking: who is asked, and how long.
        spare: of which sort each clash should have as few parts as it can.
        told: takes parts that are not the fewest, where these take longer than FIRST.

    Raises:
        NoValueError: the variable never has this value.
    """
    parts = ProblemParts.of(problem)
    values = parts.domains[variable]
    if value not in values:
        name, expected = problem.names[variable], values_in_words(problem, variable)
        raise NoValueError(f"found {name} = {value}, expected one of {expected}")
    possible, doubtful, not_asked = _decided(parts, variable, value, asking)
    excluded, undecided = dict[int, Clash](), list[int]()
    never = [each for each in doubtful if each != value] if possible else [value]
    whole = ClashSearch(parts.with_domain(variable, never), asking)
    alone = possible.keys() <= {value} and not (possible and not_asked)
    if (first := whole.first(FIRST) if alone else None) is not None:
        early = ForcedValue(variable, value, possible, whole=first)
        asking.remind(FIRST, lambda: told(early))
    for left, each in zip(range(len(doubtful), 0, -1), doubtful, strict=True):
        try:
            with asking.within((1 - FOR_WHOLE * bool(possible)) / left):
                search = ClashSearch(parts.with_domain(variable, [each]), asking)
                found = search.clash(parts.parts if possible or not first else first.parts, spare)
                whole.broken |= search.broken
        except UndecidedError:
            undecided.append(each)
            continue
        if isinstance(found, Clash):
            excluded[each] = found
        else:
            possible[each] = found
    if value in excluded:
        return ForcedValue(variable, value, {}, {value: excluded[value]})
    excluded = {each: excluded[each] for each in sorted(excluded)}
    made = ForcedValue(variable, value, possible, excluded, tuple(undecided), not_asked)
    if not made.is_only:
        return made
    each_excluded = {part for clash in excluded.values() for part in clash.parts}
    with suppress(UndecidedError):
        all_ = whole.clash(
            min(each_excluded, first.parts if first else each_excluded, key=len), spare
        )
        made = replace(made, whole=all_ if isinstance(all_, Clash) else None)
    return made


def _decided(
    parts: ProblemParts, variable: int, value: int, asking: TimedSolvers
) -> tuple[dict[int, Solution], list[int], int]:
    """Solutions by value, undecided values, and the number of values not asked about.

    Values that a solver says to be impossible stand before those that it could not decide.  Where
    the value itself is impossible, no other one is looked at.
    """
    possible, impossible, hard = dict[int, Solution](), list[int](), list[int]()
    values = parts.domains[variable]
    number = values.size
    for each in chain((value,), (other for other in values if other != value)):
        asked = len(possible) + len(impossible) + len(hard)
        share = 1 / (2 + min(number - asked, MOST_SHARES))
        try:
            with asking.within(share):
                problem = parts.with_domain(variable, [each]).problem(parts.parts)
                found, _ = asking.solutions(problem, 1)
        except UndecidedError:
            hard.append(each)
            if asking.is_over:
                return possible, impossible + hard, number - asked - 1
            continue
        if found:
            possible[each] = found[0]
        elif each == value:
            return {}, [value], number - 1
        else:
            impossible.append(each)
    return possible, impossible + hard, 0


def values_in_words(problem: Problem, variable: int) -> str:
    """The values that a variable can have without its given, as people write them."""
    values, symbols = ProblemParts.of(problem).domains[variable], problem.symbols
    if symbols and symbols.of_variable(variable):
        return ", ".join(problem.value_text(variable, each) for each in values)
    if isinstance(problem, Puzzle) and 9 < problem.size <= LARGEST_SYMBOL:
        return f"{values}, or 1-9 and A-{SYMBOLS[problem.size]}"
    return str(values) or "none"
