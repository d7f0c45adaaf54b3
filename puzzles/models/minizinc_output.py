"""What a compiled MiniZinc model prints: its own variables, made of those of the FlatZinc.

In go a FlatZinc model and the text of its `.ozn`, as `minizinc --output-mode json` makes them.  Out
comes the problem that shows what the model prints, under the names that it has there:

    var 1..3: x                 x
    array[0..1] of var ...: a   a[0], a[1]
    var set of 1..2: s          `s has 1` and `s has 2`, each 0 or 1
    var opt 1..3: o             o, that is absent with its lowest value: one below its others, or 0

Of the language of `.ozn` files the declarations are read, with what MiniZinc 2.6 writes there:
numbers, names, sets, arrays, and calls of FlatZinc's predicates as functions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, product
from math import prod
from types import MappingProxyType
from typing import Any

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.terms import Operation, Term, UndefinedError, largest, number
from accord.puzzles.domain import Domain
from accord.puzzles.formats.flatzinc.builtins import called
from accord.puzzles.formats.flatzinc.read import TRUTHS, FlatModel
from accord.puzzles.layout import NO_MEMBER, Symbols
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError

ABSENT = "<>"  # MiniZinc's word for it, where the values of the model have words
BOOL = "bool"
OBJECTIVE = "_objective"  # the name of its value, with --output-objective
DEEPEST = 200  # names that stand for names, and brackets
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>[0-9]+)(?!\.[0-9])|'(?P<quoted>[^']+)'
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sign>\.\.|::|<>|\[\||\|\]|\+\+|.))""",
    re.VERBOSE | re.DOTALL,
)
_DECLARING = re.compile("^(?=\\w)", re.MULTILINE)  # a line `x = 3;` declares x
_SHOWN, _WORDED = "showJSON", "_toString_"  # functions that print, and of an enumerated type
_ROW = "slice_1d"  # of an array, as which those of more dimensions are printed
_JSON = '", \\"json\\": "'  # behind it stand all variables, and before it what an output item says
_INVERSE = "_toString__constrId_"  # within the name of a function on what a constructor is of


@dataclass(frozen=True)
class _Array:
    ranges: tuple[range, ...]
    items: tuple[Any, ...]


@dataclass(frozen=True)
class _Members:
    """A set: by number whether it is in it."""

    held: Mapping[int, Term]


@dataclass(frozen=True)
class _Optional:
    occurs: Term
    value: Term


def shown_problem(
    flat: FlatModel, output: str, names: Mapping[str, str] = MappingProxyType({})
) -> Problem:
    """The problem of a FlatZinc model that shows what the MiniZinc model prints.

    Args:
        flat: with everything printed of which that is made.
        output: the text of the `.ozn` file.
        names: what it shows of an output that prints something else, where it is known there, each
            with its enumerated type or ""; the problem's further variables stand behind those of
            `flat`.

    Raises:
        MalformedPuzzleError: the model prints something that is not taken.
    """
    said = _Declarations(output, flat)
    growing = _Growing(flat.problem, said.words())
    known = {name: kind for name, kind in names.items() if said.knows(name)}
    for name, kind in (known if names else said.printed).items():
        growing.show(
            name, said.value(name), kind or (BOOL if said.types.get(name, [""])[-1] == BOOL else "")
        )
    return growing.problem()


def printed_values(output: str, printed: str) -> dict[str, int | None]:
    """The values of what a model prints, by the names as of `shown_problem`.

    Of a set only the members may be there, each with the value 1; None says that an optional value
    is absent.  The value of the objective is there where it is a variable.

    Args:
        output: the text of the `.ozn` file.
        printed: a solution as a solver of FlatZinc prints it, as `x = 3;` on a line.

    Raises:
        MalformedPuzzleError: they do not fit.
    """
    values = _Declarations(f"{output}\n{_DECLARING.sub(': ', printed)}")
    found: dict[str, int | None] = {}
    for name in values.printed:
        try:
            _add_values(found, name, values.value(name))
        except MalformedPuzzleError:
            if name != OBJECTIVE:  # which may be any expression over the others
                raise
    return found


def _add_values(found: dict[str, int | None], name: str, value: Any) -> None:
    if isinstance(value, _Optional):
        value = value.value if _constant(value.occurs) else None
    if isinstance(value, _Array):
        for place, each in _elements(name, value):
            _add_values(found, place, each)
    elif isinstance(value, _Members | range):
        held = value.held if isinstance(value, _Members) else dict.fromkeys(value, 1)
        for member, is_there in held.items():
            found[f"{name} has {member}"] = _constant(is_there)
    else:
        found[name] = None if value is None else _constant(value)


def _constant(term: Term) -> int:
    try:
        return number(term, {}) if isinstance(term, Operation) else _number(term)
    except UndefinedError:
        raise _wrong("a value that is undefined", "a number") from None


def kinds_of(output: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """What a model prints of enumerated types, by name its type, and by type the words.

    Words are those of the values from 1.  The value of a constructor function is `C(red)`; an
    anonymous type has no words.
    """
    if _WORDED not in output:
        return {}, {}
    said = _Declarations(output)
    return {name: kind for name, kind in said.printed.items() if kind}, said.words()


def _elements(name: str, array: "_Array") -> Iterator[tuple[str, Any]]:
    """The elements of an array with their names."""
    for place, each in zip(product(*array.ranges), array.items, strict=True):
        yield f"{name}[{','.join(map(str, place))}]", each


class _Declarations:
    """The declarations of an `.ozn` file, evaluated when they are asked for."""

    def __init__(self, text: str, flat: FlatModel | None = None) -> None:
        self.printed: dict[str, str] = {}
        """By name of each printed variable its enumerated type; empty if it has none."""
        self.types: dict[str, list[str]] = {}  # by name of what is declared, in words
        self._known: dict[str, Any] = {}
        self._stated: dict[str, tuple[list[str], list[str]]] = {}  # index sets, value
        self._functions: dict[str, list[str]] = {}  # that print words
        for each in flat.printed if flat else ():
            ranges = tuple(range(low, high + 1) for low, high in each.ranges)
            self._known[each.name] = _Array(ranges, each.atoms) if ranges else each.atoms[0]
        for statement in _statements(text):
            self._take(statement)

    def _take(self, tokens: list[str]) -> None:
        if tokens[0] == "output":
            tokens = tokens[tokens.index(_JSON) :] if _JSON in tokens else tokens
            for function, *given in zip(*(tokens[at:] for at in range(5)), strict=False):
                if given[0] == "(" and function.startswith((_SHOWN, _WORDED)):
                    name = given[3] if given[1:3] == [_ROW, "("] else given[1]
                    self.printed[name] = function.removeprefix(_SHOWN).removeprefix(_WORDED)
        elif tokens[0] == "function":
            if tokens[3].startswith(_WORDED) and tokens[5] == "opt":  # of a single value
                self._functions[tokens[3]] = tokens
        elif ":" in tokens:
            colon = tokens.index(":")
            indices = tokens[2 : tokens.index("of") - 1] if tokens[0] == "array" else []
            rest = tokens[colon + 1 :]
            self.types[rest[0]] = tokens[:colon]
            if rest[1:] and "=" in rest:
                self._stated[rest[0]] = indices, rest[rest.index("=") + 1 :]

    def knows(self, name: str) -> bool:
        """Whether it is declared."""
        return name in self._known or name in self._stated

    def value(self, name: str, depth: int = 0) -> Any:
        """What a name stands for.

        Raises:
            MalformedPuzzleError: that is not taken.
        """
        if name not in self._known:
            if name not in self._stated and {"opt", "set"} <= {*self.types.get(name, ())}:
                raise _wrong(
                    f"the optional set {name}", "numbers, Booleans, or sets or options of them"
                )
            if name not in self._stated or depth > DEEPEST:
                raise _wrong(name, "a name that is declared")
            indices, tokens = self._stated[name]
            value = _Evaluation(tokens, self, depth).whole()
            if indices and indices != ["int"] and isinstance(value, _Array):
                said = [*_Evaluation([*indices, "]"], self, depth).several("]")]
                ranges = tuple(map(_as_range, said))
                if prod(map(len, ranges)) == len(value.items):
                    value = _Array(ranges, value.items)
            self._known[name] = value
        return self._known[name]

    def words(self) -> dict[str, tuple[str, ...]]:
        """By enumerated type the words of its values, which count from 1."""
        kinds = [name.removeprefix(_WORDED) for name in self._functions]
        found = {kind: (*self._words(kind, 0),) for kind in kinds}
        return {kind: words for kind, words in found.items() if words}

    def _words(self, kind: str, depth: int) -> Iterator[str]:
        """The words of an enumerated type, part by part as it is made of them."""
        for part in count() if depth < DEEPEST else ():
            if self.knows(listed := f"_enum_to_string_{part}_{kind}"):
                yield from self.value(listed).items
                continue
            tokens = self._functions.get(f"{_WORDED}{part}_{kind}")
            if tokens is None or "showDznId" not in tokens:
                return
            constructor = tokens[tokens.index("showDznId") + 2][1:-1]
            inner = next(each for each in tokens[4:] if _WORDED in each)
            if _INVERSE in inner:
                numbers = self.value(f"_constrId_{inner.partition(_INVERSE)[2]}")
                words: Iterable[object] = numbers.held if isinstance(numbers, _Members) else numbers
            else:
                words = self._words(inner.removeprefix(_WORDED), depth + 1)
            yield from (f"{constructor}({each})" for each in words)


def _statements(text: str) -> Iterator[list[str]]:
    """The tokens of each statement; texts keep their quotes, and quoted names lose theirs."""
    tokens = list[str]()
    for match in _TOKEN.finditer(text):
        token = match[match.lastgroup or 0]
        if token == ";" and match.lastgroup == "sign":
            if tokens:
                yield tokens
            tokens = []
        elif token.strip():
            tokens.append(token)


def _wrong(found: object, expected: str) -> MalformedPuzzleError:
    return MalformedPuzzleError(
        f"found {found!r:.60} in the output that MiniZinc says, expected {expected}"
    )


def _as_range(found: object) -> range:
    if isinstance(found, range):
        return found
    if found == _Members({}):
        return range(0)
    raise _wrong(found, "a range of indices")


class _Evaluation:
    """The value of an expression's tokens."""

    def __init__(self, tokens: list[str], names: _Declarations, depth: int) -> None:
        self._tokens, self._names, self._depth, self._at = tokens, names, depth + 1, 0

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, expected: str = "") -> str:
        token = self._next()
        if not token or (expected and token != expected):
            raise _wrong(token, expected or "a value")
        self._at += 1
        return token

    def whole(self) -> Any:
        value = self._range()
        if self._next():
            raise _wrong(" ".join(self._tokens[self._at :]), "the end of a value")
        return value

    def several(self, *ends: str) -> Iterator[Any]:
        """Values with commas between, up to one of these ends."""
        while self._next() not in ends:
            yield self._range()
            if self._next() not in ends:
                self._take(",")
        self._take()

    def _range(self) -> Any:
        low = self._sum()
        if self._next() != "..":
            return low
        self._take()
        return range(_number(low), _number(self._sum()) + 1)

    def _sum(self) -> Any:
        value = self._product()
        while (sign := self._next()) in ("+", "-"):
            self._take()
            value = _computed("add" if sign == "+" else "sub", value, self._product())
        return value

    def _product(self) -> Any:
        value = self._one()
        while self._next() == "*":
            self._take()
            value = _computed("mul", value, self._one())
        return value

    def _one(self) -> Any:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _wrong("brackets", f"at most {DEEPEST} within each other")
        try:
            return self._plain(self._take())
        finally:
            self._depth -= 1

    def _plain(self, token: str) -> Any:
        if token.isdecimal():
            return int(token)
        if token in ("true", "false"):
            return int(token == "true")
        if token == ABSENT:
            return _Optional(0, 0)
        if token[0] == '"':
            return token[1:-1]
        if token == "-":
            return _computed("sub", 0, self._one())
        if token == "(":
            value = self._range()
            self._take(")")
            return value
        if token == "{":
            return _Members({_number(each): 1 for each in self.several("}")})
        if token == "[":
            items = tuple(self.several("]"))
            return _Array((range(1, len(items) + 1),), items)
        if token == "[|":
            return self._rows()
        if self._next() == "(":
            self._take()
            return _called(token, [*self.several(")")])
        return self._names.value(token, self._depth)

    def _rows(self) -> _Array:
        rows, items = 0, list[Any]()
        while True:
            row, end = [self._range()], ""
            while (end := self._take()) == ",":
                row.append(self._range())
            items, rows = [*items, *row], rows + 1
            if end == "|]":
                return _Array((range(1, rows + 1), range(1, len(items) // rows + 1)), tuple(items))
            if end != "|":
                raise _wrong(end, "the end of a row")


def _computed(operator: str, one: Any, other: Any) -> Term:
    """A sum or the like: a number, where both are."""
    for each in (one, other):
        if not isinstance(each, int | Variable | Operation):
            raise _wrong(each, "a whole number")
    term = Operation(operator, (one, other))
    return number(term, {}) if type(one) is type(other) is int else term


def _number(found: object) -> int:
    if type(found) is int:
        return found
    raise _wrong(found, "a whole number")


def _called(function: str, given: list[Any]) -> Any:
    """The value of a function with these arguments."""
    match function, given:
        case "reverse_map_ab2si", [_Array((indices,), items)]:
            return _Members(dict(zip(indices, items, strict=True)))
        case "reverse_map_var_opt_int" | "reverse_map_var_opt_bool", [occurs, value]:
            return _Optional(occurs, value)
        case _ if re.fullmatch(r"array[1-6]d", function) and isinstance(given[-1], _Array):
            ranges = tuple(map(_as_range, given[:-1]))
            if prod(map(len, ranges)) == len(given[-1].items):
                return _Array(ranges, given[-1].items)
    plain = [each.items if isinstance(each, _Array) else _as_domain(each) for each in given]
    if (term := called(function, plain)) is not None:
        return term
    raise _wrong(f"{function}(...)", "a function that is known here")


def _as_domain(found: Any) -> Any:
    """A set as a Domain, anything else as it is."""
    if isinstance(found, _Members):
        return Domain.of(found.held)
    return Domain.of(found) if isinstance(found, range) else found


def _truth(term: Term) -> Term:
    return term if isinstance(term, Operation) and term.is_truth else Operation("eq", (term, 1))


class _Growing:
    """A problem that gets the names, and the variables, that a model prints."""

    def __init__(self, problem: Problem, words: Mapping[str, tuple[str, ...]]) -> None:
        self._words = words  # of enumerated types, from the value 1 on
        self._of, self._domains = problem, [Domain.of(each) for each in problem.domains]
        self._names, self._more = [*problem.names], list[Constraint]()
        self._shown: dict[int, None] = {}
        self._worded: dict[tuple[str, ...], list[int]] = {}  # by words for values, from 0

    def show(self, name: str, value: Any, kind: str = "") -> None:
        """Show a value under its name, perhaps one of an enumerated type."""
        if isinstance(value, _Array):
            for place, each in _elements(name, value):
                self.show(place, each, kind)
        elif isinstance(value, _Members | range):
            held = value.held if isinstance(value, _Members) else dict.fromkeys(value, 1)
            words = self._words.get(kind, ())
            for member, term in held.items():
                word = words[member - 1 : member] if member > 0 else ()
                self._show(f"{name} has {member}", term, (NO_MEMBER, *word) if word else ())
        elif isinstance(value, _Optional):
            self._show_optional(name, value, kind)
        elif isinstance(value, int | Variable | Operation):
            self._show(name, value, self._sort(kind))
        else:
            raise _wrong(value, "a value of whole numbers")

    def _show(self, name: str, term: Term, words: tuple[str, ...] = ()) -> Variable:
        """Show a term: as the variable that it is, unless that is shown as something else."""
        if isinstance(term, Variable) and term.number not in self._shown:
            shown = term
            self._names[term.number] = name
            self._shown[term.number] = None
        elif isinstance(term, int):
            shown = self._add(name, Domain.of([term]))
        else:
            shown = self._add(name, self._values(term))
            self._more.append(Expression(Operation("eq", (shown, term))))
        if words:
            self._worded.setdefault(words, []).append(shown.number)
        return shown

    def _values(self, term: Variable | Operation) -> Domain:
        """The values that a term may have."""
        if isinstance(term, Variable):
            return self._domains[term.number]
        most = largest(term, self._domains)
        return Domain.of([0, 1]) if term.is_truth else Domain(((-most, most),))

    def _add(self, name: str, domain: Domain) -> Variable:
        variable = Variable(len(self._domains))
        self._domains.append(domain)
        self._names.append(name)
        self._shown[variable.number] = None
        return variable

    def _show_optional(self, name: str, value: _Optional, kind: str) -> None:
        occurs, term = value.occurs, value.value
        values = Domain.of([term]) if isinstance(term, int) else self._values(term)
        lowest = values.min - 1 if values else 0
        absent = min(0, lowest) if kind in ("", BOOL) else 0  # words count from 1
        if not isinstance(occurs, int):
            shown = self._show(name, absent, self._sort(kind))
            self._domains[shown.number] |= values
            either = Operation("eq", (shown, term)), Operation("eq", (shown, absent))
            self._more.append(Expression(Operation("if", (_truth(occurs), *either))))
        else:
            self._show(name, term if occurs else absent, self._sort(kind))

    def _sort(self, kind: str) -> tuple[str, ...]:
        """The words for values from 0; none of what has numbers."""
        if kind == BOOL:
            return TRUTHS
        return (ABSENT, *self._words[kind]) if kind in self._words else ()

    def problem(self) -> Problem:
        """The problem as it is now."""
        own = {self._names[variable] for variable in self._shown}
        names = [
            f"flat {name}" if name in own and number not in self._shown else name
            for number, name in enumerate(self._names)
        ]
        truths = {*self._of.symbols.variables} if self._of.symbols else set[int]()
        truths -= {variable for each in self._worded.values() for variable in each}
        symbols = Symbols.of([*self._worded.items(), (TRUTHS, sorted(truths))])
        return Problem(
            self._domains,
            [*self._of.constraints, *self._more],
            names,
            objective=self._of.objective,
            symbols=symbols,
            shown=[*self._shown],
        )
