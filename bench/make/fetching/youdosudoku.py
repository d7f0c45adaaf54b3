"""youdosudoku.com: 9x9 puzzles of three difficulties, one for each request.

A POST with `{"difficulty": "hard", "solution": true, "array": false}` is answered by an object with
`difficulty`, `puzzle` and `solution`, the last two as 81 digits.  The solution is verified against
the puzzle, and the difficulty against what was asked; an answer that is wrong is an error.
"""

import json
import re
from collections.abc import Iterator
from time import sleep
from typing import Any

from accord.bench.make.fetching.download import FetchError, FetchLimits, fetched
from accord.bench.make.fetching.service import Service
from accord.puzzles.files.texts import read, read_grid
from accord.puzzles.puzzle import Expected, Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError

URL = "https://youdosudoku.com/api/"
DIFFICULTIES = ("easy", "medium", "hard")
LARGEST = 64 * 1024  # bytes of an answer
PAUSE = 0.1  # seconds between two requests
SIZE = 9
CELLS = SIZE**2


def ask(url: str, difficulty: str, limits: FetchLimits) -> Iterator[Instance]:
    """The puzzles that the service gives, without end.

    Raises:
        FetchError: an answer is no puzzle, or states a solution that is none.
    """
    asked = json.dumps({"difficulty": difficulty, "solution": True, "array": False}).encode()
    limits = FetchLimits(min(limits.size, LARGEST), limits.seconds)
    while True:
        answer = b"".join(fetched(url, limits, asked))
        try:
            yield _instance(json.loads(answer), difficulty, url)
        except (ValueError, RecursionError) as error:  # MalformedPuzzleError is a ValueError
            what = str(error) if isinstance(error, MalformedPuzzleError) else f"no JSON: {error}"
            raise FetchError(f"{url}: found {what.removeprefix('found ')}") from None
        sleep(PAUSE)


def _instance(answer: Any, difficulty: str, url: str) -> Instance:
    if not isinstance(answer, dict):
        raise MalformedPuzzleError(f"found {answer!r:.40}, expected an object with a puzzle")
    for key in ("puzzle", "solution", "difficulty"):
        if not isinstance(answer.get(key), str):
            raise MalformedPuzzleError(f"found {answer.get(key)!r:.40} as {key}, expected a text")
    if answer["difficulty"] != difficulty:
        raise MalformedPuzzleError(
            f"found the difficulty {answer['difficulty']!r:.40}, expected {difficulty}"
        )
    for key in ("puzzle", "solution"):
        if not re.fullmatch(r"[0-9.]*", answer[key]) or len(answer[key]) != CELLS:
            raise MalformedPuzzleError(
                f"found {len(answer[key])} characters as {key}, {answer[key]!r:.20}, "
                f"expected {CELLS} digits"
            )
    puzzle = read(answer["puzzle"], format="line")
    solution = read_grid(answer["solution"], SIZE)
    if broken := [*puzzle.violations(solution)]:
        raise MalformedPuzzleError(
            f"found a solution of {answer['puzzle']} that is none: {answer['solution']}; "
            f"{'; '.join(broken[:3])}"
        )
    notes = {"difficulty": difficulty}
    return Instance("", puzzle, Expected(solution=solution), url, notes)


SERVICES = {"youdosudoku": Service(URL, DIFFICULTIES, ask)}
