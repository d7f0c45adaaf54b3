"""The page of all recorded campaigns, results/index.html: `python tools/results_page.py [--stale]`.

Who is good at what, by family of solvers and by class of problems, with a link from each number to
its rows in the campaign's report; and what changed since the record before, which is the latest in
the history of git that has no session in common with what is there now.  With --stale it is not
written; it prints whether it is what would be.
"""

import io
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlencode

from accord.bench.analysis.breakdown import Breakdown, KindFigures, breakdown
from accord.bench.analysis.compare import Comparison, compare
from accord.bench.analysis.table import CampaignTable, TableLine, table
from accord.bench.campaigns.folder import CampaignError, read_environment
from accord.bench.campaigns.sessions import read_sessions
from accord.bench.run.environment import machine_text
from accord.puzzles.phrasing import counted, listed, seconds
from accord.views.offline_page import filled
from accord.views.tables.compare import report, title
from accord.views.tables.table import names
from accord.views.tables.text import TextTable

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "results"
PAGE = RESULTS / "index.html"
STYLE = ROOT / "views" / "report" / "page" / "report.css"


class PageCell(NamedTuple):
    """What stands in a cell, where it leads to, and what stands below it in small letters."""

    text: str
    link: str = ""
    more: Sequence[str] = ()
    is_word: bool = False


class PageTable(NamedTuple):
    """A table of the page."""

    headings: Sequence[str]
    rows: Sequence[Sequence[PageCell]]


@dataclass(frozen=True)
class Changes:
    """What changed since the record before."""

    sentences: Sequence[str]
    summary: str = ""
    tables: Sequence[PageTable] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class JudgedRecord:
    """A recorded campaign, judged."""

    folder: Path
    table: CampaignTable
    lines: dict[str, TableLine]  # by what the solver is called there, the best first
    classes: Breakdown
    changes: Changes

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.name

    @property
    def page(self) -> str:
        """The report, or its table where none is made."""
        files = (file for file in ("report.html", "table.md") if (self.folder / file).is_file())
        return f"{self.name}/{next(files, '')}"

    @property
    def wrong(self) -> int:
        """Runs with a wrong answer."""
        return sum(line.wrong for line in self.lines.values())

    @property
    def asked(self) -> str:
        """What was asked, and how many answers were wrong."""
        problems, solvers = counted(self.table.puzzles, "problem"), len(self.lines)
        limits = listed(f"{each:g} s" for each in self.table.time_limits)
        wrong = counted(self.wrong, "wrong answer") if self.wrong else "no wrong answer"
        return f"{problems}, {counted(solvers, 'solver')}, {limits} a run, {wrong}"

    @property
    def made(self) -> str:
        """When it was made, and on which machine."""
        sessions = self.table.sessions
        days = sorted(each.began[:10] for each in sessions)
        machines = (read_environment(self.folder, each.environment) for each in sessions)
        when = " to ".join(dict.fromkeys((days[0], days[-1])))
        return f"{when}, {listed(dict.fromkeys(map(machine_text, machines)))}"

    def rows_of(self, **chosen: str) -> str:
        """The address of the rows of a solver, or of puzzles."""
        return f"{self.page}#runs?{urlencode(chosen)}" if self.page.endswith(".html") else self.page

    @property
    def by_class(self) -> PageTable:
        """Who is good at which class of problems."""
        kinds = enumerate(self.classes.kinds)
        headings = ("class", "solve all", "quickest", "of another family")
        return PageTable(headings, [self._class(kind, place) for place, kind in kinds])

    def _class(self, kind: str, place: int) -> list[PageCell]:
        parts = {name: figures[place] for name, figures in self.classes.lines.items()}
        asked = {name: part for name, part in parts.items() if part.runs and name in self.lines}
        able = sum(part.solved == part.runs for part in asked.values())
        right = [name for name in asked if not self.lines[name].wrong and asked[name].solved]
        right.sort(key=lambda name: (-asked[name].solved, asked[name].median))
        family = self.lines[right[0]].family if right else ""
        others = [name for name in right if self.lines[name].family != family]
        cells = [
            PageCell(kind, is_word=True),
            PageCell(f"{able} of {len(asked)}", self.rows_of(puzzle=kind)),
        ]
        best = (chosen[:1] for chosen in (right, others))
        found = ([self._quickest(kind, e, asked[e]) for e in each] or [NOBODY] for each in best)
        return [*cells, *chain.from_iterable(found)]

    def _quickest(self, kind: str, name: str, part: KindFigures) -> PageCell:
        solved = "" if part.solved == part.runs else f", {part.solved}/{part.runs}"
        time = f"{seconds(part.median, '' if part.known else '>=')}{solved}"
        link = self.rows_of(puzzle=kind, solver=name)
        return PageCell(time, link, (name, self.lines[name].family))

    def best_of(self, family: str) -> PageCell:
        """The best solver of a family."""
        found = (name for name, line in self.lines.items() if line.family == family)
        if (name := next(found, None)) is None:
            return NOBODY
        line = self.lines[name]
        solved = f"{line.solved}/{line.runs + line.missing}"
        return PageCell(solved, self.rows_of(solver=name), (name, seconds(line.par2)))


NOBODY = PageCell("-")


def recorded(folder: Path) -> JudgedRecord:
    """A recorded campaign, judged and compared with the record before."""
    found = table(folder)
    lines = dict(zip(names(found), found.lines, strict=True))
    return JudgedRecord(folder, found, lines, breakdown(folder, "class"), changes(folder))


def by_family(records: Sequence[JudgedRecord]) -> PageTable:
    """The best solver of each family in each record."""
    families = sorted({line.family for each in records for line in each.lines.values()})
    rows = [
        [PageCell(family, is_word=True), *(each.best_of(family) for each in records)]
        for family in families
    ]
    return PageTable(("family", *(each.name for each in records)), rows)


def changes(folder: Path) -> Changes:
    """What changed since the record before."""
    with TemporaryDirectory() as scratch:
        for commit, old in earlier(folder, Path(scratch)):
            since = f"Since the record of {read_sessions(old)[-1].began[:10]} ({commit[:7]})"
            try:
                return changes_from(since, compare(old, folder))
            except CampaignError as error:
                return Changes([f"{since}: {str(error).replace(str(old), 'it')}"])
    return Changes(["The history here has no record before this one."])


def changes_from(since: str, found: Comparison) -> Changes:
    """The changes that a comparison found."""
    printed, told = (
        report(found),
        [each for each in found.lines if each.pair.different and not each.refuted],
    )
    slower, faster = (
        listed(title(line) for line in told if line.pair.slower == way) or "none"
        for way in (True, False)
    )
    verdicts = counted(len(found.verdicts), "verdict") if found.verdicts else "no verdict"
    said = f"{since}: slower: {slower}; faster: {faster}; {verdicts} changed."
    tables = [
        PageTable(each.headings, [_cells(each, row) for row in each.rows])
        for each in printed.tables
    ]
    summary = f"{counted(len(found.lines), 'solver')} compared"
    return Changes([said, *found.disturbances, *printed.above], summary, tables, printed.notes)


def _cells(table: TextTable, row: Sequence[str]) -> list[PageCell]:
    return [PageCell(text, is_word=place < table.left) for place, text in enumerate(row)]


def earlier(folder: Path, scratch: Path) -> Iterator[tuple[str, Path]]:
    """Commits with another record of a campaign, the latest first, and folders with these."""
    place = str(folder.relative_to(ROOT))
    mine = {each.id for each in read_sessions(folder)}
    for commit in _git("log", "--format=%H", "--", f"{place}/sessions.jsonl").decode().split():
        if archive := _git("archive", commit, place):
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                packed.extractall(scratch / commit, filter="data")
            if mine.isdisjoint(each.id for each in read_sessions(scratch / commit / place)):
                yield commit, scratch / commit / place


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False).stdout


def page(folders: Sequence[Path]) -> str:
    """The text of the page."""
    records = [*map(recorded, folders)]
    style = STYLE.read_text(encoding="utf-8")
    template = Path(__file__).with_suffix(".html")
    return filled(template, style=style, records=records, families=by_family(records))


def main(*, stale: bool) -> None:
    """Write the page, or say whether it is stale."""
    text = page(sorted(each.parent for each in RESULTS.glob("*/campaign.toml")))
    if stale:
        is_same = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text
        print(f"{PAGE.name}: {'as of now' if is_same else 'stale'}")
    else:
        PAGE.write_text(text, encoding="utf-8")
        print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    main(stale="--stale" in sys.argv)
