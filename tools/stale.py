"""Recorded campaigns that are older than what they show: `python tools/stale.py [FOLDER...]`.

Prints for each folder, by default those of results/, what has changed since: solvers that its
campaign asks today and that are not in it, solvers whose code or version is another one now, runs
that were made beside others or from changed files, tables and a page that are not what today's code
makes of the rows.  Run it where every extra is installed, as a version that is missing cannot be
compared.
"""

import re
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import accord
from accord.bench.analysis.table import table
from accord.bench.campaigns.folder import read_environment
from accord.cli.options.question import read_question
from accord.puzzles.phrasing import counted
from accord.solvers.backend import Backend
from accord.solvers.registry import backends, canonical, registered
from accord.solvers.source import source_of
from accord.views.report.page import page
from accord.views.report.report_data import report_data
from accord.views.tables.table import report

if TYPE_CHECKING:
    import pandas

ROOT = Path(__file__).parents[1]
EVERY_SOLVER = "*"
MOST_NAMES = 6  # in a line


def remarks(folder: Path) -> Iterator[str]:
    """Sentences on what is out of date in a recorded campaign."""
    rows = accord.load(folder)
    shown = [str(each) for each in rows["solver"].unique()]
    yield from _listed("not in it", sorted(_asked_today(folder) - {*shown}))
    ours = [each for each in shown if each.partition(":")[0] in backends()]
    yield from _listed("gone since", [each for each in shown if each not in ours])
    yield from _listed("with other code now", [each for each in ours if _has_changed(rows, each)])
    yield from _listed("of another version now", [e for e in ours if _is_of_another(rows, e)])
    yield from _circumstances(folder, rows)
    yield from _listed("not what the rows give today", [*_changed_files(folder)], "file")


def _circumstances(folder: Path, rows: "pandas.DataFrame") -> Iterator[str]:
    if beside := int((rows["jobs"].fillna(1) > 1).sum()):
        yield f"{counted(beside, 'run')} made while others ran, expected one at a time"
    for each in rows["environment"].unique():
        commit = read_environment(folder, each).get("commit", "")
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


def _has_changed(rows: "pandas.DataFrame", solver: str) -> bool:
    """Whether some row was made by other code; rows of old campaigns do not say by which."""
    return {*rows.loc[rows["solver"] == solver, "source"].fillna("")} != {source_of(solver)}


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


def main(arguments: list[str]) -> None:
    """Print the remarks of each folder."""
    recorded = sorted(each.parent for each in (ROOT / "results").glob("*/campaign.toml"))
    for folder in map(Path, arguments) if arguments else recorded:
        found = [*remarks(folder)]
        print(f"{folder.resolve().name}: {'stale' if found else 'as of now'}")
        print(*(f"    {each}" for each in found), sep="\n", end="\n" * bool(found))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(sys.argv[1:])
