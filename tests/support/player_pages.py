"""What the tests of the player share: pages of traces, what they show, and what they should."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from accord.puzzles.files.read import read
from accord.puzzles.grid import Grid
from accord.puzzles.puzzle import Puzzle
from accord.puzzles.sudoku.shape import shape
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from accord.views.player.page import page as player
from browser import DESK, Opened
from format_samples import PAIRS, SEARCH

SWIFT = "063010080010004000000020003200000008500692417000500900900703060100000000000050000"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # Inkala
LADDER = "16.........2..4........34216..8....7..9....5.....7.......1..6...1..6...87....21.9"
SCRIPT = "</script><img src=x onerror=\"document.title='owned'\">"
JIGSAW = [int(number) for number in "000011020111222213243333444535445555"]


def traced(
    puzzle: Puzzle | str,
    solver: str = "backtracking-mrv",
    limit: int | None = 1,
    most: int = 200_000,
) -> Recording:
    return record(
        usable(solver), read(puzzle) if isinstance(puzzle, str) else puzzle, limit, most=most
    )


class Pages:
    """Opens pages of recordings, and closes them."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self._opened: list[Opened] = []

    def open(
        self, *recordings: Recording, size: dict[str, int] = DESK, scheme: str = "light"
    ) -> Any:
        file = self._folder / f"{len(self._opened)}.html"
        file.write_text(player(recordings), encoding="utf-8")
        assert file.stat().st_size < 2_000_000
        self._opened.append(Opened(self._browser, file, size, scheme))
        return self._opened[-1].page

    def close(self) -> None:
        for opened in self._opened:
            opened.close()


@pytest.fixture
def pages(browser: Any, tmp_path: Path) -> Iterator[Pages]:
    pages = Pages(browser, tmp_path)
    yield pages
    pages.close()


Board = list[tuple[int, tuple[int, ...]]]  # for each cell its value, and else its candidates


def board(page: Any, lane: int = 0) -> Board:
    """What the page shows."""
    cells = page.locator(f'[data-lane="{lane}"] [data-cell]').evaluate_all(
        """cells => cells.map((each) => [
            each.dataset.value,
            each.dataset.candidates || "",
            each.querySelector("text").textContent,
            [...each.querySelectorAll(".small:not(.off)")].map((e) => e.textContent).join(" "),
            each.querySelectorAll(".dots").length,
        ])"""
    )
    for value, candidates, text, small, dots in cells:
        assert value == text
        assert dots or candidates == small
    return [
        (int(value or 0), tuple(map(int, candidates.split()))) for value, candidates, *_ in cells
    ]


def replayed(recording: Recording, number: int) -> Board:
    """What it should show after so many events: givens stand, whatever the search takes away."""
    events = recording.events
    replay = Replay(recording.header.puzzle)
    for event in events[:number]:
        replay.apply(event)
    if number > len(events):
        return filled(recording.end.grid, recording, replay)
    last = events[number - 1] if number else None
    grid = last.grid if last and last.grid is not None else replay.grid
    return filled(grid, recording, replay)


def filled(grid: Sequence[int], recording: Recording, replay: Replay) -> Board:
    cells = zip(grid, recording.header.puzzle.givens, replay.domains, strict=True)
    return [
        (value or given, () if value or given else tuple(sorted(domain)))
        for value, given, domain in cells
    ]


def values(page: Any, lane: int = 0) -> Grid:
    return Grid(value for value, _ in board(page, lane))


def at(page: Any) -> int:
    return int(page.evaluate("Number(document.documentElement.dataset.at)"))


def go(page: Any, frame: int) -> None:
    """Move the slider, as a hand does."""
    page.locator("#clock").evaluate(
        "(clock, to) => { clock.value = to; clock.dispatchEvent(new Event('input')); }", frame
    )


def said(page: Any, lane: int = 0) -> str:
    return str(page.locator(f'[data-lane="{lane}"] .sentence').inner_text())


def count(page: Any, key: str) -> int:
    text = page.locator(f'[data-lane="0"] [data-count="{key}"]').inner_text()
    return int(text.replace(",", ""))


def places(recording: Recording, kind: str) -> list[int]:
    return [number for number, event in enumerate(recording.events, 1) if event.kind == kind]


def jigsaw() -> Puzzle:
    return Puzzle(shape(6, regions=JIGSAW), Grid([0] * 36))


def blanked(box: int) -> Puzzle:
    """A puzzle with boxes of so many rows and columns, every third cell blank."""
    size = box * box
    first = [(box * (row % box) + row // box) % size for row in range(size)]
    flat = [(start + column) % size + 1 for start in first for column in range(size)]
    givens = (0 if cell % 3 == 0 else value for cell, value in enumerate(flat))
    return Puzzle(shape(size), Grid(givens))


def windoku() -> Puzzle:
    return Puzzle(shape(9, rules=["windoku", "diagonals"]), Grid([1] + [0] * 80))


KINDS = {
    "search": lambda: traced(SEARCH),
    "hidden singles": lambda: traced(SWIFT, "backtracking-mrv:filter=hidden"),
    "logic": lambda: traced(PAIRS, "logic"),
    "jigsaw": lambda: traced(jigsaw(), most=3000),
    "16x16": lambda: traced(blanked(4)),
    "windows and diagonals": lambda: traced(windoku()),
    "25x25": lambda: traced(blanked(5)),
    "no solution": lambda: traced("12345678........9" + "." * 64, limit=2),
    "given twice": lambda: traced("55" + "." * 79),
    "36x36": lambda: traced(blanked(6)),
    "one cell": lambda: traced(Puzzle(shape(1), Grid([0]))),
    "several solutions": lambda: traced("1... ..2. .... ...4", limit=None),
}
