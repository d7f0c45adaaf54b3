"""The folder of a case: what somebody needs who looks into a dispute, or reports a bug.

    dispute.json        all of it, for programs; written last
    report.md           the text for a bug report
    problem.json        the smallest problem on which the dispute persists; any command reads it
    problem.xml         the same as XCSP3
    puzzle.txt          the same as a line, if it is a puzzle that has one
    SOLVER.cnf ...      the same as a solver reads it, if that is text
    solutions.json      its solutions, where they are known
    certificate/        the proof that there are no others, where one was made
    reproducer.py       states it to the library that is wrong, without accord
    SOLVER.sh           calls the program of a description, without accord
    SOLVER.py           a copy of a solver's own file, which needs accord
    whole.json          the problem as it was given

Each command that the report names has been run: the scripts alone, the shell scripts and `accord`
in a copy of the folder.  What did not show the dispute again is said not to.

Folders are made beside their place and then moved there, so that none is there in part.
"""

import json
import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from accord.bench.auditing.audit import libraries
from accord.bench.auditing.reproducers.commands import (
    TriedCommand,
    command_words,
    question_options,
    seen_from,
    tried,
)
from accord.bench.auditing.reproducers.reproducer import reproducer, run
from accord.bench.auditing.reproducers.script import sentences
from accord.bench.auditing.wrong_answer import problem_files
from accord.bench.campaigns.run import Run
from accord.bench.disputing.dispute import Dispute
from accord.bench.disputing.outside import outside_files
from accord.bench.disputing.settle import DisputeCase
from accord.bench.machine.environment import environment
from accord.encodings.model import UnsupportedError
from accord.encodings.registry import encodings
from accord.puzzles.errors import InputError
from accord.puzzles.files.read import read
from accord.puzzles.files.write import write
from accord.puzzles.phrasing import counted, listed
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate_folder import write_certificate
from accord.puzzles.puzzle import Puzzle

LISTED = 10  # solutions in the report
CHANCES = 3  # times that a command is run which is to show that answers change
CLAUSES = "cnf-extended"  # what a solver of clauses is given, where its model is no encoding


def expect_own(folder: Path) -> None:
    """Refuse a folder that holds something else than a dispute.

    Raises:
        InputError: it does.
    """
    own = not folder.exists() or (folder / "dispute.json").is_file()
    if not own and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder}: found other files, expected a new folder or one of a dispute")


def write_case(case: DisputeCase, folder: Path) -> None:
    """Write the folder; one of a dispute that is there is replaced.

    Raises:
        InputError: it holds something else.
        OSError: it cannot be written.
    """
    folder = folder.resolve()
    expect_own(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        files = case_files(case)
        for name, text in files.items():
            (made / name).write_text(text, encoding="utf-8")
        if case.least.certificate is not None:
            write_certificate(case.least.certificate, made / "certificate")
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as copy:
            shutil.copytree(made, copy, dirs_exist_ok=True)
            runs = [*_programs(case, files, Path(copy)), _again(case, files, Path(copy))]
        text = "\n".join(report(case, files, runs)) + "\n"
        (made / "report.md").write_text(text, encoding="utf-8")
        record = json.dumps(case_as_json(case, runs), indent=2)
        (made / "dispute.json").write_text(f"{record}\n", encoding="utf-8")
        made.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        made.rename(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def case_files(case: DisputeCase) -> dict[str, str]:
    """The texts of the files but the report, by name; the scripts are run."""
    problem = case.least.problem
    files = problem_files(case.name, problem, case.solutions)
    files["whole.json"] = f"{write(case.whole.problem, 'json')}\n"
    if line := _line(problem):
        files["puzzle.txt"] = f"{line}\n"
    for solver in case.whole.solvers:
        files |= _as_read(case.whole.runs_of(solver)[0], problem)
        files |= outside_files(solver, _slug(solver), problem, files)
    for solver in case.whole.refuted:
        script = reproducer(solver, problem, case.solutions) if case.solutions is not None else None
        if script is not None:
            files[script_name(case, solver)] = script
            case.scripts[solver] = run(script)
    return files


def script_name(case: DisputeCase, solver: str) -> str:
    """The file of a solver's script."""
    return f"reproducer{f'-{_slug(solver)}' * (len(case.whole.refuted) > 1)}.py"


def _slug(solver: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", solver).strip("-")


def _as_read(run: Run, problem: Problem) -> Mapping[str, str]:
    """The problem as a run's solver reads it, in a file named after it, where that is text."""
    named = run.model if run.model in encodings() else ""
    encoding = encodings().get(named or (CLAUSES if run.family == "sat" else ""))
    if encoding is None:
        return {}
    try:
        return {f"{_slug(run.label)}{encoding.suffix}": "".join(encoding.write(problem, False))}
    except UnsupportedError:
        return {}


def _programs(case: DisputeCase, files: Collection[str], folder: Path) -> Iterator[TriedCommand]:
    """The shell scripts of the solvers that are programs, run for a first answer."""
    for solver in case.least.refuted or case.least.flaky:
        if (name := f"{_slug(solver)}.sh") in files:
            yield tried(["sh", name], folder, _has_answered, case.terms.limits.seconds)


def _has_answered(code: int, printed: str) -> bool:
    """Whether a shell has found the program, and it has said something."""
    return code not in (126, 127) and bool(printed.strip())


def _again(case: DisputeCase, files: Collection[str], folder: Path) -> TriedCommand:
    """The first command of accord, run in this copy of the folder, that shows the dispute again.

    `check` is enough where one solver refutes the other. A solver in a file is asked by the copy of
    the file, or else by the file itself.
    """
    found, terms, limits = case.least, case.terms, case.terms.limits
    named, chances = found.refuted or found.flaky, 1 if found.refuted else CHANCES
    asking = question_options(
        terms.limit,
        limits.seconds,
        limits.memory,
        import_limit=terms.import_limit,
        best_effort=limits.best_effort,
    )
    times = max(case.times, case.asks)
    ways = {"check": asking} if found.refuted else {}
    ways["dispute"] = [*asking, "--times", str(times), "--most", "0", "--no-folder"]
    told = {each: seen_from(folder, each) for each in found.solvers}
    copied = {each: _copied(each, files) or told[each] for each in found.solvers}
    last = None
    for command, options in ways.items():
        for names in (copied, told)[: 1 + (copied != told)]:
            words = command_words(command, "problem.json", options, [*names.values()])
            shows = partial(_names, [names[each] for each in named])
            last = tried(words, folder, shows, 60 + 20 * times * limits.seconds, chances)
            if last.shown:
                return last
    assert last is not None
    return last


def _copied(solver: str, files: Collection[str]) -> str:
    """A solver as an object of the copy of its file; empty where there is none."""
    place, _, rest = solver.partition(":")
    copy = f"{_slug(solver)}.py"
    return f"{copy}:{rest}" if place.endswith(".py") and copy in files else ""


def _names(solvers: Sequence[str], code: int, printed: str) -> bool:
    """Whether a command has ended with a finding about each of these solvers."""
    lines = printed.splitlines()
    return code == 1 and all(
        any(re.match(rf"(REFUTED|FLAKY) {re.escape(each)}[: ]", line) for line in lines)
        for each in solvers
    )


def report(
    case: DisputeCase, files: Collection[str], runs: Sequence[TriedCommand]
) -> Iterator[str]:
    """The text for a bug report, in Markdown, beside these files, with what these commands said."""
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


def _line(problem: Problem) -> str:
    """A puzzle as a line that says all of it; empty where no line does."""
    with suppress(InputError):
        text = write(problem, "line") if isinstance(problem, Puzzle) else ""
        return text if text and read(text) == problem else ""
    return ""


def _stated(problem: Problem) -> Iterator[str]:
    if isinstance(problem, Puzzle):
        yield _line(problem) or write(problem, "json")
    else:
        yield from [*sentences(problem)] or [str(problem)]


def _expected(case: DisputeCase) -> Iterator[str]:
    if case.solutions is None:
        yield "How many solutions there are is not known; each claim below is refuted by itself."
        return
    how = (
        "a certificate, which was checked" if case.least.certificate else "trying every assignment"
    )
    yield f"{counted(len(case.solutions), 'solution')} (by {how})."
    problem = case.least.problem
    for each in case.solutions[:LISTED]:
        yield f"- {problem.shown(problem.solution(each))}"
    if len(case.solutions) > LISTED:
        yield f"- and {len(case.solutions) - LISTED} more, in solutions.json"


def _how(case: DisputeCase, runs: Sequence[TriedCommand]) -> Iterator[str]:
    for solver, output in case.scripts.items():
        name = script_name(case, solver)
        yield f"    python {name}"
        yield ""
        alone = {True: "The library alone is not wrong", False: "It shows the fault"}
        says = alone[output.as_expected] if output.as_expected is not None else "It failed"
        yield f"needs {libraries(solver)}, and not accord. {says}; it printed:"
        yield ""
        yield from (f"    {each}" for each in output.text.splitlines()[-LISTED:])
        yield ""
    for each in runs:
        yield f"    {each.line}"
        yield ""
        yield _came_of(each)
        yield ""
    for solver in case.least.refuted or case.least.flaky:
        if solver.partition(":")[0].endswith(".py"):
            yield f"`{solver}` is given accord's objects, and runs with accord only; "
            yield f"{_slug(solver)}.py is a copy of its file."
            yield ""


def _came_of(run: TriedCommand) -> str:
    """What came of a command in this folder."""
    if run.line.startswith("sh "):
        call = "calls the program for a first answer, and needs no accord"
        return f"{call}. It {'printed' if run.shown else 'failed here'}: {run.said}"
    if not run.shown:
        often = counted(run.runs, "time")
        return f"needs accord, and does not show it: run here {often}, it said last: {run.said}"
    often = f", one time of {run.runs}" if run.runs > 1 else ""
    return f"needs accord, and has shown it here{often}."


def minimality(case: DisputeCase) -> str:
    """How far it was made smaller; empty where that was not tried."""
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
    """In which ways a solver was asked when it claimed something else."""
    said = {
        "same": "asked again in the same process",
        "fresh": "asked in a fresh process",
        "seeds": "with another seed",
    }
    return listed([said[way] for way in found.varies(solver)])


def claims_in_words(found: Dispute, solver: str) -> str:
    """What a solver claims, and how often."""
    claims = found.claims(solver)
    if len(claims) == 1:
        ((text, times),) = claims.items()
        return f"{text}, {counted(times, 'time')}" if times > 1 else text
    return "; ".join(f"{text} ({times} of {claims.total()})" for text, times in claims.items())


def versions(case: DisputeCase) -> dict[str, str]:
    """Of the solvers with what they need, of accord, Python and the system."""
    facts = environment()
    found = {
        each: libraries(each) or case.whole.runs_of(each)[0].solver_version
        for each in case.whole.solvers
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
