"""A finding: a problem on which a solver is wrong, crashes or does not end; and its case folder.

    problem.json      the problem, with the number of its solutions; any command of accord reads it
    problem.xml       the same as XCSP3
    solutions.json    all its solutions, where these are found by trying every assignment
    reproducer.py     the problem in the library's own words; runs where accord is not installed
    fault.toml        of a wrong answer, but with versions that do not fit together: what would
                      stand in solvers/known_faults.toml
    other-1.json      what it is compared with, where counts do not relate
    finding.json      whose it is, what was found, what was expected and why

An audit keeps one for each of its cells in the folder `wrong`, named by solver and column; fuzzing
keeps those of all its runs side by side, named by the problem too.  The folder of a dispute has the
same files of the problem (case_folder.py).
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from os.path import lexists
from pathlib import Path
from typing import Annotated, Any, Literal

from accord.bench.hunt.ask import ALL, State
from accord.bench.hunt.reproducers.reproducer import ScriptOutput, reproducer, run
from accord.bench.hunt.reproducers.script import sentences
from accord.bench.hunt.truth import solutions_of
from accord.bench.make.instances.collection import recorded_problem
from accord.puzzles.errors import InputError
from accord.puzzles.fields import Check, between, read_fields
from accord.puzzles.files.outside_file import content_of, subfolder, write_whole
from accord.puzzles.files.texts import FormatError, write, write_many
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected, Instance, Puzzle
from accord.solvers.registry import is_registered, registered

FINDING, EARLIER_FINDING = "finding.json", "answer.json"  # as earlier audits called it
OWN = "one of findings", f"*/{FINDING}", ".hypothesis"  # of fuzzing: see `expect_own`
WRONG = "wrong"  # the folder of findings, in that of an audit
MOST_OTHERS = 100  # problems that one is compared with
AGAIN = 3  # times that a finding is asked again in a fresh process


@dataclass(frozen=True)
class Finding:
    """A problem on which a solver is wrong, crashes or does not end, with the evidence."""

    solver: str
    version: str  # its own, or of all that it needs
    column: str
    state: State
    problem: Problem
    why: str
    evidence: str = ""  # of what was expected
    relation: str = ""  # that the counts, or the best values, do not have
    others: tuple[Problem, ...] = ()
    limit: int | None = ALL  # solutions that were asked for
    tried: int = 0  # problems until it was found
    seen: int = AGAIN  # of AGAIN times that it was asked again in a fresh process
    name: str = ""  # of the problem of an audit in which it was found
    solutions: tuple[Solution, ...] | None = None  # None where they were not all tried
    script: str | None = None
    output: ScriptOutput | None = None  # what the script printed
    outside: str = ""  # a sentence on its libraries' versions, where they do not fit together

    @property
    def place(self) -> str:
        """The name of its folder."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", f"{self.solver}-{self.column}").strip("-")
        if self.name:
            return name[-100:].strip("-")
        return f"{name[-80:].strip('-')}-{self.problem.digest[:8]}"

    @property
    def size(self) -> int:
        """The number of characters of its problems in words."""
        return sum(
            len(line) for each in (self.problem, *self.others) for line in problem_lines(each)
        )

    @property
    def is_reproduced(self) -> bool:
        """Whether the library is wrong without accord."""
        return self.output is not None and self.output.as_expected is False

    def record(self) -> dict[str, Any]:
        """The finding without its problems, solutions and script, as JSON."""
        names = (
            *("solver", "version", "column", "state", "why", "evidence", "relation", "others"),
            *("limit", "tried", "seen", "outside"),
        )
        known = {name: getattr(self, name) for name in names}
        return known | {"others": len(self.others)}

    def with_script(self, problem: Problem) -> "Finding":
        """This finding on another problem, with its solutions and the output of its script.

        The script asks the library for the values of all variables.
        """
        solutions, whole = tuple(solutions_of(problem)), problem.showing_all()
        script = reproducer(self.solver, whole, tuple(solutions_of(whole)))
        output = None if script is None else run(script)
        return replace(self, problem=problem, solutions=solutions, script=script, output=output)

    def files(self) -> dict[str, str]:
        """The texts of its files, by name."""
        found = problem_files(self.name or "problem", self.problem, self.solutions)
        for number, other in enumerate(self.others, 1):
            found[f"other-{number}.json"] = f"{write_instance(Instance('other', other))}\n"
        if self.script is not None:
            found["reproducer.py"] = self.script
        if self.state == "wrong" and not self.outside:
            found["fault.toml"] = self.fault()
        more = {"name": self.name, "output": None if self.output is None else [*self.output]}
        return found | {FINDING: f"{json.dumps(self.record() | more, indent=2)}\n"}

    def fault(self) -> str:
        """A [[fault]] entry for known_faults.toml."""
        package, _, version = self.version.partition(",")[0].partition(" ")
        said = "; ".join(problem_lines(self.problem))
        return (
            f'[[fault]]\nname = "{self.place}"\npackage = {json.dumps(package)}\n'
            f'versions = "=={version.partition(" ")[0]}"\nkind = "wrong answer"\n'
            f"what = {json.dumps(f'{self.solver} {self.why}. The problem: {said}')}\n"
            'remedy = ""\nreached = "yes"\n'
            f"accord = {json.dumps(self._standing())}\n"
            f'evidence = "{"reproduced" if self.is_reproduced else "reported"}"\n'
            f'source = "accord {f"audit, {self.name}" if self.name else "fuzz"}"\n'
        )

    def _standing(self) -> str:
        if self.script is None:
            return f"found through accord ({self.version}); there is no script without it"
        said = "wrong as well" if self.is_reproduced else "not wrong"
        return f"the library alone is {said} ({self.version}): reproducer.py"


def versions_outside(solver: str) -> str:
    """A sentence on a solver's libraries, where their versions do not fit together; else empty."""
    return registered(solver).backend.outside if is_registered(solver) else ""


@dataclass(frozen=True)
class _Record:
    """The keys of finding.json; what is null there is left out."""

    solver: str
    version: str
    column: str
    state: Literal["wrong", "crashed", "did not end"]
    why: str
    others: Annotated[int, between(0, MOST_OTHERS)]
    evidence: str = ""
    relation: str = ""
    limit: Annotated[int, Check(lambda n: n > 0, "a whole number above 0")] = 1
    tried: Annotated[int, Check(lambda n: n >= 0, "a whole number, 0 or more")] = 0
    seen: Annotated[int, between(0, AGAIN)] = AGAIN
    name: str = ""
    outside: str = ""


def problem_lines(problem: Problem) -> list[str]:
    """A problem, line by line; of a puzzle what no board shows, then its rows."""
    if not isinstance(problem, Puzzle):
        return sentences(problem)
    said = json.loads(write_instance(Instance("", problem)))
    lines = [
        f"{key}: {json.dumps(said[key])}"
        for key in ("size", "box", "rules", "regions", "extra", "constraints", "candidates")
        if key in said
    ]
    rows = problem.givens.rows
    return [*lines, *(" ".join(str(value or ".") for value in row) for row in rows)]


def problem_files(
    name: str, problem: Problem, solutions: Sequence[Solution] | None
) -> dict[str, str]:
    """The texts of the files that hold a problem, and its solutions where they are known."""
    instance = Instance(name, problem, _expected(problem, solutions))
    found = {"problem.json": "\n".join(write_many([instance], "json")) + "\n"}
    with suppress(FormatError):  # it has no words for it, as for an empty domain
        found["problem.xml"] = write(problem, "xcsp3") + "\n"
    if solutions is not None:
        rows = ",\n".join(json.dumps([*map(int, each)]) for each in solutions)
        found["solutions.json"] = f"[\n{rows}\n]\n" if rows else "[]\n"
    return found


def _expected(problem: Problem, solutions: Sequence[Solution] | None) -> Expected | None:
    """The number of these solutions, or the best value, as what an answer is compared with."""
    if solutions is None:
        return None
    if problem.goal is None:
        return Expected(count=len(solutions))
    return Expected(optimum=problem.goal.value(solutions[0])) if solutions else Expected(count=0)


def keep(finding: Finding, folder: Path) -> Path:
    """Write a finding into the folder of an audit or of fuzzing, and return its own."""
    own = subfolder(folder, *([WRONG] if finding.name else []), finding.place)
    files = finding.files()
    for earlier in (
        EARLIER_FINDING,
        "problem.xml",
        "solutions.json",
        "reproducer.py",
        "fault.toml",
    ):
        if earlier not in files:
            (own / earlier).unlink(missing_ok=True)
    write_files(own, files)
    return own


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into a folder, by name."""
    for name, text in files.items():
        write_whole(folder / name, text)


def kept(folder: Path, solver: str = "") -> Iterator[Finding]:
    """The findings of an audit's folder; with a solver, its findings in a fuzzing folder.

    Args:
        folder: of the audit, or of fuzzing.
        solver: with its settings; empty for those of an audit.

    Raises:
        InputError: one cannot be read; says which.
    """
    below = folder if solver else folder / WRONG
    for own in sorted(below.glob("*")):
        file = next(
            (own / each for each in (FINDING, EARLIER_FINDING) if lexists(own / each)), None
        )
        try:
            if file is not None and (found := _read_finding(file, folder, solver)) is not None:
                yield found
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{file}: found no finding: {error}") from None


def _read_finding(file: Path, folder: Path, solver: str) -> Finding | None:
    """The finding in a file; None if it is another solver's."""
    said, own = json_value(content_of(file, folder)), file.parent
    if file.name == EARLIER_FINDING:
        said |= {"version": said.pop("libraries"), "output": said.pop("said")}
        said |= {"state": "wrong", "others": 0}
    output = _output(said.pop("output", None))
    known = read_fields(_Record, {key: value for key, value in said.items() if value is not None})
    if solver and known["solver"] != solver:
        return None
    others = known.pop("others")
    problem = recorded_problem(own / "problem.json", folder)
    solutions, script = (
        content_of(own / name, folder) for name in ("solutions.json", "reproducer.py")
    )
    return Finding(
        **known,
        problem=problem,
        others=tuple(
            recorded_problem(own / f"other-{number}.json", folder)
            for number in range(1, others + 1)
        ),
        solutions=tuple(map(problem.solution, json_value(solutions))) if solutions else None,
        script=script.decode() if script else None,
        output=output,
    )


def _output(found: object) -> ScriptOutput | None:
    """The output of a script in finding.json, [text, as expected]; None where there is none."""
    match found:
        case None:
            return None
        case [str(text), (True | False | None) as as_expected]:
            return ScriptOutput(text, as_expected)
    raise ValueError(f"output: found {found!r:.60}, expected [text, true, false or null]")
