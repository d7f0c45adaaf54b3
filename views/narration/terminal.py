"""Playing a trace in a terminal: the board, what happens on it, and how often it did.

The Racket seed plays the grids of its search at eight frames a second; so does this, with large
digits for solved cells and small candidates where the terminal has room for them.  A frame is an
event, but candidates that go for the same reason go together.  Nothing is shown by colours only:
the cell of the event is bold and inverse, the cells that it rests on have a ground of their own and
their candidates lines under them, one that goes is crossed, and the sentence names them all.

Where the output is no terminal there is nothing to play.  The boards at the beginning, at each
solution and at the end are printed, and between them the sentences of the guesses, conflicts and
techniques, as plain text.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from time import sleep
from typing import TYPE_CHECKING, Any

from accord.puzzles import Cell, Grid, Puzzle, Value, ValueSet
from accord.puzzles.domain import Domain
from accord.puzzles.outside_data import visible
from accord.puzzles.phrasing import counted
from accord.solvers.traces.events import Assignment, Event, Header, Reason, Recording
from accord.solvers.traces.replay import Replay
from accord.views.boards.borders import Lines, Piece
from accord.views.boards.text_boards import LOOKS, Look, Moment, blocks, look_named
from accord.views.narration import variable_lines
from accord.views.narration.captions import COUNTED, ending
from accord.views.narration.narration import sentence

if TYPE_CHECKING:
    from rich.console import Console, Group

MOST_SENTENCES = 60  # sentences between two boards that are printed
BELOW = 4  # lines under the board
PRINTED, MOST_LINES = 100, 200  # characters and lines of the variables that are printed
CROSSED = "\u2573"  # a cross of box drawing
SINGLES = ("naked_singles", "hidden_singles")  # too many to be printed one by one


@dataclass(frozen=True)
class Frame:
    """Some events that are shown together, and the board after them."""

    events: Sequence[Event]  # nothing before the first, and after those that were left out
    number: int  # events so far
    grid: Assignment
    domains: Sequence[ValueSet]
    depth: int
    counts: Mapping[str, int]

    @cached_property
    def removed(self) -> frozenset[tuple[Cell, Value]]:
        """The candidates that have gone just now."""
        return frozenset(
            (event.cell, value)
            for event in self.events
            if event.kind == "remove" and event.cell is not None
            for value in event.removed
        )

    def is_open(self, cell: Cell) -> bool:
        """Whether a cell has no value."""
        return self.grid[cell] == 0 if isinstance(self.grid, Grid) else self.grid[cell] is None

    @cached_property
    def changed(self) -> frozenset[Cell]:
        """The cells of the events."""
        return frozenset(event.cell for event in self.events if event.cell is not None)

    @cached_property
    def causes(self) -> frozenset[Cell]:
        """The cells that the reasons of the events point at."""
        return frozenset(cell for reason in self._reasons for cell in reason.get("cells", ()))

    @cached_property
    def highlighted(self) -> frozenset[tuple[Cell, Value]]:
        """The candidates that they point at."""
        pairs = (pair for reason in self._reasons for pair in reason.get("candidates", ()))
        return frozenset((cell, value) for cell, value in pairs)

    @property
    def _reasons(self) -> Iterator[Reason]:
        return (event.reason for event in self.events if event.reason)


def frames(recording: Recording) -> Iterator[Frame]:
    """The board before the first event, and after each of them.

    The last one is how it ended, where the trace leaves events out.
    """
    replay = Replay(recording.header.problem)
    counts: Counter[str] = Counter()
    number = 0
    yield _frame(replay, (), 0, counts)
    for events in _together(recording.events):
        for event in events:
            replay.apply(event)
            counts[event.kind] += 1
        number += len(events)
        yield _frame(replay, events, number, counts)
    if left_out := recording.end.left_out:
        end = Frame((), number + left_out, recording.end.grid, (), 0, {})
        domains = [
            domain if end.is_open(cell) else frozenset({end.grid[cell] or 0})
            for cell, domain in enumerate(Replay(recording.header.problem).domains)
        ]
        yield replace(end, domains=domains)


def _frame(replay: Replay, events: Sequence[Event], number: int, counts: Counter[str]) -> Frame:
    solution = events[-1].grid if events else None
    grid = replay.grid if solution is None else solution
    return Frame(events, number, grid, tuple(replay.domains), replay.depth, dict(counts))


def _together(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events one by one, removals for one reason together."""
    run: list[Event] = []
    for event in events:
        if run and not (run[-1].kind == event.kind == "remove" and _why(run[-1]) == _why(event)):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _why(event: Event) -> Any:
    """The key of events that are shown together, as a value that all cells lose to one."""
    reason = event.reason or {}
    if "constraint" in reason and len(cells := reason.get("cells", ())) == 1:
        return cells
    return reason


def play(
    recording: Recording,
    console: "Console | None" = None,
    fps: float = 8.0,
    look: str = "racket",
    wait: Callable[[float], None] = sleep,
) -> None:
    """Play a trace; Ctrl-C ends it.

    Args:
        recording: the trace.
        console: where; by default standard output.
        fps: frames per second.
        look: one of `accord.views.boards.text_boards.LOOKS`; a smaller one is taken where the
            terminal has no room for it.
        wait: called with the seconds between two frames.

    Raises:
        ValueError: there is no such look.
    """
    from rich.console import Console
    from rich.live import Live

    console = console or Console(highlight=False, emoji=False)
    look_named(look)
    if not console.is_terminal:
        for line in key_frames(recording, look):
            console.out(line, highlight=False)
        return
    lines = _frame_drawer(look, console, next(frames(recording)), recording.header)
    with suppress(KeyboardInterrupt):
        with Live(console=console, auto_refresh=False) as live:
            for frame in frames(recording):
                live.update(_picture(recording, frame, lines), refresh=True)
                wait(1 / fps)
        console.print(ending(recording), markup=False, highlight=False)


def _frame_drawer(
    look: str, console: "Console", first: Frame, header: Header
) -> Callable[[Frame], Lines]:
    """The function that draws a frame: a board in this look, or of a problem its variables."""
    if isinstance(header.problem, Puzzle):
        way = _fitting(look, console, first, header)
        return lambda frame: way(_moment(header, frame))
    return partial(_variables, header, width=console.width, height=console.height - BELOW)


def _variables(header: Header, frame: Frame, width: int, height: int) -> Lines:
    """The variables, with the values that have gone just now."""
    at = next((event.cell for event in frame.events if event.cell is not None), None)
    causes = min(frame.causes, default=None)
    shown = at if at is not None else causes
    return variable_lines.lines(header.problem, _before(frame), width, height, shown)


def _before(frame: Frame) -> list[ValueSet]:
    """Candidates of the cells with those that have gone just now, which are crossed out."""
    domains = list(frame.domains)
    for cell, value in frame.removed:
        domains[cell] |= {value}
    return domains


def _fitting(
    look: str, console: "Console", first: Frame, header: Header
) -> Callable[[Moment], Lines]:
    """The look, or one that has room in the terminal."""
    tight: list[Callable[[Moment], Lines]] = [partial(blocks, spaced=False)]
    ways = [LOOKS[look].lines, *tight * (look == "racket"), LOOKS["candidates"].lines]
    for way in ways:
        drawn = way(_moment(header, first))
        wide = max(sum(len(piece.text) for piece in line) for line in drawn)
        if wide <= console.width and len(drawn) + BELOW <= console.height:
            return way
    return LOOKS["plain"].lines


def _moment(header: Header, frame: Frame) -> Moment:
    """The puzzle, its candidates and the reason at one event, to be drawn."""
    assert isinstance(frame.grid, Grid)
    return Moment(header.puzzle, frame.grid, _before(frame))


def _picture(recording: Recording, frame: Frame, lines: Callable[[Frame], Lines]) -> "Group":
    """The board, the counters and the sentence."""
    from rich.console import Group
    from rich.text import Text

    board = Text(no_wrap=True, overflow="crop")
    for number, line in enumerate(lines(frame)):
        board.append("\n" if number else "")
        for piece in line:
            board.append(*_styled(piece, frame, recording.header))
    return Group(
        board,
        Text(_counters(recording, frame), style="dim", no_wrap=True, overflow="ellipsis"),
        Text(_frame_sentence(recording.header, frame), overflow="fold"),
    )


def _styled(piece: Piece, frame: Frame, header: Header) -> tuple[str, str]:
    """A piece of the board, and the style of its cell."""
    cell, value = piece.cell, piece.value
    if cell is None:
        return piece.text, "dim"
    is_open = frame.is_open(cell)
    if value is not None and (cell, value) in frame.removed and is_open:
        return CROSSED.rjust(len(piece.text)), "bold red"
    if cell in frame.changed:
        if frame.events[-1].kind == "conflict":
            return piece.text, "bold white on red"
        crossed = frame.removed and is_open  # which shows what happens
        return piece.text, "bold" if crossed else "bold reverse"
    if cell in frame.causes:
        highlighted = (cell, value) in frame.highlighted
        return piece.text, f"black on yellow{' bold underline' * highlighted}"
    return piece.text, "bold" if _is_given(header, cell) else "cyan" * (not is_open)


def _is_given(header: Header, cell: Cell) -> bool:
    problem = header.problem
    if isinstance(problem, Puzzle):
        return bool(problem.givens[cell])
    return Domain.of(problem.domains[cell]).size == 1


def _counters(recording: Recording, frame: Frame) -> str:
    """The number of the event, and the counts of events so far."""
    total = len(recording.events) + recording.end.left_out
    parts = [f"{frame.number:,} of {total:,} events"]
    for kind in ("decide", "conflict", "solution"):
        if count := frame.counts.get(kind):
            standing = f" ({frame.depth} standing)" * (kind == "decide")
            parts.append(f"{counted(count, *COUNTED[kind])}{standing}")
    return visible(f"{recording.header.title}: {', '.join(parts)}")


def _frame_sentence(header: Header, frame: Frame) -> str:
    """The sentence of a frame: of its first event, and how many others are like it."""
    if not frame.events:
        begin = "The puzzle." if isinstance(header.problem, Puzzle) else "The problem."
        return "How it ended." if frame.number else begin
    more = len(frame.events) - 1
    alike = more and "technique" not in (frame.events[0].reason or {})
    said = sentence(header, frame.events[0]) + (f" And {more} more like it." if alike else "")
    return visible(said)


def key_frames(recording: Recording, look: str = "racket") -> Iterator[str]:
    """The boards at the beginning, at each solution and at the end, and sentences between them.

    Raises:
        ValueError: there is no such look.
    """
    chosen, printed = look_named(look), 0
    for frame in frames(recording):
        if not frame.events or frame.events[-1].kind == "solution":
            yield from _printed(recording, frame, chosen)
            printed = 0
        elif _matters(frame):
            printed += 1
            if printed <= MOST_SENTENCES:
                yield _frame_sentence(recording.header, frame)
            elif printed == MOST_SENTENCES + 1:
                yield "..."
    if frame.events and frame.events[-1].kind != "solution":  # the last one
        yield from _printed(recording, frame, chosen)
    yield visible(ending(recording))


def _printed(recording: Recording, frame: Frame, look: Look) -> Iterator[str]:
    if frame.events:
        yield ""
    if isinstance(frame.grid, Grid):
        yield look.text(Moment(recording.header.puzzle, frame.grid, frame.domains))
    else:
        drawn = variable_lines.lines(recording.header.problem, frame.domains, PRINTED, MOST_LINES)
        yield "\n".join("".join(piece.text for piece in line).rstrip() for line in drawn)
    yield _counters(recording, frame)
    yield ""


def _matters(frame: Frame) -> bool:
    """Whether a frame is printed where it does not play on a terminal."""
    event = frame.events[0]
    technique = (event.reason or {}).get("technique")
    return event.kind in ("decide", "conflict", "restart") or (
        technique is not None and technique not in SINGLES
    )
