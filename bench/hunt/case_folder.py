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
    model.py            the program that makes it, where a solver is asked that

Each command that the report names has been run: the scripts alone, the shell scripts and `accord`
in a copy of the folder.  What did not show the dispute again is said not to.

Folders are made beside their place and then moved there, so that none is there in part.
"""

import json
import re
import shlex
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from os.path import lexists
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from accord.bench.hunt.case_report import case_as_json, line_of, report, script_name, slug
from accord.bench.hunt.commands import (
    TriedCommand,
    command_words,
    question_options,
    seen_from,
    tried,
)
from accord.bench.hunt.finding import problem_files, write_files
from accord.bench.hunt.reproducers.reproducer import reproducer, run
from accord.bench.hunt.settle import DisputeCase
from accord.bench.hunt.truth import is_tried, solutions_of
from accord.bench.run.report import ReportedClaim
from accord.encodings.encoding import encodings
from accord.encodings.model import UnsupportedError
from accord.puzzles.files.outside_file import OutsideFileError, content_of, expect_own, read_outside
from accord.puzzles.files.texts import write
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate_folder import write_certificate
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import asks_original
from accord.solvers.programs.descriptions import Description, read_description
from accord.solvers.source import MOST_CODE

RECORD = "dispute.json"
OWN = "one of a dispute", RECORD  # see `expect_own`
MODEL = "model.py"
CHANCES = 3  # times that a command is run which is to show that answers change
SCRIPT = '#!/bin/sh\ncd "$(dirname "$0")" || exit 1\n'
CLAUSES = "cnf-extended"  # what a solver of clauses is given, where its model is no encoding


def write_case(case: DisputeCase, folder: Path) -> None:
    """Write the folder; of a dispute that is there all files that it lists are replaced.

    Raises:
        InputError: it holds something else.
        OSError: it cannot be written.
    """
    folder = folder.resolve()
    expect_own(folder, *OWN)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        files = case_files(case)
        write_files(made, files)
        if case.least.certificate is not None:
            write_certificate(case.least.certificate, made / "certificate")
        with TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as copy:
            shutil.copytree(made, copy, dirs_exist_ok=True)
            runs = [*_programs(case, files, Path(copy)), _again(case, files, Path(copy))]
        text = "\n".join(report(case, runs))
        write_files(made, {"report.md": f"{text}\n"})
        own = {"files": sorted([RECORD, *(each.name for each in made.iterdir())])}
        record = json.dumps(case_as_json(case, runs) | own, indent=2)
        write_files(made, {RECORD: f"{record}\n"})
        made.chmod(0o755)
        _replace(folder, made)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _replace(folder: Path, made: Path) -> None:
    """Move the new folder to its place; what somebody has put into the old one stays there."""
    if not folder.exists():
        made.rename(folder)
        return
    kept = _others(folder)
    old = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    folder.rename(old / folder.name)
    made.rename(folder)
    for name in kept:
        if not lexists(folder / name):
            (old / folder.name / name).rename(folder / name)
    shutil.rmtree(old)


def _others(folder: Path) -> list[str]:
    """The names in a dispute's folder that it does not list; none where it lists nothing."""
    try:
        own = {*json_value(content_of(folder / RECORD, folder))["files"]}
    except (ValueError, KeyError, TypeError, OutsideFileError):  # of an earlier version
        return []
    return [each.name for each in folder.iterdir() if each.name not in own]


def case_files(case: DisputeCase) -> dict[str, str]:
    """The texts of the files but the report, by name; the scripts are run."""
    problem = case.least.problem
    files = problem_files(case.name, problem, case.solutions)
    files["whole.json"] = f"{write(case.whole.problem, 'json')}\n"
    if program := _program(case):
        files[MODEL] = program.source
    if line := line_of(problem):
        files["puzzle.txt"] = f"{line}\n"
    for solver in case.whole.solvers:
        files |= _as_read(case.whole.runs_of(solver)[0], problem)
        files |= _outside_files(solver, problem, files)
    whole = problem.showing_all()  # as a library is asked
    known = case.solutions if whole is problem else solutions_of(whole) if is_tried(whole) else None
    for solver in case.whole.refuted:
        script = reproducer(solver, whole, known) if known is not None else None
        if script is not None:
            files[script_name(case, solver)] = script
            case.scripts[solver] = run(script)
    return files


def _as_read(run: ReportedClaim, problem: Problem) -> Mapping[str, str]:
    """The problem as a run's solver reads it, in a file named after it, where that is text."""
    named = run.model if run.model in encodings() else ""
    encoding = encodings().get(named or (CLAUSES if run.solver.family == "sat" else ""))
    if encoding is None:
        return {}
    try:
        return {f"{slug(run.label)}{encoding.suffix}": "".join(encoding.write(problem, False))}
    except UnsupportedError:
        return {}


def _outside_files(solver: str, problem: Problem, texts: Mapping[str, str]) -> dict[str, str]:
    """The files of a solver from outside, by their names; nothing for another one.

    Args:
        solver: as people write it.
        problem: what it is asked.
        texts: what is in the folder: the problem as an instance, or as this solver reads it.
    """
    place, name = Path(solver.partition(":")[0]), slug(solver)
    if place.suffix == ".py" and place.is_file():
        text = read_outside(place, most=MOST_CODE).decode(errors="replace")
        return {f"{name}.py": text}
    if place.suffix != ".toml":
        return {}
    description = read_description(place)
    command = _command(description, name, problem, texts)
    return {f"{name}.sh": f"{SCRIPT}{command}\n"} if command else {}


def _command(
    description: Description, name: str, problem: Problem, texts: Mapping[str, str]
) -> str:
    """The line that calls the program; empty where it is not given what it reads."""
    if description.jar:
        return ""
    files = {"dimacs": f"{name}.cnf", "xcsp3": "problem.xml", "puzzle": "puzzle.txt"}
    file, line = files.get(description.input, f"{name}.{description.input}"), ""
    if file not in texts:
        return ""
    if description.input == "puzzle":
        assert isinstance(problem, Puzzle)
        line = write(problem, "line").replace(".", description.blank)
    values = {
        "cnf": file,
        "instance": file,
        "puzzle": line,
        "result": f"{name}.result",
        "seed": "0",
    }
    called = shlex.join(description.call(description.need.path, False, **values))
    if not description.stdin:
        return called
    return f"printf '%s\\n' {shlex.quote(line)} | {called}" if line else f"{called} < {file}"


def _programs(case: DisputeCase, files: Collection[str], folder: Path) -> Iterator[TriedCommand]:
    """The shell scripts of the solvers that are programs, run for a first answer."""
    for solver in case.least.refuted or case.least.flaky:
        if (name := f"{slug(solver)}.sh") in files:
            yield tried(["sh", name], folder, _has_answered, case.terms.limits.seconds)


def _has_answered(code: int, printed: str) -> bool:
    """Whether a shell has found the program, and it has said something."""
    return code not in (126, 127) and bool(printed.strip())


def _again(case: DisputeCase, files: Collection[str], folder: Path) -> TriedCommand:
    """The first command of accord, run in this copy of the folder, that shows the dispute again.

    `check` is enough where one solver refutes the other. A solver in a file is asked by the copy of
    the file, or else by the file itself.
    """
    found, terms = case.least, case.terms
    named, chances = found.refuted or found.flaky, 1 if found.refuted else CHANCES
    asking = question_options(terms)
    times = max(case.times, case.asks)
    ways = {"check": asking} if found.refuted else {}
    ways["dispute"] = [*asking, "--times", str(times), "--most", "0", "--no-folder"]
    told = {each: seen_from(folder, each) for each in found.solvers}
    copied = {each: _copied(each, files) or told[each] for each in found.solvers}
    last, source, given = None, "problem.json", list[str]()
    if program := _program(case):
        source = MODEL
        given = [word for each in program.settings for word in ("--set", "=".join(each))]
    for command, options in ways.items():
        for names in (copied, told)[: 1 + (copied != told)]:
            words = command_words(command, source, [*given, *options], [*names.values()])
            shows = partial(_names, [names[each] for each in named])
            last = tried(words, folder, shows, 60 + 20 * times * terms.limits.seconds, chances)
            if last.shown:
                return last
    assert last is not None
    return last


def _program(case: DisputeCase) -> ModelProgram | None:
    """The program that makes the problem, where a solver is asked that; None of an object."""
    program = ModelProgram.of(case.least.problem)
    is_asked = any(asks_original(each.partition(":")[2]) for each in case.whole.solvers)
    return program if program is not None and is_asked and not program.is_object else None


def _copied(solver: str, files: Collection[str]) -> str:
    """A solver as an object of the copy of its file; empty where there is none."""
    place, _, rest = solver.partition(":")
    copy = f"{slug(solver)}.py"
    return f"{copy}:{rest}" if place.endswith(".py") and copy in files else ""


def _names(solvers: Sequence[str], code: int, printed: str) -> bool:
    """Whether a command has ended with a finding about each of these solvers."""
    lines = printed.splitlines()
    return code == 1 and all(
        any(re.match(rf"(REFUTED|FLAKY) {re.escape(each)}[: ]", line) for line in lines)
        for each in solvers
    )
