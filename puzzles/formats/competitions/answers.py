"""Answers about formulas in the words of the competitions: lines `s`, `o` and `v`.

    s OPTIMUM FOUND      SATISFIABLE, UNSATISFIABLE, UNKNOWN ...
    o 7                  a value of the objective, the last one that of the solution
    v 1 -2 3 0           dimacs: literals and a 0, of the SAT competitions, and MaxSAT's until 2021
    v x1 -x2 x3          opb: literals by names, of the pseudo-Boolean competitions
    v 101                wcnf: for each variable 0 or 1, of the MaxSAT evaluations since 2022

A variable has its place in the problem, from 1, whatever it is called.  All three are of problems
whose variables are 0 or 1.
"""

import re
from collections.abc import Iterator, Sequence

from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.sudoku.shape import MalformedPuzzleError

LANGUAGES = ("dimacs", "opb", "wcnf")
MOST_WORDS = 50  # on a line
MODEL = ("SATISFIABLE", "OPTIMUM FOUND")  # statuses that come with one
_LINE = re.compile(
    r"^(s\s+[A-Z]|v(?:\s+[-x0-9]|\s*$)|o\s+[-+]?[0-9]+\s*$)", re.MULTILINE | re.ASCII
)
_LITERAL = re.compile(r"(-?)x?([1-9][0-9]{0,17})", re.ASCII)
_STRING = re.compile("[01]+")


def is_binary(problem: Problem) -> bool:
    """Whether all variables have no other values than 0 and 1."""
    return all(not domain or (min(domain) >= 0 and max(domain) <= 1) for domain in problem.domains)


def value_lines(language: str, values: Sequence[int]) -> Iterator[str]:
    """The lines `v` of values 0 and 1, without their ends."""
    if language == "wcnf":
        yield f"v {''.join(map(str, values))}"
        return
    name, end = ("x", ()) if language == "opb" else ("", ("0",))
    words = [f"{'' if value else '-'}{name}{place}" for place, value in enumerate(values, 1)]
    words += end
    for start in range(0, max(len(words), 1), MOST_WORDS):
        yield f"v {' '.join(words[start : start + MOST_WORDS])}".rstrip()


def is_answer(text: str) -> bool:
    """Whether a line of a text is one of an answer."""
    return bool(_LINE.search(text))


def claimed_value(text: str) -> int | None:
    """The number in the last line `o` of an answer; None where there is none."""
    found = re.findall(r"^o\s+([-+]?[0-9]{1,4000})\s*$", text, re.MULTILINE | re.ASCII)
    return int(found[-1]) if found else None


def read_answer(text: str, problem: Problem) -> dict[str, int]:
    """The values that the lines `v` of an answer claim, right or wrong, by the variables' names.

    Raises:
        MalformedPuzzleError: there is none, or they are not of such a problem.
    """
    lines = [line.split() for line in text.splitlines()]
    for status in (" ".join(words[1:]) for words in lines if words[:1] == ["s"]):
        if status not in MODEL:
            raise MalformedPuzzleError(f"found s {status}, expected a solution in lines v")
    marked = [words[1:] for words in lines if words[:1] == ["v"]]
    if not marked:
        raise MalformedPuzzleError("found no line v, expected a solution in such lines")
    if not is_binary(problem):
        raise MalformedPuzzleError(
            "found lines v of 0/1 variables, expected values as x=1, y=2, for a problem with others"
        )
    words, number = [word for each in marked for word in each], len(problem.domains)
    if len(words) == 1 and len(words[0]) == number and _STRING.fullmatch(words[0]):
        return dict(zip(problem.names, map(int, words[0]), strict=True))
    values: dict[str, int] = {}
    for word in words[:-1] if words[-1:] == ["0"] else words:
        match = _LITERAL.fullmatch(word)
        if match is None or int(match[2]) > number:
            expected = f"a literal of {counted(number, 'variable')}, as 1 or -x2"
            raise MalformedPuzzleError(f"line v: found {word[:20]!r}, expected {expected}")
        value = int(not match[1])
        if values.setdefault(problem.names[int(match[2]) - 1], value) != value:
            raise MalformedPuzzleError(f"line v: found {word!r} and its contrary, expected one")
    return values
