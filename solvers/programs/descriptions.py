r"""A description of a program, in TOML: how it is called, what it reads, how it answers.

    about = "what it is, in a line"            optional
    command = ["minisat", "{cnf}", "{result}"]    the program and its arguments; there is no shell
    input = "dimacs"                              or "puzzle": one line, as `accord convert` writes;
                                                  or "xcsp3", "flatzinc", "opb", "wcnf"
    engine = "minisat"                            the lineage of its search code: programs that
                                                  share it are not independent

The optional keys, with their defaults:

    family = "sat"              `sat` of DIMACS and WCNF, `cp` of XCSP3 and FlatZinc, `pb` of OPB,
                                else `other`
    model = "NAME"              of puzzles only: the lineage of its model of the rules, as `engine`
    sizes = [1, 36]             of the puzzles it takes; at most 35 for lines, which end at Z
    enumerates = true           whether further grids can be asked for; false of puzzles, OPB, WCNF
    proves = true               whether it can claim that there is none; of puzzles: no_solution
    cores = 1                   on how many it works at a time
    complete = true             whether it decides everything, given time
    version = ["--version"]     arguments that print its version; none: its file is hashed
    distribution = "NAME"       a Python distribution that may ship the program
    stdin = "puzzle"            it finds the puzzle on standard input
    blank = "."                 how a blank cell is written in a line
    no_solution = "TEXT"        what its output contains when there is no solution
    all = ["-a"]                of XCSP3: arguments more with which it prints every solution
    exhausted = 'REGEX'         what it then prints when these are all
    parser = "NAME"             of XCSP3: the library under its reader, if others read with it, too
    library = "std"             of FlatZinc: its definitions of global constraints, a folder beside
                                this file, or the name of one that MiniZinc has
    jar = "ACE-*.jar"           a file of the distribution, in place of `{jar}`
    [counters]                  what it counts, each a regular expression with one group of digits
    conflicts = '^c conflicts: +(\d+)'

Placeholders in the command, filled in once, so that what a path or a value holds is not one:
`{cnf}` the path of the DIMACS file, `{result}` of a file in which the
program leaves its model, `{puzzle}` the line, `{instance}` the path of the other files, `{seed}` a
number that users set, and `{folder}` the folder of the description.  A program is a name to be
looked for or a path; a relative path begins at that folder.

An unknown key is an error: a misspelt one would be a setting that is silently ignored.

`path_for` and `run_described` call a program that is described, for those that write clauses or a
line (external.py) and those that write an XCSP3 instance (instances.py).
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from os.path import isfile
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from accord.puzzles.fields import Check, Key, Text, Texts, between, is_text
from accord.puzzles.files.outside_file import fields_of_toml
from accord.puzzles.grid import LARGEST_SYMBOL
from accord.puzzles.outside_data import pattern_of
from accord.puzzles.phrasing import listed, nearest
from accord.solvers.backend import Family, Need
from accord.solvers.budget import COUNTERS, Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs.program import Ended, run
from accord.solvers.settings import MOST_THREADS

Input = Literal["dimacs", "puzzle", "xcsp3", "flatzinc", "opb", "wcnf"]
LARGEST: Mapping[Input, int] = dict.fromkeys(get_args(Input), 36) | {"puzzle": LARGEST_SYMBOL}
LONGEST = 1 << 16  # bytes of a description
PLACEHOLDERS = ("cnf", "result", "puzzle", "instance", "seed", "folder", "jar")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


class DescriptionError(ValueError):
    """The file describes no program; says where, what was found and what was expected."""


def _has_groups(pattern: str, number: int) -> bool:
    """Whether a text is a regular expression with so many groups."""
    try:
        return pattern_of(pattern).groups == number
    except ValueError:
        return False


def _are_counters(patterns: Mapping[str, Any]) -> bool:
    return all(
        name in COUNTERS and isinstance(pattern, str) and _has_groups(pattern, 1)
        for name, pattern in patterns.items()
    )


@dataclass(frozen=True, kw_only=True)
class ProgramFile:
    """The keys of a description's file, before they are checked together."""

    command: Texts  # the program, found from its folder, and arguments with placeholders
    input: Input
    engine: Text
    family: Family
    model: Text
    extent: Annotated[
        tuple[int, int],
        Key("sizes"),
        Check(
            lambda sizes: 1 <= sizes[0] <= sizes[1] <= max(LARGEST.values()),
            f"two whole numbers, the smallest and the largest, from 1 to {max(LARGEST.values())}",
        ),
    ]
    enumerates: bool
    proves: bool
    complete: bool = True
    cores: Annotated[int, between(1, MOST_THREADS)] = 1
    about: Text = ""
    version: Texts = ()
    distribution: Text = ""
    stdin: Annotated[str, Check("puzzle".__eq__, "puzzle")] = ""
    blank: Annotated[str, Check(lambda text: is_text(text) and len(text) == 1, "one character")] = (
        "."
    )
    no_solution: Text = ""
    all: Texts = ()
    exhausted: Annotated[
        str,
        Check(
            lambda pattern: is_text(pattern) and _has_groups(pattern, 0),
            "a regular expression without groups",
        ),
    ] = ""
    parser: Text = ""
    library: Text = "std"
    jar: Text = ""
    counters: Annotated[
        Mapping[str, str],
        Check(_are_counters, f"regular expressions with one group each, by {', '.join(COUNTERS)}"),
    ] = field(default_factory=dict)


DERIVED = ("family", "model", "extent", "enumerates", "proves")  # where the file says nothing


@dataclass(frozen=True, kw_only=True)
class Description(ProgramFile):
    """A program as a checked description says it."""

    file: Path
    folder: str  # of the file, from the root
    before: Callable[[Mapping[str, str]], Sequence[str]] = lambda values: ()
    """Words that start its command in a sandbox, made of the values by placeholder."""

    @property
    def sizes(self) -> range:
        """The sizes of puzzles that it takes."""
        least, most = self.extent
        return range(least, most + 1)

    @property
    def name(self) -> str:
        """The program, without its folder."""
        return Path(self.command[0]).name

    @property
    def need(self) -> Need:
        """The program, which has to be installed."""
        distributions = (self.distribution,) if self.distribution and not self.jar else ()
        return Need(program=self.command[0], distributions=distributions, says_version=self.version)

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the program needs, and the program: its jar's distribution, what flattens for it."""
        jar = (Need(distributions=(self.distribution,)),) if self.jar else ()
        compiler = (Need(program="minizinc"),) if self.input == "flatzinc" else ()
        return (*jar, *compiler, self.need)

    @property
    def digest(self) -> str:
        """A hash of the description and of every file that its command names."""
        program, *words = self.command
        words = [program, *(_fill(word, {"folder": self.folder}) for word in words)]
        files = [Path(each) for each in words if isfile(each)]
        parts = [each.read_bytes() for each in (self.file, *files)]
        return sha256(b"".join(sha256(part).digest() for part in parts)).hexdigest()[:12]

    def takes(self, placeholder: str) -> bool:
        """Whether the program's arguments have this placeholder."""
        return any(f"{{{placeholder}}}" in argument for argument in self.command[1:])

    def call(self, path: str, every: bool = False, **values: str) -> list[str]:
        """The program's path and what it is called with, the placeholders filled.

        Args:
            path: of the program.
            every: whether all solutions are asked for, where that is said by further arguments.
            values: by placeholder.
        """
        words = (*self.command[1:], *(self.all if every else ()))
        values = {"folder": self.folder} | values
        return [*self.before(values), path, *(_fill(word, values) for word in words)]


def read_description(
    path: Path, within: Path | None = None, without: Collection[str] = ()
) -> Description:
    """The program that a file describes.

    Args:
        path: of the file.
        within: the folder that came from outside, as of puzzles/files/outside_file.py.
        without: keys that are passed over, as if the file had none of them.

    Raises:
        DescriptionError: it does not.
    """
    known = fields_of_toml(path, ProgramFile, DescriptionError, within, LONGEST, without, DERIVED)
    for complaint in _complaints(known):
        raise DescriptionError(f"{path}: {complaint}")
    return _description(path, known)


def shipped(kind: Input) -> dict[str, Description]:
    """The descriptions in this folder of programs that read this, by name."""
    described = map(read_description, sorted(Path(__file__).parent.glob("*.toml")))
    return {each.file.stem: each for each in described if each.input == kind}


def _description(path: Path, known: dict[str, Any]) -> Description:
    """The description of what a file without faults says."""
    kind, engine = known["input"], known["engine"]
    puzzles = kind == "puzzle"
    folder = str(path.resolve().parent)
    defaults = {
        "family": FAMILIES.get(kind, "other"),
        "model": {"dimacs": "cnf", "flatzinc": "minizinc"}.get(kind, engine if puzzles else kind),
        "extent": (1, LARGEST[kind]),
        "enumerates": kind in ("dimacs", "xcsp3", "flatzinc"),
        "proves": not puzzles or "no_solution" in known,
    }
    program, *arguments = known["command"]
    program = _fill(program, {"folder": folder})
    if "/" in program:
        program = str(Path(folder, program))
    known["command"] = (program, *arguments)
    return Description(file=path, folder=folder, **(defaults | known))


def _fill(argument: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), argument)


FAMILIES: Mapping[str, Family] = {
    **dict.fromkeys(("dimacs", "wcnf"), "sat"),
    **dict.fromkeys(("xcsp3", "flatzinc"), "cp"),
    "opb": "pb",
}
INSTANCES: tuple[Input, ...] = ("xcsp3", "flatzinc", "opb", "wcnf")
OF: Mapping[tuple[Input, ...], Sequence[str]] = {  # keys and placeholders of some inputs only
    ("dimacs",): ("{cnf}", "{result}"),
    ("puzzle",): ("{puzzle}", "stdin", "blank", "no_solution", "model"),
    ("xcsp3",): ("all", "exhausted", "parser"),
    ("flatzinc",): ("library",),
    INSTANCES: ("{instance}",),
}


def _complaints(table: Mapping[str, Any]) -> Iterator[str]:
    """The faults of a description in words, the first one first."""
    command = [*table["command"], *table.get("all", ())]
    for found in _PLACEHOLDER.findall(" ".join(command)):
        if found not in PLACEHOLDERS:
            yield f"command: found {{{found}}}, expected {nearest(found, PLACEHOLDERS)}"
    for inputs, words in OF.items():
        only = listed([f'"{each}"' for each in inputs], "or")
        for word in words if table["input"] not in inputs else ():
            if word in table:
                yield f"found the key {word!r}, expected it with input = {only} only"
            elif word[0] == "{" and word in " ".join(command):
                yield f"command: found {word}, expected it with input = {only} only"
    kind = table["input"]
    yield from {"dimacs": _of_dimacs, "puzzle": _of_puzzles}.get(kind, _of_instances)(table)
    if ("{jar}" in " ".join(command[1:])) != ("jar" in table):
        yield "found {jar} in the command or the key `jar` alone, expected both or neither"
    if "jar" in table and "distribution" not in table:
        yield "jar: found no `distribution`, expected the Python distribution that it is in"


def _of_dimacs(table: Mapping[str, Any]) -> Iterator[str]:
    if "{cnf}" not in " ".join(table["command"][1:]):
        yield "command: found no {cnf}, expected it where the path of the DIMACS file goes"


def _of_puzzles(table: Mapping[str, Any]) -> Iterator[str]:
    if ("{puzzle}" in " ".join(table["command"][1:])) == ("stdin" in table):
        yield "found {puzzle} in the command and `stdin`, or neither; expected one of them"
    if table.get("extent", (1, 1))[1] > LARGEST_SYMBOL:
        found = [*table["extent"]]
        yield f"sizes: found {found}, expected at most {LARGEST_SYMBOL} for lines"
    if table.get("enumerates"):
        yield "enumerates: found true, expected false: one grid is read from its output"
    if table.get("proves") and "no_solution" not in table:
        yield "proves: found true without `no_solution`, expected what it prints then"


def _of_instances(table: Mapping[str, Any]) -> Iterator[str]:
    if "{instance}" not in " ".join(table["command"][1:]):
        yield "command: found no {instance}, expected it where the path of the file goes"
    if table["input"] in ("opb", "wcnf") and table.get("enumerates"):
        yield "enumerates: found true, expected false: of OPB and WCNF one answer is asked for"
    if ("all" in table) != ("exhausted" in table):
        yield "found `all` or `exhausted` alone, expected both or neither"


def declared(description: Description) -> dict[str, Any]:
    """The fields of a Backend that a description declares, by name."""
    same = ("engine", "model", "family", "sizes", "enumerates", "proves", "complete", "cores")
    same_values = {name: getattr(description, name) for name in same}
    return {**same_values, "needs": description.needs}


def path_for(description: Description, seed: int) -> str:
    """The path of a described program, which has to take a seed if there is one.

    Raises:
        UnsupportedError: it takes none, or something is not installed.
    """
    if seed and not description.takes("seed"):
        raise UnsupportedError(f"{description.name} takes no seed")
    if missing := next((need.missing for need in description.needs if need.missing), ""):
        raise UnsupportedError(missing)
    return description.need.path


def run_described(
    description: Description, command: Sequence[str], budget: Budget, stdin: Path | None = None
) -> Ended:
    """Run the program to its end, and add what it has counted.

    Raises:
        GaveUpError: the time is over.
        RuntimeError: it printed too much, or reports an error; says which program.
    """
    try:
        ended = run(command, budget, stdin)
    except RuntimeError as error:
        raise RuntimeError(f"{description.name}: {error}") from None
    count(description, ended.output, budget)
    unclaimed = ended._replace(output=ended.output.replace(description.no_solution, ""))
    if unclaimed.reported:
        raise RuntimeError(f"{description.name}: {unclaimed.manner}")
    return ended


def count(description: Description, output: str, budget: Budget) -> None:
    """Add what the program says that it has counted, the last time it says so."""
    for name, pattern in description.counters.items():
        if found := re.findall(pattern, output, re.MULTILINE):
            budget.spent[name] += int(found[-1])
