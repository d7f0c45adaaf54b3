"""Assignments: what somebody claims to be a solution of a problem, as text.

    [1, -2, 5]        x=1, y=-2, z=5        {"x": 1, "y": -2, "z": 5}        1 -2 5

Values stand in the order of the variables, or beside their names in any; commas may be left out.
Where words stand for values, these may be given (`b=true`), and an array for the variables of one
name: `x=[[1, 2], [3, 4]]`, or in an object {"x": [[1, 2], [3, 4]]}, gives x[0,0] and so on.  Lines
`s` and `v` of the competitions are read as well, of 0/1 variables.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from accord.puzzles.formats.competitions.answers import is_answer, read_answer
from accord.puzzles.layout import element_of
from accord.puzzles.outside_data import json_value, whole
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Place = tuple[str, tuple[int, ...]]  # an array, and where in it
_NUMBERS = re.compile(r"\s*[+-]?[0-9]+([\s,]+[+-]?[0-9]+)*\s*", re.ASCII)
_VALUE = r"[+-]?[0-9]+|[^\W\d]\w*|\[[^=]*\]"  # a number, a word, or an array of them
_PAIR = re.compile(rf"\s*(.+?)\s*=\s*({_VALUE})(?:\s*,|\s+|$)\s*", re.ASCII)
_HEAD = re.compile(r"\s*solution(?: [0-9]+)?:\s")  # as `accord check` prints one
_WORD = re.compile(r"[^\W\d]\w*")


def read_assignment(text: str, problem: Problem) -> Solution:
    """The values that a text claims, right or wrong, one for each variable.

    Raises:
        MalformedPuzzleError: it says none, or not for each variable one.
    """
    return assignment(_said(text, problem), problem)


def read_claim(found: object, problem: Problem) -> Solution:
    """The values that are claimed, right or wrong: of all variables, or of the shown ones alone.

    Args:
        found: text as of `read_assignment`, or what `assignment` takes.
        problem: whose variables have them.

    Raises:
        MalformedPuzzleError: it has neither.
    """
    said = _said(found, problem) if isinstance(found, str) else found
    try:
        return assignment(said, problem)
    except MalformedPuzzleError:
        if problem.shows_all:
            raise
    domains = [problem.domains[variable] for variable in problem.shown]
    names = [problem.names[variable] for variable in problem.shown]
    symbols = problem.symbols and problem.symbols.among(problem.shown)
    return assignment(said, Problem(domains, names=names, symbols=symbols))


def _said(text: str, problem: Problem) -> object:
    """The list or the object that a text is."""
    if is_answer(text):
        return read_answer(text, problem)
    text = _HEAD.sub("", text)
    if text.lstrip()[:1] in ("[", "{"):
        try:
            return json_value(text)
        except ValueError as error:
            raise MalformedPuzzleError(str(error)) from None
    try:
        if _NUMBERS.fullmatch(text):
            return [*map(whole, text.replace(",", " ").split())]
        return {name: _value(value) for name, value in _pairs(text)}
    except MalformedPuzzleError:
        raise
    except ValueError as error:  # a number of 5000 digits
        raise MalformedPuzzleError(str(error)) from None


def _value(text: str) -> Any:
    """A number, a word as it is, or an array of these."""
    if text.startswith("["):
        return json_value(_WORD.sub(r'"\g<0>"', text))
    return text if text[:1].isalpha() or text[:1] == "_" else whole(text)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """The names of a text with their values."""
    place = len(text) - len(text.lstrip())
    while place < len(text):
        if (pair := _PAIR.match(text, place)) is None:
            raise MalformedPuzzleError(
                f"found {text[place : place + 40]!r}, expected values as x=1, y=2 or 1 2"
            )
        yield pair[1], pair[2]
        place = pair.end()


def assignment(found: object, problem: Problem) -> Solution:
    """The values of a list in the order of the variables, or of an object by their names.

    Raises:
        MalformedPuzzleError: it is neither, or has not for each variable one.
    """
    if isinstance(found, Mapping):
        found = _by_name(found, problem.names)
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise MalformedPuzzleError(f"found {found!r:.40}, expected a list of whole numbers")
    symbols = problem.symbols
    try:
        values = problem.solution(
            _without_word(each, symbols.of_variable(place) if symbols else ())
            for place, each in enumerate(found)
        )
    except TypeError:
        raise MalformedPuzzleError(f"found {found!r:.40}, expected whole numbers") from None
    if len(values) != (number := len(problem.domains)):
        raise MalformedPuzzleError(
            f"found {counted(len(values), 'value')}, expected {number}, one for each variable"
        )
    return values


def _without_word(value: object, words: tuple[str, ...]) -> Any:
    """The number that a word stands for, also true or false of JSON; anything else as it is."""
    word = str(value).lower() if isinstance(value, bool) else value
    if word not in words:
        return None if isinstance(value, bool) else value
    return words.index(str(word))


def _by_name(found: Mapping[str, object], names: Sequence[str]) -> list[object]:
    elements = {element_of(name): name for name in names}  # x[0,1] is x[0][1] as well
    own, held = {*names}, dict[str, object]()
    starts: dict[str, tuple[int, ...]] = {}  # of each array its first place
    for array, index in elements:
        starts[array] = min(index, starts.get(array, index))
    for name, value in found.items():
        if name in own:
            held[name] = value
            continue
        for place, each in _items(*element_of(name), value, starts):
            if place not in elements:
                raise MalformedPuzzleError(_no_variable(place, elements))
            held[elements[place]] = each
    for name in names:
        if name not in held:
            raise MalformedPuzzleError(f"found no value of {name!r}")
    return [held[name] for name in names]


def _no_variable(place: Place, elements: Mapping[Place, str]) -> str:
    """The error for a place of an array that has no variable, with the names that it has."""
    array, index = place
    said = f"{array}[{','.join(map(str, index))}]" if index else array
    alike = [name for (own, _), name in elements.items() if own == array]
    expected = f", expected {alike[0]} to {alike[-1]}" if alike else ""
    return f"found a value of {said!r}, which is no variable{expected}"


def _items(
    array: str, place: tuple[int, ...], value: object, starts: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[Place, object]]:
    """The elements of an array's part with their places in it; a single one by its own."""
    if isinstance(value, list):
        first = starts.get(array, ())[len(place) :]
        for number, each in enumerate(value, first[0] if first else 0):
            yield from _items(array, (*place, number), each, starts)
    else:
        yield (array, place), value
