"""Clauses: many disjunctions of literals over 0/1 variables, in one constraint.

    Clauses((4, 7, 9), [(1, -2), (2, 3)])      (x4 or not x7) and (x7 or x9)

A literal is an integer as DIMACS has it: k says that the k-th variable of the scope is true, -k
that it is not.  True is what is not 0, as in an expression.  MiniZinc's clause, CP-SAT's
add_bool_or and XCSP3's clause say one of them; a formula of half a million is one constraint here,
so that none of them is an object, and each is still known by its number, from 1.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Any, ClassVar, TypeVar, overload

from accord.puzzles.constraints.arguments import checked, too_few
from accord.puzzles.constraints.constraint import Constraint, MalformedConstraintError, Numbers
from accord.puzzles.constraints.record import HasRecord
from accord.puzzles.errors import items_of, shown, whole_number
from accord.puzzles.fields import FILE, OwnJson, VariableNumbers, misfit

Clause = tuple[int, ...]
Said = TypeVar("Said")
HIGHEST = 2**31 - 1  # of a literal
WORDS = 'clauses as DIMACS has them, as "1 -2 0 2 3 0"'


class FlatClauses(Sequence[Clause]):
    """Clauses in one flat array, which is never changed.

    Args:
        flat: their literals, 32 bits each, and a 0 behind each clause.
    """

    def __init__(self, flat: "array[int]") -> None:
        self._bytes = flat.tobytes()

    @classmethod
    def of(cls, clauses: Iterable[Iterable[int]]) -> "FlatClauses":
        """The list of these clauses.

        Raises:
            MalformedConstraintError: one is none, or has a literal that is none.
        """
        if isinstance(clauses, FlatClauses):
            return clauses
        flat = array("i")
        for clause in _items(clauses, "clauses, each of literals"):
            flat.extend(map(_literal, _items(clause, "literals in a clause")))
            flat.append(0)
        return cls(flat)

    @cached_property
    def flat(self) -> "memoryview[int]":
        """The literals, and a 0 behind each clause."""
        return memoryview(self._bytes).cast("i")

    @cached_property
    def highest(self) -> int:
        """The highest variable, by its place from 1; 0 where there is none."""
        return max(max(self.flat, default=0), -min(self.flat, default=0))

    @cached_property
    def ends(self) -> "array[int]":
        """The places of the zeros."""
        return array("i", [place for place, literal in enumerate(self.flat) if not literal])

    @property
    def empty(self) -> int:
        """The number of the first clause without literals; 0 where all have some."""
        between = enumerate(pairwise((-1, *self.ends)), 1)
        return next((number for number, (last, end) in between if end == last + 1), 0)

    def __len__(self) -> int:
        return len(self.ends)

    @overload
    def __getitem__(self, place: int) -> Clause: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Clause]: ...
    def __getitem__(self, place: int | slice) -> Clause | Sequence[Clause]:
        """A clause by its place, from 0."""
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        start = self.ends[place - 1] + 1 if place else 0
        return tuple(self.flat[start : self.ends[place]])

    def __iter__(self) -> Iterator[Clause]:
        literals, start = self.flat.tolist(), 0
        for end in self.ends:
            yield tuple(literals[start:end])
            start = end + 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FlatClauses) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __repr__(self) -> str:
        few = ", ".join(map(str, self[:3]))
        return f"[{few}{', ...' * (len(self) > 3)}]"

    def __reduce__(self) -> tuple[object, ...]:
        return FlatClauses, (array("i", self._bytes),)


def _items(found: Any, expected: str) -> Iterable[Any]:
    if (items := items_of(found)) is None:
        raise MalformedConstraintError(f"clauses: found {shown(found)}, expected {expected}")
    return items


def _literal(found: Any) -> int:
    literal = whole_number(found)
    if literal is None or not 0 < abs(literal) <= HIGHEST:
        raise MalformedConstraintError(
            f"clauses: found the literal {shown(found)}, expected a place in the scope, from 1, "
            "or minus one"
        )
    return literal


def _read(found: Any, numbers: Numbers) -> FlatClauses:
    try:
        if type(found) is str and not found.strip("-0123456789 "):
            flat = array("i", map(int, found.split()))
            if not flat or flat[-1] == 0:
                return FlatClauses(flat)
    except (ValueError, OverflowError):  # of 1-2, or of more than 32 bits
        pass
    raise misfit(found, WORDS, FILE)


def _write(clauses: FlatClauses, names: Sequence[str]) -> str:
    return " ".join(map(str, clauses.flat))


InText = Annotated[FlatClauses, OwnJson(_read, _write, (WORDS, WORDS))]


@checked
@dataclass(frozen=True)
class Clauses(HasRecord):
    """Each clause has a literal that is true.

    >>> from accord.constraints import Clauses
    >>> either = Clauses((0, 1), [(1, 2), (-1, -2)])  # literal 1 is the first variable of the scope
    >>> either.holds((1, 0)), either.holds((1, 1))
    (True, False)
    """

    kind: ClassVar[str] = "clauses"

    scope: VariableNumbers
    clauses: InText
    name: str = field(default="", compare=False, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clauses", FlatClauses.of(self.clauses))
        if self.clauses.highest > len(self.scope):
            raise MalformedConstraintError(
                f"clauses: found the literal of variable {self.clauses.highest}, expected 1 to "
                f"{len(self.scope)}, as many as there are in the scope"
            )

    def slip(self) -> str:
        """Why it is always true or always false, as `slip_of` says it."""
        if number := self.clauses.empty:
            return f"clauses: found clause {number} without literals, expected one or more"
        if self.clauses and all(map(self._is_tautology, self.clauses)):
            return "clauses: found a literal beside its contrary in each, expected one without"
        return too_few("clauses", self.clauses, 1, "clause")

    def _is_tautology(self, clause: Clause) -> bool:
        """Whether a clause has a literal and its contrary."""
        said = {(self.scope[abs(literal) - 1], literal > 0) for literal in clause}
        return len({variable for variable, _ in said}) < len(said)

    def parts(self) -> Iterator["Clauses"]:
        """A constraint for each clause, over its different variables."""
        before = f"{self.name}: " if self.name else ""
        true = [(variable, True) for variable in self.scope]
        every = self.said(true, [(variable, False) for variable in self.scope])
        for number, literals in enumerate(every, 1):
            yield clause_of(literals, f"{before}clause {number}")

    def said(self, true: Sequence[Said], false: Sequence[Said]) -> Iterator[list[Said]]:
        """The clauses in other words.

        Args:
            true: by the place in the scope, what says that a variable is true.
            false: the same for what says that it is not.
        """
        by_literal: list[Any] = [None, *true, *reversed(false)]  # -1 is the last
        flat = [by_literal[literal] for literal in self.clauses.flat.tolist()]
        start = 0
        for end in self.clauses.ends:
            yield flat[start:end]
            start = end + 1

    def _true_literals(self, values: Sequence[int]) -> list[bytes]:
        """Of each clause a byte for each literal that values of the scope make true.

        Formulas are large: so this is bytes, which are cut and searched in a tenth of the time.
        """
        true, false, end = 1, 2, 0
        places = [true if value else false for value in values]
        by_literal = bytes([end, *places, *(false + true - each for each in reversed(places))])
        marks = bytes(map(by_literal.__getitem__, self.clauses.flat))
        return marks.translate(None, bytes([false])).split(bytes([end]))[:-1]

    def holds(self, values: Sequence[int]) -> bool:
        """Whether these values of the scope make a literal of each clause true."""
        return all(self._true_literals(values))

    def violations(self, values: Sequence[int], names: Sequence[str]) -> Iterator[str]:
        """Each clause that is false, by its number, and the values of its variables."""
        for place, true in enumerate(self._true_literals(values)):
            if true:
                continue
            found = ", ".join(
                f"{names[each]} = {values[each]}"
                for each in dict.fromkeys(abs(literal) - 1 for literal in self.clauses[place])
            )
            what = f"{self.in_words(place, names)}: found {found}" if found else "has no literals"
            yield f"{self.name or 'clauses'}: clause {place + 1}: {what}"

    def in_words(self, place: int, names: Sequence[str]) -> str:
        """The literals of a clause, with these names of the scope's variables."""
        return " or ".join(
            names[literal - 1] if literal > 0 else f"not {names[-literal - 1]}"
            for literal in self.clauses[place]
        )


def clause_of(literals: Sequence[tuple[int, bool]], name: str = "") -> Clauses:
    """One clause of variables, each beside whether it has to be true."""
    scope = [*dict.fromkeys(variable for variable, _ in literals)]
    places = {variable: place for place, variable in enumerate(scope, 1)}
    clause = [places[variable] if true else -places[variable] for variable, true in literals]
    return Clauses(tuple(scope), FlatClauses.of([clause]), name=name)


def clause_by_clause(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """The constraints, each clause by itself; of an empty scope they stay together."""
    for each in constraints:
        if isinstance(each, Clauses) and each.scope:
            yield from each.parts()
        else:
            yield each


KINDS = {Clauses.kind: Clauses}
EXAMPLES = {Clauses.kind: Clauses((0, 1, 2), FlatClauses.of([(1, -2), (-2, -3)]))}
