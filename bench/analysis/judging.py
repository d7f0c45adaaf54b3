"""Judging all rows of a campaign, whenever they are read.

The judge (bench/judge/judge.py) reads what a row claims, and nothing of what it cost or which
repetition it is: equal claims on a puzzle are judged once, and the judgement is joined back to
every row that makes them.  A hundred repetitions cost as much as one.  The judge names the solver
that found a grid first; so claims come to it in the order in which the rows would, each in the
place of its first row: claims that differ in the key, the repetition aside, are different claims,
and the lowest repetition gives their place.

All rows are evidence, also those whose key stands there more than once (bench/campaigns/store.py):
the run that is timed is wrong if any claim made under its key is refuted, and has its reasons.

What was claimed of an isomorph is judged as a claim on the puzzle, whose grids it has by now
(bench/campaigns/campaign.py); where it is refuted, the reason names the isomorph that was asked.

Puzzles are judged slice by slice (bench/campaigns/database.py), as many as have claims of
SLICE_BYTES; what is remembered of them is one line each in a file.  So a million puzzles take no
more memory than a thousand; only what was claimed of a single puzzle has to fit.

A certificate in the folder (certificates.py) is evidence like a claim: what it proves refutes who
has claimed something else.

`RefutedSolvers` collects who is refuted, where and why.  Puzzles are judged in the order of their
hashes, which says nothing to anybody; in the order of a campaign the first ones are known when the
last has been judged.
"""

import json
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

from accord.bench.analysis.shown_solvers import ShownSolvers
from accord.bench.campaigns.database import Database, slices
from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles, expected_of, problem_of
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.run import KEY, VERSIONED, expect_solvers
from accord.bench.campaigns.store import KEY_LIST, opened
from accord.bench.certify.certificates import (
    CampaignCertificates,
    StoredCertificate,
    judge_with_certificates,
)
from accord.bench.judge.claim import Claim
from accord.bench.judge.independence import equal_neighbours
from accord.bench.judge.judge import Judgement, Verdict
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.grid import Grid
from accord.puzzles.objective import Objective, Value
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Expected

SHOWN = 100  # sentences on who is refuted; of more there is the number
NAMED = 3  # puzzles on which a solver was refuted
Place = tuple[int, ...]  # of a puzzle: in the order of a campaign, or of one and then another
T = TypeVar("T")
SLICE_BYTES = 32 * 2**20
JUDGING = "judging puzzles"  # as a step
_COLUMNS = (*(name for name in KEY if name != "repetition"), "engine", "model", "outcome")
_COLUMNS += ("exhausted", "count", "valid", "solutions", "digest", "contradictory")
_COLUMNS += ("assignments", "passed", "bound")
_LIST = ", ".join(f'"{name}"' for name in _COLUMNS)
_HASH = f"md5(to_json(row({_LIST}))::VARCHAR)"
_KEY_HASH = f"md5(to_json(row({KEY_LIST}))::VARCHAR)"
_JUDGEMENT = {"claim": "VARCHAR", "decided": "BOOLEAN", "category": "VARCHAR"}
_JUDGEMENT |= {"refutations": "VARCHAR[]", "certificate": "VARCHAR", "verdict": "VARCHAR"}


@dataclass(frozen=True)
class StoredClaim(Claim):
    """A claim that several equal rows make."""

    hash: str = ""
    isomorph: int = 0


@dataclass(frozen=True)
class Evidence:
    """A puzzle, and all that is claimed about it."""

    hash: str
    name: str
    expected: Expected | None
    problem: Problem
    claims: tuple[StoredClaim, ...]
    place: int  # of the puzzle in the order of the campaign
    certificates: tuple[StoredCertificate, ...] = ()


Watch = Callable[[Evidence, Verdict], None]
Write = Callable[[Verdict, Iterable[Judgement]], None]  # on a puzzle, and those that are its own


def not_watched(puzzle: Evidence, verdict: Verdict) -> None:
    """Take a verdict, and do nothing."""


@contextmanager
def judging(
    folder: Path,
    watch: Watch = not_watched,
    steps: ShowStep = not_shown,
    named: Sequence[str] = (),
    shown: ShownSolvers | None = None,
) -> Iterator[Database]:
    """A database with the view `judged`, the runs with what the judge has found.

    That is status, decided, category, refutations, and of the puzzle the certificate and the
    verdict.  It has the views of `opened` besides, and `puzzles`.

    Args:
        folder: of the campaign.
        watch: called for each puzzle with runs, and the verdict on it.
        steps: called before each of them.
        named: solvers that somebody asks about.
        shown: whose runs the view holds; all by default.  All are judged.

    Raises:
        CampaignError: there is no campaign, it cannot be read, it has runs on other puzzles, or
            none of a named solver.
    """
    with opened(folder) as base:
        shown = shown or ShownSolvers()
        shown.resolve(base)
        expect_solvers(base, [each for each in named if each not in shown.new_names.values()])
        add_puzzles(base, folder / PUZZLES)
        total, certificates = puzzles_with_claims(base), CampaignCertificates(base, folder)
        with judgements(base) as write:
            for done, each in enumerate(evidence(base, folder, certificates)):
                steps(JUDGING, done, total)
                verdict = judge_claims(each.problem, each.claims, each.certificates)
                watch(each, verdict)
                write(verdict, verdict.runs)
        certificates.checks.save()
        shown.restrict(base)
        yield base


@contextmanager
def judgements(base: Database) -> Iterator[Write]:
    """A writer of judgements; with the last of them the view `judged` is made.

    There has to be one of each claim of `everything`, and no other.
    """
    file = base.scratch / "judgements.jsonl"
    with file.open("w", encoding="utf-8") as lines:

        def write(verdict: Verdict, judged: Iterable[Judgement]) -> None:
            lines.writelines(_line(each, verdict) for each in judged)

        yield write
    base.keep("judgements", f"FROM {base.json_lines(file, _JUDGEMENT)}")
    file.unlink()
    base.define("judged_alone", _JUDGED)
    repeated = base.value("SELECT count(*) FROM repeated")
    if not (repeated and base.keep("refuted_again", _REFUTED_AGAIN)):
        base.execute("CREATE VIEW judged AS FROM judged_alone")
        return
    base.execute(
        "CREATE VIEW judged AS SELECT * EXCLUDE (key, reasons) REPLACE ("
        "CASE WHEN reasons IS NULL THEN category ELSE 'wrong' END AS category, "
        "coalesce(reasons, refutations) AS refutations) "
        f"FROM (SELECT *, {_KEY_HASH} AS key FROM judged_alone) LEFT JOIN refuted_again USING (key)"
    )


_JUDGED = f"""
SELECT runs.* EXCLUDE (claim),
    CASE WHEN count > 0 THEN 'SAT' WHEN exhausted THEN 'UNSAT' ELSE 'UNKNOWN' END AS status,
    decided, category, refutations, certificate, verdict
FROM (SELECT *, {_HASH} AS claim FROM runs) AS runs JOIN judgements USING (claim)
"""
_REFUTED_AGAIN = f"""
SELECT key, list_sort(list_distinct(flatten(list(refutations)))) AS reasons FROM (
    SELECT {_KEY_HASH} AS key, {_HASH} AS claim
    FROM everything SEMI JOIN repeated ON hash({KEY_LIST}) = repeated.key
) JOIN judgements USING (claim) WHERE category = 'wrong' GROUP BY key
"""


def puzzles_with_claims(base: Database) -> int:
    """Of how many puzzles there is `evidence`."""
    found: int = base.value("SELECT count(DISTINCT puzzle) FROM everything")
    return found


def judge_claims(
    problem: Problem,
    claims: Iterable[StoredClaim],
    certificates: Iterable[StoredCertificate] = (),
) -> Verdict:
    """The verdict of the judge; what refutes a claim names the isomorph it was asked as.

    Raises:
        FalseTheoremError: a certificate is accepted, and lacks a verified solution.
    """
    verdict = judge_with_certificates(problem, tuple(claims), certificates)
    return replace(verdict, runs=tuple(map(_located, verdict.runs)))


def evidence(
    base: Database, folder: Path, certificates: CampaignCertificates | None = None
) -> Iterator[Evidence]:
    """Every puzzle with runs and all that was claimed of it, in the order of the puzzles' hashes.

    Args:
        base: with the views `everything` and `puzzles`; nothing else may be asked of it meanwhile.
        folder: of the campaign.
        certificates: of the campaign.

    Raises:
        CampaignError: there are runs on other puzzles.
    """
    for where in slices(_pieces(base)):
        query = f"SELECT puzzle, text, names[1], expected, place FROM puzzles WHERE {where}"
        asked = {puzzle: rest for puzzle, *rest in base.rows(query)}
        certified = certificates.of_slice(where) if certificates else {}
        for digest, group in groupby(base.rows(_claims(where)), itemgetter(0)):
            if digest not in asked:
                number = base.value("SELECT count(*) FROM puzzles")
                raise CampaignError(
                    f"found runs on the puzzle {digest}, expected those of the campaign's "
                    f"{number}; a part of another campaign? `accord repair` sets "
                    "such rows aside"
                )
            text, name, expected, place = asked[digest]
            problem = problem_of(text, folder)
            yield Evidence(
                digest,
                name,
                expected_of(expected),
                problem,
                tuple(_claim(row, problem.goal) for row in group),
                place,
                tuple(certificates.read(certified.get(digest, ()))) if certificates else (),
            )


def _pieces(base: Database) -> int:
    """In how many slices the puzzles have to be judged."""
    size = (
        "300 + len(solutions) * coalesce(strlen(solutions[1]), 0) "
        "+ coalesce(strlen(assignments), 0)"
    )
    claims = f"approx_count_distinct(hash({_LIST}))"
    wide = (
        base.value(f"SELECT {claims} * avg({size}) FROM everything"),
        base.value("SELECT sum(300 + strlen(text)) FROM puzzles"),
    )
    return int(1 + max(each or 0.0 for each in wide) // SLICE_BYTES)


def _claims(where: str) -> str:
    """SQL for the different claims of a slice, in the order of their first rows."""
    rest = 'engine, model, "limit", solutions, count, valid, digest, exhausted'
    return (
        f"SELECT puzzle, {VERSIONED}, {rest}, coalesce(contradictory, false), "
        f"outcome, passed, bound, {_HASH}, isomorph, assignments "
        f"FROM (SELECT {_LIST}, min(repetition) AS repetition FROM everything "
        f"WHERE {where} GROUP BY ALL) ORDER BY {KEY_LIST}, exhausted, digest"
    )


def _claim(row: Sequence[Any], goal: Objective | None) -> StoredClaim:
    """The claim of a row of `_claims`: after the puzzle all in the order of the class.

    Raises:
        CampaignError: its grids are none, or its bound.
    """
    *claim, assignments = row
    try:
        grids = tuple(map(Grid.parse, claim[5])) if assignments is None else _lists(assignments)
    except (ValueError, TypeError):
        raise CampaignError(
            f"found {assignments or claim[5]!r:.80} as the grids of {claim[1]} "
            f"on the puzzle {claim[0]}; "
            "`accord repair` sets such rows aside"
        ) from None
    try:
        equal_neighbours(claim[-4] or "[]")
    except ValueError as error:
        raise CampaignError(
            f"found {claim[-4]!r:.80} as what constraints passed in {claim[1]} on the puzzle "
            f"{claim[0]}, {error}"
        ) from None
    claim[-3] = _bound(claim[-3], goal, claim[1], claim[0])
    return StoredClaim(*(*claim[1:5], grids, *claim[6:]))


def _bound(text: str | None, goal: Objective | None, label: str, puzzle: str) -> Value | None:
    """The bound in a row."""
    if text is None or goal is None:
        return None
    try:
        found = json_value(text)
    except ValueError:
        found = text
    value = tuple(found) if isinstance(found, list) else found
    if not goal.fits(value):
        raise CampaignError(
            f"found {text!r:.80} as the bound of {label} on the puzzle {puzzle}, expected a value "
            "of the objective; `accord repair` sets such rows aside"
        )
    return cast("Value", value)


def _lists(assignments: str) -> tuple[Solution, ...]:
    """The solutions of a problem."""
    found = tuple(map(tuple, json_value(assignments)))
    if any(type(value) is not int for values in found for value in values):
        raise TypeError("a value that is no whole number")
    return found


def _located(judgement: Judgement) -> Judgement:
    """The judgement of a claim, with the isomorph it was asked as in what refutes it."""
    claim = judgement.run
    if not (isinstance(claim, StoredClaim) and claim.isomorph and judgement.refutations):
        return judgement
    where = f"(asked as isomorph {claim.isomorph})"
    return replace(judgement, refutations=tuple(f"{why} {where}" for why in judgement.refutations))


def _line(judgement: Any, verdict: Verdict) -> str:
    known = {
        "claim": judgement.run.hash,
        "decided": judgement.decided,
        "category": judgement.category,
        "refutations": judgement.refutations,
        "certificate": verdict.certification,
        "verdict": verdict.answer,
    }
    return f"{json.dumps(known)}\n"


@dataclass(frozen=True)
class RefutedSolver:
    """A solver, and the puzzles on which it was refuted."""

    solver: str
    puzzles: int
    first: tuple[str, ...]  # the names of the first NAMED
    why: str  # on the first


class RefutedSolvers:
    """Every solver that is refuted, the first one first."""

    def __init__(self) -> None:
        self._puzzles: Counter[str] = Counter()  # by solver
        self._first: dict[str, list[tuple[Place, tuple[str, str]]]] = {}  # name and reason

    def add(self, place: Place, solver: str, puzzle: str, why: str) -> None:
        """Add a puzzle on which a solver is refuted."""
        self._puzzles[solver] += 1
        keep(self._first.setdefault(solver, []), place, (puzzle, why), NAMED)

    @property
    def found(self) -> tuple[RefutedSolver, ...]:
        """All of them."""
        return tuple(
            RefutedSolver(
                solver,
                self._puzzles[solver],
                tuple(name for _, (name, _) in first),
                first[0][1][1],
            )
            for solver, first in sorted(self._first.items(), key=lambda each: each[1][0][0])
        )


def keep(kept: list[tuple[Place, T]], place: Place, item: T, most: int = SHOWN) -> None:
    """Keep the items of the first places, in their order."""
    insort(kept, (place, item), key=itemgetter(0))
    del kept[most:]
