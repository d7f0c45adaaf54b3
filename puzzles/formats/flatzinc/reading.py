"""A problem that grows by FlatZinc's declarations and constraints.

Variables are numbered when the first constraint comes: those that the file prints first, array by
array, so that views and verdicts show an array as one.  An element that is a constant, or is
printed already, is a variable of its own there, equal to the other one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from accord.puzzles.constraints.clauses import clause_of
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.formats.competitions.formulas import misread
from accord.puzzles.formats.flatzinc.syntax import Annotation, Atom, NamedValues, Value
from accord.puzzles.models.growing import Growing
from accord.puzzles.sudoku.shape import MalformedPuzzleError

UNBOUNDED = Domain(((-(2**62), 2**62),))  # of a `var int`, until its bounds are known


@dataclass(frozen=True)
class FlatOutput:
    """What a solution has to say: a variable, or an array with the ranges of its indices."""

    name: str
    atoms: tuple[Atom, ...]  # in the order of the indices
    ranges: tuple[tuple[int, int], ...] = ()  # of an array
    is_truth: bool = False

    def text(self, values: Sequence[int]) -> str:
        """The line of FlatZinc's output for a solution, which has a value for every variable."""
        numbers = [
            values[each.number] if isinstance(each, Variable) else each for each in self.atoms
        ]
        texts = [str(bool(each)).lower() if self.is_truth else str(each) for each in numbers]
        if not self.ranges:
            return f"{self.name} = {texts[0]};"
        sets = "".join(f"{low}..{high}," for low, high in self.ranges)
        return f"{self.name} = array{len(self.ranges)}d({sets}[{','.join(texts)}]);"


@dataclass(frozen=True)
class _Declared:
    """A variable as it is declared."""

    name: str
    domain: Domain | None  # None of any whole number
    is_truth: bool
    line: int
    equal: Variable | None  # the variable that it is equal to


class FlatReading(Growing):
    """What the statements of a file have said so far."""

    def __init__(self) -> None:
        super().__init__()
        self.named = NamedValues()
        self.truths: set[int] = set()
        """The variables that are Booleans."""
        self.printed: list[FlatOutput] = []
        self.unbounded: dict[int, int] = {}
        """By variable without bounds the line where it is declared."""
        self.places: dict[int, str] = {}
        """By constraint, from 0, where MiniZinc says it comes from."""
        self.shown: range | None = None
        """The variables that are printed; None where nothing says so."""
        self._declared: list[_Declared] = []
        self._is_numbered = False

    def wrong(self, found: str, expected: str) -> MalformedPuzzleError:
        """The error about the line that is read."""
        return misread(self.named.line, found, expected)

    def name_value(self, name: str, value: Value) -> None:
        """Give a value a name.

        Raises:
            MalformedPuzzleError: the name is taken, or stands behind the first constraint.
        """
        if self._is_numbered:
            raise self.wrong(name, "no declaration behind the first constraint")
        if name in self.named:
            raise self.wrong(name, "a name that is declared once")
        self.named[name] = value

    def declare(
        self, name: str, domain: Domain | None, is_truth: bool, is_shown: bool, value: Value | None
    ) -> None:
        """Declare a variable; `domain` is None of any whole number, `value` what it equals."""
        variable, equal = Variable(len(self._declared)), None
        if value is not None:
            atom = self._atom(name, value, is_truth)
            if isinstance(atom, Variable):
                equal = atom
            else:
                end = int(atom)
                domain = (domain or Domain(((end, end),))).between(end, end)
        self.name_value(name, variable)
        self._declared.append(_Declared(name, domain, is_truth, self.named.line, equal))
        if is_truth:
            self.truths.add(variable.number)
        if is_shown:
            self.printed.append(FlatOutput(name, (variable,), (), is_truth))

    def _atom(self, name: str, value: Value, is_truth: bool) -> Atom:
        if isinstance(value, Domain | tuple) or self.is_truth(value) != is_truth:
            raise self.wrong(name, f"{'Booleans' if is_truth else 'whole numbers'} as its value")
        return value

    def is_truth(self, atom: Atom) -> bool:
        """Whether it is a Boolean."""
        return atom.number in self.truths if isinstance(atom, Variable) else type(atom) is bool

    def declare_array(
        self,
        name: str,
        size: int,
        domain: Domain | None,
        is_truth: bool,
        value: Value,
        shown: Annotation | None,
    ) -> None:
        """Declare an array of variables and constants, each in the domain if there is one."""
        if not isinstance(value, tuple) or len(value) != size:
            found = f"{len(value)} elements" if isinstance(value, tuple) else "no array"
            raise self.wrong(found, f"{size}, as the array {name} has")
        atoms = tuple([self._atom(name, each, is_truth) for each in value])
        if domain is not None and not is_truth:
            for each in {*atoms}:
                self._restrict(each, domain)
        self.name_value(name, atoms)
        if shown is not None:
            self.printed.append(FlatOutput(name, atoms, self._ranges(shown, size), is_truth))

    def _restrict(self, atom: Atom, domain: Domain) -> None:
        """Have an element of an array within the domain that the array declares."""
        if not isinstance(atom, Variable):
            if atom not in domain:
                raise self.wrong(str(atom), f"elements within {domain}")
            return
        declared = self._declared[atom.number]
        own = declared.domain
        if own is None:
            both = domain
        else:
            both = Domain.of(())
            for low, high in domain.intervals:
                both |= own.between(low, high)
        self._declared[atom.number] = replace(declared, domain=both)

    def _ranges(self, shown: Annotation, size: int) -> tuple[tuple[int, int], ...]:
        sets = shown.arguments[0] if len(shown.arguments) == 1 else None
        ranges = list[tuple[int, int]]()
        for each in sets if isinstance(sets, tuple) else ():
            if isinstance(each, Domain) and len(each.intervals) < 2:
                ranges += each.intervals or [(1, 0)]
        if not isinstance(sets, tuple) or len(ranges) < max(1, len(sets)):
            raise self.wrong("output_array", "ranges of indices, as in output_array([1..3])")
        if prod(high - low + 1 for low, high in ranges) != size:
            raise self.wrong("output_array", f"ranges of indices for {size} elements")
        return tuple(ranges)

    def number_variables(self) -> None:
        """Number the variables: those that are printed first, and then the others."""
        if self._is_numbered:
            return
        self._is_numbered = True
        line = self.named.line
        new: dict[int, Variable] = {}
        self.truths = set()
        for at, each in enumerate(self.printed):
            sides = (range(low, high + 1) for low, high in each.ranges)
            places = product(*sides) if each.atoms else ()  # of none, a side may have any size
            names = [f"{each.name}[{','.join(map(str, place))}]" for place in places]
            named = zip(each.atoms, names if each.ranges else [each.name], strict=True)
            atoms = tuple([self._printed(atom, name, new, each.is_truth) for atom, name in named])
            self.printed[at] = FlatOutput(each.name, atoms, each.ranges, each.is_truth)
        if self.printed:
            self.shown = range(len(self.domains))
        for old, declared in enumerate(self._declared):
            if old not in new:
                new[old] = self._number(declared, declared.name)
        for old, declared in enumerate(self._declared):
            if declared.equal is not None:
                self.named.line = declared.line
                self._say_equal(new[old], new[declared.equal.number])
        self.named.line = line
        for name, value in self.named.items():
            if isinstance(value, tuple):
                self.named[name] = tuple([_renumbered(each, new) for each in value])
            else:
                self.named[name] = _renumbered(value, new)

    def _number(self, declared: _Declared, name: str) -> Variable:
        """A variable of the problem."""
        domain = declared.domain
        variable = self.add(name, UNBOUNDED if domain is None else domain)
        if domain is None:
            self.unbounded[variable.number] = declared.line
        if declared.is_truth:
            self.truths.add(variable.number)
        return variable

    def _printed(self, atom: Atom, name: str, new: dict[int, Variable], is_truth: bool) -> Variable:
        """The variable that is printed under a name."""
        if not isinstance(atom, Variable):
            variable = self.add(name, Domain(((int(atom), int(atom)),)))
            if is_truth:
                self.truths.add(variable.number)
            return variable
        declared = self._declared[atom.number]
        variable = self._number(declared, name)
        if atom.number in new:
            self.named.line = declared.line
            self._say_equal(variable, new[atom.number])
        else:
            new[atom.number] = variable
        return variable

    def _say_equal(self, one: Variable, other: Variable) -> None:
        self.label = f"line {self.named.line}"
        self.say(Linear, (one.number, other.number), "=", 0, (1, -1))

    def say_term(self, term: Term) -> None:
        """Add that a term is true: a disjunction of Booleans as a clause, sums as Linears."""
        if isinstance(term, Operation) and term.operator == "or":
            parts = [each for each in term.operands if not isinstance(each, int)]
            if any(isinstance(each, int) and each for each in term.operands):
                return
            literals = [*filter(None, map(_literal, parts))]
            if len(literals) == len(parts):
                self.constraints.append(clause_of(literals, self.label))
                return
        super().say_term(term)

    def scope(self, atoms: Iterable[Atom]) -> tuple[int, ...]:
        """The numbers of variables; a constant becomes one."""
        return tuple([self.number(each) for each in atoms])

    def number(self, atom: Atom) -> int:
        """The number of a variable; a constant becomes one."""
        return (atom if isinstance(atom, Variable) else self.as_variable(int(atom))).number


def _renumbered(value: Value, new: dict[int, Variable]) -> Value:
    return new[value.number] if isinstance(value, Variable) else value


def _literal(term: Term) -> tuple[int, bool] | None:
    """The variable of a literal, and whether it has to be true; None of any other term."""
    if isinstance(term, Variable):
        return term.number, True
    if isinstance(term, Operation) and term.operator == "not":
        (inner,) = term.operands
        return (inner.number, False) if isinstance(inner, Variable) else None
    return None
