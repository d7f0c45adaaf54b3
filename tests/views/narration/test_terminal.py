"""Playing in a terminal: frames, their order, and what is printed where nothing can play."""

import re
from io import StringIO

import pytest
from rich.console import Console

from accord import explain, puzzle
from accord.solvers.logic.engine.logic_trace import recording_of
from accord.solvers.registry import usable
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from accord.views.boards.text_boards import LARGE, drawn
from accord.views.narration.captions import ending
from accord.views.narration.narration import sentence
from accord.views.narration.terminal import MOST_SENTENCES, frames, key_frames, play
from format_samples import NAKED, SEARCH

WING = "000704005020010070000080002090006250600070008053200010400090000030060090200407000"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def traced(text: str, solver: str = "backtracking-mrv", limit: int | None = 1) -> Recording:
    return record(usable(solver), puzzle(text), limit)


def screen(height: int = 60, width: int = 120) -> tuple[Console, StringIO]:
    """A terminal that is a text, and its text."""
    file = StringIO()
    console = Console(
        file=file, force_terminal=True, width=width, height=height, color_system="standard"
    )
    return console, file


def played(recording: Recording, look: str = "racket", height: int = 60) -> tuple[str, list[float]]:
    """What a terminal gets, and how long it waited after each frame."""
    console, file = screen(height)
    waits: list[float] = []
    play(recording, console, look=look, wait=waits.append)
    return file.getvalue(), waits


def _refused(_: float) -> None:
    pytest.fail("waits where nothing plays")


def test_frames_go_to_the_solution_and_only_removals_for_one_reason_share_one() -> None:
    recording = traced(SEARCH)
    made = list(frames(recording))
    assert made[0].events == ()
    assert made[0].grid == recording.header.puzzle.givens
    assert made[-1].grid == recording.end.grid
    written = [event for frame in made for event in frame.events]
    assert written == [*recording.events]
    assert [frame.number for frame in made][-1] == len(recording.events)
    assert made[-1].counts == recording.counts
    shared = [frame for frame in made if len(frame.events) > 1]
    assert shared
    for frame in shared:
        assert {event.kind for event in frame.events} == {"remove"}
        assert len({str((event.reason or {}).get("cells")) for event in frame.events}) == 1
        assert len({event.value for event in frame.events}) == 1


@pytest.mark.parametrize("most", [200_000, 10])
def test_the_last_frame_is_the_solution_in_large_digits(most: int) -> None:
    recording = record(usable("backtracking-mrv"), puzzle(NAKED), most=most)
    text, _ = played(recording)
    last = CONTROL.sub("", text).split("\r")[-1].split("\n")
    (start,) = (number for number, line in enumerate(last) if line.startswith("backtracking-mrv: "))
    board = last[start - 35 : start]
    assert [line.rstrip() for line in board] == drawn(
        recording.header.puzzle, recording.end.grid, look="racket"
    ).split("\n")
    assert ending(recording) in " ".join(" ".join(last).split())


def test_a_terminal_that_is_too_small_gets_a_smaller_look() -> None:
    recording = record(usable("backtracking-mrv"), puzzle(NAKED), most=2)
    heights = {60: True, 34: True, 20: False, 10: False}
    for height, large in heights.items():
        text, _ = played(recording, height=height)
        assert (LARGE[5][0] in text) == large
    framed = re.compile(r"\+-+\+-+\+-+\+")
    assert framed.search(played(recording, height=20)[0])
    assert not framed.search(played(recording, height=15)[0])


@pytest.mark.parametrize("look", ["plain", "candidates", "swift"])
def test_other_looks_play_as_well_and_every_frame_waits_an_eighth_of_a_second(look: str) -> None:
    recording = traced("1... ..2. .3.. ...4")
    output, waits = played(recording, look)
    assert waits == [1 / 8] * len(list(frames(recording)))
    text = CONTROL.sub("", output)
    first = drawn(recording.header.puzzle, domains=recording.header.puzzle.domains, look=look)
    assert first.split("\n")[0] in text
    last = drawn(recording.header.puzzle, recording.end.grid, look=look)
    assert all(line in text for line in last.split("\n"))


def test_a_candidate_that_goes_is_crossed_and_the_sentence_says_why() -> None:
    recording = traced("12.. .... .... ....")
    text = CONTROL.sub("", played(recording)[0])
    assert "\u2573" in text
    assert sentence(recording.header, recording.events[0]) in text


def test_ctrl_c_leaves_with_the_cursor_shown() -> None:
    console, file = screen()
    waits = iter([None, None])

    def interrupted(_: float) -> None:
        if next(waits, "over") == "over":
            raise KeyboardInterrupt

    play(traced(NAKED), console, wait=interrupted)
    text = file.getvalue()
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
    assert text.endswith("\x1b[?25h")


def test_a_pipe_gets_key_frames_without_control_codes() -> None:
    recording = traced(SEARCH)
    file = StringIO()
    play(recording, Console(file=file, width=40), look="plain", wait=_refused)
    text = file.getvalue()
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    blank = recording.header.puzzle
    for grid in (blank.givens, recording.end.grid):
        assert drawn(blank, grid, look="plain") in text
    assert "Guess at depth 1: " in text
    assert "Conflict: " in text
    assert text.rstrip().endswith(ending(recording))
    assert max(map(len, text.split("\n"))) > 40  # nothing is wrapped


def test_key_frames_are_the_beginning_each_solution_and_the_end() -> None:
    recording = traced("1... ..2. .3.. ....", limit=None)
    solutions = [event.grid for event in recording.events if event.kind == "solution"]
    assert len(solutions) > 1
    lines = list(key_frames(recording, "plain"))
    for grid in solutions:
        assert lines.count(drawn(recording.header.puzzle, grid)) == 1
    stuck = recording_of(explain("." * 16))
    boards = [line for line in key_frames(stuck, "swift") if line.startswith("┏")]
    assert len(boards) == 1


def test_of_a_long_search_the_first_guesses_are_printed() -> None:
    empty = traced("." * 81, solver="backtracking-mrv", limit=40)
    first = list(key_frames(empty, "plain"))
    assert len([line for line in first if line.startswith("Guess")]) > MOST_SENTENCES - 20
    written = recording_of(explain(WING))
    lines = list(key_frames(written, "plain"))
    assert any(line.startswith("X-Wing: ") for line in lines)
    assert not any(line.startswith("Naked single: ") for line in lines)


def test_a_trace_that_leaves_events_out_says_so_and_ends_with_the_last_grid() -> None:
    cut = record(usable("backtracking-mrv"), puzzle(SEARCH), most=10)
    *_, board, counters, _, last = key_frames(cut, "plain")
    assert board == drawn(cut.header.puzzle, cut.end.grid, look="plain")
    assert f"{cut.end.events:,} of {cut.end.events:,} events" in counters
    assert last == ending(cut)
    assert f"The trace kept its first 10 events; {cut.end.left_out} more" in last
