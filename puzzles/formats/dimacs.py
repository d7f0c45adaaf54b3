"""DIMACS CNF, the language of SAT solvers: a problem of 0/1 variables and one constraint, clauses.

    c p show 1 3 0        a comment, by which the model counting competitions say what is shown
    p cnf 3 2             three variables, of which each has a place, and two clauses
    1 -2 0                a clause: its literals and a 0, in as many lines as it likes
    2 3 0

"Satisfiability: suggested format", DIMACS challenge, 1993.  Variable 1 is called x1.  A clause
without literals is false; a variable in no clause may be either.  Files of SATLIB end in a line `%`
and a 0, which are passed over.  What the header says has to be there: a clause that was lost would
be another problem.

A file of 500,000 clauses is read in about a second: its lines go into one array of integers.
"""

import re
from array import array
from collections.abc import Iterable

from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.domain import Domain
from accord.puzzles.errors import shown
from accord.puzzles.formats.competitions.formulas import FOR_A_BYTE, MOST_UNUSED
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.original import keep
from accord.puzzles.formats.source import Source
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import MalformedProblemError, Problem
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import MalformedPuzzleError

TRUTH = Domain(((0, 1),))
_BEGINNING = re.compile(r"\ufeff?(?:\s*c(?:[ \t][^\r\n]*)?[\r\n])*\s*p\s+cnf\b")
_HEADER = re.compile(rb"p\s+cnf\s+([0-9]{1,12})\s+([0-9]{1,12})")
_NUMBER = re.compile(rb"-?[0-9]+")
_LENIENT = re.compile(rb"^[ \t]*(?=[-+0-9])[^\n]*[_+]", re.MULTILINE)  # what int() would pass over
_SHOWN = [b"c", b"p", b"show"]


def looks_like(source: Source) -> bool:
    """Whether the first line that is no comment is the header."""
    return bool(_BEGINNING.match(source.raw))


def read_dimacs(chunks: Iterable[bytes]) -> Problem:
    """The problem that a file says.

    Args:
        chunks: its bytes, in parts of any size.

    Raises:
        MalformedPuzzleError: it says none; names the line.
    """
    text = content = b"".join(chunks).removeprefix(b"\xef\xbb\xbf")
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    reading = _DimacsLines(text.split(b"\n"), len(text))
    lenient = b"_" in text or b"+" in text
    if lenient and (found := _LENIENT.search(text)):
        raise reading.wrong_number(text.count(b"\n", 0, found.end()) + 1)
    return keep(content.lstrip(b"\n"), reading.problem())


class _DimacsLines:
    """The lines of a file, and what they have said so far."""

    def __init__(self, lines: list[bytes], size: int) -> None:
        self._lines, self._most = lines, MOST_UNUSED + FOR_A_BYTE * size
        self._flat = array("i")
        self._header, self._variables, self._clauses = 0, 0, 0  # its line, and what it says
        self._shown: list[int] | None = None
        self._shown_in = 0  # the last line of these
        self._end = 0  # the line of SATLIB's end

    def problem(self) -> Problem:
        """The problem that they say."""
        extend = self._flat.extend
        for number, line in enumerate(self._lines, 1):
            try:
                extend(map(int, line.split()))
            except (ValueError, OverflowError):
                self._other(number, line)
            else:
                if self._end or not self._header:
                    self._beside_clauses(number, line)
        if not self._header:
            raise _error(1, "found no line `p cnf`, expected one, as p cnf 3 2")
        self._expect_all_there()
        number, clauses = self._variables, FlatClauses(self._flat)
        if clauses.highest > number:
            raise self._above(number)
        formula = Clauses(tuple(range(number)), clauses)
        names = map("x{}".format, range(1, number + 1))
        show = None if self._shown is None else [each - 1 for each in self._shown]
        try:
            return Problem([TRUTH] * number, [formula], names, shown=show)
        except MalformedProblemError as error:  # a variable is shown twice
            raise _error(self._shown_in, str(error)) from None

    def _other(self, number: int, line: bytes) -> None:
        """Take a line that is not all numbers."""
        words = line.split()
        if words[0] == b"c":
            if words[:3] == _SHOWN:
                self._show(number, words[3:])
        elif words[0] == b"p" and not self._header:
            if (found := _HEADER.fullmatch(line.strip())) is None:
                raise _error(number, f"found {_text(line)}, expected p cnf VARIABLES CLAUSES")
            self._header, self._variables, self._clauses = number, *map(int, found.groups())
            if self._variables > self._most:
                found_number = f"found {self._variables:,} variables"
                raise _error(
                    number,
                    f"{found_number}, expected at most {self._most:,} in a file of this size",
                )
        elif words == [b"%"] and self._header and not self._end:
            self._end = number
        else:
            raise self.wrong_number(number)

    def wrong_number(self, number: int) -> MalformedPuzzleError:
        """The error for a line with a word that should be a number."""
        for word in self._lines[number - 1].split():
            if not _NUMBER.fullmatch(word) or abs(int(word[:12])) >= 2**31:
                return _error(number, f"found {_text(word)}, expected literals and 0, or a comment")
        raise AssertionError(number)

    def _beside_clauses(self, number: int, line: bytes) -> None:
        """Take a line of numbers before the header, or behind SATLIB's end."""
        if not line.strip():
            return
        if not self._end:
            raise _error(number, f"found {_text(line)}, expected the line `p cnf` before clauses")
        if line.split() != [b"0"]:
            raise _error(number, f"found {_text(line)}, expected no clause behind the line %")
        self._flat.pop()

    def _show(self, number: int, words: list[bytes]) -> None:
        """Take a comment that says which variables are shown."""
        if words[-1:] != [b"0"] or not all(map(_NUMBER.fullmatch, words)):
            raise _error(number, "found no 0 behind variables, expected as c p show 1 2 0")
        self._shown = (self._shown or []) + [int(word[:12]) for word in words[:-1]]
        self._shown_in = number

    def _expect_all_there(self) -> None:
        """Refuse clauses and variables that are not those of the header."""
        flat = self._flat
        if len(flat) and flat[-1]:
            raise _error(self._last(), "found an end, expected a 0 behind the last clause")
        if (found := flat.count(0)) != self._clauses:
            where = self._header if found < self._clauses else self._last()
            expected = f"expected {self._clauses:,}, as line {self._header} says"
            raise _error(where, f"found {counted(found, 'clause')}, {expected}")
        for place in self._shown or ():
            if not 0 < place <= self._variables:
                expected = f"expected 1 to {self._variables:,}"
                raise _error(self._shown_in, f"found variable {place}, {expected}")

    def _above(self, most: int) -> MalformedPuzzleError:
        """The error for the first literal of a variable that the header does not have."""
        for at, line in enumerate(self._lines, 1):
            words = line.split() if at > self._header and not _is_comment(line) else []
            for literal in map(int, words):
                if abs(literal) > most:
                    expected = f"expected up to {most:,}, as line {self._header} says"
                    return _error(at, f"found the literal {literal}, {expected}")
        raise AssertionError(most)

    def _last(self) -> int:
        """The last line with literals."""
        lines = self._lines[: self._end - 1 if self._end else None]
        return max(at for at, line in enumerate(lines, 1) if line.strip() and not _is_comment(line))


def _is_comment(line: bytes) -> bool:
    return line.lstrip().startswith(b"c")


def _text(found: bytes) -> str:
    return shown(found.decode("utf-8", "replace"))


def _error(line: int, message: str) -> MalformedPuzzleError:
    return MalformedPuzzleError(f"line {line}: {message}")


def _read(source: Source) -> Problem:
    before = b"\n" * (source.first - 1)  # so that lines have the numbers of the file
    return read_dimacs([before, source.raw.encode("utf-8", "surrogatepass")])


def _write(problem: Problem) -> str:
    """The clauses of a problem of nothing else; its names are not in them."""
    others = [each.kind for each in problem.constraints if not isinstance(each, Clauses)]
    if others or any({*domain} != {0, 1} for domain in {*problem.domains}):
        raise _unsaid(others[0] if others else "a variable of other values than 0 and 1")
    lines, clauses = list[str](), list[list[str]]()
    if not problem.shows_all:
        lines.append(f"c p show {' '.join(str(each + 1) for each in problem.shown)} 0")
    for each in problem.constraints:
        assert isinstance(each, Clauses)
        own = [str(variable + 1) for variable in each.scope]
        clauses += each.said(own, [f"-{variable}" for variable in own])
    lines.append(f"p cnf {len(problem.domains)} {len(clauses)}")
    return "\n".join([*lines, *(" ".join([*clause, "0"]) for clause in clauses)])


def _write_puzzle(puzzle: Puzzle) -> str:
    raise _unsaid("a puzzle")


def _unsaid(what: str) -> FormatError:
    return FormatError(
        f"found {what}, expected clauses over 0/1 variables alone: the format json says it, and "
        "`accord show --as dimacs` says it in clauses"
    )


FORMATS = {
    "dimacs": Format(
        "DIMACS CNF: clauses over 0/1 variables, as SAT solvers read them.",
        _read,
        _write_puzzle,
        looks_like,
        write_problem=_write,
        rank=6,
        chunks=read_dimacs,
        endings=(".cnf", ".dimacs"),
    )
}
