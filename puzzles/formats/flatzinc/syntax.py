"""The parts of FlatZinc's statements: values, arrays and annotations.

A value is a whole number, true or false, a set of whole numbers, a variable, or a list of these;
text becomes one by looking it up, so that what was read before costs no more than that.  The
grammar is that of the MiniZinc handbook, chapter "FlatZinc and its grammar"; floats are refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Union

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.domain import Domain
from accord.puzzles.formats.competitions.formulas import integer, misread
from accord.puzzles.sudoku.shape import MalformedPuzzleError

Atom = int | bool | Variable
Value = Union[Atom, Domain, "Values"]
Values = tuple[Value, ...]
NAME = r"[A-Za-z_][A-Za-z0-9_]*"
DEEPEST = 50  # annotations in annotations
FLOATS = "whole numbers and Booleans: accord has no floats"
_INTEGER = re.compile(r"-?[0-9]+", re.ASCII)
_FLOAT = re.compile(r"-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)", re.ASCII)
_RANGE = re.compile(r"(-?[0-9]+)\s*\.\.\s*(-?[0-9]+)", re.ASCII)
# of an array; nothing is matched twice, however many blanks there are
_ITEM = re.compile(r"\s*+(\{[^{}]*+\}|[^,{}]++)\s*+(?:,|$)")
_ARGUMENT = re.compile(r'\s*+(?:\[([^][()"]*+)\]|(\{[^{}"]*+\}|[^][{}(),;"]++))\s*+([,)])')
_SHOWN = re.compile(r"\boutput_(?:var|array)\b")
_SIMPLE = re.compile(rf"(?:::\s*{NAME}(?:\(\s*{NAME}\s*\))?\s*)*", re.ASCII)
_WORD = re.compile(
    rf'\s*("(?:[^"\\\n]|\\.)*"|-?[0-9]+\s*\.\.\s*-?[0-9]+|{NAME}|-?[0-9][0-9.eE+-]*|::|[][(){{}},=])',
    re.ASCII,
)


@dataclass(frozen=True)
class Annotation:
    """An annotation, or a name within one."""

    name: str
    arguments: tuple["Argument", ...] = ()


Argument = Union[Annotation, str, int, Domain, "Arguments"]
Arguments = tuple[Argument, ...]


class NamedValues(dict[str, Value]):
    """What names and numbers mean, by their text; `line` is where they stand."""

    def __init__(self) -> None:
        super().__init__(true=True, false=False)
        self.line = 1

    def __missing__(self, text: str) -> Value:
        if (bare := text.strip()) != text:
            return self[bare]
        if _INTEGER.fullmatch(text):
            self[text] = number = integer(self.line, text)
            return number
        if match := _RANGE.fullmatch(text):
            low, high = (integer(self.line, each) for each in match.groups())
            return Domain(((low, high),) if low <= high else ())
        if text[:1] == "{" and text[-1:] == "}":
            members = text[1:-1]
            return Domain.of(map(self._member, members.split(",") if members.strip() else ()))
        if _FLOAT.fullmatch(text):
            raise misread(self.line, text, FLOATS)
        if re.fullmatch(NAME, text, re.ASCII):
            raise misread(self.line, text, "a name that is declared above")
        raise misread(self.line, text, "a value")

    def _member(self, text: str) -> int:
        if not _INTEGER.fullmatch(text.strip()):
            raise misread(self.line, text.strip(), "a whole number in a set")
        return integer(self.line, text.strip())

    def array(self, body: str) -> Values:
        """The values between the brackets of an array."""
        if "{" not in body:
            return tuple(map(self.__getitem__, body.split(","))) if body.strip() else ()
        found, end = list[Value](), 0
        while end < len(body):
            if not (match := _ITEM.match(body, end)):
                raise misread(self.line, body[end:], "values with commas between")
            found.append(self[match[1]])
            end = match.end()
        return tuple(found)

    def expression(self, text: str) -> Value:
        """The value, or the array in brackets, that a text says."""
        text = text.strip()
        if text.startswith("[") and text.endswith("]"):
            return self.array(text[1:-1])
        return self[text]

    def arguments(self, text: str, start: int) -> tuple[list[Value], int]:
        """The arguments of a predicate, and where they end; `start` is behind the bracket."""
        found = list[Value]()
        while match := _ARGUMENT.match(text, start):
            body, atom, end = match.groups()
            found.append(self[atom] if body is None else self.array(body))
            start = match.end()
            if end == ")":
                return found, start
        raise misread(self.line, text[start:], "arguments, commas between them, and a ')'")

    def annotations(self, text: str) -> tuple[tuple[Annotation, ...], str]:
        """The annotations at the beginning of a text, and what stands behind them.

        What is not worth looking at, `:: is_defined_var` and so on, is left out.
        """
        match = _SIMPLE.match(text)
        assert match is not None
        rest = text[match.end() :]
        if rest[:1] in ("", "="):
            return tuple(map(Annotation, _SHOWN.findall(match[0]))), rest
        return _Annotations(text, self.line).read()


class _Annotations:
    """A text of annotations, read word by word."""

    def __init__(self, text: str, line: int) -> None:
        self._text, self._line, self._end, self._depth = text, line, 0, 0
        self._word = ""
        self._advance()

    def _advance(self) -> str:
        """The word, after which the next one is the word."""
        taken, self._start = self._word, self._end
        if match := _WORD.match(self._text, self._end):
            self._word, self._end = match[1], match.end()
        elif self._text[self._end :].strip():
            raise self._wrong("an annotation")
        else:
            self._word = ""
        return taken

    def _wrong(self, expected: str) -> MalformedPuzzleError:
        return misread(self._line, self._text[self._start :].strip() or ";", expected)

    def read(self) -> tuple[tuple[Annotation, ...], str]:
        """All of them, and the rest of the text."""
        found = list[Annotation]()
        while self._word == "::":
            self._advance()
            each = self._one()
            if not isinstance(each, Annotation):
                raise self._wrong("an annotation")
            found.append(each)
        return tuple(found), self._text[self._start :].strip()

    def _one(self) -> Argument:
        start = self._start
        word = self._advance()
        if word == "[":
            return tuple(self._several("]"))
        if word == "{":
            return Domain.of([each for each in self._several("}") if isinstance(each, int)])
        if word[:1] == '"':
            return word[1:-1]
        if match := _RANGE.fullmatch(word):
            low, high = (integer(self._line, each) for each in match.groups())
            return Domain(((low, high),) if low <= high else ())
        if _INTEGER.fullmatch(word):
            return integer(self._line, word)
        if re.fullmatch(NAME, word, re.ASCII):
            if self._word != "(":
                return Annotation(word)
            self._advance()
            return Annotation(word, tuple(self._several(")")))
        if _FLOAT.fullmatch(word):
            return word
        self._start = start
        raise self._wrong("an annotation")

    def _several(self, end: str) -> Iterator[Argument]:
        """What stands between commas, up to the bracket that closes it."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise misread(self._line, "brackets", f"at most {DEEPEST} within each other")
        while self._word != end:
            yield self._one()
            if self._word not in (",", end):
                raise self._wrong(f"a comma or a {end!r}")
            if self._word == ",":
                self._advance()
        self._advance()
        self._depth -= 1
