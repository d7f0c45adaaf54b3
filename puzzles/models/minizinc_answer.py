"""Answers to a MiniZinc model, in the words of MiniZinc: values of the variables that it prints.

    x = 3; row = array1d(0..2, [2, 1, 3]); row = [0: 2, 1: 1, 2: 3]; s = {1, 4}; c = red; o = <>;
    x=3, row=[2, 1, 3], s={1, 4}, c=red                                      as accord prints it
    {"x": 3, "row": [2, 1, 3], "s": {"set": [1, [3, 4]]}, "c": {"e": "red"}, "o": null}

A line of ten dashes ends a solution; one of equals signs says of all what is not looked at here.
Which number a word stands for, red or C(red), is known since the model was compiled.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from accord.puzzles.domain import Domain
from accord.puzzles.models.minizinc_source import MiniZincModel
from accord.puzzles.outside_data import json_value, whole
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError

DEEPEST = 50  # brackets within each other
MOST_NAMED = 8  # variables in a message
OBJECTIVE = "_objective"  # as what MiniZinc prints the value
_HEAD = re.compile(r"\s*solution(?: [0-9]+)?:\s")  # as `accord check` prints one
_END = re.compile(r"^-{10}\s*$", re.MULTILINE)
_STATUS = re.compile(r"^(?:={5,}.*|%.*)$", re.MULTILINE)
_TOKEN = re.compile(
    r"""\s*(?:(-?[0-9]+)|("(?:[^"\\]|\\.)*"|'[^']*')|([^\W\d]\w*)|(<>|\.\.|\[\||\|\]|.))""",
    re.DOTALL,
)
_MEMBER = re.compile(r"(.+) has (-?[0-9]+)")  # of a set, 0 or 1
_PLACE = re.compile(r"(.+)\[(-?[0-9]+(?:,-?[0-9]+)*)\]")  # of an array
_IN_PLACES = re.compile(r"array[1-6]d")
_ABSENT = object()


@dataclass(frozen=True)
class MiniZincAnswer:
    """A solution that an answer claims."""

    values: Mapping[int, int]  # by shown variable, right or wrong; some may be missing
    objective: int | None = None  # as it is claimed
    beyond: tuple[str, ...] = ()  # sentences on members of sets that can be in none

    def question(self, problem: Problem) -> tuple[Problem, Solution]:
        """The problem that shows what the answer says, and the values of these variables."""
        said = dict(sorted(self.values.items()))
        parts = problem.domains, problem.constraints, problem.names, None, problem.objective
        return Problem(*parts, problem.symbols, [*said]), (*said.values(),)


def speaks_minizinc(text: str) -> bool:
    """Whether a text says values by names, or is a status; a list says them in their order."""
    return "=" in text or text.lstrip()[:1] == "{"


def read_answers(text: str, problem: Problem) -> list[MiniZincAnswer]:
    """The solutions that an answer claims, in its order; at least one.

    Args:
        text: what MiniZinc has printed, or data in .dzn or JSON.
        problem: of a model in MiniZinc.

    Raises:
        MalformedPuzzleError: it claims none, or says what is no variable of the model.
    """
    model = MiniZincModel.of(problem)
    kinds = model.words.values() if model else ()
    words = {word: number for each in kinds for number, word in enumerate(each, 1)}
    reading = _Answered(problem, words)
    parts = [_STATUS.sub("", each) for each in _END.split(_HEAD.sub("", text))]
    found = [reading.answer(each) for each in parts if each.strip()]
    if not found:
        status = _STATUS.search(text)
        said = status[0] if status else "nothing"
        raise MalformedPuzzleError(f"found {said}, expected a solution, which can be verified")
    return found


def printed_kinds(problem: Problem) -> dict[str, str]:
    """What a model prints: variables, arrays and sets, each with its enumerated type or ""."""
    model = MiniZincModel.of(problem)
    kinds = model.kinds if model else {}
    return {name: kinds.get(name, "") for name in _Answered(problem, {}).arrays}


class _Answered:
    """The variables that an answer names, and what its words mean."""

    def __init__(self, problem: Problem, words: Mapping[str, int]) -> None:
        self._problem, self._words = problem, words
        self.arrays: dict[str, dict[tuple[int, ...], dict[int | None, int]]] = {}
        """By name the elements by place, () of what is no array; of a set by member."""
        for variable in problem.shown:
            name, member = problem.names[variable], None
            if match := _MEMBER.fullmatch(name):
                name, member = match[1], int(match[2])
            place = tuple[int, ...]()
            if match := _PLACE.fullmatch(name):
                name, place = match[1], tuple(map(int, match[2].split(",")))
            self.arrays.setdefault(name, {}).setdefault(place, {})[member] = variable

    def answer(self, text: str) -> MiniZincAnswer:
        """The solution that a text says.

        Raises:
            MalformedPuzzleError: it says none.
        """
        values, beyond = dict[int, int](), list[str]()
        is_json = text.lstrip().startswith("{")
        said = _once([*(self._of_json(text) if is_json else _Data(text, self._words).items())])
        objective = said.pop(OBJECTIVE, None)
        for name, value in said.items():
            if name not in self.arrays:
                if value in ([], Domain(())):  # of it there are no variables
                    continue
                expected = listed(self.arrays, "or", most=MOST_NAMED) or "none"
                raise MalformedPuzzleError(
                    f"found a value of {name!r:.40}, expected what the model prints: {expected}"
                )
            elements = self.arrays[name]
            given = _flat(value)
            if len(given) != len(elements):
                found = counted(len(given), "value")
                raise MalformedPuzzleError(f"{name}: found {found}, expected {len(elements)}")
            for place, each in zip(sorted(elements), given, strict=True):
                own = elements[place]
                if isinstance(each, Domain) and None not in own:
                    values |= {variable: int(k in each) for k, variable in own.items()}
                    possible = Domain.of(k for k in own if k is not None)
                    if each | possible != possible:
                        beyond.append(f"{name}: found {each}, but its members are of {possible}")
                elif None in own and each is _ABSENT:
                    values[own[None]] = Domain.of(self._problem.domains[own[None]]).min
                elif None in own and isinstance(each, int):
                    values[own[None]] = int(each)
                else:
                    expected = "a number, or a word of the model" if None in own else "a set"
                    raise MalformedPuzzleError(f"{name}: found {each!s:.40}, expected {expected}")
        return MiniZincAnswer(values, objective if type(objective) is int else None, tuple(beyond))

    def _of_json(self, text: str) -> Iterator[tuple[str, Any]]:
        """Names and values of MiniZinc's JSON."""
        try:
            said = json_value(text, _once)
        except MalformedPuzzleError:
            raise
        except ValueError as error:
            raise MalformedPuzzleError(str(error)) from None
        return ((str(name), self._plain(value)) for name, value in said.items())

    def _plain(self, value: Any) -> Any:
        """A value of MiniZinc's JSON as `_Data` says it."""
        if isinstance(value, list):
            return [*map(self._plain, value)]
        if isinstance(value, dict) and value.keys() == {"set"} and isinstance(value["set"], list):
            return _set(self._plain(value["set"]))
        word = _ABSENT if value is None else _json_word(value)
        return self._words.get(word, word) if isinstance(word, str) else word


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Values by names, each of which is there once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise MalformedPuzzleError(f"found two values of {twice!r:.40}, expected one")
    return found


def _json_word(value: Any) -> Any:
    """The word of an object that says a value of an enumerated type, or anything else as it is."""
    match value:
        case {"e": str(word)} if value.keys() == {"e"}:
            return word
        case {"e": str(), "i": int(number)}:  # of an anonymous type
            return number
        case {"c": str(constructor), "e": inner}:
            return f"{constructor}({_json_word(inner)})"
    return value


def _flat(value: Any) -> list[Any]:
    """The elements of lists in lists."""
    return [one for each in value for one in _flat(each)] if isinstance(value, list) else [value]


def _set(items: list[Any]) -> Domain:
    """A set of numbers and of pairs that are the ends of ranges."""
    try:
        ends = [each if isinstance(each, list) else [each, each] for each in items]
        return Domain(tuple((low, high) for low, high in ends if low <= high))
    except (ValueError, TypeError):
        raise MalformedPuzzleError(f"found a set of {items!s:.40}, expected numbers") from None


class _Data:
    """The text of data in .dzn, token by token."""

    def __init__(self, text: str, words: Mapping[str, int]) -> None:
        self._tokens = [match.groups() for match in _TOKEN.finditer(text) if match[0].strip()]
        self._words, self._at, self._depth = words, 0, 0

    def _next(self) -> tuple[Any, ...]:
        return self._tokens[self._at] if self._at < len(self._tokens) else (None,) * 4

    def _is(self, sign: str) -> bool:
        """Whether this sign is next, which is passed over then."""
        if self._next()[3] != sign:
            return False
        self._at += 1
        return True

    def _wrong(self, expected: str) -> MalformedPuzzleError:
        found = next(filter(None, self._next()), "the end")
        return MalformedPuzzleError(f"found {found!s:.40}, expected {expected}, as x = 1; y = 2;")

    def items(self) -> Iterator[tuple[str, Any]]:
        """Names and values."""
        while self._at < len(self._tokens):
            _, quoted, name, _ = self._next()
            self._at += 1
            if not (name or quoted) or not self._is("="):
                raise self._wrong("a name and '='")
            yield name or quoted[1:-1], self._value()
            if self._at < len(self._tokens) and not (self._is(";") or self._is(",")):
                raise self._wrong("';'")

    def _value(self) -> Any:
        low = self._one()
        while self._is(":"):  # that was its place
            low = self._one()
        return _set([[low, self._one()]]) if self._is("..") else low

    def _one(self) -> Any:
        number, quoted, name, sign = self._next()
        self._at += 1
        if number is not None:
            try:
                return whole(number)
            except ValueError as error:
                raise MalformedPuzzleError(str(error)) from None
        if name in ("true", "false"):
            return name == "true"
        if name is not None and self._is("("):
            if name == "to_enum" or _IN_PLACES.fullmatch(name):
                return (self._several(")") or [_ABSENT])[-1]
            return self._word(f"{name}({self._inner()})")
        if name is not None or quoted is not None:
            return self._word(name or quoted[1:-1])
        if sign == "<>":
            return _ABSENT
        if sign == "{":
            return _set(self._several("}"))
        if sign in ("[", "[|"):
            return self._several("]" if sign == "[" else "|]")
        self._at -= 1
        raise self._wrong("a value")

    def _word(self, word: str) -> int | str:
        """The number of a word; the word, where it is none of the model's."""
        return self._words.get(word, word)

    def _inner(self) -> str:
        """The word, or number, in the brackets of a constructor, up to their end."""
        inner = str(next(filter(None, self._next()), "")).strip("'")
        self._at += 1
        if self._is("("):
            inner += f"({self._inner()})"
        if not self._is(")"):
            raise self._wrong("')'")
        return inner

    def _several(self, end: str) -> list[Any]:
        """Values up to a sign."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong(f"at most {DEEPEST} brackets within each other")
        found = list[Any]()
        while not self._is(end):
            if not (self._is(",") or self._is("|")):
                found.append(self._value())
        self._depth -= 1
        return found
