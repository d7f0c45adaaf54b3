"""Hypotheses: supported, refuted or undecided by campaigns whose speed-ups are known."""

import json
import math
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from command_line import accord_here as accord
from command_line import run_here
from optional import library, slow
from stored_rows import FORTY as PUZZLES
from stored_rows import LATE, LIE, put, some_run, written

library("scipy")

import numpy  # noqa: E402

from accord.bench.analysis.hypothesis import Assessment, Hypothesis, assess, puzzles_needed  # noqa: E402
from accord.bench.analysis.statistics.pair import interval  # noqa: E402
from accord.bench.campaigns.deduplicate import deduplicate  # noqa: E402
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, settle  # noqa: E402
from accord.bench.campaigns.run import Run  # noqa: E402
from accord.cli.options.hypothesis_file import read_hypotheses  # noqa: E402
from accord.puzzles.puzzle import Instance  # noqa: E402
from accord.views.tables.hypothesis import report  # noqa: E402


def as_text(findings: Sequence[Assessment]) -> str:
    return "\n".join(report(findings).notes)


def campaign(
    place: Path,
    speed_ups: Sequence[float],
    cut: Sequence[int] = (),
    cut_too: Sequence[int] = (),
    *more: Run,
    repetitions: int = 1,
    repeat: int = 1,
) -> tuple[Path, str]:
    """A campaign on as many puzzles, and the file of these.

    `fast` takes 0.1 s where it is not cut, `slow` so many times that where it is not; of all that
    were asked only so many repetitions are there.
    """
    puzzles = PUZZLES[: len(speed_ups)]
    rows = [*more]
    there = {(run.puzzle, run.solver) for run in more}
    for number, (puzzle, speed_up) in enumerate(zip(puzzles, speed_ups, strict=True)):
        for solver, time, cuts in (("fast", 0.1, cut), ("slow", 0.1 * speed_up, cut_too)):
            if (puzzle.digest, solver) not in there:
                ends = LATE if number in cuts else {"wall_time": time, "nodes": int(1e6 * time)}
                names = {"solver": solver, "engine": solver, "model": solver}
                times = [{"repetition": repetition} for repetition in range(repetitions)]
                rows += [some_run(puzzle, **names, **each, **ends) for each in times]
    written(place, *rows)
    put(place, *puzzles)
    file = place / "puzzles.sdm"
    file.write_text("".join(f"{puzzle.givens}\n" for puzzle in puzzles))
    with TemporaryDirectory() as scratch:
        found = deduplicate((Instance("", puzzle) for puzzle in puzzles), Path(scratch))
    solvers = ("fast", "slow")
    settle(place, RecordedQuestion("c", len(puzzles), found.digest, solvers, 2, 10.0, repeat, 0))
    return place, str(file)


def assessed(place: Path, at_least: float, *arguments: Any, **claimed: Any) -> Assessment:
    """What such a campaign says to the claim that `fast` is so many times as fast as `slow`."""
    folder, file = campaign(place, *arguments)
    hypothesis = {"solver": "fast", "against": "slow"} | claimed
    return assess(Hypothesis("c", collection=file, at_least=at_least, **hypothesis), folder)


def around(speed_up: float, number: int = 40, spread: float = 0.2) -> list[float]:
    """Speed-ups whose geometric mean is this."""
    logs = numpy.random.default_rng(3).normal(0, spread, number)
    return list(speed_up * numpy.exp(logs - logs.mean()))


@pytest.mark.parametrize(
    ("at_least", "outcome"),
    [(1.3, "supported"), (2.0, "undecided"), (3.5, "refuted"), (0.5, "supported")],
)
def test_the_whole_interval_decides(at_least: float, outcome: str, tmp_path: Path) -> None:
    found = assessed(tmp_path, at_least, around(2))
    assert found.outcome == outcome
    assert found.speed_up.ratio == pytest.approx(2)
    assert found.speed_up.low < 2 < found.speed_up.high
    assert (found.puzzles, found.speed_up.puzzles, found.speed_up.bound) == (40, 40, "")


def test_a_hypothesis_may_be_the_other_way_round_or_about_a_counter(tmp_path: Path) -> None:
    found = assessed(tmp_path, 0.3, around(2), solver="slow", against="fast")
    assert found.outcome == "supported"
    assert found.speed_up.ratio == pytest.approx(0.5)
    hypothesis = Hypothesis("c", "fast", "slow", found.hypothesis.collection, 1.9, measure="nodes")
    counted = assess(hypothesis, tmp_path)
    assert counted.speed_up.ratio == pytest.approx(2, rel=1e-3)
    text = as_text([counted])
    assert "slow takes at least 1.9 times as many nodes as fast on " in text
    assert "typical ratio of nodes: " in text


def test_an_exact_ratio_supports_what_is_just_that(tmp_path: Path) -> None:
    for times in (2, 3, 9):  # of counts, which have no limit that an unseen puzzle could reach
        found = assessed(tmp_path / f"{times}", times, [times * 1.00001] * 30, measure="nodes")
        assert found.outcome == "supported"


def test_what_unseen_puzzles_could_do_keeps_a_claim_undecided_and_is_said(tmp_path: Path) -> None:
    """3 puzzles in 20 on which `slow` takes 10 s and not 0.2 s make 2 times 3.6 times as much."""
    for number, at_least, outcome in ((20, 1.3, "undecided"), (40, 1.3, "supported")):
        found = assessed(tmp_path / f"{number}", at_least, around(2, number, 0.1))
        assert found.speed_up.low > 1.5
        assert found.speed_up.doubtful
        assert found.outcome == outcome
        assert (found.advantage.ends[0] < at_least) == (outcome == "undecided")
        text = as_text([found])
        assert "typical speed-up: " in text
        assert f"(up to 3 in {number}) that is not among these could move the ratio" in text
    assert found.needed is None
    few = assessed(tmp_path / "few", 1.3, around(2, 20, 0.1))
    assert 20 < (few.needed or 0) < 40


def test_the_number_of_puzzles_that_would_decide_it_decides_four_times_in_five() -> None:
    slow()
    plain = (2.8016 * 0.5 / math.log(4)) ** 2  # and a term for Student's t
    assert puzzles_needed(0, 0.5, 4) == math.ceil(plain + 1.96**2 / 2) == math.ceil(plain) + 1
    rng = numpy.random.default_rng(1)
    for mean, spread, at_least in ((0.1, 0.5, 1.0), (math.log(2), 0.8, 1.5), (0.0, 0.4, 1.3)):
        number = int(puzzles_needed(mean, spread, at_least))
        assert number < 400
        decided = 0
        for _ in range(400):
            low, high = interval(rng.normal(mean, spread, number))
            decided += not low <= math.log(at_least) <= high
        assert 0.74 <= decided / 400 <= 0.86


def test_an_undecided_hypothesis_says_how_many_puzzles_would_decide_it(tmp_path: Path) -> None:
    found = assessed(tmp_path, 1.95, around(2))
    assert found.outcome == "undecided"
    number = (2.8016 * 0.2 / math.log(2 / 1.95)) ** 2 + 1.92
    assert found.needed == pytest.approx(number, rel=0.4)  # the spread of 40 is not quite 0.2
    assert f"about {found.needed:,} puzzles like these would decide it" in as_text([found])
    there = Hypothesis("c", "fast", "slow", found.hypothesis.collection, 2.0000001)
    hopeless = assess(there, tmp_path)
    assert (hopeless.outcome, hopeless.needed) == ("undecided", math.inf)
    assert "so near that 1,000,000 puzzles would not decide it" in as_text([hopeless])


def test_the_interval_of_two_puzzles_may_be_endless(tmp_path: Path) -> None:
    found = assessed(tmp_path, 2, [1e-3, 1e2], confidence=0.9999)
    assert found.outcome == "undecided"
    assert found.speed_up.low == pytest.approx(0)
    assert re.search(r"99.99 % interval 0 to 1e\+304, 2 puzzles", as_text([found]))


def test_a_wrong_answer_makes_it_unsupported_or_refuted_and_is_named(
    tmp_path: Path,
) -> None:
    lie = some_run(PUZZLES[7], solver="fast", solutions=(LIE,), valid=0, wall_time=0.001)
    found = assessed(tmp_path, 1.5, around(2), (), (), lie)
    assert found.outcome == "unsupported"
    (why,) = found.wrong
    assert why.startswith("p7: fast yields ")
    assert "WRONG p7: fast yields" in as_text([found])
    slow = Hypothesis("c", "slow", "fast", found.hypothesis.collection, 5)
    assert assess(slow, tmp_path).outcome == "refuted"  # also with the limit for the wrong answer
    assert assess(slow, tmp_path).wrong == found.wrong
    lie = some_run(PUZZLES[7], solver="slow", solutions=(LIE,), valid=0, wall_time=0.001)
    again = tmp_path / "slower"
    found = assessed(again, 2, around(2), (), (), lie, solver="slow", against="fast")
    assert found.outcome == "refuted"
    assert len(found.wrong) == 1


@pytest.mark.parametrize(
    ("cut", "cut_too", "at_least", "outcome", "bound", "said"),
    [
        ((), range(10), 2, "supported", ">=", "fast 40, slow 30 of 40; .* ratio is larger"),
        ((), range(10), 20, "refuted", ">=", "without a limit the ratio is larger"),
        ((), range(10), 6, "undecided", ">=", "about .* puzzles like these would decide it"),
        (range(1), (), 1.1, "supported", "<=", "fast 39, slow 40 of 40; .* ratio is smaller"),
        (range(10), (), 2, "refuted", "<=", "without a limit the ratio is smaller"),
        (range(5), range(5), 10, "refuted", "~", "fast 35, slow 35 of 40; .* which is open"),
        (range(2), range(1, 3), 1.1, "supported", "~", "fast 38, slow 38 of 40; .* which is open"),
    ],
)
def test_times_cut_on_either_side_leave_a_hypothesis_decided_up_to_the_limit(
    cut: Any, cut_too: Any, at_least: float, outcome: str, bound: str, said: str, tmp_path: Path
) -> None:
    found = assessed(tmp_path, at_least, around(3), cut, cut_too)
    low, high = found.advantage.ends
    assert (found.outcome, found.advantage.bound) == (outcome, bound)
    assert (low <= at_least <= high) == (outcome == "undecided")
    text = as_text([found])
    assert re.search(said, text)
    sentence = f"{outcome.upper()}: {bound}"
    assert sentence in text
    assert "times as fast up to the limit of 10 s, 95 % interval" in text
    assert "under the limit: each time is min(time, 10 s)." in text


@pytest.mark.parametrize("quantity", ["times", "typical"])
def test_runs_that_crash_say_nothing_of_the_ratio_without_a_limit(
    quantity: str, tmp_path: Path
) -> None:
    ends = LATE | {"outcome": "ERROR", "wall_time": 0.05}
    crashed = [some_run(puzzle, solver="slow", engine="slow", **ends) for puzzle in PUZZLES[:24]]
    found = assessed(tmp_path, 2, around(3), (), (), *crashed, quantity=quantity)
    said = as_text([found])
    assert found.advantage.bound == found.speed_up.bound == ""
    assert "without a limit" not in said
    assert "slow 16 of 40; the others failed, and not for the limit: they count as" in said
    more = tmp_path / "more"
    found = assessed(more, 2, around(3), (), range(24, 36), *crashed, quantity=quantity)
    assert found.advantage.bound == ">="
    assert "the ratio is larger, while the runs that failed go on counting" in as_text([found])


def test_a_hypothesis_names_the_quantity_that_it_is_about(tmp_path: Path) -> None:
    """`slow` takes 3 times as long, and is cut on 20 of 40 puzzles; `fast` on 2 of these."""
    folder, file = campaign(tmp_path, around(3), range(2), range(20))

    def outcome(quantity: str, at_least: float, text: str) -> str:
        found = assess(Hypothesis("c", "fast", "slow", file, at_least, quantity=quantity), folder)
        said = as_text([found])
        assert text in said
        assert " up to the limit of 10 s, 95 % interval" in said
        return found.outcome

    # 38 and 20 puzzles; means of (2 * 20 + 38 * 0.1) / 40 and (20 * 20 + 20 * 0.3) / 40 s
    solved = "1.90 times as many puzzles solved (38 and 20)"
    penalised = f"{(400 + 2 * sum(around(3)[20:]) / 20) / 43.8:.2f} times the PAR-2"
    for quantity, at_least, text, expected in (
        ("solved", 1.3, solved, "supported"),
        ("solved", 1.9, solved, "undecided"),
        ("solved", 3.0, solved, "refuted"),
        ("PAR-2", 1.5, penalised, "supported"),
        ("PAR-2", 9.3, penalised, "undecided"),
        ("PAR-2", 200.0, penalised, "refuted"),
        ("typical", 4.0, "times as fast on the typical puzzle", "supported"),
        ("typical", 50.0, "times as fast on the typical puzzle", "refuted"),
    ):
        assert outcome(quantity, at_least, text) == expected, (quantity, at_least)


def test_few_time_outs_do_not_move_the_typical_ratio_and_it_has_no_sign(tmp_path: Path) -> None:
    found = assessed(tmp_path, 2, around(3), (), range(2), quantity="typical")
    without = assessed(tmp_path / "without", 2, around(3), quantity="typical")
    assert (found.outcome, found.advantage.bound) == ("supported", "")
    assert found.advantage.ratio == pytest.approx(without.advantage.ratio, rel=0.05)
    assert "without a limit the ratio is the same" in as_text([found])
    assert found.speed_up.bound == ">="
    half = assessed(tmp_path / "half", 2, around(3), (), range(24), quantity="typical")
    assert half.advantage.bound == ">="


def test_small_ratios_are_not_shown_as_nothing(tmp_path: Path) -> None:
    found = assessed(tmp_path, 2, around(500), (), (), solver="slow", against="fast")
    text = as_text([found])
    assert re.search(
        r"REFUTED: 0.002 times as fast, (.*\n)+.* interval is 0.0018\d to 0.002\d+\.", text
    )


@pytest.mark.parametrize("missing", ["repetitions", "one run"])
def test_nothing_is_decided_before_all_runs_of_the_two_are_there(
    missing: str, tmp_path: Path
) -> None:
    folder, file = campaign(tmp_path, around(2, 10), repeat=5)
    hypothesis = Hypothesis("c", "fast", "slow", file, 0.4, asked={"repeat": 5})
    if missing == "one run":
        for number, puzzle in enumerate(PUZZLES[:10]):
            for solver, time in (("fast", 0.1), ("slow", 0.2)):
                more = range(1, 5 if number else 5 - (solver == "slow"))
                rows = [{"repetition": each, "wall_time": time} for each in more]
                written(folder, *(some_run(puzzle, solver=solver, **each) for each in rows))
    found = assess(hypothesis, folder)
    runs = 99 if missing == "one run" else 20
    assert (found.outcome, found.runs, found.asked, found.needed) == ("undecided", runs, 100, None)
    assert f"INCOMPLETE: {runs} of 100 runs; " in as_text([found])
    assert "before all are there nothing is decided" in as_text([found])
    if missing == "one run":
        last = some_run(PUZZLES[0], solver="slow", repetition=4, wall_time=0.2)
        written(folder, last, some_run(PUZZLES[1], solver="another"))
        assert assess(hypothesis, folder).outcome == "supported"
        assert "INCOMPLETE" not in as_text([assess(hypothesis, folder)])


def test_more_repetitions_than_it_asks_for_are_evidence_too(tmp_path: Path) -> None:
    folder, file = campaign(tmp_path, around(2), repetitions=2, repeat=2)
    for asked in ({}, {"repeat": 1}, {"repeat": 2}):
        hypothesis = Hypothesis("c", "fast", "slow", file, 1.3, asked=asked)
        assert assess(hypothesis, folder).outcome == "supported"


def test_where_neither_solved_anything_nothing_is_decided(tmp_path: Path) -> None:
    for at_least in (0.5, 2):
        found = assessed(tmp_path / f"{at_least}", at_least, around(2), range(40), range(40))
        assert (found.outcome, found.needed) == ("undecided", None)
        assert found.advantage.solved == (0, 0)
        assert "neither solved a puzzle" in as_text([found])


def test_where_no_puzzle_was_asked_of_both_that_is_said(tmp_path: Path) -> None:
    refused = [
        some_run(each, solver="slow", **LATE | {"outcome": "UNSUPPORTED"}) for each in PUZZLES
    ]
    found = assessed(tmp_path, 2, around(2), (), (), *refused)
    assert (found.outcome, found.advantage.puzzles) == ("undecided", 0)
    assert "no puzzle was asked of both: too little" in as_text([found])
    assert "neither solved" not in as_text([found])


def test_evidence_on_other_puzzles_or_another_question_is_none(tmp_path: Path) -> None:
    folder, file = campaign(tmp_path / "ten", around(2, 10))
    _, other = campaign(tmp_path / "twelve", around(2, 12))
    with pytest.raises(CampaignError, match="found a campaign on 10 puzzles of c, expected"):
        assess(Hypothesis("c", "fast", "slow", other, 2), folder)
    hypothesis = Hypothesis("c", "fast", "slow", file, 2)
    for other_question, said in (
        (replace(hypothesis, asked={"time_limit": 5.0}), "found time_limit 10, expected 5"),
        (replace(hypothesis, asked={"limit": 1}), "found limit 2, expected 1"),
        (replace(hypothesis, asked={"limit": None}), "found limit 2, expected all"),
        (replace(hypothesis, asked={"repeat": 3}), "found repeat 1, expected 3 or more"),
    ):
        with pytest.raises(CampaignError, match=said):
            assess(other_question, folder)
    with pytest.raises(CampaignError, match="found the solver 'quick', expected one of fast, slow"):
        assess(Hypothesis("c", "quick", "slow", file, 2), folder)


def test_a_hypothesis_that_cannot_be_assessed_is_bad_input_after_the_others(tmp_path: Path) -> None:
    folder, puzzles = campaign(tmp_path, around(2, 20))
    written(folder, *(some_run(puzzle, solver="mute", wall_time=0.3) for puzzle in PUZZLES[:20]))
    file = tmp_path / "speed.toml"
    file.write_text(
        f'collection = "{Path(puzzles).name}"\nsolver = "fast"\nmeasure = "nodes"\nat_least = 1.5\n'
        '[[claim]]\nagainst = "mute"\n[[claim]]\nagainst = "slow"\n'
    )
    code, text, errors = accord("claim", file, folder)
    assert (code, "SUPPORTED" in text, "speed-2" in text) == (2, True, True)
    assert errors == "accord: speed-1: mute never reported its nodes; these did: fast, slow\n"
    assert [each["outcome"] for each in json.loads(accord("claim", file, folder, "--json")[1])] == [
        "supported"
    ]


def test_a_solver_is_not_compared_with_itself_however_it_is_written(tmp_path: Path) -> None:
    file = tmp_path / "claim.toml"
    head = f'collection = "{campaign(tmp_path, around(2))[1]}"\nat_least = 2\n'
    for one, other in (
        ("cpsat", "cpsat:seed=0"),
        ("cpsat:seed=1,workers=2", "cpsat:workers=2,seed=1"),
    ):
        file.write_text(f'{head}solver = "{one}"\nagainst = "{other}"\n')
        said = f"against: found '{other}', the same as '{one}', expected another solver"
        with pytest.raises(CampaignError, match=said):
            read_hypotheses(file)
    hypothesis = Hypothesis("c", "fast", "fast", str(tmp_path / "puzzles.sdm"), 1)
    with pytest.raises(CampaignError, match="found fast against itself"):
        assess(hypothesis, tmp_path)


def test_a_file_has_hypotheses_and_its_exit_code_is_the_worst(tmp_path: Path) -> None:
    folder, puzzles = campaign(tmp_path, around(2, 20))
    head = f'collection = "{Path(puzzles).name}"\nsolver = "fast"\nagainst = "slow"\n'
    file = tmp_path / "speed.toml"
    claims = {at_least: f"[[claim]]\nat_least = {at_least}\n" for at_least in (0.8, 2, 6)}
    for which, code in (((0.8,), 0), ((0.8, 2), 124), ((0.8, 2, 6), 1)):
        file.write_text(head + "".join(claims[each] for each in which))
        found, text, _ = accord("claim", file, folder)
        assert found == code
        assert text.count("times as fast, 95 % interval") == len(which)
        assert "could move the ratio by more than its interval is wide" in text
    findings = json.loads(accord("claim", file, folder, "--json")[1])
    assert [each["outcome"] for each in findings] == ["supported", "undecided", "refuted"]
    assert [each["claim"]["name"] for each in findings] == ["speed-1", "speed-2", "speed-3"]
    assert [each["needed"] is None for each in findings] == [True, True, True]


def test_a_claim_without_a_measure_is_about_the_time_that_is_asked_for(tmp_path: Path) -> None:
    """Fast in all, with twice the search of the other, which encodes long."""
    rows = [
        some_run(puzzle, **dict.fromkeys(("solver", "engine", "model"), solver), **times)
        for puzzle in PUZZLES
        for solver, times in (
            ("fast", {"wall_time": 0.5, "encode_time": 0.1, "search_time": 0.4}),
            ("slow", {"wall_time": 1.0, "encode_time": 0.8, "search_time": 0.2}),
        )
    ]
    folder, puzzles = campaign(tmp_path, [1] * 40, (), (), *rows)
    file = tmp_path / "speed.toml"
    head = f'collection = "{Path(puzzles).name}"\nsolver = "fast"\nagainst = "slow"\n'
    file.write_text(f'{head}at_least = 1.3\n[[claim]]\n[[claim]]\nmeasure = "wall"\n')
    said = {}
    for measure in ("wall", "encode", "search"):
        _, text, _ = accord("claim", file, folder, "--measure", measure, "--json")
        said[measure] = [each["outcome"] for each in json.loads(text)]
    assert said["wall"] == said["encode"] == ["supported", "supported"]
    assert said["search"] == ["refuted", "supported"]
    text = accord("claim", file, folder, "--measure", "search")[1]
    assert "as fast as slow on" in text
    assert "search time: the part of the wall time in which a solver searches" in text


def test_a_disturbed_machine_is_said_where_it_decides(tmp_path: Path) -> None:
    names = dict.fromkeys(("solver", "engine", "model"), "fast")
    doubtful = some_run(PUZZLES[0], **names, wall_time=0.1, nodes=100_000, flags="clock doubtful")
    found = assessed(tmp_path, 2, around(3), (), (), doubtful)
    (sentence,) = found.disturbances
    assert sentence.startswith("DISTURBED: the clock of 1 of 80 runs is doubtful")
    assert as_text([found]).splitlines()[2] == f"  {sentence}"
    file = tmp_path / "speed.toml"
    claim = 'collection = "puzzles.sdm"\nsolver = "fast"\nagainst = "slow"\nat_least = 2\n'
    file.write_text(claim)
    (shown,) = json.loads(accord("claim", file, tmp_path, "--json")[1])
    assert shown["disturbances"] == [sentence]
    counted = assess(replace(found.hypothesis, measure="nodes"), tmp_path)
    assert not counted.disturbances


def test_a_file_that_holds_no_claims_is_named(tmp_path: Path) -> None:
    absent, other = tmp_path / "absent.toml", tmp_path / "campaign.toml"
    other.write_text('collection = "seeds"\nsolvers = ["cpsat"]\n')
    for file, complaint in (
        (absent, "absent.toml: found no file, expected one"),
        (other, "found a campaign, expected claims; see `accord bench "),
    ):
        done = run_here("claim", file)
        assert (done.returncode, done.stdout) == (2, "")
        assert complaint in done.stderr


@pytest.mark.parametrize(
    "words", [["claim", "claim.toml"], ["compare", "old", "new"], ["stats", "."]]
)
def test_without_the_extra_it_is_named(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "claim.toml").touch()
    program = (
        f"import sys; sys.modules['scipy'] = None; sys.argv[1:] = {words}; "
        "from accord.__main__ import main; main()"
    )
    command = [sys.executable, "-P", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("accord: found no scipy, expected it: pip install 'scipy>=")


REFUSED = tomllib.loads(Path(__file__).with_name("refused.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("line", "said"), REFUSED["hypotheses"])
def test_a_bad_file_names_key_and_what_was_expected(line: str, said: str, tmp_path: Path) -> None:
    """The line takes the place of the one with its key."""
    good = [each for each in REFUSED["good"] if each.split()[0] != line.split()[0]]
    file = tmp_path / "claim.toml"
    file.write_text("\n".join([*good, line * ("=" in line)]))
    with pytest.raises(CampaignError, match=said):
        read_hypotheses(file)


def test_without_a_campaign_it_is_run_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("four.sdm").write_text("".join(f"{puzzle.givens}\n" for puzzle in PUZZLES[:3]))
    Path("four.toml").write_text(
        'collection = "four.sdm"\ntime_limit = "5s"\nlimit = 1\nmeasure = "nodes"\n'
        'solver = "backtracking-mrv"\nagainst = "backtracking-first"\nat_least = 0.5\n'
    )
    code, text, _ = accord("claim", "four.toml")
    assert code == 0
    assert "SUPPORTED" in text
    assert "results/local/four" in text
    code, again, said = accord("claim", "four.toml")
    assert (code, again) == (0, text)
    assert said == "accord: 6 of 6 runs are there already\n"
    assert accord("claim", "four.toml", "results/local/four")[1] == text
