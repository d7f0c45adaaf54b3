"""The problem: variables with domains, and constraints over them.

What every backend may read is `domains`, for each variable the integers that it may take, and
`constraints`.  A solution is a tuple of integers, one for each variable, in their order.  Names,
symbols and the layout are for people: they change no solution, and two problems that differ in them
are one instance.  An objective says which solutions are better than others (objective.py).  The
file that says a problem stays with it, for programs that read such files; what is made of a problem
has none, and neither JSON nor equality know of it.

Some variables may be shown, and the others only help to say what holds: then solutions are counted,
compared and forbidden by the shown ones, and two that differ elsewhere are one (`projected`).  A
solution has a value for every variable all the same, so that it can be verified.

A puzzle (puzzle.py) is the problem that knows its n x n geometry.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain, groupby, islice
from operator import index
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar
from zlib import decompress

from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.record import constraints_in_json
from accord.puzzles.constraints.terms import TooManyBitsError, largest
from accord.puzzles.domain import Domain, MalformedDomainError
from accord.puzzles.errors import InputError, items_of, shown, whole_number, with_parameters
from accord.puzzles.layout import ProblemLayout, Symbols, assignments
from accord.puzzles.objective import Objective
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted
from accord.puzzles.proposed_search import ProposedSearch
from accord.puzzles.shared import References, SharedList

Part = TypeVar("Part", ProblemLayout, Objective, Symbols)
Solution = tuple[int, ...]  # a value for each variable, in their order
MOST_SHOWN = 160  # characters of a solution in a sentence
ASSUMED = "for integers within "  # how the name of a constraint begins that a reader has assumed
FOR_BEST = "for the best solutions only"  # the name of one that other solutions may break


class MalformedProblemError(InputError, ValueError):
    """The arguments describe no problem; says what was found and what was expected."""


def expect_at_least(least: int, **sizes: int) -> None:
    """Refuse sizes of an instance that are too small.

    Raises:
        MalformedProblemError: with the name of the size, what was found and what was expected.
    """
    for name, found in sizes.items():
        if found < least:
            raise MalformedProblemError(f"{name}: found {found}, expected {least} or more")


@with_parameters(MalformedProblemError)
class Problem:
    """A constraint satisfaction problem over finite integer domains.

    Args:
        domains: for each variable its values: a Domain, a range, or any integers.
        constraints: over variables by their numbers, from 0.
        names: one for each variable, all different, of one text its characters; by default x0,
            x1, ...
        layout: how a person sees the shown variables, counted from 0 in their order.
        objective: what a solution should have least or most of.
        symbols: words for the values of some variables.
        shown: the variables by whose values solutions are counted and compared; by default all.

    Raises:
        MalformedProblemError: a constraint is over a variable that is not there, names do not fit,
            a variable is shown twice, a term may have values too large to compute
            (constraints/terms.py), or something is none of these.
    """

    def __init__(
        self,
        domains: Iterable[Iterable[int]],
        constraints: Iterable[Constraint] = (),
        names: Iterable[str] = (),
        layout: ProblemLayout | None = None,
        objective: Objective | None = None,
        symbols: Symbols | None = None,
        shown: Iterable[int] | None = None,
    ) -> None:
        self.__dict__["_domains"] = tuple(_domains(domains))
        self.__dict__["_constraints"] = _several("constraints", constraints, "constraints")
        number = len(self._domains)
        listed = [*names] if isinstance(names, str) else names
        given = _several("names", listed, "texts, one for each variable")
        self.__dict__["_names"] = given or tuple(f"x{place}" for place in range(number))
        self.__dict__["_layout"] = layout
        self.__dict__["_objective"] = objective
        self.__dict__["_symbols"] = symbols
        self._check()
        self.__dict__["_shown"] = None if shown is None else _shown(shown, self._names)
        if (pictured := self._typed("layout", ProblemLayout, "a ProblemLayout")) is not None:
            pictured.check(len(self.shown))

    _domains: tuple[Domain, ...]
    _constraints: tuple[Constraint, ...]
    _names: tuple[str, ...]
    _layout: ProblemLayout | None
    _objective: Objective | None
    _symbols: Symbols | None
    _shown: tuple[int, ...] | None  # in ascending order; None where all are
    packed: bytes | None = None
    """`original`, compressed as zlib does; the reader of a file leaves it here."""
    search: tuple[ProposedSearch, ...] = ()
    """The search that the source proposes; the reader of a file leaves it here, too."""

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
            called = ", ".join(filter(None, (constraint.kind, constraint.name)))
            what = f"constraint {place} ({called})"
            self._check_scope(what, constraint.scope)
            if isinstance(constraint, Expression):
                self._expect_bounded(what, partial(largest, constraint.term))
        if (objective := self._typed("objective", Objective, "an Objective")) is not None:
            self._check_scope("objective", objective.scope)
            self._expect_bounded("objective", objective.expect_bounded)
        if (symbols := self._typed("symbols", Symbols, "Symbols")) is not None:
            self._check_scope("symbols", chain(*(variables for _, variables in symbols.sorts)))

    def _check_scope(self, what: str, scope: Iterable[int]) -> None:
        number = len(self._domains)
        for variable in scope:
            if not 0 <= variable < number:
                raise MalformedProblemError(
                    f"{what}: found variable {variable}, "
                    f"expected one of {counted(number, 'variable')}, numbered from 0"
                )

    def _expect_bounded(self, what: str, bound: Callable[[Sequence[Domain]], object]) -> None:
        try:
            bound(self._domains)
        except TooManyBitsError as error:
            raise MalformedProblemError(f"{what}: {error}") from None

    def _typed(self, key: str, kind: type[Part], expected: str) -> Part | None:
        """The attribute under a key, if it is of this class or None."""
        found = self.__dict__[f"_{key}"]
        if found is not None and not isinstance(found, kind):
            raise MalformedProblemError(f"{key}: found {shown(found)}, expected {expected}")
        return found

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
        """The names of the variables, as people read them."""
        return self._names

    @property
    def layout(self) -> ProblemLayout | None:
        """How the variables are shown to a person; None where nothing is known of it."""
        return self._layout

    @property
    def objective(self) -> Objective | None:
        """The quantity that a solution should have least or most of; None where there is none."""
        return self._objective

    @property
    def goal(self) -> Objective | None:
        """The objective, unless it is ignored: what makes a solver be asked for the best."""
        objective = self.objective
        return None if objective is None or objective.ignored else objective

    @property
    def symbols(self) -> Symbols | None:
        """Words for the values of some variables; None where all are numbers."""
        return self._symbols

    @property
    def shown(self) -> Sequence[int]:
        """The variables by whose values solutions are counted and compared, in ascending order."""
        return range(len(self._domains)) if self._shown is None else self._shown

    @property
    def shows_all(self) -> bool:
        """Whether all variables are shown, so that each solution differs from every other."""
        return self._shown is None

    def projected(self, solution: Solution) -> Solution:
        """The values of the shown variables: equal ones belong to solutions that count as one.

        Where the best is asked for, what is hidden may be what is better: there it is the solution
        itself.  So is what has too few values or too many, and is none.
        """
        whole = self.goal is not None or len(solution) != len(self._domains)
        if self._shown is None or whole:
            return solution
        return tuple([solution[variable] for variable in self._shown])

    def showing_all(self) -> "Problem":
        """The problem of which all variables are shown; it is returned as it is where they are."""
        return self if self.shows_all else Problem(*self._parts()[:-1])

    def changed(
        self,
        domains: Iterable[Iterable[int]] | None = None,
        constraints: Iterable[Constraint] | None = None,
    ) -> "Problem":
        """The problem with other domains or constraints, and all else kept but a puzzle's grid."""
        return Problem(
            self.domains if domains is None else domains,
            self.constraints if constraints is None else constraints,
            self.names,
            self.layout,
            self.objective,
            self.symbols,
            None if self.shows_all else self.shown,
        )

    @property
    def original(self) -> bytes | None:
        """What says this problem, in UTF-8: an XCSP3 file, or a program (models/program.py).

        None where none is known of.  It may have an objective that is ignored.
        """
        return None if self.packed is None else decompress(self.packed)

    def without_grid(self) -> "Problem":
        """The problem without the geometry of a puzzle; one without a grid is returned as it is."""
        return self

    def without_objective(self) -> "Problem":
        """The problem with its objective marked as ignored: any solution answers it."""
        if self.goal is None:
            return self
        changed = Problem(*self._parts())
        changed.__dict__["search"] = self.search
        changed.__dict__["_objective"] = self.goal.ignore()
        changed.__dict__["packed"] = self.packed
        return changed

    @property
    def ignores_objective(self) -> bool:
        """Whether what says the problem has an objective, and any solution answers it."""
        return self.goal is None and self.objective is not None

    @cached_property
    def assumption(self) -> str:
        """The solutions that are meant, where not all of the source are; empty where all are."""
        own = self.__dict__.get("_constraints", ())  # a puzzle has none
        names = dict.fromkeys(each.name for each in own)
        said = [name for name in names if name.startswith(ASSUMED)]
        return "; ".join([*said, *[FOR_BEST] * (self.goal is None and FOR_BEST in names)])

    @property
    def kinds(self) -> frozenset[type[Constraint]]:
        """The classes of the constraints."""
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
        return self.solution(json_value(text))

    def worded(self, solution: Solution, most: int | None = MOST_SHOWN) -> str:
        """A solution for people: x=1, y=[2, 3]; its beginning, where it has more characters.

        Only the shown variables stand there.
        """
        if len(solution) != len(self._names):
            return self.text(solution)
        names = [self._names[variable] for variable in self.shown]
        texts = [self.value_text(variable, solution[variable]) for variable in self.shown]
        whole = ", ".join(assignments(names, texts))
        if most is not None and len(whole) > most:
            return f"{whole[:most].rpartition(', ')[0]}, ... ({len(names)} values)"
        return whole or ("no variables" if self.shows_all else "no shown variables")

    def value_text(self, variable: int, value: int) -> str:
        """A value of a variable for people: a symbol, where it has one."""
        return self.symbols.text(variable, value) if self.symbols else str(value)

    def domain_text(self, variable: int, left: Domain | None = None) -> str:
        """The domain of a variable, or what is left, for people: symbols, where it has them."""
        domain = Domain.of(self.domains[variable]) if left is None else left
        if self.symbols is None or not self.symbols.of_variable(variable):
            return str(domain)
        return ", ".join([self.value_text(variable, each) for each in domain])

    def outside(self, variable: int, value: int) -> str:
        """The sentence on a value that is in no domain of its variable."""
        name, found = self.names[variable], self.value_text(variable, value)
        return f"{name} = {found}, but its domain is {self.domain_text(variable)}"

    def violations(self, values: Sequence[int]) -> Iterator[str]:
        """Everything that is wrong with values as a solution, in words; nothing, if it is one."""
        if len(values) != len(self._domains):
            yield f"found {counted(len(values), 'value')}, expected {len(self._domains)}"
            return
        for variable, (value, domain) in enumerate(zip(values, self._domains, strict=True)):
            if value not in domain:
                yield self.outside(variable, value)
        for constraint in self._constraints:
            own = [values[variable] for variable in constraint.scope]
            if not constraint.holds(own):
                names = [self._names[variable] for variable in constraint.scope]
                yield from constraint.violations(own, names)
        if self.goal is not None:
            yield from self.goal.violations(values, self._names)

    def to_json(self) -> str:
        """One line of JSON, without its end, which `accord.problem` reads as an equal problem."""
        return json.dumps(self.record())

    def record(self) -> dict[str, Any]:
        """The problem as a JSON object."""
        variables = zip(self.names, map(Domain.of, self.domains), strict=True)
        whole = {
            "variables": {name: str(domain) for name, domain in variables},
            **constraints_in_json(self.constraints, self.names),
            "layout": self.layout and self.layout.record(),
            "objective": self.objective and self.objective.record(self.names),
            "symbols": self.symbols and self.symbols.record(self.names),
            "shown": None if self.shows_all else [self.names[variable] for variable in self.shown],
        }
        return {key: value for key, value in whole.items() if value is not None}

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file in JSON, which `accord.problem(path)` reads as an equal one."""
        Path(path).write_text(f"{self.to_json()}\n", encoding="utf-8")

    def copy(self) -> "Problem":
        """An equal one, of which no part that can be changed is shared with anything."""
        copied = Problem(*deepcopy(self._parts()))
        copied.__dict__.update(self._beside)
        return copied

    @cached_property
    def full_digest(self) -> str:
        """The SHA-256, 64 hexadecimal digits, of the problem in canonical JSON."""
        digest = sha256()
        shown = None if self.shows_all else self.shown
        for piece in canonical(self.domains, self.constraints, self.objective, shown):
            digest.update(piece)
        return digest.hexdigest()

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
    ) -> tuple[
        tuple[Domain, ...],
        tuple[Constraint, ...],
        tuple[str, ...],
        ProblemLayout | None,
        Objective | None,
        Symbols | None,
        tuple[int, ...] | None,
    ]:
        own = self._domains, self._constraints, self._names
        return *own, self._layout, self._objective, self._symbols, self._shown

    def __reduce__(self) -> tuple[object, ...]:
        return Problem, self._parts(), self._beside

    @property
    def _beside(self) -> dict[str, Any]:
        """What readers have left beside the problem."""
        return {key: self.__dict__[key] for key in ("packed", "search") if self.__dict__.get(key)}

    def __str__(self) -> str:
        variables = counted(len(self._domains), "variable")
        if not self.shows_all:
            variables += f" ({len(self.shown)} shown)"
        parts = f"{variables}, {counted(len(self._constraints), 'constraint')}"
        if self._objective is None:
            return parts
        return f"{parts}, objective{' ignored' * self._objective.ignored}"

    def __repr__(self) -> str:
        return f"Problem({self})"


def _several(key: str, found: Any, expected: str) -> tuple[Any, ...]:
    if (items := items_of(found)) is None:
        raise MalformedProblemError(f"{key}: found {shown(found)}, expected {expected}")
    return tuple(items)


def _shown(found: Any, names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Shown variables in ascending order; None where these are all."""
    number, variables = len(names), set[int]()
    for each in _several("shown", found, "numbers of variables"):
        variable = whole_number(each)
        if variable is None or not 0 <= variable < number:
            raise MalformedProblemError(
                f"shown: found {shown(each)}, expected one of {counted(number, 'variable')}, "
                "numbered from 0"
            )
        if variable in variables:
            raise MalformedProblemError(f"shown: found {names[variable]!r} twice, expected it once")
        variables.add(variable)
    return None if len(variables) == number else tuple(sorted(variables))


def _domains(found: Any) -> Iterator[Domain]:
    expected = "for each variable a Domain, a range or whole numbers"
    for place, each in enumerate(_several("domains", found, expected)):
        try:
            yield Domain.of(each)
        except MalformedDomainError as error:
            raise MalformedProblemError(f"domain of variable {place}: {error}") from None


PIECE = 10_000  # items of a list, or constraints, that are written at a time


def canonical(
    domains: Iterable[Iterable[int]],
    constraints: Iterable[Constraint],
    objective: Objective | None = None,
    shown: Iterable[int] | None = None,
) -> Iterator[bytes]:
    """Domains, constraints and objective in JSON, in order, without names: what a digest is of.

    So are the shown variables where these are not all.  A variable is written as its number in
    decimal digits, as text.  The JSON comes in pieces, of which a list that constraints share is
    one: it is written once, however often it stands there.
    """
    held = [Domain.of(domain) for domain in domains]
    written: dict[SharedList[Any], bytes] = {}

    def refer(shared: SharedList[Any], write: Callable[[tuple[Any, ...]], Any]) -> bytes:
        if shared not in written:
            starts = range(0, len(shared), PIECE)
            items = (_compact(write(shared[start : start + PIECE]))[1:-1] for start in starts)
            written[shared] = b"[%b]" % b",".join(items)
        return written[shared]

    names = References(map(str, range(len(held))), refer)
    records = ({"kind": each.kind, **each.record(names)} for each in constraints)
    yield b'{"constraints":['
    between = b""
    for refers, some in groupby(records, _refers):
        for pieces in map(_members, some) if refers else _many(some):
            yield between
            yield from pieces
            between = b","
    said: dict[str, Any] = {"domains": [domain.intervals for domain in held]}
    if objective is not None:
        said["objective"] = "ignored" if objective.ignored else objective.record(names)
    if shown is not None:
        said["shown"] = [*map(str, shown)]
    yield b"],%b" % _compact(said)[1:]


def _refers(record: Mapping[str, Any]) -> bool:
    """Whether a list in it is shared, and so JSON already."""
    return bytes in map(type, record.values())


def _many(records: Iterator[Mapping[str, Any]]) -> Iterator[list[bytes]]:
    """Objects in canonical JSON, many at a time, with commas between them."""
    while some := [*islice(records, PIECE)]:
        yield [_compact(some)[1:-1]]


def _members(record: Mapping[str, Any]) -> Iterator[bytes]:
    """An object in canonical JSON; values that are bytes are JSON already."""
    for place, (key, value) in enumerate(sorted(record.items())):
        yield b"%b%b:" % (b"," if place else b"{", _compact(key))
        yield value if isinstance(value, bytes) else _compact(value)
    yield b"}"


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def _compact(value: object) -> bytes:
    return _encode(value).encode()
