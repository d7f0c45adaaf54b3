"""The question of a campaign, and its plan: which runs are to be made, in which order.

In each repetition the puzzles are shuffled and, for each puzzle, the solvers, so that a slow spell
of the machine hits all solvers alike and an interrupted campaign is still comparable.  The
isomorphs of a puzzle are shuffled as if they were other puzzles.  To shuffle is to sort by a hash
of the seed, the repetition, the puzzle, the isomorph and the solver: the order is the same on every
machine, a shard has that of the whole, and what is done is simply left out.

The plan is a file: DuckDB sorts numbers of puzzles, 12 bytes a run, and the text of a puzzle is
read from a file of texts when its turn comes.  What is held in memory are the places of the texts,
8 bytes for each puzzle, and a few puzzles; of large ones (large_problems.py) the last, which all
solvers are asked in turn.  Where a solver reads files itself, a problem is read from its original.
A plan is written PIECE runs at a time, or a repetition if that is more.
"""

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from accord.bench.campaigns.database import Database, database, quoted, slices
from accord.bench.campaigns.deduplicate import (
    OF_PROBLEMS,
    PUZZLES,
    Shard,
    add_puzzles,
    attach_program,
    original_of,
    problem_of,
)
from accord.bench.campaigns.folder import MOST_SHARDS, CampaignError
from accord.bench.campaigns.large_problems import is_large
from accord.bench.campaigns.planned_run import PlannedRun
from accord.bench.campaigns.run import IS_NOISY, PLAIN
from accord.bench.campaigns.store import opened
from accord.bench.run.report import Declaration
from accord.bench.run.terms import USUAL, USUAL_TERMS, Terms
from accord.puzzles.puzzle import Instance
from accord.solvers.backend import asks_original
from accord.solvers.budget import LARGEST, expect_whole

MOST_REPETITIONS = 1_000_000
MOST_RUNS_OF_ONE = 3  # of a solver on a question, where noisy ones are made again
MOST_ISOMORPHS = 100_000  # of a puzzle: all of them are planned at once


class CampaignRules(NamedTuple):
    """What a campaign keeps of the rules of a competition, besides limits; without a name none."""

    name: str = ""  # and what departs from them, in words
    cores: int = 0  # the most that a solver may work on; 0 for any number
    score: str = ""  # that ranks the solvers: a heading of `accord scores`
    wrong: str = ""  # "out": a solver with a wrong answer; or "unsolved": that run alone

    def expect(self, solvers: Iterable[Declaration]) -> None:
        """Require solvers that work on no more cores than there may be.

        Raises:
            CampaignError: one works on more.
        """
        for each in solvers:
            if self.cores and each.cores > self.cores:
                raise CampaignError(
                    f"rules {self.name}: found {each}, which works on {each.cores} cores, "
                    f"expected at most {self.cores}"
                )


NO_RULES = CampaignRules()


@dataclass(frozen=True)
class CampaignQuestion:
    """The question of a campaign: solvers, terms, repetitions and shard.

    Raises:
        CampaignError: a number that makes no sense, or that the results cannot hold.
    """

    collection: str  # where the puzzles came from, in words
    solvers: tuple[str, ...]  # as people write them, `NAME[:SETTINGS]` or `PLACE:OBJECT[:SETTINGS]`
    terms: Terms = USUAL_TERMS
    repeat: int = 1  # how often each question is asked
    isomorphs: int = 0  # of each puzzle, that are asked besides it
    seed: int = 0  # draws the order, and the isomorphs
    shard: Shard | None = None  # I of N; then every N-th of the puzzles only
    reading: str = ""  # the options that say how the puzzles were read
    rules: CampaignRules = NO_RULES

    def __post_init__(self) -> None:
        for name, what, least, most in (
            ("repeat", "repetitions", 1, MOST_REPETITIONS),
            ("isomorphs", "isomorphs", 0, MOST_ISOMORPHS),
            ("seed", "as the seed", -LARGEST, LARGEST),
        ):
            number = expect_whole(what, getattr(self, name), least, most, CampaignError)
            object.__setattr__(self, name, number)
        if self.shard and not 1 <= self.shard[0] <= self.shard[1] <= MOST_SHARDS:
            found = "{}/{}".format(*self.shard)
            also = f", and N up to {MOST_SHARDS:,}" if self.shard[1] > MOST_SHARDS else ""
            raise CampaignError(f"found shard {found}, expected I/N with I from 1 to N{also}")
        for name in (self.collection, *self.solvers):
            expect_text(name)


def expect_text(name: str) -> None:
    """Require a name that can be encoded in UTF-8.

    Raises:
        CampaignError: it has bytes that are no UTF-8.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        raise CampaignError(f"found the name {name!r}, expected one in UTF-8") from None


PIECE = 1_000_000  # runs
SLICE = 250_000  # runs that are looked through at a time
REMEMBERED = 256  # puzzles that are not read again, unless they are large


@dataclass(frozen=True)
class Plan:
    """A campaign's runs: how many are done, and files from which those left are read."""

    folder: Path
    scratch: Path
    solvers: Sequence[Declaration]
    question: CampaignQuestion
    puzzles: int
    done: int
    stale: Mapping[str, int]  # how many of these a solver made with other code than it has now

    @property
    def total(self) -> int:
        """The number of all runs, done ones included."""
        return self._runs * self.question.repeat

    @property
    def _runs(self) -> int:
        """The number of runs of one repetition."""
        return self.puzzles * (1 + self.question.isomorphs) * len(self.solvers)

    def runs(self) -> Iterator[PlannedRun]:
        """The runs that are not done, in their order."""
        if self.done == self.total:
            return
        size = max(1, PIECE // max(1, self._runs))
        reads = any(asks_original(each.settings) for each in self.solvers)
        with closing(_Texts(self.scratch / "texts.jsonl", self.folder, reads)) as texts:
            for first in range(0, self.question.repeat, size):
                piece = self._piece(first, min(first + size, self.question.repeat))
                with piece.open("rb") as lines:
                    for line in lines:
                        place, solver, repetition, isomorph = map(int, line.split(b","))
                        instance, large = texts.instance(place)
                        asked = self.solvers[solver], repetition, isomorph
                        yield PlannedRun(instance, *asked, is_large=large)

    def _piece(self, first: int, end: int) -> Path:
        """A file of the undone runs of some repetitions: one line of numbers each."""
        path = self.scratch / "plan.csv"
        with database(self.scratch) as base:
            _add_solvers(base, self.solvers)
            for name in ("places", "done"):
                rows = base.parquet(*sorted(self.scratch.glob(f"{name}*.parquet")))
                base.execute(f"CREATE VIEW {name} AS FROM {rows}")
            asked = {"seed": self.question.seed, "isomorphs": self.question.isomorphs}
            query = _ORDER.format(first=first, end=end, **asked)
            base.execute("SET preserve_insertion_order = true")
            base.execute(f"COPY ({query}) TO {quoted(path)} (FORMAT csv, HEADER false)")
        return path


def plan(
    folder: Path,
    scratch: Path,
    solvers: Sequence[Declaration],
    question: CampaignQuestion,
    host: str | None,
    *,
    again: bool = False,
    noisy: bool = False,
) -> Plan:
    """The plan of the campaign in this folder.

    Args:
        folder: has the puzzles, and the runs that are done.
        scratch: a folder for what is to be thrown away.
        solvers: that are asked.
        question: what they are asked.
        host: on which runs count as done; None for any.
        again: have stale runs, made with other code than the solver has now, count as not done.
        noisy: have questions that a solver has noisy runs on only (bench/run/other_load.py) asked
            again: all solvers, until each has a run that is not, or MOST_RUNS_OF_ONE are made.

    Raises:
        CampaignError: what is in the folder cannot be read.
    """
    same: dict[str, object] = question.terms.columns | {"seed": question.seed}
    if question.terms.limit == USUAL:
        del same["limit"]  # which the puzzle decides
    same |= {} if host is None else {"host": host}
    asked = {"repeat": question.repeat, "isomorphs": question.isomorphs}
    with opened(folder) as base:
        add_puzzles(base, folder / PUZZLES)
        _add_solvers(base, solvers)
        names = ", ".join(f'${number} AS "{name}"' for number, name in enumerate(same, 1))
        base.execute(f"CREATE TABLE same AS SELECT {names}", list(same.values()))
        equal = " AND ".join(f'runs."{name}" IS NOT DISTINCT FROM same."{name}"' for name in same)
        base.execute("SET preserve_insertion_order = true")
        places = "SELECT row_number() OVER () - 1 AS place, puzzle FROM puzzles"
        texts = f"SELECT puzzle, names[1] AS name, text, {', '.join(OF_PROBLEMS)} FROM puzzles"
        puzzles = _write(base, scratch / "places.parquet", places)
        base.execute(f"COPY ({texts}) TO {quoted(scratch / 'texts.jsonl')} (FORMAT json)")
        base.execute(f"CREATE VIEW places AS FROM {base.parquet(scratch / 'places.parquet')}")
        stale = {} if again else dict(base.rows(_STALE.format(same=equal)))
        fresh = f"NOT {_IS_STALE}" if again else "true"
        done = 0
        runs = base.value("SELECT count(*) FROM runs")
        for number, where in enumerate(slices(1 + runs // SLICE)):
            done_runs = _DONE_WITHOUT_NOISE if noisy else _DONE
            query = done_runs.format(same=equal, where=f"{where} AND {fresh}", **asked)
            done += _write(base, scratch / f"done-{number}.parquet", query)
    return Plan(folder, scratch, solvers, question, puzzles, done, stale)


_DONE = """
SELECT DISTINCT place, solvers.number AS solver, repetition, isomorph
FROM runs JOIN same ON {same} JOIN solvers USING (solver, solver_version, settings, cores)
JOIN places USING (puzzle)
WHERE repetition < {repeat} AND isomorph <= {isomorphs} AND {where}
"""
_DONE_WITHOUT_NOISE = f"""
WITH made AS (
    SELECT place, solvers.number AS solver, repetition, isomorph, started,
        bool_and({IS_NOISY}) AS noisy
    FROM everything AS runs JOIN same ON {{same}}
    JOIN solvers USING (solver, solver_version, settings, cores) JOIN places USING (puzzle)
    WHERE repetition < {{repeat}} AND isomorph <= {{isomorphs}} AND {{where}} GROUP BY ALL
),
numbered AS (
    SELECT *, row_number() OVER (
        PARTITION BY place, solver, repetition, isomorph ORDER BY started
    ) AS number FROM made
),
counted AS (
    SELECT place, solver, repetition, isomorph, max(number) AS runs,
        coalesce(min(number) FILTER (NOT noisy), max(number) + 1) AS wanted
    FROM numbered GROUP BY ALL
)
SELECT place, solver, repetition, isomorph FROM counted
QUALIFY runs >= least(
    max(wanted) OVER (PARTITION BY place, repetition, isomorph), {MOST_RUNS_OF_ONE}
)
"""
_IS_STALE = "(coalesce(runs.source, '') NOT IN ('', solvers.source) AND solvers.source != '')"
_STALE = f"""
SELECT {PLAIN}, count(*)
FROM runs JOIN same ON {{same}} JOIN solvers USING (solver, solver_version, settings, cores)
WHERE {_IS_STALE} GROUP BY 1 ORDER BY 1
"""
_ORDER = """
WITH left_over AS (
    SELECT place, number AS solver, repetition, isomorph,
        concat_ws(' ', {seed}, repetition, puzzle, nullif(isomorph, 0)) AS question,
        concat(solver, ':', settings) AS label
    FROM places, solvers, (SELECT range AS repetition FROM range({first}, {end})),
        (SELECT range AS isomorph FROM range(1 + {isomorphs}))
)
SELECT place, solver, repetition, isomorph
FROM left_over ANTI JOIN done USING (place, solver, repetition, isomorph)
ORDER BY repetition, md5(question), md5(concat_ws(' ', question, label)), place, solver, isomorph
"""


def _add_solvers(base: Database, solvers: Sequence[Declaration]) -> None:
    """Make the table `solvers`."""
    names = ("name", "version", "settings", "source", "cores")
    columns = [[getattr(each, name) for each in solvers] for name in names]
    base.execute(
        "CREATE TABLE solvers AS SELECT unnest(range(len($1))) AS number, "
        "unnest($1) AS solver, unnest($2) AS solver_version, unnest($3) AS settings, "
        "unnest($4) AS source, unnest($5) AS cores",
        columns,
    )


def _write(base: Database, path: Path, query: str) -> int:
    """Write the rows of a query to a Parquet file; returns their number."""
    return int(base.value(f"COPY ({query}) TO {quoted(path)} (FORMAT parquet)"))


class _Texts:
    """The puzzles of a campaign, each read from a line of a file on demand.

    With their originals, where a solver is asked for these.
    """

    def __init__(self, path: Path, folder: Path, originals: bool) -> None:
        self._file, self._folder, self._originals = path.open("rb"), folder, originals
        self._places = array("Q")
        place = 0
        for line in self._file:
            self._places.append(place)
            place += len(line)
        self._line = lru_cache(REMEMBERED)(self._read_line)
        self._small = lru_cache(REMEMBERED)(self._instance)
        self._large = lru_cache(1)(self._instance)
        self.close = self._file.close

    def instance(self, place: int) -> tuple[Instance, bool]:
        """A puzzle, and whether it is large."""
        line = self._line(place)
        large = is_large(line["text"]) or (self._originals and is_large(line.get("original") or ""))
        return (self._large if large else self._small)(place), large

    def _read_line(self, place: int) -> dict[str, Any]:
        self._file.seek(self._places[place])
        line: dict[str, Any] = json.loads(self._file.readline())
        return line

    def _instance(self, place: int) -> Instance:
        line, puzzle = self._line(place), None
        if self._originals and line.get("original"):
            puzzle = original_of(line["original"], self._folder, line["full_digest"])
        puzzle = puzzle or problem_of(line["text"], self._folder)
        if self._originals and line.get("original"):
            attach_program(puzzle, line["original"], self._folder)
        vars(puzzle)["digest"] = line["puzzle"]  # as it would find itself, in 10 us
        return Instance(line["name"], puzzle, compile_time=line.get("compile_time"))
