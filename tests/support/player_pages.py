"""What the tests of the player share: pages of traces, what they show, and what they should."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from accord.puzzles import Grid, Puzzle, shape
from accord.puzzles.files.texts import read
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from accord.solvers.traces.replay import Replay
from accord.views.narration.proof_recording import proof_recording
from accord.views.player.page import page as player
from browser import DESK, Opened
from certified import certified
from format_samples import PAIRS, SEARCH
from known_puzzles import regular_grid

SWIFT = "063010080010004000000020003200000008500692417000500900900703060100000000000050000"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."  # Inkala
LADDER = "16.........2..4........34216..8....7..9....5.....7.......1..6...1..6...87....21.9"
SCRIPT = "</script><img src=x onerror=\"document.title='owned'\">"
JIGSAW = [int(number) for number in "000011020111222213243333444535445555"]


@cache
def traced(
    puzzle: Puzzle | str,
    solver: str = "backtracking-mrv",
    limit: int | None = 1,
    most: int = 200_000,
) -> Recording:
    asked = read(puzzle) if isinstance(puzzle, str) else puzzle
    return record(usable(solver), asked, limit, most=most)


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


Board = list[tuple[int, tuple[int, ...]]]  # for each cell its value, and else its candidates


class Shown(NamedTuple):
    """What a page shows of a trace."""

    board: Board
    sentence: str
    counters: dict[str, int]  # those that are known
    position: str  # "7 of 1,234"


READ = """([frames, lane]) => frames.map((frame) => {
    if (frame !== null) {
        clock.value = frame;
        clock.dispatchEvent(new Event("input"));
    }
    const root = document.querySelector(`[data-lane="${lane}"]`);
    const all = (name, read) => [...root.querySelectorAll(name)].map(read);
    return [
        all("[data-cell]", (each) => [
            each.dataset.value,
            each.dataset.candidates || "",
            each.querySelector("text").textContent,
            [...each.querySelectorAll(".small:not(.off)")].map((e) => e.textContent).join(" "),
            each.querySelectorAll(".dots").length,
        ]),
        root.querySelector(".sentence").textContent,
        all("[data-count]", (e) => [
            e.dataset.count,
            e.textContent === "-" ? null : Number(e.textContent.replaceAll(",", "")),
        ]),
        document.getElementById("at").textContent,
    ];
})"""


def shown(page: Any, frames: Sequence[int | None], lane: int = 0) -> list[Shown]:
    """What the page shows when its slider is moved to each of these; None leaves it."""
    return [
        Shown(_board(cells), sentence, {k: n for k, n in counters if n is not None}, position)
        for cells, sentence, counters, position in page.evaluate(READ, [frames, lane])
    ]


def _board(cells: list[Any]) -> Board:
    for value, candidates, text, small, dots in cells:
        assert value == text
        assert dots or candidates == small
    return [
        (int(value or 0), tuple(map(int, candidates.split()))) for value, candidates, *_ in cells
    ]


def board(page: Any, lane: int = 0) -> Board:
    return shown(page, [None], lane)[0].board


class Replayed(NamedTuple):
    """What a page should show after some events."""

    board: Board
    depth: int


def replays(recording: Recording, numbers: Iterable[int]) -> dict[int, Replayed]:
    """What it should show after so many events: givens stand, whatever the search takes away."""
    events, replay, done = recording.events, Replay(recording.header.puzzle), 0
    found = {}
    for number in sorted(set(numbers)):
        for event in events[done:number]:
            replay.apply(event)
        done = number
        last = events[number - 1] if 0 < number <= len(events) else None
        grid = recording.end.grid if number > len(events) else replay.grid
        if last and last.grid is not None:
            grid = last.grid
        found[number] = Replayed(filled(grid, recording, replay), replay.depth)
    return found


def replayed(recording: Recording, number: int) -> Board:
    return replays(recording, [number])[number].board


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


def go(page: Any, frame: int) -> Shown:
    """Move the slider, as a hand does."""
    return shown(page, [frame])[0]


def shown_sentence(page: Any, lane: int = 0) -> str:
    return str(page.locator(f'[data-lane="{lane}"] .sentence').inner_text())


def places(recording: Recording, kind: str) -> list[int]:
    return [number for number, event in enumerate(recording.events, 1) if event.kind == kind]


def jigsaw() -> Puzzle:
    return Puzzle(shape(6, regions=JIGSAW), Grid([0] * 36))


def blanked(box: int) -> Puzzle:
    """A puzzle with boxes of so many rows and columns, every third cell blank."""
    full = enumerate(regular_grid(box, box))
    return Puzzle(shape(box * box), Grid(0 if cell % 3 == 0 else value for cell, value in full))


def windoku() -> Puzzle:
    return Puzzle(shape(9, rules=["windoku", "diagonals"]), Grid([1] + [0] * 80))


KINDS = {
    "search": lambda: traced(SEARCH),
    "logic": lambda: traced(PAIRS, "logic"),
    "jigsaw": lambda: traced(jigsaw(), most=500),
    "16x16": lambda: traced(blanked(4)),
    "windows and diagonals": lambda: traced(windoku()),
    "no solution": lambda: traced("12345678........9" + "." * 64, limit=2),
    "given twice": lambda: traced("55" + "." * 79),
    "36x36": lambda: traced(blanked(6), most=3000),
    "one cell": lambda: traced(Puzzle(shape(1), Grid([0]))),
    "several solutions": lambda: traced("1... ..2. .... ...4", limit=None),
    "proof": lambda: proof_recording(certified(read("1... ..2. .... ...4"))),
}
