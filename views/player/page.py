"""The page: one HTML file in which traces play; it loads nothing from elsewhere.

jinja2 fills in what can be read without scripts, every text from outside escaped; the events stand
in a block of JSON, where no text can end the block.  A Content-Security-Policy forbids connections,
and every script and style but the two whose hashes are written in it.

The page stays below MOST bytes whatever it shows: what the frame takes is known, the rest is room
for events, and traces that need less than their share leave it to the longer ones.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from accord.puzzles import Grid, Puzzle
from accord.solvers.traces.events import Header, Recording
from accord.views.boards.borders import windows
from accord.views.boards.text_boards import drawn
from accord.views.narration.captions import broken, facts, kind_of, mood, result, title, truncated
from accord.views.offline_page import filled, policy_hash
from accord.views.player.excerpt import packed
from accord.views.player.packing import script_json, size_of

PAGE = Path(__file__).parent / "page"
SCRIPTS = (
    *("elements", "state", "trace", "magnifier", "board"),
    *("tree", "deductions", "lane", "strips", "player"),
)
MOST = 1_950_000  # bytes of a page, so that it is below 2 MB
SMALL = 6  # sizes up to it have room beside each other in narrow pages
LONGEST = 200  # characters of a solver's name and settings


def page(recordings: Sequence[Recording]) -> str:
    """The text of the file.

    Args:
        recordings: at least one; two or more play on one clock.

    Raises:
        ValueError: there is no recording.
    """
    if not recordings:
        raise ValueError("found no trace, expected at least one")
    puzzles = list(dict.fromkeys(recording.header.puzzle for recording in recordings))
    shown = [_shown(recording) for recording in recordings]
    frame = _rendered(recordings, shown, "")
    drawn = [_drawn(puzzle) for puzzle in puzzles]
    room = MOST - len(frame.encode()) - size_of(drawn)
    traces = [
        {**trace, "puzzle": puzzles.index(recording.header.puzzle), "title": each["title"]}
        for trace, recording, each in zip(_packed(recordings, room), recordings, shown, strict=True)
    ]
    for trace, recording in zip(traces, recordings, strict=True):
        trace["end"] = str(recording.end.grid)
        trace["wrong"] = bool(broken(recording))
    return _rendered(recordings, shown, script_json({"puzzles": drawn, "traces": traces}))


def _packed(recordings: Sequence[Recording], room: int) -> list[dict[str, Any]]:
    """The traces in their order, the shortest packed first, which leaves room to the others."""
    order = sorted(range(len(recordings)), key=lambda place: len(recordings[place].events))
    traces: dict[int, dict[str, Any]] = {}
    for done, place in enumerate(order):
        recording = recordings[place]
        margin = 1000 + 3 * recording.header.puzzle.size**2
        traces[place] = packed(recording, room // (len(order) - done) - margin)
        room -= size_of(traces[place]) + margin
    return [traces[place] for place in range(len(recordings))]


def _rendered(recordings: Sequence[Recording], shown: Sequence[Any], data: str) -> str:
    """The file with these data."""
    style = (PAGE / "player.css").read_text(encoding="utf-8")
    parts = [(PAGE / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"  # one function of its own
    kinds = dict.fromkeys(kind_of(recording.header.puzzle) for recording in recordings)
    return filled(
        PAGE / "player.html",
        title=title(recordings)[:LONGEST],
        subtitle=" · ".join(kinds)[: 2 * LONGEST],
        style=style,
        style_hash=policy_hash(style),
        script=script,
        script_hash=policy_hash(script),
        traces=shown,
        small=max(recording.header.puzzle.size for recording in recordings) <= SMALL,
        data=data,
    )


def _shown(recording: Recording) -> dict[str, Any]:
    """What the page says of a trace without scripts."""
    header = recording.header
    return {
        "title": header.title[:LONGEST],
        "kind": kind_of(header.puzzle),
        "result": result(recording),
        "mood": mood(recording),
        "truncated": truncated(recording),
        "facts": facts(recording),
        "givens": _text(header.puzzle, header.puzzle.givens),
        "grid": _text(header.puzzle, recording.end.grid),
    }


def _text(puzzle: Puzzle, grid: Grid) -> str:
    return drawn(puzzle, grid) if grid else ""


def _drawn(puzzle: Puzzle) -> dict[str, Any]:
    """What the page has to know of a puzzle; `marks` where a cell has not all candidates."""
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
    }
