"""Recorded campaigns that are older than what they show: `python tools/stale.py [FOLDER...]`.

Prints for each folder, by default those of results/, what has changed since: solvers that its
campaign asks today and that are not in it, solvers whose code or version is another one now, with
the modules that changed, runs that were made beside others or from changed files, tables and a page
that are not what today's code makes of the rows.  Run it where every extra is installed, as a
version that is missing cannot be compared.

A change of code that solvers share makes all their rows stale, and seldom changes any.  So
`python tools/stale.py --confirm [FOLDER...]` asks of each solver in whose own room nothing has
changed one row in twenty again, drawn by its code from as many classes of problems as there are,
under the recorded limits.  Where claims and counters are equal, and CPU times differ by less than a
tenth, or than twice their standard error up to a quarter, a line in confirmed.csv, beside the rows,
says so of all of them: this program takes them as of now while the solver has this code.  That is
for the machine, the version and the commit of the record only.  It exits with 1 where a solver is
not confirmed.
"""

import csv
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from itertools import zip_longest
from math import ceil, exp, log, sqrt
from pathlib import Path
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns.campaign import run_campaign
from accord.bench.campaigns.folder import RecordedQuestion, read_environment
from accord.bench.campaigns.folder import read_question as recorded_question
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.make.instances.collection import instances_of
from accord.bench.run.environment import environment, is_same_machine
from accord.cli.options.question import read_question
from accord.puzzles.files.outside_file import write_whole
from accord.puzzles.phrasing import counted
from accord.solvers.backend import Backend
from accord.solvers.budget import COUNTERS
from accord.solvers.registry import backends, canonical, registered
from accord.solvers.source import FLOORS, code_of, hash_of, home_of, source_of
from accord.views.report.page import page
from accord.views.report.report_data import report_data
from accord.views.tables.table import report

if TYPE_CHECKING:
    import pandas

ROOT = Path(__file__).parents[1]
EVERY_SOLVER = "*"
MOST_NAMES = 6  # in a line
CONFIRMED = "confirmed.csv"
KEPT = ROOT / "build" / "stale.json"  # what the files of a folder were found to be, by its stamp
SHARE = 20  # rows, of which one is asked again
CLAIMS = ("exhausted", "count", "digest", "value", "bound")
LEAST = 0.01  # CPU seconds of a run whose time is compared
NOISE, LARGEST = 1.1, 1.25  # ratios of times that are none; the largest, however they scatter


def remarks(folder: Path) -> Iterator[str]:
    """Sentences on what is out of date in a recorded campaign."""
    rows = accord.load(folder)
    shown = [str(each) for each in rows["solver"].unique()]
    yield from _listed("not in it", sorted(_asked_today(folder) - {*shown}))
    ours = [each for each in shown if each.partition(":")[0] in backends()]
    yield from _listed("gone since", [each for each in shown if each not in ours])
    stale = {each: stale_rows(folder, rows[rows["solver"] == each]) for each in ours}
    changed = {each: theirs for each, theirs in stale.items() if len(theirs)}
    yield from _listed("with other code now", [*changed])
    modules = Counter(m for each in changed for m in changed_modules(folder, changed[each], each))
    yield from _listed("changed", [name for name, _ in modules.most_common()], "module")
    yield from _listed("of another version now", [e for e in ours if _is_of_another(rows, e)])
    yield from _circumstances(folder, rows)
    stamp, kept, place = _stamp(folder), dict[str, tuple[str, list[str]]](), str(folder.resolve())
    with suppress(OSError, ValueError):
        kept = json.loads(KEPT.read_text(encoding="utf-8"))
    if kept.get(place, ("",))[0] != stamp:
        kept[place] = stamp, [*_changed_files(folder)]
        KEPT.parent.mkdir(exist_ok=True)
        write_whole(KEPT, json.dumps(kept))
    yield from _listed("not what the rows give today", kept[place][1], "file")


def _stamp(folder: Path) -> str:
    """A hash of the times and sizes of all from which a campaign's page and tables are made."""
    files = [file for floor in (*FLOORS, "accord") for file in (ROOT / floor).rglob("*.*")]
    stats = [(str(e), e.stat().st_mtime_ns, e.stat().st_size) for e in (*files, *folder.rglob("*"))]
    ours = [each for each in stats if not each[0].endswith((".pyc", ".nbi", ".nbc"))]
    return sha256(repr(sorted(ours)).encode()).hexdigest()


def _circumstances(folder: Path, rows: "pandas.DataFrame") -> Iterator[str]:
    for each, made in rows.groupby("environment"):
        facts = read_environment(folder, str(each))
        commit, cores = facts.get("commit", ""), facts.get("cores") or 1
        if beside := int((made["jobs"].fillna(1) > cores).sum()):
            at_once = f"expected no more at a time than {counted(cores, 'core')}"
            yield f"{counted(beside, 'run')} made while others ran, {at_once}"
        if not commit or commit.endswith("+"):
            yield f"recorded at {commit or 'no commit'}, expected a commit without changed files"


def _asked_today(folder: Path) -> set[str]:
    """The names of the solvers that this campaign would ask if it were recorded now.

    That of bench/NAME.toml; where there is none, every solver that needs no extra.
    """
    description = ROOT / "bench" / f"{folder.name}.toml"
    if not description.is_file():
        return {name for name in backends() if _needs_no_extra(registered(name).backend)}
    names = read_question(description)["solvers"]
    every = backends() if EVERY_SOLVER in names else ()
    return {*every, *(canonical(each) for each in names if each != EVERY_SOLVER)}


def _needs_no_extra(backend: Backend) -> bool:
    required = {each for each in metadata.requires("accord") or () if "extra ==" not in each}
    names = {re.split(r"[^\w.-]", each)[0] for each in required}
    return all(not each.program and {*each.distributions} <= names for each in backend.needs)


def _is_of_another(rows: "pandas.DataFrame", solver: str) -> bool:
    backend = registered(solver).backend
    versions = {*rows.loc[rows["solver"] == solver, "solver_version"]}
    return not backend.missing and versions != {backend.version}


def _changed_files(folder: Path) -> Iterator[str]:
    result = table(folder)
    made = {"table.md": report(result).markdown(), "table.csv": report(result).csv()}
    made["report.html"] = page(report_data(folder))
    for name, text in made.items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            yield name


def _listed(what: str, names: list[str], noun: str = "solver") -> Iterator[str]:
    if names:
        more = ", ..." * (len(names) > MOST_NAMES)
        yield f"{counted(len(names), noun)} {what}: {', '.join(names[:MOST_NAMES])}{more}"


class Confirmation(NamedTuple):
    """Rows that stand although the code of their solver is another one now."""

    solver: str
    then: str  # the source in these rows
    now: str  # that of the code which confirms them
    rows: int
    asked: int  # again
    ratio: float  # of the CPU times now to those then, the geometric mean


def confirmations(folder: Path) -> list[Confirmation]:
    """Those of a recorded campaign."""
    if not (folder / CONFIRMED).is_file():
        return []
    with (folder / CONFIRMED).open(newline="", encoding="utf-8") as file:
        return [
            Confirmation(solver, then, now, int(rows), int(asked), float(ratio))
            for solver, then, now, rows, asked, ratio in [*csv.reader(file)][1:]
        ]


def stale_rows(folder: Path, rows: "pandas.DataFrame") -> "pandas.DataFrame":
    """Those rows, of one solver, that other code has made, and that are not confirmed."""
    if rows.empty:
        return rows
    solver = str(rows["solver"].iloc[0])
    now = source_of(solver)
    fine = {now, *(e.then for e in confirmations(folder) if (e.solver, e.now) == (solver, now))}
    return rows[~rows["source"].fillna("").isin(fine)]


def changed_modules(folder: Path, rows: "pandas.DataFrame", solver: str) -> list[str]:
    """The modules of a solver's code that are others than at the commits of these rows."""
    commits = {read_environment(folder, each).get("commit", "") for each in {*rows["environment"]}}
    found = code_of(solver).items()
    changed = {name for commit in commits for name, code in found if _code_at(commit, name) != code}
    return sorted(e.removeprefix("accord.").removeprefix(f"{ROOT}/") for e in changed)


@cache
def _code_at(commit: str, name: str) -> str:
    """The hash of a module's code at a commit; empty where it was not there, or that is unknown.

    Of files that were changed beside a commit (`+`) nothing is known.
    """
    if not re.fullmatch("[0-9a-f]{40}", commit):
        return ""
    path = name.removeprefix("accord.").replace(".", "/")
    places = [f"{path}.py", f"{path}/__init__.py"]
    for place in [str(Path(name).relative_to(ROOT))] if name.endswith(".toml") else places:
        said = ["git", "show", f"{commit}:{place}"]
        shown = subprocess.run(said, cwd=ROOT, capture_output=True, check=False)
        if shown.returncode == 0:
            return hash_of(shown.stdout, name)
    return ""


def drawn(rows: "pandas.DataFrame", now: str) -> list[str]:
    """The names of as many problems as a part `SHARE` of rows, of other classes while there are."""
    classes: dict[str, list[str]] = {}
    for name in sorted({*rows["instance"]}, key=lambda e: sha256(f"{now} {e}".encode()).digest()):
        classes.setdefault(re.split(r"[-_ ]?\d", name)[0], []).append(name)
    in_turn = [e for each in zip_longest(*classes.values()) for e in each if e is not None]
    return in_turn[: ceil(len(rows) / SHARE)]


def differences(old: "pandas.DataFrame", new: "pandas.DataFrame") -> Iterator[str]:
    """Sentences on versions, outcomes, claims and counters that are not as they were.

    Args:
        old: a row for each problem, which is its index.
        new: the same problems.
    """
    decided = old[old["outcome"] == "OK"].index
    for column in ("solver_version", "outcome", *CLAIMS, *COUNTERS):
        of = decided if column in (*CLAIMS, *COUNTERS) else old.index  # the others were cut off
        one, other = old.loc[of, column], new.loc[of, column]
        odd = of[(one != other) & ~(one.isna() & other.isna())]
        if len(odd):
            where = ", ".join(old.loc[odd[:3], "instance"])
            yield f"{column} of {counted(len(odd), 'run')} is another one: {where}"


def noise(old: "pandas.Series[float]", new: "pandas.Series[float]") -> tuple[float, float]:
    """The ratio of CPU times, the geometric mean, and the largest that is none."""
    both = zip(old, new.loc[old.index], strict=True)
    ratios = [
        log(max(now, LEAST) / max(then, LEAST)) for then, now in both if max(then, now) >= LEAST
    ]
    if not ratios:
        return 1.0, NOISE
    error = stdev(ratios) / sqrt(len(ratios)) if len(ratios) > 1 else 0.0
    return exp(fmean(ratios)), min(max(NOISE, exp(2 * error)), LARGEST)


def confirm(folder: Path, asked: RecordedQuestion, solver: str) -> Iterator[str]:
    """Ask a solver some of its stale rows again; sentences on why they do not stand.

    Lines are added to the confirmations where there is nothing to say.
    """
    rows = accord.load(folder)
    stale, now = stale_rows(folder, rows[rows["solver"] == solver]), source_of(solver)
    if stale.empty:
        return
    room = home_of(solver.partition(":")[0]).rpartition(".")[0].removeprefix("accord.")
    own = [each for each in changed_modules(folder, stale, solver) if each.startswith(room)]
    places, here = {*stale["environment"]}, environment()
    if own:
        yield f"its own code has changed: {', '.join(own[:3])}"
    elif not all(is_same_machine(read_environment(folder, each), here) for each in places):
        yield "the rows are of another machine"
    elif {*stale["solver_version"]} != {registered(solver).backend.version}:
        yield "the rows are of another version"
    elif asked.reading:
        yield f"its puzzles are read in a way of their own: {asked.reading}"
    else:
        known = confirmations(folder)
        for then, old in stale.groupby(stale["source"].fillna("")):
            again, ratio, found = asked_again(asked, solver, old, now)
            yield from found
            if not found:
                known.append(Confirmation(solver, str(then), now, len(old), again, ratio))
                print(
                    f"    {solver}: {counted(again, 'row')} asked again, {ratio:.2f} times as long"
                )
        with (folder / CONFIRMED).open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([Confirmation._fields, *known])


def asked_again(
    asked: RecordedQuestion, solver: str, rows: "pandas.DataFrame", now: str
) -> tuple[int, float, list[str]]:
    """A part of these rows, of one source, asked again.

    Returns:
        how many, the ratio of the times, and sentences on what is not as it was.
    """
    plain = rows[rows["isomorph"] == 0].sort_values("repetition")
    names = drawn(plain, now)
    old = plain[plain["instance"].isin(names)].drop_duplicates("puzzle").set_index("puzzle")
    chosen = (each for each in instances_of(asked.collection) if each.name in names)
    with TemporaryDirectory() as scratch:
        question = CampaignQuestion(asked.collection, (solver,), asked.terms, seed=asked.seed)
        run_campaign(Path(scratch), chosen, question)
        new = accord.load(scratch).set_index("puzzle")
    decided = old[old["outcome"] == "OK"]
    ratio, largest = noise(decided["cpu_time"], new["cpu_time"])
    found = [*differences(old, new)]
    if not 1 / largest <= ratio <= largest:
        found.append(f"its CPU times are {ratio:.2f} times those then")
    return len(old), round(ratio, 3), found


def main(arguments: list[str]) -> int:
    """Print the remarks of each folder, or confirm its rows; 1 where some are not confirmed."""
    recorded = sorted(each.parent for each in (ROOT / "results").glob("*/campaign.toml"))
    folders = [Path(each) for each in arguments if each != "--confirm"] or recorded
    refused = 0
    for folder in folders:
        name = folder.resolve().name
        if "--confirm" in arguments:
            print(f"{name}:", flush=True)
            for sentence in confirmed(folder):
                print(f"    {sentence}", flush=True)
                refused += 1
        else:
            found = [*remarks(folder)]
            print(f"{name}: {'stale' if found else 'as of now'}")
            print(*(f"    {each}" for each in found), sep="\n", end="\n" * bool(found))
    return int(refused > 0)


def confirmed(folder: Path) -> Iterator[str]:
    """Confirm the rows of each solver that is here; sentences on those that are not."""
    asked = recorded_question(folder)
    for solver in asked.solvers:
        if solver.partition(":")[0] in backends() and not registered(solver).backend.missing:
            for sentence in confirm(folder, asked, solver):
                yield f"{solver} is not confirmed: {sentence}"


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    sys.exit(main(sys.argv[1:]))
