"""The commands `trace` and `show`: what is written can be read again, played, drawn and printed."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord import puzzle
from accord.puzzles.proofs.certificate_folder import write_certificate
from accord.solvers.traces.events import Header
from accord.solvers.traces.files import header_line, read
from accord.solvers.traces.replay import Replay
from accord.views.narration.narration import sentence
from certified import certified
from command_line import run_here as accord
from format_samples import NAKED, SEARCH, SOLVED

SOLUTION = "938712645145683927762495813524831769316279584879546231283157496497368152651924378"
TWO = "..343412..434321"
NONE = "11.............."
HEAD = header_line(Header(puzzle(NONE), "someone")) + "\n"
REMOVE = '{"event": "remove", "cell": 4, "value": 1, "reason": {"constraint": %s}}\n'
DECIDE = '{"event": "decide", "cell": 4, "value": 3, "depth": %d}\n'
TWO_KINDS = '0, "domain": []'
BACK = '{"event": "backtrack", "depth": %d}\n'


def test_a_trace_is_a_header_events_and_an_end_that_replay_to_the_solution() -> None:
    done = accord("trace", SEARCH, "-s", "backtracking-mrv:filter=hidden")
    assert (done.stderr, done.returncode) == ("", 0)
    lines = done.stdout.splitlines()
    assert {"trace", "puzzle", "solver", "settings", "versions"} <= json.loads(lines[0]).keys()
    recording = read(lines)
    assert recording.header.title == "backtracking-mrv:filter=hidden"
    replay = Replay(recording.header.puzzle)
    for event in recording.events:
        if event.kind == "solution":
            break
        replay.apply(event)
    assert str(replay.grid) == str(recording.end.grid) == SOLUTION


def test_what_is_left_out_is_counted_and_the_last_grid_is_there(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    accord("trace", SEARCH, "-o", whole)
    assert accord("trace", SEARCH, "--events", "100", "-o", cut).stdout == ""
    everything, part = (read(path.read_text().splitlines()) for path in (whole, cut))
    assert part.events == everything.events[:100]
    assert part.end.left_out == len(everything.events) - 100 > 0
    assert part.end.events == everything.end.events
    assert str(part.end.grid) == SOLUTION


def test_a_trace_ends_with_a_proof_where_all_solutions_are_asked_for() -> None:
    end = read(accord("trace", NONE).stdout.splitlines()).end
    assert (end.status, end.exhausted, end.why) == ("UNSAT", True, "")
    recording = read(accord("trace", TWO, "-n", "all").stdout.splitlines())
    assert (recording.counts["solution"], recording.end.exhausted) == (2, True)


def test_what_is_not_decided_in_time_ends_with_the_reason() -> None:
    done = accord("trace", "." * 625, "-s", "backtracking-naive", "-t", "300ms", "--events", "10")
    assert done.returncode == 124
    recording = read(done.stdout.splitlines())
    assert recording.end.why == "out of time"
    assert recording.end.left_out > 0
    assert len(recording.end.grid) == 625


def test_a_puzzle_is_printed_and_drawn(tmp_path: Path) -> None:
    assert accord("show", NAKED, "--look", "swift").stdout.startswith("┏---┳---┳")
    solved = accord("show", SEARCH, "--solved").stdout
    assert [mark for mark in solved if mark.isdigit()] == [*SOLUTION]
    drawing = tmp_path / "board.svg"
    assert accord("show", SOLVED, "--svg", drawing).stdout == f"{drawing}\n"
    texts = [each.text for each in ElementTree.parse(drawing).iter() if each.tag.endswith("text")]
    assert "".join(text or "" for text in texts) == SOLVED


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        (["--regions", "AAABCABBCCDBCDDD"], "4x4 jigsaw Sudoku, 1 given"),
        (["--rules", "diagonals"], "4x4 Sudoku with diagonals, 1 given"),
        ([], ""),
    ],
)
def test_what_the_text_of_a_puzzle_does_not_say_is_said_beside_it(
    variant: list[str], said: str
) -> None:
    for look in ("plain", "swift"):
        done = accord("show", "1" + "." * 15, *variant, "--look", look)
        assert done.stderr.strip() == said
        again = accord("convert", "-", *variant, text=done.stdout)
        assert again.stdout == "1" + "." * 15 + "\n"


def test_traces_and_puzzles_are_shown_on_one_page(tmp_path: Path) -> None:
    trace, page = tmp_path / "a.jsonl", tmp_path / "page.html"
    accord("trace", NAKED, "-o", trace)
    done = accord("show", trace, NAKED, "-s", "backtracking-mrv:filter=gac", "--html", page)
    assert (done.stdout, done.stderr, done.returncode) == (f"{page}\n", "", 0)
    text = page.read_text(encoding="utf-8")
    assert "backtracking-mrv:filter=gac" in text
    assert len(text.encode()) < 2_000_000


def test_standard_input_may_be_a_trace_as_well_as_puzzles(tmp_path: Path) -> None:
    trace, page = accord("trace", NAKED, "-s", "dancing-links").stdout, tmp_path / "page.html"
    done = accord("show", "-", "--html", page, text=f"\ufeff{trace}")
    assert (done.stdout, done.stderr, done.returncode) == (f"{page}\n", "", 0)
    assert "dancing-links" in page.read_text(encoding="utf-8")
    assert accord("show", text=trace).stdout == accord("show", text=f"{NAKED}\n").stdout
    refused = accord("show", "-", text=trace.replace('"value": 5', '"value": 10'))
    assert "accord: stdin: line " in refused.stderr
    assert (refused.stdout, refused.returncode) == ("", 2)


def test_a_wrong_solution_is_shown_and_said_to_be_wrong(tmp_path: Path) -> None:
    path, page = tmp_path / "wrong.jsonl", tmp_path / "page.html"
    wrong = SOLUTION.replace("938", "983", 1)
    path.write_text(accord("trace", SEARCH).stdout.replace(f'"{SOLUTION}"', f'"{wrong}"'))
    violations = accord("verify", SEARCH, wrong).stdout.splitlines()
    assert "r1c3 holds 3, but 8 is given" in violations
    said = [f"backtracking-mrv, solution 1: {violation}" for violation in violations]
    said.append("accord: found 1 wrong solution")
    solved = accord("show", path, "--solved")
    assert [mark for mark in solved.stdout if mark.isdigit()] == [*wrong]
    for done in (solved, accord("show", path, "--html", page), accord("show", path, "--terminal")):
        assert done.stderr.splitlines()[-len(said) :] == said
        assert done.returncode == 1
    assert page.exists()


def test_a_trace_that_has_lost_lines_is_refused(tmp_path: Path) -> None:
    path, page = tmp_path / "gap.jsonl", tmp_path / "page.html"
    lines = accord("trace", SEARCH, "-s", "backtracking-mrv:filter=gac").stdout.splitlines()
    path.write_text("\n".join(lines[:99] + lines[200:]))
    done = accord("show", path, "--html", page)
    left, whole = len(lines) - 103, len(lines) - 2
    said = f"found {left} events before the end, expected {whole}"
    assert done.stderr.endswith(f"line {left + 2}: {said}\n")
    assert (done.stdout, done.returncode) == ("", 2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"trace": 2}\n', 'line 1: found 2, expected {"trace": 1, ...}'),
        ('{"trace": 1}\n', "line 1: found no 'puzzle'"),
        (HEAD + REMOVE % "999", "line 2: found constraint 999 in a reason, expected the"),
        (HEAD + REMOVE % TWO_KINDS, "line 2: found a reason with constraint, domain"),
        (HEAD + DECIDE % 2, "line 2: found decide with depth 2, expected 1"),
        (HEAD + BACK % 1, "line 2: found backtrack with depth 1, expected 0"),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(content)
    done = accord("show", path, "--html", tmp_path / "page.html")
    assert said in done.stderr
    assert done.returncode == 2


def test_a_trace_that_is_still_being_written_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "growing.jsonl"
    accord("trace", NAKED, "-o", path)
    whole = path.read_text()
    place = whole.index("\n", len(whole) * 9 // 10)
    path.write_text("\ufeff" + whole[: place + 20], encoding="utf-8")
    recording = read(whole[: place + 20].splitlines())
    assert (recording.end.status, recording.end.why) == ("UNKNOWN", "the trace breaks off")
    assert recording.events == read(whole.splitlines()).events[: len(recording.events)]
    assert recording.end.grid != recording.header.puzzle.givens
    assert accord("show", path, "--html", tmp_path / "page.html").returncode == 124


def test_of_a_trace_that_is_not_played_the_puzzle_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    accord("trace", SEARCH, "-o", path)
    done = accord("show", path)
    assert done.stdout == accord("show", SEARCH).stdout
    assert "--html FILE or --terminal plays its" in done.stderr
    assert accord("show", path, "--solved").stdout == accord("show", SEARCH, "--solved").stdout


def test_a_problem_is_printed_and_drawn_as_its_layout_says(tmp_path: Path) -> None:
    queens = accord("show", "classics/queens-4")
    assert queens.stdout == "\n".join([". . . ."] * 4) + "\n"
    assert queens.stderr == "4 variables, 13 constraints\nconstraints: rows; diagonal (12)\n"
    solved = accord("show", "classics/queens-4", "--solved")
    assert "several solutions" in solved.stderr
    assert solved.stdout in (
        ". Q . .\n. . . Q\nQ . . .\n. . Q .\n",
        ". . Q .\nQ . . .\n. . . Q\n. Q . .\n",
    )
    none = accord("show", "classics/magic-square-2", "--solved")
    assert (none.stdout, none.returncode) == ("No Solutions\n", 0)
    listed = accord("show", '{"variables": {"x": "1..3, 7", "y": [1, 1]}}')
    assert listed.stdout == "x in 1..3, 7\ny = 1\n"
    lines = accord("show", "classics/zebra").stderr.splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(lines).endswith("Lucky Strike = orange juice; and 5 more")
    drawing = tmp_path / "killer.svg"
    done = accord("show", "classics/killer-4", "--svg", drawing, "--solved")
    assert done.stdout == f"{drawing}\n"
    texts = [each.text for each in ElementTree.parse(drawing).iter() if each.tag.endswith("text")]
    assert "".join(map(str, texts[:23])) == "5871667" + "2314413212433421"
    assert len(texts) == 23


def test_a_puzzle_that_has_no_solution_or_several_is_said_to(tmp_path: Path) -> None:
    none, two = accord("show", NONE, "--solved"), accord("show", TWO, "--solved")
    assert (none.stdout, none.returncode) == ("No Solutions\n", 0)
    assert "several solutions" in two.stderr


def test_a_film_in_a_pipe_ends_with_the_solution() -> None:
    done = accord("show", NAKED, "--terminal", "--fps", "100")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "plain" not in done.stdout
    assert done.stdout.splitlines()[-1].startswith("A solution was found")


def test_every_event_has_a_sentence_that_names_its_cell_and_value() -> None:
    for settings in ("filter=forward", "filter=pairs", "filter=gac"):
        lines = accord("trace", SEARCH, "-s", f"backtracking-mrv:{settings}").stdout.splitlines()
        recording = read(lines)
        for event in recording.events:
            said = sentence(recording.header, event)
            assert said[0].isupper() or said.startswith("r")
            assert said.endswith(".")
            if event.cell is not None and event.value is not None:
                row, column = divmod(event.cell, 9)
                assert f"r{row + 1}c{column + 1}" in said
                assert f" {event.value}" in said


def test_a_problem_is_traced_shown_and_played_in_its_own_names(tmp_path: Path) -> None:
    trace, page = tmp_path / "money.jsonl", tmp_path / "money.html"
    assert accord("trace", "classics/send-more", "-o", trace).returncode == 0
    recording = read(trace.read_text().splitlines())
    assert recording.header.problem.names == tuple("SENDMORY")
    assert recording.end.grid == (9, 5, 6, 7, 1, 0, 8, 2)
    shown = accord("show", trace, "--solved")
    assert "the problem of a trace of backtracking-mrv" in shown.stderr
    assert "9" in shown.stdout
    assert accord("show", trace, "classics/queens-4", "--html", page).stdout == f"{page}\n"
    assert "Guess at depth 1: E = 4, of 4..7" in accord("show", trace, "--terminal").stdout
    wrong = trace.read_text().replace('"grid": [9, 5', '"grid": [9, 4')
    trace.write_text(wrong)
    said = accord("show", trace, "--terminal")
    assert said.returncode == 1
    assert "solution 1: SEND + MORE = MONEY" in said.stderr
    refused = accord("trace", "classics/send-more", "-s", "sat-cadical")
    assert refused.returncode in (2, 3)  # 3 where its library is missing


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ('"S": "1..9"', '"S": "1..999999"'),
            "line 1: found 999,999 values of S, expected at most",
        ),
        (('"values": "1..8"', '"values": "1..99999999999"'), "line 2: found the values"),
        (('"values": "1..8"', '"values": "none"'), "line 2: found the values"),
        (('"values": "1..8"', '"value": 12'), "line 2: found the value 12, expected 0..9"),
        (('"domains": []', '"domains": ["x"]'), "found domains ['x'] in a reason"),
        (('"grid": [9, 5', '"grid": ["9", 5'), "expected whole numbers and null"),
        (('"problem": {', '"problem": [], "was": {'), "line 1: found the problem []"),
    ],
)
def test_what_is_no_trace_of_a_problem_is_refused(
    tmp_path: Path, change: tuple[str, str], said: str
) -> None:
    trace = tmp_path / "trace.jsonl"
    accord("trace", "classics/send-more", "-o", trace)
    text = trace.read_text()
    assert change[0] in text
    trace.write_text(text.replace(*change, 1))
    done = accord("show", trace, "--terminal")
    assert done.returncode == 2
    assert said in done.stderr


def test_a_certificate_is_told_in_words_or_as_a_page_and_a_false_one_refused(
    tmp_path: Path,
) -> None:
    certificate = certified(puzzle(TWO))
    write_certificate(certificate, tmp_path / "two")
    told = accord("show", tmp_path / "two")
    assert told.stdout.startswith("Solution 1 is known")
    assert told.stdout.endswith("there is no other solution, and that is proved.\n")
    page = tmp_path / "page.html"
    assert accord("show", tmp_path / "two", "--html", page).stdout == f"{page}\n"
    assert "2 solutions, and no other (proved)" in page.read_text(encoding="utf-8")
    write_certificate(replace(certificate, proof=certificate.proof[:-4]), tmp_path / "cut")
    refused = accord("show", tmp_path / "cut")
    assert (refused.stdout, refused.returncode) == ("", 1)
    assert f"{tmp_path / 'cut'}: line " in refused.stderr


def test_where_two_searches_part_is_said_of_solvers_and_of_files(tmp_path: Path) -> None:
    solvers = [f"backtracking-mrv:branching=binary,filter={each}" for each in ("singles", "gac")]
    asked = accord("show", "classics/queens-6", "-n", "all", "-s", *"\n-s\n".join(solvers).split(),
                   "--difference")  # fmt: skip
    files = [tmp_path / f"{number}.jsonl" for number in range(2)]
    for solver, file in zip(solvers, files, strict=True):
        accord("trace", "classics/queens-6", "-n", "all", "-s", solver, "-o", file)
    assert accord("show", *files, "--difference").stdout == asked.stdout
    assert "Domains first differ at node " in asked.stdout
    assert "\n  B: Conflict: " in asked.stdout
    assert max(map(len, asked.stdout.splitlines())) <= 80
    one = accord("show", files[0], "--difference")
    assert (one.returncode, one.stderr) == (
        2,
        "accord: --difference: found 1 trace, expected two\n",
    )


OTHER = """
from accord.solvers.search import backtracking_mrv
from accord.puzzles.files.texts import read
from accord.solvers.traces import record
traced = backtracking_mrv.SOLVERS["backtracking-mrv"]
"""
CHANGES = {
    "another problem": (
        "was, other = record.header_of, read('1' + '.' * 15)\n"
        "record.header_of = lambda chosen, puzzle, limit: was(chosen, other, limit)\n",
        "found a trace of something else than was asked",
    ),
    "no trace": (
        "import accord.cli.recording as own\nown.header_line = lambda header: '\\x1b[2J'\n",
        "line 1: ",
    ),
    "nothing": (
        "import os\nrecord.header_of = lambda *_: os._exit(0)\n",
        "exited with code 0",
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_trace_from_outside_is_of_the_problem_that_was_asked(name: str, tmp_path: Path) -> None:
    changes, said = CHANGES[name]
    (tmp_path / "own.py").write_text(OTHER)
    honest = accord("trace", TWO, "-s", "own.py:traced", cwd=tmp_path)
    assert honest.returncode == 0
    assert json.loads(honest.stdout.splitlines()[-1])["status"] == "SAT"
    (tmp_path / "liar.py").write_text(OTHER + changes)
    for command in (("trace",), ("show", "--html", "page.html")):
        done = accord(*command, TWO, "-s", "liar.py:traced", cwd=tmp_path)
        assert done.returncode in (1, 2)
        assert said in done.stderr
        assert not done.stdout
