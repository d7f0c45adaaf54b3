"""youdosudoku.com: 9x9 puzzles of three difficulties, one for each request.

A POST with `{"difficulty": "hard", "solution": true, "array": false}` is answered by an object with
`difficulty`, `puzzle` and `solution`, the last two as 81 digits.  The solution is verified against
the puzzle, and the difficulty against what was asked; an answer that is wrong is an error.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from time import sleep
from typing import Any

from accord.bench.make.fetching.download import FetchError, answer_to
from accord.puzzles.files.texts import read, read_grid
from accord.puzzles.puzzle import Expected, Instance
from accord.puzzles.sudoku.shape import MalformedPuzzleError

URL = "https://youdosudoku.com/api/"
LARGEST = 64 * 1024  # bytes of an answer
PAUSE = 0.1  # seconds between two requests
SIZE = 9
CELLS = SIZE**2


def puzzles(url: str, difficulty: str, count: int, seconds: float) -> Iterator[Instance]:
    """Different puzzles of the service, with their solutions.

    Args:
        url: where the service is.
        difficulty: easy, medium or hard.
        count: how many.
        seconds: for each answer.

    Raises:
        FetchError: an answer is no puzzle, states a solution that is none, or the service keeps
            sending the same ones.
    """
    asked = json.dumps({"difficulty": difficulty, "solution": True, "array": False}).encode()
    seen: set[str] = set()
    for number in range(2 * count + 1):
        if number:
            sleep(PAUSE)
        answer = answer_to(url, asked, LARGEST, seconds)
        try:
            instance = _instance(json.loads(answer), difficulty, url)
        except (ValueError, RecursionError) as error:  # MalformedPuzzleError is a ValueError
            what = str(error) if isinstance(error, MalformedPuzzleError) else f"no JSON: {error}"
            raise FetchError(f"{url}: found {what.removeprefix('found ')}") from None
        if instance.problem.digest not in seen:
            seen.add(instance.problem.digest)
            yield replace(instance, name=f"youdosudoku-{difficulty}/{len(seen):04}")
        if len(seen) == count:
            return
    raise FetchError(f"{url}: found {len(seen)} different puzzles, expected {count}")


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
