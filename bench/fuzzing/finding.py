"""A finding: a problem on which a solver is wrong, crashes or does not end; and where it is kept.

    SOLVER-COLUMN-DIGEST/problem.json   the problem, which every command reads
                         other-1.json   what it is compared with, where counts do not relate
                         finding.json   whose it is, what was found, what was expected and why

A kept finding is asked again before anything else.  It stays where it is when it is found no
longer: a fault that comes back is found at once.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from accord.bench.auditing.reproducers.script import sentences
from accord.bench.fuzzing.relations import RELATIONS, Relation
from accord.bench.fuzzing.suspect import ALL, FINDINGS, State, Suspect, SuspectAnswer
from accord.bench.instances.collection import recorded_problem
from accord.puzzles.errors import InputError
from accord.puzzles.files.outside_file import content_of, subfolder, write_whole
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.instance import Instance
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

NAME = "finding.json"
MOST_OTHERS = 100  # problems that one is compared with
AGAIN = 3  # times that a finding is asked again in a fresh process


@dataclass(frozen=True)
class FuzzFinding:
    """What was found."""

    solver: str
    version: str
    column: str
    state: State
    problem: Problem
    why: str
    evidence: str  # of what was expected
    relation: str = ""  # that the counts do not have
    others: tuple[Problem, ...] = ()
    limit: int | None = ALL  # solutions that were asked for
    tried: int = 0  # problems until it was found
    seen: int = AGAIN  # of AGAIN times that it was asked again in a fresh process

    @property
    def place(self) -> str:
        """The name of its folder."""
        name = re.sub(r"[^A-Za-z0-9]+", "-", f"{self.solver}-{self.column}").strip("-")
        return f"{name[-80:].strip('-')}-{self.problem.digest[:8]}"

    @property
    def size(self) -> int:
        """Characters of its problems in words."""
        return sum(len(line) for each in (self.problem, *self.others) for line in in_words(each))

    @property
    def words(self) -> list[str]:
        """The problem, line by line."""
        return in_words(self.problem)


def in_words(problem: Problem) -> list[str]:
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


def found_on(
    suspect: Suspect, column: str, problem: Problem, numbers: Sequence[int | None] = (ALL,)
) -> FuzzFinding | None:
    """What is found by asking a problem alone, for so many solutions one time after the other."""
    found = (_finding(suspect, column, each) for each in suspect.ask(problem, numbers))
    return next(filter(None, found), None)


def found_between(
    suspect: Suspect, column: str, relation: Relation, problem: Problem, others: Sequence[Problem]
) -> FuzzFinding | None:
    """What is found by asking a problem, and others that its count relates to."""
    counts: list[int] = []
    for answered in suspect.ask_all([problem, *others]):
        if (found := _finding(suspect, column, answered)) is not None:
            return found
        if answered.count is None:
            return None
        counts.append(answered.count)
    first, *rest = counts
    suspect.relations[relation.name] += 1
    if relation.holds(first, rest):
        return None
    of_others = " and ".join(map(str, rest))
    return FuzzFinding(
        solver=str(suspect.declared),
        version=suspect.declared.version,
        column=column,
        state="wrong",
        problem=problem,
        why=f"counts {counted(first, 'solution')}, and {of_others} of what is made of it",
        evidence=f"{relation.expected}, by the relation {relation.name}",
        relation=relation.name,
        others=tuple(others),
    )


def _finding(suspect: Suspect, column: str, answered: SuspectAnswer) -> FuzzFinding | None:
    """What an answer is worth as a finding."""
    if answered.state not in FINDINGS:
        return None
    return FuzzFinding(
        solver=str(suspect.declared),
        version=suspect.declared.version,
        column=column,
        state=answered.state,
        problem=answered.problem,
        why=answered.why,
        evidence=answered.evidence,
        limit=answered.limit,
    )


def asked_again(suspect: Suspect, finding: FuzzFinding) -> FuzzFinding:
    """A finding with how often it is seen again in a fresh process."""
    seen, last = 0, finding
    for _ in range(AGAIN):
        suspect.begin_anew()
        if finding.others:
            relation = next(each for each in RELATIONS if each.name == finding.relation)
            problems = (finding.problem, finding.others)
            found = found_between(suspect, finding.column, relation, *problems)
        else:
            found = found_on(suspect, finding.column, finding.problem, [finding.limit])
        if found is not None and found.state == finding.state:
            seen, last = seen + 1, replace(found, tried=finding.tried)
        if finding.state == "did not end":  # once is slow enough
            seen *= AGAIN
            break
    return replace(last, seen=seen)


def keep(finding: FuzzFinding, folder: Path) -> Path:
    """Write a finding into the folder of all, and return its own."""
    own = subfolder(folder, finding.place)
    problems = {"problem": finding.problem} | {
        f"other-{number}": each for number, each in enumerate(finding.others, 1)
    }
    for name, problem in problems.items():
        text = write_instance(Instance(name, problem))
        write_whole(own / f"{name}.json", f"{text}\n")
    text = json.dumps(without_problems(finding), indent=2)
    write_whole(own / NAME, f"{text}\n")
    return own


def without_problems(finding: FuzzFinding) -> dict[str, Any]:
    """Everything but the problems, for JSON."""
    bare = replace(finding, problem=Problem([]), others=())
    known = asdict(bare)
    del known["problem"]
    return known | {"others": len(finding.others)}


def kept(folder: Path, solver: str) -> Iterator[FuzzFinding]:
    """The findings of a solver that are kept in a folder.

    Raises:
        InputError: one cannot be read; says which.
    """
    for file in sorted(folder.glob(f"*/{NAME}")):
        try:
            known = json_value(content_of(file, folder))
            others = known.pop("others")
            if known["solver"] != solver:
                continue
            if others not in range(MOST_OTHERS + 1):
                raise ValueError(f"{others!r} others, expected up to {MOST_OTHERS}")
            names = ["problem", *(f"other-{number}" for number in range(1, others + 1))]
            problems = [recorded_problem(file.parent / f"{name}.json", folder) for name in names]
            yield FuzzFinding(**known, problem=problems[0], others=tuple(problems[1:]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{file}: found no finding: {error}") from None
