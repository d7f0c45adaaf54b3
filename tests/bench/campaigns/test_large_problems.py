"""Problems too large for the table stand in files: asked, judged, resumed and merged as others."""

import gzip
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

import accord
from accord.bench.analysis.judging import evidence, judging
from accord.bench.campaigns.deduplicate import PUZZLES, deduplicate
from accord.bench.campaigns.folder import CampaignError
from accord.bench.campaigns.large_problems import LARGE, PROBLEMS
from accord.bench.campaigns.merge import merge
from accord.puzzles.constraints.table import Table
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Instance
from optional import slow
from places import SUPPORT

FILE = SUPPORT / "wrong_problem_solvers.py"
HONEST, WRONG = f"{FILE}:honest", f"{FILE}:ignores_tables"
DIGITS = 4000  # of the numbers in a table, so that a large one has few
LARGEST = 18 * 2**20  # bytes of JSON, more than DuckDB reads as one object


def problem(seed: int, size: int) -> Problem:
    """Three variables with one solution, and a table of so many bytes that constraints share."""
    random = Random(seed)
    rows = [(1, 2, 3)]
    for _ in range(1 + size // (3 * DIGITS)):
        one, other, third = (random.randrange(10 ** (DIGITS - 1), 10**DIGITS) for _ in range(3))
        rows.append((one, other, third))
    domains = [[1], [2, seed + 4], [3]]
    return Problem(domains, [Table((0, 1, 2), tuple(rows), name=each) for each in "ab"])


INSTANCES = [
    Instance("largest", problem(1, LARGEST)),
    *(Instance(f"large {seed}", problem(seed, 3 * LARGE)) for seed in range(2, 6)),
    Instance("small", Problem([range(3)] * 2)),
]


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    slow()
    folder = tmp_path_factory.mktemp("large") / "campaign"
    accord.run(folder, INSTANCES, [HONEST, WRONG], limit=None)
    return folder


def problems(folder: Path) -> dict[str, tuple[Problem, int]]:
    """By name the problem, and the number of claims about it."""
    with judging(folder) as base:
        return {each.name: (each.problem, len(each.claims)) for each in evidence(base, folder)}


def test_large_problems_are_asked_and_judged_as_others_are(campaign: Path) -> None:
    found = problems(campaign)
    assert found == {each.name: (each.problem, 2) for each in INSTANCES}
    sizes = [len(each.problem.to_json()) for each in INSTANCES]
    assert sizes[0] > 2**24
    assert len(files_of(campaign)) == sum(size > LARGE for size in sizes)


def test_the_same_question_finds_its_large_problems_done(campaign: Path) -> None:
    files = files_of(campaign)
    accord.run(campaign, INSTANCES, [HONEST, WRONG], limit=None)
    assert {number for _, number in problems(campaign).values()} == {2}
    assert files_of(campaign) == files


def test_merging_brings_the_files_and_other_questions_leave_none(
    campaign: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    accord.run(other, INSTANCES, [f"{FILE}:reads_less_as_at_most"], limit=None)
    merge([campaign, other], tmp_path / "both")
    assert files_of(tmp_path / "both") == files_of(campaign)
    assert {number for _, number in problems(tmp_path / "both").values()} == {3}
    named = Problem(INSTANCES[1].problem.domains, INSTANCES[1].problem.constraints, "abc")
    renamed = [INSTANCES[0], Instance("renamed", named), *INSTANCES[2:]]
    accord.run(other, renamed, [f"{FILE}:reads_less_as_at_most"], limit=None)
    assert problems(other)["renamed"] == (named, 1)
    assert len(files_of(other)) == len(files_of(campaign))


def test_a_spoiled_file_of_a_large_problem_is_refused_and_written_again(campaign: Path) -> None:
    before = files_of(campaign)
    for spoil in (
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b"no gzip"),
        lambda path: path.write_bytes(gzip.compress(b"{}")),
        lambda path: (path.unlink(), path.symlink_to(campaign / PUZZLES)),
    ):
        spoil(campaign / PROBLEMS / min(before))
        with pytest.raises(CampaignError, match=f"{min(before)}: .*; `accord bench` with the same"):
            problems(campaign)
        accord.run(campaign, INSTANCES, [HONEST, WRONG], limit=None)
        assert files_of(campaign) == before


def test_a_problem_that_could_not_be_read_again_is_refused_by_its_name(tmp_path: Path) -> None:
    message = "^too large: found JSON that would take [0-9]+ MiB of memory, expected at most"
    with (
        patch("accord.bench.campaigns.large_problems.PROBLEM_MEMORY", 10**4),
        pytest.raises(CampaignError, match=message),
    ):
        deduplicate([Instance("too large", INSTANCES[1].problem)], tmp_path)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / PROBLEMS).iterdir()}
