"""The problem: variables with domains, and constraints over them.

What every backend may read is `domains`, for each variable the integers that it may take, and
`constraints`.  A solution is a tuple of integers, one for each variable, in their order.  Names
and the layout are for people: they change no solution, and two problems that differ in them are
one instance.

A puzzle (puzzle.py) is the problem that knows its n x n geometry.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import cached_property
from hashlib import sha256
from operator import index
from typing import Any

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.domain import Domain, MalformedDomainError
from accord.puzzles.errors import InputError
from accord.puzzles.given import items_of, shown
from accord.puzzles.layout import ProblemLayout
from accord.puzzles.phrasing import counted

Solution = tuple[int, ...]  # a value for each variable, in their order
MOST_SHOWN = 12  # values of a solution in a sentence


class MalformedProblemError(InputError, ValueError):
    """What was given does not describe a problem; says what was found and what was expected."""


class Problem:
    """A constraint satisfaction problem over finite integer domains.

    Args:
        domains: for each variable its values: a Domain, a range, or any integers.
        constraints: over variables by their numbers, from 0.
        names: one for each variable, all different, of one text its characters; by default x0,
            x1, ...
        layout: how a person sees the variables.

    Raises:
        MalformedProblemError: a constraint is over a variable that is not there, names do not fit,
            or something is none of these.
    """

    def __init__(
        self,
        domains: Iterable[Iterable[int]],
        constraints: Iterable[Constraint] = (),
        names: Iterable[str] = (),
        layout: ProblemLayout | None = None,
    ) -> None:
        self.__dict__["_domains"] = tuple(_domains(domains))
        self.__dict__["_constraints"] = _several("constraints", constraints, "constraints")
        number = len(self._domains)
        listed = [*names] if isinstance(names, str) else names
        given = _several("names", listed, "texts, one for each variable")
        self.__dict__["_names"] = given or tuple(f"x{place}" for place in range(number))
        self.__dict__["_layout"] = layout
        self._check()

    _domains: tuple[Domain, ...]
    _constraints: tuple[Constraint, ...]
    _names: tuple[str, ...]
    _layout: ProblemLayout | None

    def _check(self) -> None:
        number = len(self._domains)
        if len(self._names) != number:
            raise MalformedProblemError(
                f"names: found {len(self._names)}, expected {number}, one for each variable"
            )
        for name in self._names:
            if not isinstance(name, str):
                raise MalformedProblemError(f"names: found {shown(name)}, expected a text")
        if len(set(self._names)) < number:
            twice = next(name for name in self._names if self._names.count(name) > 1)
            raise MalformedProblemError(f"names: found {twice!r} twice, expected different ones")
        for place, constraint in enumerate(self._constraints, 1):
            if not hasattr(constraint, "holds"):
                raise MalformedProblemError(
                    f"constraint {place}: found {shown(constraint)}, expected a constraint"
                )
            for variable in constraint.scope:
                if not 0 <= variable < number:
                    raise MalformedProblemError(
                        f"constraint {place} ({constraint.kind}): found variable {variable}, "
                        f"expected one of {counted(number, 'variable')}, numbered from 0"
                    )
        if self._layout is not None:
            if not isinstance(self._layout, ProblemLayout):
                found = shown(self._layout)
                raise MalformedProblemError(f"layout: found {found}, expected a ProblemLayout")
            self._layout.check(number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a problem does not change: cannot set {name}")

    @property
    def domains(self) -> Sequence[Collection[int]]:
        """For each variable the values that it may take."""
        return self._domains

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """Everything that a solution obeys besides the domains."""
        return self._constraints

    @property
    def names(self) -> tuple[str, ...]:
        """What people call the variables."""
        return self._names

    @property
    def layout(self) -> ProblemLayout | None:
        """How a person sees the variables; None where nothing is known of it."""
        return self._layout

    @property
    def kinds(self) -> frozenset[type[Constraint]]:
        """What kinds of constraints there are."""
        return self._kinds

    @cached_property
    def _kinds(self) -> frozenset[type[Constraint]]:
        return frozenset(map(type, self._constraints))

    def solution(self, values: Iterable[int]) -> Solution:
        """Values of the variables, as solutions of this problem are held.

        Raises:
            TypeError: one is no whole number.
        """
        return tuple([int(index(value)) for value in values])

    def text(self, solution: Solution) -> str:
        """A solution as one line, which `parsed` reads."""
        return json.dumps([*solution], separators=(",", ":"))

    def parsed(self, text: str) -> Solution:
        """The solution that `text` wrote.

        Raises:
            TypeError, ValueError: it is none.
        """
        return self.solution(json.loads(text))

    def shown(self, solution: Solution, most: int | None = MOST_SHOWN) -> str:
        """A solution for people: x=1, y=2; the first values, where there are more than `most`."""
        if len(solution) != len(self._names):
            return self.text(solution)
        pairs = [f"{name}={value}" for name, value in zip(self._names, solution, strict=True)]
        if most is not None and len(pairs) > most:
            pairs[most:] = [f"... ({len(pairs)} values)"]
        return ", ".join(pairs) or "no variables"

    def violations(self, values: Sequence[int]) -> Iterator[str]:
        """Everything that is wrong with values as a solution, in words; nothing, if it is one."""
        if len(values) != len(self._domains):
            yield f"found {counted(len(values), 'value')}, expected {len(self._domains)}"
            return
        for name, value, domain in zip(self._names, values, self._domains, strict=True):
            if value not in domain:
                yield f"{name} = {value}, but its domain is {domain}"
        for constraint in self._constraints:
            own = [values[variable] for variable in constraint.scope]
            if not constraint.holds(own):
                names = [self._names[variable] for variable in constraint.scope]
                yield from constraint.violations(own, names)

    def copy(self) -> "Problem":
        """An equal one, of which no part that can be changed is shared with anything."""
        return Problem(*deepcopy(self._parts()))

    @cached_property
    def full_digest(self) -> str:
        """The SHA-256, 64 hexadecimal digits, of the problem in canonical JSON."""
        return sha256(canonical(self.domains, self.constraints).encode()).hexdigest()

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits that say which problem this is, the same on every machine."""
        return self.full_digest[:16]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(
        self,
    ) -> tuple[tuple[Domain, ...], tuple[Constraint, ...], tuple[str, ...], ProblemLayout | None]:
        return self._domains, self._constraints, self._names, self._layout

    def __reduce__(self) -> tuple[object, ...]:
        return Problem, self._parts()

    def __str__(self) -> str:
        variables = counted(len(self._domains), "variable")
        return f"{variables}, {counted(len(self._constraints), 'constraint')}"

    def __repr__(self) -> str:
        return f"Problem({self})"


def _several(key: str, found: Any, expected: str) -> tuple[Any, ...]:
    if (items := items_of(found)) is None:
        raise MalformedProblemError(f"{key}: found {shown(found)}, expected {expected}")
    return tuple(items)


def _domains(found: Any) -> Iterator[Domain]:
    expected = "for each variable a Domain, a range or whole numbers"
    for place, each in enumerate(_several("domains", found, expected)):
        try:
            yield Domain.of(each)
        except MalformedDomainError as error:
            raise MalformedProblemError(f"domain of variable {place}: {error}") from None


def canonical(domains: Iterable[Iterable[int]], constraints: Iterable[Constraint]) -> str:
    """Domains and constraints in JSON, in order, without names: what a digest is made of.

    A variable is written as its number in decimal digits, as text.
    """
    held = [Domain.of(domain) for domain in domains]
    names = [str(place) for place in range(len(held))]
    value: dict[str, Any] = {
        "domains": [domain.intervals for domain in held],
        "constraints": [{"kind": each.kind, **each.record(names)} for each in constraints],
    }
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
