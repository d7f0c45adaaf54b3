"""The text of a case for a bug report, in Markdown, and all of it for programs.

What a report says of the commands that it names is what came of them when they were run in the
folder (case_folder.py).
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from accord.bench.hunt.audit import libraries
from accord.bench.hunt.commands import TriedCommand
from accord.bench.hunt.dispute import Dispute
from accord.bench.hunt.finding import versions_outside
from accord.bench.hunt.reproducers.script import sentences
from accord.bench.hunt.settle import DisputeCase
from accord.bench.run.environment import environment
from accord.puzzles.errors import InputError
from accord.puzzles.files.texts import read, write
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

MOST_LISTED = 10  # solutions in the report


def slug(solver: str) -> str:
    """A solver as a part of a file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", solver).strip("-")


def script_name(case: DisputeCase, solver: str) -> str:
    """The file of a solver's script."""
    return f"reproducer{f'-{slug(solver)}' * (len(case.whole.refuted) > 1)}.py"


def line_of(problem: Problem) -> str:
    """A puzzle as a line that says all of it; empty where no line does."""
    with suppress(InputError):
        text = write(problem, "line") if isinstance(problem, Puzzle) else ""
        return text if text and read(text) == problem else ""
    return ""


def report(case: DisputeCase, runs: Sequence[TriedCommand]) -> Iterator[str]:
    """The text for a bug report, in Markdown, with what came of these commands."""
    least = case.least
    about = " and ".join(least.refuted or least.flaky or least.solvers)
    yield f"# {about}: {_headline(case)}"
    yield ""
    yield "## The problem"
    yield ""
    yield from (f"    {each}" for each in _stated(least.problem))
    if case.smaller is not None and case.smaller.problem != case.whole.problem:
        yield ""
        yield f"Found on a larger one ({case.whole.problem}). {minimality(case)}."
    yield ""
    yield "## Expected"
    yield ""
    yield from _expected(case)
    yield ""
    yield "## Found"
    yield ""
    for solver in least.solvers:
        yield f"- `{solver}`: {claims_in_words(least, solver)}"
        yield from (f"  - refuted: it {each}" for each in least.why(solver))
        if least.varies(solver):
            yield f"  - flaky: {ways_in_words(least, solver)}, it claims something else"
    yield ""
    yield "## How to see it"
    yield ""
    yield from _how(case, runs)
    yield "## Versions"
    yield ""
    yield from (f"- {name}: {version}" for name, version in versions(case).items())


def _headline(case: DisputeCase) -> str:
    if case.least.refuted:
        return "a wrong answer"
    return "answers that change" if case.least.flaky else "no contradiction"


def _stated(problem: Problem) -> Iterator[str]:
    if isinstance(problem, Puzzle):
        yield line_of(problem) or write(problem, "json")
    else:
        yield from [*sentences(problem)] or [str(problem)]


def _expected(case: DisputeCase) -> Iterator[str]:
    goal = case.least.problem.goal
    if case.solutions is None and goal is not None:
        yield "Which value is the best is not known; each claim below is refuted by itself."
        return
    if case.solutions is None:
        yield "How many solutions there are is not known; each claim below is refuted by itself."
        return
    how = (
        "a certificate, which was checked" if case.least.certificate else "trying every assignment"
    )
    problem, found = case.least.problem, counted(len(case.solutions), "solution")
    if goal is not None and case.solutions:
        found = f"The best value is {value_text(goal.value(case.solutions[0]))}"
    yield f"{found} (by {how})."
    for each in case.solutions[:MOST_LISTED]:
        yield f"- {problem.worded(problem.solution(each))}"
    if len(case.solutions) > MOST_LISTED:
        yield f"- and {len(case.solutions) - MOST_LISTED} more, in solutions.json"


def _how(case: DisputeCase, runs: Sequence[TriedCommand]) -> Iterator[str]:
    for solver, output in case.scripts.items():
        name = script_name(case, solver)
        yield f"    python {name}"
        yield ""
        alone = {True: "The library alone is not wrong", False: "It shows the fault"}
        says = alone[output.as_expected] if output.as_expected is not None else "It failed"
        yield f"needs {libraries(solver)}, and not accord. {says}; it printed:"
        yield ""
        yield from (f"    {each}" for each in output.text.splitlines()[-MOST_LISTED:])
        yield ""
    for each in runs:
        yield f"    {each.line}"
        yield ""
        yield _came_of(each)
        yield ""
    for solver in case.least.refuted or case.least.flaky:
        if solver.partition(":")[0].endswith(".py"):
            yield f"`{solver}` is given accord's objects, and runs with accord only; "
            yield f"{slug(solver)}.py is a copy of its file."
            yield ""


def _came_of(run: TriedCommand) -> str:
    """A sentence on a command: what it needs, and whether it showed the finding here."""
    if run.line.startswith("sh "):
        call = "calls the program for a first answer, and needs no accord"
        return f"{call}. It {'printed' if run.shown else 'failed here'}: {run.said}"
    if not run.shown:
        often = counted(run.runs, "time")
        return f"needs accord, and does not show it: run here {often}, it said last: {run.said}"
    often = f", one time of {run.runs}" if run.runs > 1 else ""
    return f"needs accord, and has shown it here{often}."


def minimality(case: DisputeCase) -> str:
    """A sentence on how small the problem is; empty where shrinking was not tried."""
    small = case.smaller
    if small is None:
        return ""
    if not small.is_least:
        return f"It may be made smaller still: after {small.tried:,} others no more were tried"
    least = f"Nothing can be taken away from it: {counted(small.tried, 'other problem')} tried"
    if not case.missed:
        return least
    return (
        f"{least}. By chance a solver that differs as often as here answers alike on one of them "
        f"with a probability of {case.missed:.2g}"
    )


def ways_in_words(found: Dispute, solver: str) -> str:
    """The ways of asking in which a solver claimed something else, in words."""
    said = {
        "same": "asked again in the same process",
        "fresh": "asked in a fresh process",
        "seeds": "with another seed",
    }
    return listed([said[way] for way in found.varies(solver)])


def claims_in_words(found: Dispute, solver: str) -> str:
    """The different claims of a solver, each with its number, as text."""
    claims = found.claims(solver)
    if len(claims) == 1:
        ((text, times),) = claims.items()
        return f"{text}, {counted(times, 'time')}" if times > 1 else text
    return "; ".join(f"{text} ({times} of {claims.total()})" for text, times in claims.items())


def versions(case: DisputeCase) -> dict[str, str]:
    """The versions of the solvers' libraries, of accord, Python and the system, by name."""
    facts = environment()
    found = {
        each: "; ".join(
            filter(None, (libraries(each) or run.solver.version, versions_outside(each)))
        )
        for each in case.whole.solvers
        for run in case.whole.runs_of(each)[:1]
    }
    accord = facts["packages"].get("accord", "")
    return found | {"accord": accord, "Python": facts["python"], "system": facts["system"]}


def case_as_json(case: DisputeCase, runs: Sequence[TriedCommand] = ()) -> dict[str, object]:
    """A case for programs, with the commands that were run."""
    return {
        "name": case.name,
        "solvers": [*case.whole.solvers],
        "outcome": case.whole.outcome,
        "refuted": {each: [*case.whole.why(each)] for each in case.whole.refuted},
        "flaky": {each: [*case.whole.varies(each)] for each in case.whole.flaky},
        "asked": case.times,
        "claims": {each: dict(case.whole.claims(each)) for each in case.whole.solvers},
        "truth": case.whole.truth,
        "not certified": case.whole.uncertified,
        "verdict": str(case.whole.verdict),
        "smaller": case.smaller
        and {
            "problem": case.smaller.problem.full_digest,
            "tried": case.smaller.tried,
            "least": case.smaller.is_least,
            "asked": case.asks,
            "missed": case.missed,
            "refuted": {each: [*case.least.why(each)] for each in case.least.refuted},
            "truth": case.least.truth,
        },
        "scripts": {each: output.as_expected for each, output in case.scripts.items()},
        "commands": {each.line: each.shown for each in runs},
        "versions": versions(case),
    }
