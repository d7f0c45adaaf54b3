r"""A description of a program, in TOML: how it is called, what it reads, how it answers.

    about = "what it is, in a line"            optional
    command = ["minisat", "{cnf}", "{result}"]    the program and its arguments; there is no shell
    input = "dimacs"                              or "puzzle": one line, as `accord convert` writes
    engine = "minisat"                            the lineage of its search code: programs that
                                                  share it are not independent

The optional keys, with their defaults:

    family = "sat"              `sat` of DIMACS, else `other`
    model = "NAME"              of puzzles only: the lineage of its model of the rules, as `engine`
    sizes = [1, 36]             of the puzzles it takes; at most 35 for lines, which end at Z
    enumerates = true           whether further grids can be asked for; false of puzzles
    proves = true               whether it can claim that there is none; of puzzles: no_solution
    cores = 1                   on how many it works at a time
    complete = true             whether it decides everything, given time
    version = ["--version"]     arguments that print its version; none: its file is hashed
    distribution = "NAME"       a Python distribution that may ship the program
    stdin = "puzzle"            it finds the puzzle on standard input
    blank = "."                 how a blank cell is written in a line
    no_solution = "TEXT"        what its output contains when there is no solution
    [counters]                  what it counts, each a regular expression with one group of digits
    conflicts = '^c conflicts: +(\d+)'

Placeholders in the command: `{cnf}` the path of the DIMACS file, `{result}` of a file in which the
program leaves its model, `{puzzle}` the line, `{seed}` a number that users set, and `{folder}` the
folder of the description.  A program is a name to be looked for or a path; a relative path begins
at that folder.

An unknown key is an error: a misspelt one would be a setting that is silently ignored.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from accord.puzzles.grid import LARGEST_SYMBOL
from accord.solvers.backend import Family, Need
from accord.solvers.budget import COUNTERS
from accord.solvers.settings import MOST_THREADS, nearest

LARGEST = {"dimacs": 36, "puzzle": LARGEST_SYMBOL}
PLACEHOLDERS = ("cnf", "result", "puzzle", "seed", "folder")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class DescriptionError(ValueError):
    """The file describes no program; says where, what was found and what was expected."""


@dataclass(frozen=True)
class Description:
    """A program, checked."""

    file: Path
    command: tuple[str, ...]  # with placeholders, but for the folder's
    input: Literal["dimacs", "puzzle"]
    engine: str
    family: Family
    model: str
    sizes: range
    enumerates: bool
    proves: bool
    complete: bool = True
    cores: int = 1
    about: str = ""
    version: tuple[str, ...] = ()
    distribution: str = ""
    stdin: str = ""
    blank: str = "."
    no_solution: str = ""
    counters: Mapping[str, str] = field(default_factory=dict)  # patterns

    @property
    def name(self) -> str:
        """The program, without its folder."""
        return Path(self.command[0]).name

    @property
    def need(self) -> Need:
        """What has to be installed."""
        distributions = (self.distribution,) if self.distribution else ()
        return Need(program=self.command[0], distributions=distributions, says_version=self.version)

    @property
    def digest(self) -> str:
        """A hash of the description and of every file that its command names."""
        files = [Path(argument) for argument in self.command if "{" not in argument]
        parts = [self.file.read_bytes(), *(f.read_bytes() for f in files if f.is_file())]
        return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()[:12]

    def takes(self, placeholder: str) -> bool:
        """Whether the command has this placeholder."""
        return any(f"{{{placeholder}}}" in argument for argument in self.command)

    def arguments(self, **values: str) -> list[str]:
        """What the program is called with, the placeholders filled."""
        return [_fill(argument, values) for argument in self.command[1:]]


def read_description(path: Path) -> Description:
    """The program that a file describes.

    Raises:
        DescriptionError: it does not.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DescriptionError(f"{path}: {error.strerror}, expected a description") from None
    except ValueError as error:  # no TOML, or no UTF-8
        raise DescriptionError(f"{path}: {error}") from None
    for complaint in _complaints(table):
        raise DescriptionError(f"{path}: {complaint}")
    return _description(path, table)


def _description(path: Path, table: Mapping[str, Any]) -> Description:
    """The description that a table without faults is."""
    known = dict(table)
    kind, engine = known["input"], known["engine"]
    folder = {"folder": str(path.resolve().parent)}
    low, high = known.pop("sizes", (1, LARGEST[kind]))
    defaults = {
        "family": "sat" if kind == "dimacs" else "other",
        "model": "cnf" if kind == "dimacs" else engine,
        "enumerates": kind == "dimacs",
        "proves": kind == "dimacs" or "no_solution" in known,
    }
    program, *arguments = (_fill(argument, folder) for argument in known["command"])
    if "/" in program:
        program = str(path.resolve().parent / program)
    known["command"] = (program, *arguments)
    known["version"] = tuple(known.get("version", ()))
    return Description(path, sizes=range(low, high + 1), **(defaults | known))


def _fill(argument: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), argument)


class Kind(NamedTuple):
    """What a value may be."""

    fits: Callable[[Any], bool]
    expected: str


def _words(*words: str) -> Kind:
    return Kind(lambda value: value in words, " or ".join(map(repr, words)))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != "" and "\0" not in value


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _are_sizes(value: Any) -> bool:
    whole = isinstance(value, list) and all(type(number) is int for number in value)
    return whole and len(value) == 2 and 1 <= value[0] <= value[1] <= max(LARGEST.values())


def _are_cores(value: Any) -> bool:
    return type(value) is int and 1 <= value <= MOST_THREADS


def _are_patterns(value: Any) -> bool:
    return isinstance(value, dict) and all(
        name in COUNTERS and isinstance(pattern, str) and _groups(pattern) == 1
        for name, pattern in value.items()
    )


def _groups(pattern: str) -> int:
    try:
        return re.compile(pattern).groups
    except re.error:
        return 0


TEXT = Kind(_is_text, "a text")
TEXTS = Kind(_are_texts, "a list of texts, one or more")
TRUTH = Kind(lambda value: isinstance(value, bool), "true or false")
KEYS = {
    "command": TEXTS,
    "input": _words("dimacs", "puzzle"),
    "engine": TEXT,
    "about": TEXT,
    "family": _words(*get_args(Family)),
    "model": TEXT,
    "sizes": Kind(_are_sizes, "two whole numbers, the smallest and the largest, from 1 to 36"),
    "enumerates": TRUTH,
    "proves": TRUTH,
    "complete": TRUTH,
    "cores": Kind(_are_cores, f"a whole number from 1 to {MOST_THREADS}"),
    "version": TEXTS,
    "distribution": TEXT,
    "stdin": _words("puzzle"),
    "blank": Kind(lambda value: _is_text(value) and len(value) == 1, "one character"),
    "no_solution": TEXT,
    "counters": Kind(
        _are_patterns, f"regular expressions with one group each, by {', '.join(COUNTERS)}"
    ),
}
REQUIRED = ("command", "input", "engine")
OF_PUZZLES = ("stdin", "blank", "no_solution", "model")


def _complaints(table: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a table, in words; the first is to be mended before the next is read."""
    for key, value in table.items():
        if key not in KEYS:
            yield f"found the key {key!r}, expected {nearest(key, [*KEYS])}"
        elif not KEYS[key].fits(value):
            yield f"{key}: found {value!r:.80}, expected {KEYS[key].expected}"
    for key in REQUIRED:
        if key not in table:
            yield f"found no {key!r}, expected {KEYS[key].expected}"
    for found in _PLACEHOLDER.findall(" ".join(table["command"])):
        if found not in PLACEHOLDERS:
            yield f"command: found {{{found}}}, expected {nearest(found, PLACEHOLDERS)}"
    yield from (_of_dimacs if table["input"] == "dimacs" else _of_puzzles)(table)


def _of_dimacs(table: Mapping[str, Any]) -> Iterator[str]:
    command = " ".join(table["command"][1:])
    if "{cnf}" not in command:
        yield "command: found no {cnf}, expected it where the path of the DIMACS file goes"
    if "{puzzle}" in command:
        yield 'command: found {puzzle}, expected it with input = "puzzle" only'
    for key in OF_PUZZLES:
        if key in table:
            yield f'found the key {key!r}, expected it with input = "puzzle" only'


def _of_puzzles(table: Mapping[str, Any]) -> Iterator[str]:
    command = " ".join(table["command"][1:])
    for word in ("{cnf}", "{result}"):
        if word in command:
            yield f'command: found {word}, expected it with input = "dimacs" only'
    if ("{puzzle}" in command) == ("stdin" in table):
        yield "found {puzzle} in the command and `stdin`, or neither; expected one of them"
    if table.get("sizes", [1, 1])[1] > LARGEST_SYMBOL:
        yield f"sizes: found {table['sizes']}, expected at most {LARGEST_SYMBOL} for lines"
    if table.get("enumerates"):
        yield "enumerates: found true, expected false: one grid is read from its output"
    if table.get("proves") and "no_solution" not in table:
        yield "proves: found true without `no_solution`, expected what it prints then"
