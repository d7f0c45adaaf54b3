"""The collections that ship: everything they say of their puzzles is true, or known to be false.

Two engines have to agree on every count; of the largest puzzles they are asked about a few.
"""

import re
from dataclasses import replace
from random import Random

import pytest

from accord.bench.make.instances.collection import FOLDER, about, collections, instances_of, named
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.json_object import write_instance
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Expected, Instance, Puzzle, is_plain
from accord.puzzles.sudoku.shape import MalformedPuzzleError
from accord.solvers.answer import answer
from accord.solvers.registry import usable
from developer_tools import tool
from optional import slow
from places import SHARED, needs_data
from puzzle_facts import puzzle_of

assemble = tool("assemble")
COLLECTIONS = assemble.COLLECTIONS
(HARD,) = (each["seeds"] for each in COLLECTIONS["9x9"]["made"] if each["name"] == "9x9-hard")

ENGINES = ("cpsat", "sat-pycosat:reduced")
QUICK = (
    "classics",
    "optimise",
    "seeds",
    "published",
    "famous",
    "edge",
    "4x4",
    "6x6",
    "9x9",
    "tour",
)
UNIQUE = ("seeds", "4x4", "6x6", "9x9", "16x16", "25x25", "variants")
WRONG = ("published", "rust-naive")  # the one published answer that is none
SEED_TEXTS = SHARED / "seeds.md"

EVERY = [(name, instance) for name in COLLECTIONS for instance in instances_of(name)]
HUGE = 32  # the size beyond which CP-SAT takes many seconds and the other one alone is asked


def engines_for(problem: Problem) -> tuple[str, ...]:
    if not is_plain(problem):
        return "cpsat", "sat-pycosat"
    return ENGINES[problem.size > HUGE :]


def expected_of(instance: Instance) -> Expected:
    assert instance.expected is not None
    return instance.expected


def test_the_files_are_those_that_are_assembled() -> None:
    assert set(collections()) == set(COLLECTIONS)
    for name, collection in COLLECTIONS.items():
        assert about(name) == collection["about"]


@pytest.mark.parametrize("name", QUICK)
def test_assembling_again_gives_the_same_bytes(name: str) -> None:
    text = "".join(f"{line}\n" for line in assemble.lines(name))
    assert FOLDER.joinpath(f"{name}.jsonl").read_bytes() == text.encode()


def test_boards_are_made_again_with_the_same_clues(drawn: int) -> None:
    slow()
    lines = FOLDER.joinpath("boards.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    groups = COLLECTIONS["boards"]["boards"]
    for place in Random(drawn).sample(range(len(groups)), 3):
        (made,) = assemble.assembled({"boards": [groups[place]]})
        assert write_instance(made) == lines[place]


@pytest.mark.parametrize("name", COLLECTIONS)
def test_names_and_puzzles_are_unique_within_a_collection_and_files_are_small(name: str) -> None:
    instances = list(instances_of(name))
    assert len({instance.name for instance in instances}) == len(instances)
    assert len({instance.problem.digest for instance in instances}) == len(instances)
    most = {"classics": 450_000, "optimise": 600_000}.get(name, 200_000)
    assert FOLDER.joinpath(f"{name}.jsonl").stat().st_size < most


def test_solutions_obey_the_rules_but_for_the_one_that_is_known_not_to() -> None:
    for name, instance in EVERY:
        solution = expected_of(instance).solution
        wrong = solution is not None and bool(list(instance.problem.violations(solution)))
        assert wrong == ((name, instance.name) == WRONG)


# Searches of five seconds to minutes for what others of their size or family show.
SLOW = {"36x36-48-percent-0", "queens-10", "langford-10", "magic-square-4", "magic-square-6"}
SLOW |= {"magic-sequence-30", "costas-8", "golomb-9-44", "golfers-5-3-7", "sports-10", "cars-30"}
SLOW |= {"tour-6-6", "tour-8-8", "job-shop-10-665", "job-shop-10-666"}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "instance"),
    [
        pytest.param(name, instance, id=f"{name}: {instance.name}")
        for name, instance in EVERY
        if instance.name not in SLOW and instance.problem.goal is None
    ],
)
def test_counts_are_what_two_engines_find(name: str, instance: Instance) -> None:
    expected = expected_of(instance)
    limit = 2 if expected.count is None else expected.count + 1
    for engine in engines_for(instance.problem):
        chosen = usable(engine)
        found = answer(
            chosen.backend, instance.problem, limit=limit, seconds=200, **chosen.settings
        )
        assert not any(any(instance.problem.violations(grid)) for grid in found.solutions)
        assert len(set(found.solutions)) == len(found.solutions)
        if expected.count is not None:
            assert found.exhausted, found.reason
            assert len(found.solutions) == expected.count
        if expected.at_least is not None:
            assert len(found.solutions) == 2
        if expected.solution is not None and found.exhausted and (name, instance.name) != WRONG:
            assert expected.solution in found.solutions


def test_every_puzzle_has_one_known_solution_or_what_edge_expects() -> None:
    for name in UNIQUE:
        for instance in instances_of(name):
            expected = expected_of(instance)
            assert expected.count == 1
            assert expected.solution is not None
    claims = {instance.name: expected_of(instance) for instance in instances_of("edge")}
    assert claims["empty"].at_least == 1_000_000
    assert claims["empty-4x4"].count == 288


def test_an_instance_is_named_by_its_collection_and_its_name() -> None:
    found = named("classics/queens-8")
    assert found is not None
    assert (found.name, expected_of(found).count) == ("queens-8", 92)
    assert named("8/queens") is None
    near = "found no instance 'queens-9' in classics, expected perhaps queens-"
    with pytest.raises(MalformedPuzzleError, match=near):
        named("classics/queens-9")


def test_an_instance_is_read_like_its_collection() -> None:
    (whole,) = instances_of("4x4/4x4-1")
    assert whole == named("4x4/4x4-1")
    diagonals = Variant(rules=frozenset({"diagonals"}))
    (other,) = instances_of("4x4/4x4-1", diagonals)
    assert other == named("4x4/4x4-1", diagonals)
    assert other == {each.name: each for each in instances_of("4x4", diagonals)}["4x4-1"]
    assert isinstance(other.problem, Puzzle)
    assert (other.problem.shape.rules, other.expected) == (frozenset({"diagonals"}), None)
    with pytest.raises(MalformedPuzzleError, match=r"^4x4/4x4-1: .* box of 2x3, expected"):
        named("4x4/4x4-1", Variant(box=(2, 3)))


def test_the_zoo_is_as_sparse_as_it_says() -> None:
    sizes = {16: 0, 25: 0, 36: 0}
    for instance in instances_of("zoo"):
        if (size := puzzle_of(instance).size) > 9:
            sizes[size] += 1
            percent = int(instance.name.split("-")[1])
            blank = puzzle_of(instance).givens.count(0) / len(puzzle_of(instance).givens)
            assert abs(percent / 100 - blank) < 0.005
            assert 45 <= percent <= 62
    assert set(sizes.values()) == {3}


def test_clues_are_as_many_as_the_source_says() -> None:
    found = [
        (sum(map(bool, puzzle_of(instance).givens)), int(clues[1]))
        for _, instance in EVERY
        if (clues := re.search(r"seed \d+, (\d+) clues", instance.source))
    ]
    assert len(found) > 30
    assert all(clues == expected for clues, expected in found)


def test_hard_puzzles_take_many_guesses_and_easy_ones_none() -> None:
    mrv = usable("backtracking-mrv").backend
    guesses = {
        each.name: answer(mrv, each.problem).counters["guesses"] for each in instances_of("9x9")
    }
    assert all(guesses[f"9x9-hard-{seed}"] > 800 for seed in HARD)
    assert max(guesses[f"9x9-easy-{seed}"] for seed in range(8)) == 0


def test_a_puzzle_written_by_hand_gets_its_solution_or_is_refused() -> None:
    bare = next(instances_of("4x4"))
    found = assemble.unique(replace(bare, expected=Expected(1)))
    assert found == bare
    several = next(each for each in instances_of("edge") if each.name == "empty-4x4")
    with pytest.raises(ValueError, match="empty-4x4: found 2 solutions, expected one"):
        assemble.unique(several)


@needs_data
def test_seed_puzzles_are_those_of_the_seed_programs() -> None:
    known = {text.replace("0", ".") for text in re.findall(r"[0-9.]{81}", SEED_TEXTS.read_text())}
    assert {str(instance.problem) for instance in instances_of("seeds")} <= known
    solutions = [expected_of(instance).solution for instance in instances_of("published")]
    assert len(solutions) == 7
