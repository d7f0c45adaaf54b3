"""Generated puzzles on boards have one solution, as another engine finds, and a difficulty."""

import pytest

from accord.bench.make.boards.draft import Clued
from accord.bench.make.boards.making import GUESSES, KINDS, boards, made_of
from accord.bench.make.generated import OutOfAttemptsError
from accord.bench.make.recipe import RecipeError
from accord.puzzles.classics.boards.binairo import binairo
from accord.solvers.answer import answer
from accord.solvers.registry import usable

SIZES = {
    "anti-knight": 6,
    "arrows": 6,
    "binairo": 6,
    "kakuro": 5,
    "killer": 4,
    "non-consecutive": 6,
    "nonogram": 8,
    "thermometers": 6,
}  # 4 otherwise

RARE = [("kakuro", "medium"), ("nonogram", "medium")]  # few attempts make one of these sizes


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("kind", "difficulty"),
    [
        (kind, difficulty)
        for kind in KINDS
        for difficulty in ("easy", "medium")
        if (kind, difficulty) not in RARE
    ],
)
def test_there_is_one_solution_and_the_guesses_are_those_of_the_difficulty(
    kind: str, difficulty: str, drawn: int
) -> None:
    size = SIZES.get(kind, 4)
    (made,) = boards(kind, size, difficulty, drawn, attempts=300)  # type: ignore[arg-type]
    found = answer(usable("cpsat").backend, made.problem, limit=2)
    assert (found.solutions, found.exhausted) == ((made.solution,), True)
    rater = usable("backtracking-mrv:filter=gac")
    rated = answer(rater.backend, made.rated, limit=2, **rater.settings)
    least, most = GUESSES[difficulty]
    assert least <= rated.counters["guesses"] == made.guesses <= most


DIGESTS = {  # the digests of the puzzles of seed 3: a stronger filter may make others
    "anti-knight": "e0ae52b33c797efe",
    "arrows": "171c9f10b6e509fb",
    "binairo": "6a780e7e9e981015",
    "futoshiki": "3c7ff39af58fc195",
    "hidato": "5a74b267ec6003ac",
    "kakuro": "ca6c4cc5fbee7430",
    "kenken": "997ed94954a27866",
    "killer": "a893ce539f6cd0e5",
    "kropki": "52d5e8f1b88b9890",
    "non-consecutive": "91e518bfc14a164d",
    "nonogram": "8321b3b7799bc7cc",
    "skyscrapers": "be38827711051e9f",
    "thermometers": "a7bb06597cd57a94",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_means_the_same_puzzle_everywhere(kind: str) -> None:
    made = [*boards(kind, SIZES.get(kind, 4), None, seed=3)]
    assert [each.problem.digest for each in made] == [DIGESTS[kind]]


def test_a_longer_list_begins_with_the_shorter_one() -> None:
    longer = [*boards("futoshiki", 4, "easy", 5, 3)]
    assert longer[:2] == [*boards("futoshiki", 4, "easy", 5, 2)]
    assert len({each.problem.digest for each in longer}) == 3


def test_no_clue_can_be_spared() -> None:
    (made,) = boards("binairo", 4, seed=1)
    givens = [cell for cell, domain in enumerate(made.problem.domains) if len(domain) == 1]
    text = ["." if len(each) > 1 else str(min(each)) for each in made.problem.domains]
    for cell in givens:
        words = [*text]
        words[cell] = "."
        rows = "\n".join(" ".join(words[start : start + 4]) for start in range(0, 16, 4))
        found = answer(usable("cpsat").backend, binairo(rows), limit=2)
        assert len(found.solutions) == 2


def test_what_stays_too_easy_is_not_hard() -> None:
    draft = Clued((), lambda clues: binairo("0 1\n1 0"))
    assert made_of(draft, "hard") is None
    assert made_of(draft, "easy") is not None


def test_what_cannot_be_made_is_an_error() -> None:
    with pytest.raises(RecipeError, match="found the puzzle 'sudoku', expected one of anti-knight"):
        next(boards("sudoku"))
    with pytest.raises(RecipeError, match="found the size 5 of a killer, expected one of 4, 6"):
        next(boards("killer", 5))
    with pytest.raises(RecipeError, match="found the difficulty 'extreme' of a killer"):
        next(boards("killer", 4, "extreme"))  # type: ignore[arg-type]
    with pytest.raises(OutOfAttemptsError, match="found no hard futoshiki of size 3 in 2 attempts"):
        next(boards("futoshiki", 3, "hard", attempts=2))
