"""The page: one HTML file in which traces play; it loads nothing from elsewhere.

jinja2 fills in what can be read without scripts, every text from outside escaped; the events stand
in a block of JSON, where no text can end the block.  A Content-Security-Policy forbids connections,
and every script and style but the two whose hashes are written in it.

The page stays below MOST bytes whatever it shows: what the frame takes is known, the rest is room
for events, and traces that need less than their share leave it to the longer ones.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from accord.puzzles import Domain, Grid, Problem, Puzzle
from accord.puzzles.errors import InputError
from accord.puzzles.outside_data import visible
from accord.solvers.traces.events import Assignment, Header, Recording
from accord.solvers.traces.replay import Replay
from accord.views.boards.borders import windows
from accord.views.boards.cells import UNIT, Cells
from accord.views.boards.elements import PAGE as COLOURS
from accord.views.boards.elements import Picture
from accord.views.boards.forms.grids import ProblemGrid, fits
from accord.views.boards.printed import Printed, printed_on
from accord.views.boards.problems import live_layers_picture, live_picture
from accord.views.boards.text_boards import drawn
from accord.views.narration.captions import broken, facts, mood, result, subtitle, title, truncated
from accord.views.narration.constraint_words import in_words
from accord.views.narration.variable_lines import lines
from accord.views.offline_page import filled, policy_hash
from accord.views.player.excerpt import packed
from accord.views.player.packing import script_json, size_of, written

PAGE = Path(__file__).parent / "page"
SCRIPTS = (
    *("elements", "state", "trace", "magnifier", "board", "drawings", "variables"),
    *("tree", "drawn_tree", "deductions", "goal", "lane", "strips", "player"),
)
MOST = 1_950_000  # bytes of a page, so that it is below 2 MB
SMALL = 6  # sizes up to it have room beside each other in narrow pages
LONGEST = 200  # characters of a solver's name and settings
MOST_VALUES = 2_000_000  # of the variables of a problem together
WIDEST, LINES = 100, 400  # of the text without scripts


class TooManyValuesError(InputError, ValueError):
    """A problem has more values than a page can show; says how many."""


def page(recordings: Sequence[Recording]) -> str:
    """The text of the file.

    Args:
        recordings: at least one; two or more play on one clock.

    Raises:
        ValueError: there is no recording.
        TooManyValuesError: a problem has more values than a page can show.
    """
    if not recordings:
        raise ValueError("found no trace, expected at least one")
    puzzles = list(dict.fromkeys(recording.header.problem for recording in recordings))
    shown = [_scriptless_parts(recording) for recording in recordings]
    frame = _rendered(recordings, shown, "")
    drawn = [_problem_data(puzzle) for puzzle in puzzles]
    room = MOST - len(frame.encode()) - size_of(drawn)
    traces = [
        {**trace, "puzzle": puzzles.index(recording.header.problem), "title": each["title"]}
        for trace, recording, each in zip(_packed(recordings, room), recordings, shown, strict=True)
    ]
    for trace, recording in zip(traces, recordings, strict=True):
        trace["end"] = written(recording.end.grid)
        trace["proved"] = recording.proved
        trace["proof"] = recording.end.exhausted
        trace["wrong"] = bool(broken(recording))
    return _rendered(recordings, shown, script_json({"puzzles": drawn, "traces": traces}))


def _packed(recordings: Sequence[Recording], room: int) -> list[dict[str, Any]]:
    """The traces in their order, the shortest packed first, which leaves room to the others."""
    order = sorted(range(len(recordings)), key=lambda place: len(recordings[place].events))
    traces: dict[int, dict[str, Any]] = {}
    for done, place in enumerate(order):
        recording = recordings[place]
        margin = 1000 + 3 * len(recording.header.problem.domains)
        traces[place] = packed(recording, room // (len(order) - done) - margin)
        room -= size_of(traces[place]) + margin
    return [traces[place] for place in range(len(recordings))]


def _rendered(recordings: Sequence[Recording], shown: Sequence[Any], data: str) -> str:
    """The file with these data."""
    style = (PAGE / "player.css").read_text(encoding="utf-8")
    parts = [(PAGE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"  # one function of its own
    return filled(
        PAGE / "player.html",
        title=title(recordings)[:LONGEST],
        subtitle=subtitle(recordings)[: 2 * LONGEST],
        style=style,
        style_hash=policy_hash(style),
        script=script,
        script_hash=policy_hash(script),
        traces=shown,
        proved=all(recording.proved for recording in recordings),
        small=all(_is_small(recording.header.problem) for recording in recordings),
        data=data,
    )


def _scriptless_parts(recording: Recording) -> dict[str, Any]:
    """The parts of the page that are read without scripts."""
    header, problem = recording.header, recording.header.problem
    return {
        "title": header.title[:LONGEST],
        "result": result(recording),
        "mood": mood(recording),
        "truncated": truncated(recording),
        "facts": facts(recording),
        "givens": _text(problem, problem.givens if isinstance(problem, Puzzle) else ()),
        "grid": _text(problem, recording.end.grid),
    }


def _is_small(problem: Problem) -> bool:
    return isinstance(problem, Puzzle) and problem.size <= SMALL


def _text(problem: Problem, values: Assignment) -> str:
    """A grid; of a problem the variables, with these values where they have some."""
    if isinstance(problem, Puzzle):
        return drawn(problem, values) if isinstance(values, Grid) and values else ""
    domains = Replay(problem).domains
    for cell, value in enumerate(values):
        domains[cell] = domains[cell] if value is None else frozenset({value})
    rows = lines(problem, domains, WIDEST, LINES)
    return "\n".join("".join(piece.text for piece in row).rstrip() for row in rows)


def _problem_data(problem: Problem) -> dict[str, Any]:
    """Data of a puzzle or problem from which the page draws it."""
    return _puzzle(problem) if isinstance(problem, Puzzle) else _problem(problem)


def _problem(problem: Problem) -> dict[str, Any]:
    """The data of a problem that the page needs.

    Raises:
        TooManyValuesError: it has more values than a page can show.
    """
    domains = [Domain.of(domain) for domain in problem.domains]
    if (values := sum(map(len, domains))) > MOST_VALUES:
        raise TooManyValuesError(
            f"found {values:,} values of all variables, expected at most {MOST_VALUES:,} in a page"
        )
    layout = problem.layout
    return {
        "variables": [visible(name) for name in problem.names],
        "domains": [domain.intervals for domain in domains],
        "form": layout.form if layout else "line",
        "columns": layout.columns if layout else 0,
        **_printed(problem),
        "drawing": _picture_data(live_picture(problem)),
        "layers": _picture_data(live_layers_picture(problem)),
        "symbols": [
            [[visible(word) for word in words], own]
            for words, own in (problem.symbols.sorts if problem.symbols else ())
        ],
        "names": [visible(in_words(each, problem.names)) for each in problem.constraints],
        "houses": [list(dict.fromkeys(each.scope)) for each in problem.constraints],
    }


def _picture_data(picture: Picture | None) -> list[Any] | None:
    """The width, the height and the elements of what is drawn once (boards/elements.py)."""
    return picture and [picture.across, picture.down, "".join(picture.parts)]


def _printed(problem: Problem) -> dict[str, Any]:
    """Constraints as they are drawn, where the problem is a grid."""
    grid = ProblemGrid(problem)
    if not grid.in_rows or not fits(problem):
        return {}
    printed = grid.printed
    return {
        "areas": printed.areas,
        "cages": [[cage.cells, cage.label or None] for cage in printed.cages],
        "signs": [[sign.less, sign.more] for sign in printed.signs],
        "black": sorted(grid.black),
        "sums": [[cell, *both] for cell, both in grid.sums.items()],
        **_figures(grid),
        "clues": [[each.side, each.line, " ".join(each.words)] for each in printed.clues],
        "pictured": printed.pictured,
    }


def _figures(grid: ProblemGrid) -> dict[str, str]:
    """Thermometers and arrows, and dots, as elements in the lengths of boards/cells.py."""
    number, printed = len(grid.problem.domains), grid.printed
    rows = number // grid.columns
    cells = Cells(rows, grid.columns, grid.areas, COLOURS.ink, dots=printed.dots)
    return {
        "paths": "".join(cells.paths(printed, COLOURS.grey)),
        "points": "".join(cells.points(COLOURS.ink)),
    }


def _puzzle(puzzle: Puzzle) -> dict[str, Any]:
    """Data of a puzzle to draw; `marks` where a cell has not all candidates."""
    printed = printed_on(puzzle)
    return {
        "size": puzzle.size,
        "givens": list(puzzle.givens),
        "marks": puzzle.candidates and [sorted(domain) for domain in puzzle.domains],
        "areas": puzzle.shape.areas,
        "windows": sorted(windows(puzzle)),
        "diagonals": "diagonals" in puzzle.rules,
        "columns": puzzle.box[1] if puzzle.box else 0,
        "names": [each.name for each in Header(puzzle, "").constraints],
        "houses": [list(each.scope) for each in puzzle.constraints],
        "printed": "".join(_printed_figures(puzzle, printed)),
        "labelled": printed.labelled,
    }


def _printed_figures(puzzle: Puzzle, printed: Printed) -> Iterator[str]:
    """Thermometers, arrows, cages, signs and dots, in the lengths of boards/cells.py."""
    size, areas, marks = puzzle.size, puzzle.shape.areas or (), (printed.signs, printed.dots)
    cells = Cells(size, size, areas, COLOURS.ink, UNIT, UNIT, *marks)
    yield from cells.paths(printed, COLOURS.grey)
    for cage in printed.cages:
        yield from cells.cage(cage)
    yield from cells.chevrons()
    yield from cells.points(COLOURS.ink)
