"""The certificates of a campaign: which are accepted, and what becomes of the verdict then.

They stand in certificates.jsonl in its folder (accord.puzzles.proofs.certificate_file), what was
accepted of them in certificates.accepted (accepted.py).  A certificate is a claim like others: the
judge checks it, and what it proves refutes whoever claimed something else.  One that is refused
says nothing about the puzzle; its producer is named, apart from the solvers.  `campaign_puzzles`
are those that `accord certify` certifies in a campaign; `certify_cheaply` does so unasked when the
runs are made.
"""

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import process_time

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.deduplicate import PUZZLES, add_puzzles, expected_of, problem_of
from accord.bench.campaigns.large_problems import IS_LARGE
from accord.bench.campaigns.store import opened
from accord.bench.certify.accepted import AcceptedChecks
from accord.bench.certify.certificate_store import CertificateFile
from accord.bench.certify.cheap import MOST_SOLUTIONS, SECONDS, ClaimCertifier
from accord.bench.judge.claim import Claim
from accord.bench.judge.judge import RefusedProof, Verdict, judge
from accord.puzzles.files.outside_file import open_outside
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.certificate import CertificateError, FalseTheoremError, violation
from accord.puzzles.proofs.certificate_fields import read_object
from accord.puzzles.proofs.certificate_file import (
    CERTIFICATES,
    CertificateLine,
    NoCertificate,
    lines_of,
)
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.puzzle import Instance

LEAST = 0.02  # CPU seconds, for a puzzle
ClaimedPuzzle = tuple[Instance, tuple[Solution, ...]]
_COLUMNS = {"puzzle": "VARCHAR", "number": "BIGINT", "start": "BIGINT", "size": "BIGINT"}


class UnreadableCertificateWarning(UserWarning):
    """A line of certificates names no problem."""


@dataclass(frozen=True)
class StoredCertificate:
    """A line with a certificate, and the checks that were accepted before."""

    line: CertificateLine
    checks: AcceptedChecks


class CampaignCertificates:
    """The certificates of a campaign, by puzzle."""

    def __init__(self, base: Database, folder: Path) -> None:
        """Make the view `certificates`: the puzzle of each line, its place in the file.

        Warns:
            UnreadableCertificateWarning: of lines that do not say so.
            DamagedCacheWarning: what is known as accepted is damaged.
        """
        self._base, self.folder, self._path = base, folder, folder / CERTIFICATES
        self.checks = AcceptedChecks(self._path)
        index = base.scratch / CERTIFICATES
        with index.open("w", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(each)}\n" for each in _index(self._path))
        base.keep("certificates", f"FROM {base.json_lines(index, _COLUMNS)}")
        index.unlink()

    def of_slice(self, where: str) -> dict[str, list[tuple[int, int, int]]]:
        """The (number, start, size) of lines, by puzzle of a slice."""
        query = f"SELECT puzzle, number, start, size FROM certificates WHERE {where} ORDER BY start"
        found: dict[str, list[tuple[int, int, int]]] = {}
        for puzzle, *place in self._base.rows(query):
            found.setdefault(puzzle, []).append(tuple(place))
        return found

    def read(self, places: Iterable[tuple[int, int, int]]) -> Iterator[StoredCertificate]:
        """The lines at these places of the file."""
        for number, start, size in places:
            with open_outside(self._path, self._path.parent) as file:
                file.seek(start)
                line = CertificateLine(self._path, number, start, file.read(size))
            yield StoredCertificate(line, self.checks)


def _index(path: Path) -> Iterator[dict[str, str | int]]:
    if not os.path.lexists(path):
        return
    for line in lines_of(path, path.parent):
        try:
            puzzle = read_object(line.where, line.data).get("puzzle")
            if not isinstance(puzzle, str):
                raise CertificateError(f"{line.where}: found no puzzle, expected its digest")
        except CertificateError as error:
            warnings.warn(f"{error}; it is left out", UnreadableCertificateWarning, stacklevel=4)
            continue
        size = len(line.data)
        yield {"puzzle": puzzle, "number": line.number, "start": line.start, "size": size}


def judge_with_certificates(
    problem: Problem, claims: tuple[Claim, ...], certificates: Iterable[StoredCertificate]
) -> Verdict:
    """The verdict on a puzzle, certified if one of the certificates is accepted.

    Raises:
        FalseTheoremError: one is, and lacks a verified solution; a note says where it stands.
    """
    verdict, refused, uncertified = judge(problem, claims), list[RefusedProof](), ""
    for each in certificates:
        producer = ""
        try:
            found = each.line.read()
            if isinstance(found, NoCertificate):
                if found.failure == "refused":
                    refused.append(RefusedProof(found.producer, found.reason))
                elif found.failure != "none":
                    uncertified = found.failure
                continue
            producer = found.certificate.producer
            check = partial(each.checks.check, each.line)
            verdict = _stronger(verdict, judge(problem, claims, found.certificate, check))
        except (CertificateError, ProofError) as error:
            refused.append(RefusedProof(producer, str(error)))
        except FalseTheoremError as error:
            error.add_note(each.line.where)
            raise
    return replace(verdict, refused_proofs=tuple(refused), uncertified=uncertified)


def _stronger(before: Verdict, now: Verdict) -> Verdict:
    """The verdict whose certificate says more; the later one where they say as much."""
    goal, one, other = before.problem.goal, before.bound, now.bound
    if goal is None or not before.certificate or now.grade == "certified":
        return now
    if before.grade == "certified" or one is None or other is None:
        return before
    is_weaker = now.bound_grade != "certified" or goal.is_better(other, one)
    return before if before.bound_grade == "certified" and is_weaker else now


def campaign_puzzles(folder: Path) -> Iterator[Instance]:
    """Every puzzle of a campaign once, in its order.

    Raises:
        CampaignError: there is no campaign in this folder.
    """
    return (instance for instance, _ in _claimed_puzzles(folder, "place"))


def _claimed_puzzles(folder: Path, order: str) -> Iterator[ClaimedPuzzle]:
    """Every puzzle once; of one with an objective with verified solutions that a run claims."""
    assigned = "arg_max(assignments, exhausted) FILTER (assignments IS NOT NULL)"
    with opened(folder) as base:
        add_puzzles(base, folder / PUZZLES)
        query = (
            "SELECT names[1], text, expected, assigned FROM puzzles LEFT JOIN "
            f"(SELECT puzzle, {assigned} AS assigned FROM everything WHERE sense IS NOT NULL "
            f"GROUP BY puzzle) USING (puzzle) ORDER BY {order}"
        )
        for name, text, expected, found in base.rows(query):
            problem = problem_of(text, folder)
            right = _right(problem, found) if found and problem.goal else ()
            yield Instance(name, problem, expected_of(expected)), right


def _right(problem: Problem, assignments: str) -> tuple[Solution, ...]:
    """The solutions among the assignments in a row; none, if it holds something else."""
    with suppress(TypeError, ValueError):
        found = map(tuple, json_value(assignments))
        return tuple(each for each in found if not violation(problem, each))
    return ()


_SHORT_FIRST = f"{IS_LARGE.format('text')}, strlen(text), place"


def certify_cheaply(
    folder: Path, limit_on: Callable[[Problem], int | None], seconds: float
) -> None:
    """Certify puzzles of a campaign, those of a short text first, in so many CPU seconds.

    Each may take two thirds of what is left, so that a hard one does not cost the others theirs.
    To read a puzzle counts, as a large one takes a second.  The process that certifies takes a
    third of a second to start besides.

    Args:
        folder: of the campaign.
        limit_on: how many solutions of a problem were asked for: fewer are proved to be all; None
            for all.
        seconds: for all of them.
    """
    with (
        suppress(CertificateError),  # somebody else is certifying, or the file is of something else
        CertificateFile(folder / CERTIFICATES) as kept,
        ClaimCertifier() as certifier,
    ):
        ended = process_time()
        for each, found in _claimed_puzzles(folder, _SHORT_FIRST):
            if kept.has(each.problem):
                continue
            limit = limit_on(each.problem)
            most = MOST_SOLUTIONS if limit is None else limit - 1
            within = min(SECONDS, seconds * 2 / 3)
            made = certifier.certify(each.problem, found, most, within).result()
            if made.certificate is not None:
                kept.keep(each.name, made.certificate)
            began, ended = ended, process_time()
            seconds -= made.cpu + ended - began
            if seconds < LEAST:
                return
