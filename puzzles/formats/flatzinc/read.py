"""FlatZinc files read as problems, statement by statement.

    var 1..3: x :: output_var;
    var bool: b;
    constraint int_le_reif(x, 2, b);
    solve maximize x;

Declarations come before constraints, and `solve` ends the file, as the grammar says and MiniZinc
writes.  Shown are the variables that are annotated `output_var` and the arrays `output_array`; of a
file that annotates none, all.  A constraint is called by its line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from accord.puzzles.constraints.constraint import MalformedConstraintError, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation
from accord.puzzles.domain import Domain
from accord.puzzles.formats.competitions.formulas import BOOLEAN, integer, misread
from accord.puzzles.formats.flatzinc import global_predicates  # noqa: F401  (it registers them)
from accord.puzzles.formats.flatzinc.bounds import IntegerBounds
from accord.puzzles.formats.flatzinc.builtins import PREDICATES
from accord.puzzles.formats.flatzinc.reading import FlatOutput, FlatReading
from accord.puzzles.formats.flatzinc.syntax import FLOATS, NAME, Annotation, Argument, Atom, Value
from accord.puzzles.layout import Symbols
from accord.puzzles.objective import Objective, Sense
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.phrasing import similar
from accord.puzzles.problem import FOR_BEST, MalformedProblemError, Problem
from accord.puzzles.proposed_search import SEARCHES, ProposedSearch
from accord.puzzles.sudoku.shape import MalformedPuzzleError

SETS = "no set variable: accord's library for MiniZinc makes Booleans of them"
_COMMENT = re.compile(r'((?:[^"%\n]|"(?:[^"\\\n]|\\.)*")*)%.*', re.DOTALL)
_STATEMENT = re.compile(r'((?:[^";]|"(?:[^"\\\n]|\\.)*")*);', re.DOTALL)
_PREDICATE = re.compile(rf"predicate\s+{NAME}\s*\([^;()]*\)", re.ASCII)
_VARIABLE = re.compile(rf"var\s++([^:]++):\s*+({NAME})\s*+(.*)", re.ASCII | re.DOTALL)
_ARRAY = re.compile(
    rf"array\s*\[\s*1\s*\.\.\s*([0-9]+)\s*\]\s*of\s++(var\s++)?([^:]++):\s*+({NAME})\s*+(.*)",
    re.ASCII | re.DOTALL,
)
_PARAMETER = re.compile(
    rf"(int\s*+|bool\s*+|float\s*+|set\s++of\s++[^:]++):\s*+({NAME})\s*+=(.*)", re.ASCII | re.DOTALL
)
_CONSTRAINT = re.compile(rf"constraint\s+({NAME})\s*\(", re.ASCII)
_GOAL = re.compile(rf"(satisfy)|(minimize|maximize)\s+({NAME}|-?[0-9]+)", re.ASCII)
_EXPECTED = "a declaration, a constraint or solve"
NO_BOUNDS = (
    "bounds, which its constraints do not give either; with --int-bounds A..B it and all like it "
    "are from A to B, and nothing is known of solutions beyond"
)
_FLOAT = re.compile(r"\s*var +(?:float|\S*\.[0-9]\S*) *: *(?!X_INTRODUCED_)(\w+)")
_OF_THE_COMPILER = "mzn_"  # how annotations begin that propose nothing
TRUTHS = ("false", "true")


@dataclass(frozen=True)
class FlatModel:
    """What a file of FlatZinc says."""

    problem: Problem
    """If `is_for_best`, one that has the best solutions of the file, but not all others.  The
    search that the file proposes stands beside it."""
    printed: tuple[FlatOutput, ...] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    """By constraint, from 0, MiniZinc's path to it in the model."""
    assumed: tuple[str, ...] = ()  # variables that have bounds by `int_bounds` alone
    is_for_best: bool = False

    def text(self, values: Iterable[int]) -> str:
        """A solution, with a value for every variable, as a solver of FlatZinc prints it."""
        known = tuple(values)
        return "\n".join([*(each.text(known) for each in self.printed), "----------"])


@collector_paused()
def read(
    lines: Iterable[str], file: str = "", int_bounds: tuple[int, int] | None = None
) -> FlatModel:
    """The model that the lines of a file say.

    Args:
        lines: with or without their ends.
        file: its name, for errors.
        int_bounds: the lowest and the highest value of an integer that has no bounds and gets none
            by the constraints; of None such a one is refused.

    Raises:
        MalformedPuzzleError: they say none, or one with floats, sets or predicates that are not
            known; names the line, what was found and what was expected.
    """
    to = _FlatStatements()
    try:
        for line, text in _statements(lines):
            to.take(line, text)
        return to.model(int_bounds)
    except MalformedPuzzleError as error:
        said = str(error)
        if said.endswith(FLOATS) and (named := next(filter(None, map(_FLOAT.match, lines)), None)):
            said += f"; one is {named[1]}"  # behind the constants
        raise MalformedPuzzleError(f"{file}: {said}" if file else said) from None


def _statements(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The statements without their semicolons, with the number of the line where each begins."""
    waiting: list[str] = []
    begun = number = 1
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if "%" in text and (match := _COMMENT.fullmatch(text)):
            text = match[1].strip()
        if not text:
            continue
        if not waiting:
            begun = number
        waiting.append(text)
        if not text.endswith(";"):
            continue
        whole = "\n".join(waiting)
        if whole.count(";") == 1 and '"' not in whole:
            yield begun, whole[:-1]
        else:
            end = 0
            while match := _STATEMENT.match(whole, end):
                yield begun, match[1].strip()
                end = match.end()
            if whole[end:].strip():
                raise misread(begun, whole[end:], "a text that ends, and a ';'")
        waiting = []
    if waiting:
        raise misread(begun, waiting[0], "a ';' that ends what begins here")


class _FlatStatements:
    """What the statements have said so far."""

    def __init__(self) -> None:
        self._to = FlatReading()
        self._domain = cache(self._domain_of)
        self._goal: tuple[Sense, Atom] | None = None
        self._is_solved = False
        self._search: list[ProposedSearch] = []

    def take(self, line: int, text: str) -> None:
        """Take a statement.

        Raises:
            MalformedPuzzleError: it is none.
        """
        self._to.named.line = line
        if self._is_solved:
            raise misread(line, text, "nothing behind solve")
        if match := _CONSTRAINT.match(text):
            self._constraint(match[1], text, match.end())
        elif match := _VARIABLE.fullmatch(text):
            self._variable(*match.groups())
        elif match := _ARRAY.fullmatch(text):
            self._array(*match.groups())
        elif match := _PARAMETER.fullmatch(text):
            self._parameter(*match.groups())
        elif text.startswith("solve"):
            self._solve(text.removeprefix("solve").strip())
        elif not _PREDICATE.fullmatch(text):
            raise misread(line, text, _EXPECTED)

    def _domain_of(self, kind: str) -> Domain | None:
        """The values of a type; None of any whole number."""
        if kind in ("bool", "int"):
            return BOOLEAN if kind == "bool" else None
        if kind == "float" or "." in kind.replace("..", ""):
            raise self._to.wrong(f"var {kind}", FLOATS)
        if kind.startswith("set"):
            raise self._to.wrong(f"var {kind}", SETS)
        found = self._to.named[kind]
        if not isinstance(found, Domain):
            raise self._to.wrong(kind, "bool, int, or a set as 1..3 or {1,3}")
        return found

    def _variable(self, kind: str, name: str, rest: str) -> None:
        to, kind = self._to, kind.rstrip()
        try:
            domain = self._domain(kind)
        except MalformedPuzzleError as error:
            raise MalformedPuzzleError(f"{error}; it is {name}") from None
        annotations, rest = to.named.annotations(rest)
        value = self._value(name, rest) if rest else None
        is_shown = any(each.name == "output_var" for each in annotations)
        to.declare(name, domain, kind == "bool", is_shown, value)

    def _value(self, name: str, rest: str) -> Value:
        """What stands behind an equals sign."""
        if not rest.startswith("="):
            raise self._to.wrong(rest or ";", f"annotations and a value of {name}, as `= 3`")
        return self._to.named.expression(rest[1:])

    def _array(self, size: str, var: str | None, kind: str, name: str, rest: str) -> None:
        to, kind = self._to, kind.rstrip()
        number = integer(to.named.line, size)
        annotations, rest = to.named.annotations(rest)
        if var is None:
            value = self._value(name, rest)
            if not isinstance(value, tuple) or len(value) != number:
                raise to.wrong(name, f"an array of {number} values")
            for each in value:
                self._expect_type(name, kind, each)
            to.name_value(name, value)
        else:
            domain = self._domain(kind)
            shown = [each for each in annotations if each.name == "output_array"]
            value = self._value(name, rest)
            to.declare_array(
                name, number, domain, kind == "bool", value, shown[0] if shown else None
            )

    def _parameter(self, kind: str, name: str, rest: str) -> None:
        value = self._to.named.expression(rest)
        self._expect_type(name, kind, value)
        self._to.name_value(name, value)

    def _expect_type(self, name: str, kind: str, value: Value) -> None:
        """Refuse the value of a parameter that is of another type."""
        kind = kind.rstrip()
        known = {"int": int, "bool": bool}.get(kind, Domain)
        if kind == "float":
            raise self._to.wrong(name, FLOATS)
        if type(value) is not known:
            raise self._to.wrong(name, f"a value of the type {kind}")

    def _constraint(self, name: str, text: str, start: int) -> None:
        to = self._to
        to.number_variables()
        to.label = f"line {to.named.line}"
        given, end = to.named.arguments(text, start)
        if end < len(text):
            annotations, rest = to.named.annotations(text[end:].strip())
            if rest:
                raise to.wrong(rest, "annotations and a ';'")
            for each in annotations:
                if each.name == "mzn_path" and [*map(type, each.arguments)] == [str]:
                    to.places[len(to.constraints)] = str(each.arguments[0])
        if name == "bool_xor" and len(given) == 2:
            name = "bool_ne"
        if name not in PREDICATES:
            meant = "".join(f"; did you mean {each}?" for each in similar(name, [*PREDICATES]))
            raise to.wrong(name, f"a predicate of FlatZinc or of accord's library{meant}")
        predicate = PREDICATES[name]
        if len(given) != len(predicate.takes):
            raise to.wrong(f"{name}/{len(given)}", f"{len(predicate.takes)} arguments")
        arguments = [
            TAKES[letter](to, each) for letter, each in zip(predicate.takes, given, strict=True)
        ]
        try:
            predicate.post(to, *arguments)
        except MalformedConstraintError as error:
            raise MalformedPuzzleError(f"line {to.named.line}: {name}: {error}") from None

    def _solve(self, text: str) -> None:
        to = self._to
        to.number_variables()
        annotations, rest = to.named.annotations(text) if text.startswith("::") else ((), text)
        if not (match := _GOAL.fullmatch(rest)):
            raise to.wrong(rest or ";", "satisfy, or minimize or maximize and a variable")
        self._is_solved = True
        if match[2]:
            sense: Sense = "minimize" if match[2] == "minimize" else "maximize"
            self._goal = sense, _atom(to, to.named[match[3]])
        for each in annotations:
            self._search += self._searches(each)

    def _searches(self, annotation: Argument) -> Iterator[ProposedSearch]:
        """The searches that an annotation proposes, in their order; of others their names."""
        if not isinstance(annotation, Annotation):
            return
        given = annotation.arguments
        if annotation.name == "seq_search":
            for several in given:
                for each in several if isinstance(several, tuple) else ():
                    yield from self._searches(each)
        elif annotation.name in SEARCHES and len(given) >= 3:
            words = [each.name for each in given[1:3] if isinstance(each, Annotation)]
            choose, assign, *_ = *words, "?", "?"
            own = tuple(self._variables(given[0]))
            yield ProposedSearch(own, choose, assign, annotation.name)
        elif not annotation.name.startswith(_OF_THE_COMPILER):
            yield ProposedSearch(name=annotation.name)

    def _variables(self, found: Argument) -> Iterator[int]:
        """The variables of a list in an annotation, without its constants."""
        if isinstance(found, tuple):
            for each in found:
                yield from self._variables(each)
        elif isinstance(found, Annotation):
            value = self._to.named[found.name]
            for atom in value if isinstance(value, tuple) else (value,):
                if isinstance(atom, Variable):
                    yield atom.number

    def model(self, int_bounds: tuple[int, int] | None) -> FlatModel:
        """All that they say."""
        to = self._to
        if not self._is_solved:
            raise misread(to.named.line, "an end", "a statement solve")
        goal = None
        if self._goal is not None:
            sense, atom = self._goal
            goal = Objective(sense, (Variable(to.number(atom)),))
        assumed, is_for_best = self._bound(goal, int_bounds) if to.unbounded else ([], False)
        if assumed and int_bounds is not None:
            self._assume(assumed, "for integers within {}..{}".format(*int_bounds))
        if is_for_best and goal is not None:
            self._assume(goal.scope, FOR_BEST)
        symbols = Symbols.of([(TRUTHS, sorted(to.truths))])
        try:
            problem = Problem(
                to.domains, to.constraints, to.names, None, goal, symbols, shown=to.shown
            )
        except MalformedProblemError as error:  # values that are too large to compute
            raise MalformedPuzzleError(str(error)) from None
        names = tuple(problem.names[each] for each in assumed)
        vars(problem)["search"] = tuple(self._search)
        return FlatModel(problem, tuple(to.printed), to.places, names, is_for_best)

    def _assume(self, variables: Iterable[int], what: str) -> None:
        """Say with the problem that it has not all solutions: those within these domains alone."""
        parts = [
            Operation(operator, (Variable(each), end))
            for each in variables
            for operator, end in zip(("ge", "le"), _ends(self._to.domains[each]), strict=False)
        ]
        if parts:
            self._to.constraints.append(Expression(Operation("and", tuple(parts)), name=what))

    def _bound(
        self, goal: Objective | None, int_bounds: tuple[int, int] | None
    ) -> tuple[list[int], bool]:
        """Give bounds to all variables.

        Returns:
            Those that have `int_bounds`, and whether the objective has a bound that only the best
            solutions are within.
        """
        to, is_for_best = self._to, False
        bounds = IntegerBounds(to.domains, to.unbounded, to.constraints)
        if goal is not None and (only := goal.scope[0]) in bounds.missing():
            is_for_best = bounds.bound_objective(only, goal.sense)
        assumed: list[int] = []
        if missing := bounds.missing():
            if int_bounds is None:
                name = to.names[missing[0]]
                raise misread(to.unbounded[missing[0]], f"var int: {name}", NO_BOUNDS)
            assumed = bounds.assume(int_bounds, to.shown or ())
        for variable, (low, high) in bounds.ends.items():
            assert low is not None
            assert high is not None
            to.domains[variable] = Domain(((low, high),) if low <= high else ())
        return assumed, is_for_best


def _ends(domain: Domain) -> tuple[int, ...]:
    return (domain.min, domain.max) if domain else ()


# What a predicate takes, by the letters of its signature


def _atom(to: FlatReading, value: Value) -> Atom:
    if type(value) is int or (isinstance(value, Variable) and value.number not in to.truths):
        return value
    raise to.wrong(_shown(to, value), "a whole number or a variable of these")


def _truth(to: FlatReading, value: Value) -> Atom:
    if type(value) is bool:
        return int(value)
    if isinstance(value, Variable) and value.number in to.truths:
        return value
    raise to.wrong(_shown(to, value), "a Boolean")


def _only(kind: type[Any], expected: str) -> Callable[[FlatReading, Value], Any]:
    def take(to: FlatReading, value: Value) -> Any:
        if type(value) is not kind:
            raise to.wrong(_shown(to, value), expected)
        return value

    return take


def _several(take: Callable[[FlatReading, Value], Any]) -> Callable[[FlatReading, Value], Any]:
    def take_array(to: FlatReading, value: Value) -> tuple[Any, ...]:
        if not isinstance(value, tuple):
            raise to.wrong(_shown(to, value), "an array")
        return tuple([take(to, each) for each in value])

    return take_array


def _shown(to: FlatReading, value: Value) -> str:
    if isinstance(value, Variable):
        return to.names[value.number]
    return "an array" if isinstance(value, tuple) else str(value).lower()


_ONE: dict[str, Callable[[FlatReading, Value], Any]] = {
    "i": _atom,
    "b": _truth,
    "n": _only(int, "a whole number"),
    "t": lambda to, value: int(_only(bool, "true or false")(to, value)),
    "s": _only(Domain, "a set of whole numbers"),
}
TAKES = {**_ONE, **{letter.upper(): _several(take) for letter, take in _ONE.items()}}
