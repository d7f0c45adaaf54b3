"""Traces of puzzles as an SVG that moves by itself: for a README, a slide or a post.

There is no script.  Whatever is seen for some time is an element, whose style says when (animations
of CSS, all as long as the film).  Guesses are blue, a conflict has an orange frame, a solution a
green one.  Who has asked the system for less motion sees the last moment only.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from accord.puzzles import Puzzle
from accord.puzzles.phrasing import counted
from accord.solvers.traces.events import Recording
from accord.solvers.traces.replay import Replay
from accord.views.boards.elements import MARGIN, PAPER, SMALL, document, stroked, tag, text
from accord.views.boards.svg import Drawing
from accord.views.boards.text_boards import moment

LONGEST = 2000  # steps; some 300 KB
PACE, SECONDS = 8, 24  # steps a second; of a film that would be longer than this, more
PAUSE = 3  # seconds at the end
GUESS, CONFLICT, SOLVED = "#0072b2", "#d55e00", "#009e73"
STEPS = ("assign", "decide", "conflict", "backtrack", "restart", "solution")


class NoFilmError(ValueError):
    """A trace is of no puzzle, or has too many steps; says which."""


def svg_film(recordings: Sequence[Recording]) -> str:
    """The text of the file: boards side by side, which play on one clock.

    Args:
        recordings: of puzzles; at least one.

    Raises:
        NoFilmError: one is of another problem, or has more than 2,000 steps.
    """
    films = [[*_frames(each)] for each in recordings]
    steps = max(map(len, films))
    if steps > LONGEST:
        raise NoFilmError(f"found {steps:,} steps, expected at most {LONGEST:,}")
    playing = min(SECONDS, steps / PACE)
    share = 100 * playing / (playing + PAUSE) / steps  # per cent of the film, of a step
    styles = [f"g[style]{{opacity:0;animation:{playing + PAUSE:g}s step-end infinite}}"]
    styles.append("@media(prefers-reduced-motion:reduce){g[style]{animation:none!important}}")
    parts, left, high = list[str](), 0.0, 0.0
    for recording, frames in zip(recordings, films, strict=True):
        board = _board(recording)
        drawn = [*board.ground(()), *board.frame(), *board.values()]
        for element, changes in _changes(frames).items():
            name = f"a{len(styles)}"
            moments = "".join(f"{at * share:.4g}%{{opacity:{seen}}}" for at, seen in changes)
            styles.append(f"@keyframes {name}{{{moments}}}")
            drawn.append(tag("g", element, style=f"opacity:{changes[-1][1]};animation-name:{name}"))
        parts.append(tag("g", "\n".join(drawn), transform=f"translate({left:g} 0)"))
        left, high = left + board.cells.across + 6 * MARGIN, max(high, board.cells.down)
    seen = [tag("style", "".join(styles)), *parts]
    solvers = " and ".join(each.header.title for each in recordings)
    title = ": ".join(filter(None, (recordings[0].header.called, solvers)))
    return document(left - 6 * MARGIN, high + 4 * SMALL, seen, title, PAPER)


def _board(recording: Recording) -> Drawing:
    puzzle = recording.header.problem
    if not isinstance(puzzle, Puzzle):
        raise NoFilmError(
            "found a problem that is more than rows, columns and blocks that differ, expected a "
            "plain puzzle: a page (--html) plays any"
        )
    return Drawing(moment(puzzle), "plain", PAPER)


def _frames(recording: Recording) -> Iterator[set[str]]:
    """What is seen besides the puzzle after each step."""
    board, replay = _board(recording), Replay(recording.header.problem)
    guesses, x, y = 0, board.cells.across / 2, board.cells.down
    frame = {"x": 1.5, "y": 1.5, "width": board.cells.across - 3, "height": y - 3}
    name = text((x, y + 0.8 * SMALL), recording.header.title, SMALL)
    tells = any(each.kind in STEPS[:-1] for each in recording.events)
    for event in recording.events:
        replay.apply(event)
        if event.kind not in STEPS:
            continue
        guesses += event.kind == "decide"
        guessed = {cell for cell, _ in replay.decisions}
        said = counted(guesses, "guess", "guesses") if tells else "decisions not told"
        seen = {name, text((x, y + 2.4 * SMALL), said, SMALL)}
        for cell, value in enumerate(event.grid or replay.grid):
            if value and not board.moment.puzzle.givens[cell]:
                seen.add(board.value(cell, value, fill=GUESS if cell in guessed else ""))
        colour = {"conflict": CONFLICT, "solution": SOLVED}.get(event.kind)
        yield seen | ({stroked("rect", colour, 3, **frame)} if colour else set())


def _changes(frames: Sequence[set[str]]) -> dict[str, list[tuple[int, int]]]:
    """For each element the steps at which it comes (1) or goes (0), from step 0 on."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(lambda: [(0, 0)])
    before: set[str] = set()
    for step, seen in enumerate(frames):
        for element in sorted(before ^ seen):
            changes = found[element] if step else found.setdefault(element, [])
            changes.append((step, int(element in seen)))
        before = seen
    return found
