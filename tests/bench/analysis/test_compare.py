"""Two campaigns compared: rows that were made up, with changes and noise that are known."""

import csv
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from command_line import accord_here as accord
from optional import library, slow
from stored_rows import FORTY as PUZZLES
from stored_rows import LATE, LIE, A, B, put, some_run, written

library("scipy")

import numpy  # noqa: E402

from accord.bench.analysis.compare import Comparison, compare, corrected  # noqa: E402
from accord.bench.analysis.joint_judging import SIDES  # noqa: E402
from accord.bench.analysis.statistics.pair import pair  # noqa: E402
from accord.bench.analysis.statistics.sample import Sample  # noqa: E402
from accord.bench.campaigns.folder import CampaignError, write_environment  # noqa: E402
from accord.bench.campaigns.run import Run  # noqa: E402
from accord.bench.run.environment import environment_hash  # noqa: E402
from accord.puzzles.grid import Grid  # noqa: E402
from accord.puzzles.puzzle import Puzzle  # noqa: E402
from accord.puzzles.sudoku.shape import shape  # noqa: E402
from accord.views.tables.compare import HEADINGS, SPARE, conflicts, notes, report  # noqa: E402

KEYS = (
    "changes confidence conflicts differences disturbances folders isomorphs limit lines measure "
    "puzzles puzzles_alone refuted refuted_solvers runs silent solvers_alone time_limits values "
    "verdicts"
)
KEYS_OF_A_LINE = "changes counters new noise old pair same_search standing telling"
TIMES = numpy.random.default_rng(7).lognormal(-3, 1, len(PUZZLES))
Change = Callable[[int], float]


def runs(
    seed: int,
    change: Change = lambda puzzle: 1.0,
    *,
    repeat: int = 3,
    noise: float = 0.1,
    **more: Any,
) -> Iterator[Run]:
    """Rows of one solver on all puzzles, with times that are changed and vary."""
    rng = numpy.random.default_rng(seed)
    for place, puzzle in enumerate(PUZZLES):
        for repetition in range(repeat):
            time = TIMES[place] * change(place) * math.exp(rng.normal(0, noise))
            row = {"nodes": 10 + place, "wall_time": time, "repetition": repetition}
            yield some_run(puzzle, **row | more)


def folder(path: Path, *rows: Run) -> Path:
    """A campaign with these rows."""
    written(path, *rows)
    put(path, *PUZZLES)
    return path


def compared(path: Path, old: Iterator[Run], new: Iterator[Run], **options: Any) -> Comparison:
    return compare(folder(path / "old", *old), folder(path / "new", *new), **options)


def test_a_campaign_is_the_same_as_itself(tmp_path: Path) -> None:
    there = folder(tmp_path, *runs(0))
    (line,) = compare(there, there).lines
    assert (line.pair.ratio, line.pair.low, line.pair.high) == (1, 1, 1)
    assert line.changes == {"same": 40}
    assert not line.pair.different
    code, _, said = accord("compare", there, there, "--fail-above", "1")
    assert (code, said) == (0, "")


def test_a_slow_down_is_found_and_ends_with_1_where_it_is_more_than_allowed(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", *runs(1))
    new = folder(tmp_path / "new", *runs(2, lambda puzzle: 1.5))
    found = compare(old, new)
    (line,) = found.lines
    assert line.pair.low < 1.5 < line.pair.high
    assert line.pair.high / line.pair.low < 1.1
    assert line.pair.different
    assert line.changes["worse"] >= 36
    assert line.same_search  # its nodes are equal, so it is not the search that has become longer
    assert any(note.startswith("equal counters and other times: s:") for note in notes(found))
    code, _, said = accord("compare", old, new, "--fail-above", "1.2")
    assert code == 1
    assert said.startswith("accord: s takes 1.5")
    assert said.endswith("allowed was 1.2\n")
    assert accord("compare", old, new, "--fail-above", "2")[0] == 0
    between = math.sqrt(line.pair.low * line.pair.ratio)  # the interval need not be above it
    assert found.slower(between) == (line,)
    assert compare(new, old).slower(0.5) == ()  # its ratio is above, but it has become faster
    assert accord("compare", new, old, "--fail-above", "1.2")[0] == 0  # it has become faster


def test_noise_alone_is_no_slow_down(tmp_path: Path) -> None:
    slow()
    named = 0
    for seed in range(4):
        found = compared(tmp_path / str(seed), runs(2 * seed + 10), runs(2 * seed + 11))
        assert found.slower(1.02) == ()
        (line,) = found.lines
        assert line.noise.spread == pytest.approx(0.1, rel=0.2)
        named += 40 - line.changes["same"]
    assert named <= 3  # of 160 puzzles


@pytest.mark.parametrize(
    ("solvers", "code", "word"), [(1, 1, "typically slower"), (11, 0, "too few puzzles")]
)
def test_the_word_and_the_alarm_are_corrected_for_the_number_of_solvers(
    solvers: int, code: int, word: str, tmp_path: Path
) -> None:
    """All of 8 puzzles slower: p is 2 in 2^8, 0.008; and 0.086 where it stands among 11."""
    slow: tuple[tuple[str, Change], ...] = (("old", lambda _: 1.0), ("new", lambda _: 1.5))
    there = {puzzle.digest for puzzle in PUZZLES[:8]}
    for side, change in slow:
        rows = [runs(9, change, repeat=1, solver=f"s{number}") for number in range(solvers)]
        folder(tmp_path / side, *(run for one in rows for run in one if run.puzzle in there))
    old, new = tmp_path / "old", tmp_path / "new"
    ended, text, said = accord("compare", old, new, "--fail-above", "1.2")
    assert ended == code
    assert text.count(f"  {word}") == solvers
    assert said.startswith("accord: s0 takes 1.5" if code else "accord: too few puzzles to decide")
    assert said.count("accord:") == 1
    assert (accord("compare", old, new)[0], accord("compare", old, new)[2]) == (0, "")


def test_two_campaigns_of_the_same_solvers_rarely_raise_the_alarm(tmp_path: Path) -> None:
    """11 solvers on 15 puzzles, run once: noise as in short runs, one in ten disturbed.

    It raises one; without the correction it raises 14, more than may be.
    """
    slow()
    rng = numpy.random.default_rng(17)
    there = folder(tmp_path, *runs(0))
    usual = compare(there, there)
    puzzles, never = tuple(map(str, range(15))), numpy.zeros((2, 15), bool)
    alarms = 0
    for _ in range(100):
        shape = (11, 2, 15)
        logs = rng.normal(0, 0.19, shape)
        logs += numpy.where(rng.random(shape) < 0.1, rng.exponential(0.3, shape), 0)
        samples = [
            Sample(SIDES, puzzles, "wall", 1e9, numpy.exp(each), never, ~never) for each in logs
        ]
        pairs = [pair(sample, "new", "old") for sample in samples]
        lines = corrected([replace(usual.lines[0], pair=each) for each in pairs])
        alarms += bool(replace(usual, lines=lines).slower(1))
    assert alarms <= 100 * 0.05 + 2 * math.sqrt(100 * 0.05 * 0.95)


def test_one_puzzle_that_has_become_slower_is_named(tmp_path: Path) -> None:
    found = compared(tmp_path, runs(3), runs(4, lambda puzzle: 3.0 if puzzle == 17 else 1.0))
    assert list(found.changes.query("change != 'same'")["name"]) == ["p17"]
    row = found.changes.set_index("name").loc["p17"]
    assert row["low"] < 3 < row["high"]
    assert not found.lines[0].pair.different
    _, text, _ = accord("compare", tmp_path / "old", tmp_path / "new")
    assert [line.split()[:3] for line in text.splitlines() if line.startswith("p17")] == [
        ["p17", "s", "worse"]
    ]


def test_a_witness_of_the_new_campaign_refutes_a_claim_of_the_old(tmp_path: Path) -> None:
    both = Puzzle(shape(4), Grid.parse("..343412..434321"))
    old, new = tmp_path / "old", tmp_path / "new"
    lie = some_run(both, solver="faulty")
    written(old, lie, some_run(both, solver="other", engine="o", model="o"))
    two = {"solutions": (A, B), "count": 2, "valid": 2, "digest": "ab"}
    written(new, some_run(both, solver="finder", **two), some_run(both, solver="faulty", **two))
    for each in (old, new):
        put(each, both)
    found = compare(old, new)
    assert [(each.puzzle, each.solver, each.campaign) for each in found.conflicts] == [
        ("p0", "faulty", "old"),
        ("p0", "other", "old"),
    ]
    assert found.conflicts[0].verdicts[0].startswith("unique (agreed")
    assert found.conflicts[0].verdicts[1].startswith("multiple (certified")
    assert list(found.changes["change"]) == ["conflict"]
    code, text, _ = accord("compare", old, new)
    assert code == 1
    assert "CONFLICT p0: faulty (old) claims no solution besides its 1, but" in text
    assert (found.solvers_alone, found.lines[0].pair.bound) == ((("other",), ("finder",)), "")


def test_a_solver_that_is_refuted_on_many_puzzles_has_one_line(tmp_path: Path) -> None:
    lies = [replace(each, solutions=(LIE,), valid=0) for each in runs(2)]
    found = compared(tmp_path, runs(1), iter(lies))
    (line, last) = conflicts(found)
    where = r"CONFLICT s \(new\) on 40 puzzles: p0, p1 and 38 others; on the first it yields "
    assert re.match(where, line)
    assert last == "refuted claims: 80; --wide and --json name them."
    every = conflicts(found, every=True)
    assert len(every) == 80  # each is no solution, and lacks one
    assert len(json.loads(report(found).json())["conflicts"]) == 80
    assert re.match(r"CONFLICT p0: s \(new\) yields ", every[0])
    named = [each.split(":")[0] for each in every]
    assert named == [f"CONFLICT p{place // 2}" for place in range(80)]  # as in the campaign
    folders = tmp_path / "old", tmp_path / "new"
    assert accord("compare", *folders)[1].count("CONFLICT") == 1
    assert accord("compare", *folders, "--wide")[1].count("CONFLICT") == 80


def test_of_a_solver_that_is_refuted_no_speed_is_compared(tmp_path: Path) -> None:
    lie = some_run(PUZZLES[0], wall_time=0.1, solutions=(LIE,), valid=0, repetition=5)
    slow = [*runs(1, lambda _: 3.0), *runs(2, solver="t")]
    found = compared(tmp_path, iter([*runs(3), *runs(4, solver="t")]), iter([*slow, lie]))
    lines = {line.new.name: line for line in found.lines}
    assert (lines["s"].refuted, lines["t"].refuted) == (True, False)
    assert lines["t"].pair.p_holm == lines["t"].pair.p  # one test, so that nothing is corrected
    assert lines["s"].pair.different
    assert found.slower(1.2) == ()
    code, text, _ = accord("compare", tmp_path / "old", tmp_path / "new", "--fail-above", "1.2")
    assert code == 1  # for the conflict
    (row,) = (line for line in text.splitlines() if line.startswith("s "))
    assert "refuted" in row
    assert "slower" not in row


def test_it_is_said_which_part_of_the_time_has_changed_and_who_has_no_such_part(
    tmp_path: Path,
) -> None:
    """The search takes twice as long, encoding half; a solver that does not encode stands first."""
    plain: dict[str, Any] = {"solver": "a", "wall_time": 0.01, "search_time": 0.01}
    old = runs(5, encode_time=0.4, search_time=0.1, solver="s"), runs(5, **plain)
    new = runs(6, encode_time=0.2, search_time=0.2, solver="s"), runs(6, **plain)
    for name, rows in (("old", old), ("new", new)):
        folder(tmp_path / name, *(run for each in rows for run in each))
    ratios = {}
    for measure in ("encode", "search"):
        found = compare(tmp_path / "old", tmp_path / "new", measure)
        ratios[measure] = {line.new.name: line.pair.ratio for line in found.lines}
        assert any(f"new to old {measure} time" in note for note in notes(found))
    assert ratios["encode"] == {"s": pytest.approx(0.5)}
    assert ratios["search"] == {"s": pytest.approx(2), "a": pytest.approx(1)}
    found = compare(tmp_path / "old", tmp_path / "new", "encode")
    assert "do not report their encode time: a." in notes(found)


def test_different_time_limits_are_compared_under_the_smaller(tmp_path: Path) -> None:
    old = [some_run(PUZZLES[0], wall_time=8.0, time_limit=10.0, cpu_time=8.0, nodes=5)]
    old += [some_run(PUZZLES[1], wall_time=1.0, time_limit=10.0, cpu_time=1.0, nodes=5)]
    old += [some_run(PUZZLES[2], **LATE, time_limit=10.0, cpu_time=40.0)]
    new = [
        some_run(puzzle, wall_time=2.0, time_limit=5.0, cpu_time=2.0, nodes=7)
        for puzzle in PUZZLES[:3]
    ]
    for measure in ("wall", "cpu"):
        found = compared(tmp_path / measure, iter(old), iter(new), measure=measure)
        (line,) = found.lines
        assert line.pair.ratio == pytest.approx((2 / 5 * 2 / 1 * 2 / 5) ** (1 / 3))
        assert line.pair.bound == "<="
        assert list(found.changes["change"]) == ["better", "unknown", "better"]
        assert list(found.changes["bound"]) == ["<=", "", "<="]
        assert line.counters["nodes"].puzzles == 1  # solved in both under 5 s
        assert any("both stand under 5 s" in note for note in notes(found))


def test_without_repetitions_only_what_is_solved_is_a_change(tmp_path: Path) -> None:
    new = [*runs(1, lambda puzzle: 9.0, repeat=1)]
    new[3] = some_run(PUZZLES[3], **LATE)
    found = compared(tmp_path, runs(0, repeat=1), iter(new))
    assert found.lines[0].changes == {"unknown": 39, "worse": 1}
    assert list(found.changes.query("change == 'worse'")["name"]) == ["p3"]
    assert found.changes["low"].isna().all()
    assert "single puzzles need --repeat: without repetitions their noise is unknown." in notes(
        found
    )
    assert found.lines[0].pair.different  # over all puzzles it is known


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [(10, 0, "worse"), (0, 10, "better"), (9, 1, "worse"), (9, 8, "same"), (0, 0, "same")],
)
def test_where_some_runs_solve_it_the_numbers_decide(
    old: int, new: int, change: str, tmp_path: Path
) -> None:
    sides = [
        [some_run(PUZZLES[0], repetition=n, **({} if n < solved else LATE)) for n in range(10)]
        for solved in (old, new)
    ]
    found = compared(tmp_path, iter(sides[0]), iter(sides[1]))
    assert list(found.changes["change"]) == [change]


def test_a_counter_that_is_another_is_a_change_and_its_ratio_is_of_one_more(tmp_path: Path) -> None:
    new = [
        some_run(puzzle, nodes=21 if place == 1 else 10 + place, repetition=repetition)
        for place, puzzle in enumerate(PUZZLES[:4])
        for repetition in range(2)
    ]
    found = compared(tmp_path, runs(0), iter(new), measure="nodes")
    (line,) = found.lines
    assert line.changes == {"worse": 1, "same": 3}
    assert line.pair.ratio == pytest.approx((22 / 12) ** (1 / 4))
    assert found.puzzles == 4
    assert not line.same_search
    worse = found.changes.query("change == 'worse'").iloc[0]
    assert (worse["name"], worse["ratio"]) == ("p1", pytest.approx(22 / 12))
    with pytest.raises(CampaignError, match="reports its conflicts in both"):
        compare(tmp_path / "old", tmp_path / "new", "conflicts")
    new[:2] = [some_run(PUZZLES[0], **LATE, repetition=n) for n in range(2)]
    (line,) = compared(tmp_path / "late", runs(0), iter(new), measure="nodes").lines
    assert (line.pair.puzzles, line.pair.bound) == (3, ">=")  # the late one is left out
    assert line.changes == {"same": 2, "worse": 2}


@pytest.mark.parametrize(
    ("varied", "unsolved", "bound", "puzzles"),
    [
        ("isomorph", ("new",), ">=", 6),
        ("isomorph", ("old",), "<=", 6),
        ("isomorph", ("old", "new"), "", 6),
        ("repetition", ("new",), ">=", 5),
        ("repetition", ("old", "new"), "~", 5),
    ],
)
def test_a_run_that_is_not_solved_changes_no_counter(
    varied: str, unsolved: tuple[str, ...], bound: str, puzzles: int, tmp_path: Path
) -> None:
    """Each run of a puzzle counts something else; the medians of the solved would differ."""
    sides = {
        side: [
            some_run(puzzle, nodes=10 * number + 1, **{varied: number})
            for puzzle in PUZZLES[:6]
            for number in range(3)
        ]
        for side in SIDES
    }
    for side in unsolved:
        sides[side][2] = some_run(PUZZLES[0], **{varied: 2}, **LATE)
    (line,) = compared(tmp_path, iter(sides["old"]), iter(sides["new"])).lines
    nodes = line.counters["nodes"]
    assert (nodes.ratio, nodes.wins + nodes.losses, line.same_search) == (1, 0, True)
    assert (nodes.bound, nodes.puzzles) == (bound, puzzles)


def test_a_search_is_the_same_if_it_is_on_every_form(tmp_path: Path) -> None:
    sides = [
        [
            some_run(puzzle, nodes=nodes, isomorph=form)
            for puzzle in PUZZLES[:6]
            for form, nodes in enumerate(counts)
        ]
        for counts in ((3, 5, 7), (2, 5, 9))
    ]
    (line,) = compared(tmp_path, iter(sides[0]), iter(sides[1])).lines
    assert line.counters["nodes"].ratio == 1  # the medians are the same
    assert not line.same_search
    for count, same in ((0, False), (1, True)):  # what counted nothing says nothing
        rows = [some_run(puzzle, conflicts=count) for puzzle in PUZZLES[:6]]
        (line,) = compared(tmp_path / str(count), iter(rows), iter(rows)).lines
        assert line.same_search is same


def test_a_version_is_compared_with_the_next_and_several_have_to_be_chosen(tmp_path: Path) -> None:
    slow()
    old = [*runs(0, solver_version="lib 1")]
    new = [*runs(1, solver_version="lib 2")]
    found = compared(tmp_path, iter(old), iter(new))
    assert "lib 1 -&gt; 2" in report(found).markdown()
    both = folder(tmp_path / "both", *old, *new)
    with pytest.raises(CampaignError, match=r"found s in the old campaign and s \(lib .\) and s"):
        compare(tmp_path / "old", both)
    chosen = compare(tmp_path / "old", both, renamed=["s=s (lib 2)"])
    assert [line.new.name for line in chosen.lines] == ["s (lib 2)"]
    within = compare(both, both, renamed=["s (lib 1)=s (lib 2)"])
    assert within.lines[0].pair.ratio == chosen.lines[0].pair.ratio == found.lines[0].pair.ratio
    assert {line.old.name for line in compare(both, both).lines} == {"s (lib 1)", "s (lib 2)"}
    old = [*runs(0, host="a"), *runs(1, host="b", solver_version="1")]
    new = [*runs(2, host="a", solver_version="2"), *runs(3, host="b")]
    found = compared(tmp_path / "hosts", iter(old), iter(new))
    hosts = [(line.old.host, line.new.host) for line in found.lines]
    assert sorted(hosts) == [("a", "a"), ("b", "b")]


def test_other_settings_are_compared_by_name(tmp_path: Path) -> None:
    old, new = runs(0, settings="encoding=log"), runs(1, settings="encoding=order,seed=3")
    with pytest.raises(CampaignError, match="found no solver in both campaigns"):
        compared(tmp_path, old, new)
    code, text, _ = accord(
        "compare",
        *(tmp_path / "old", tmp_path / "new"),
        *("--as", "s:encoding=log=s:encoding=order,seed=3", "--json"),
    )
    assert code == 0
    (line,) = json.loads(text)["lines"]
    assert (line["old"]["name"], line["new"]["name"]) == (
        "s:encoding=log",
        "s:encoding=order,seed=3",
    )
    with pytest.raises(CampaignError, match="found 's=t', expected OLD=NEW; old: s:encoding=log; "):
        accord("compare", tmp_path / "old", tmp_path / "new", "--as", "s=t")


def test_puzzles_and_solvers_of_one_campaign_only_are_said(tmp_path: Path) -> None:
    old = [*runs(0), some_run(PUZZLES[0], solver="gone")]
    new = [run for run in runs(1) if run.puzzle not in {each.digest for each in PUZZLES[:5]}]
    found = compared(tmp_path, iter(old), iter(new))
    assert (found.puzzles, found.puzzles_alone) == (35, (5, 0))
    assert "35 puzzles in both, 5 only in the old." in notes(found)
    assert found.solvers_alone == (("gone",), ())
    apart = folder(tmp_path / "apart", *[run for run in old if run not in new][:3])
    with pytest.raises(CampaignError, match="found no puzzle in both campaigns"):
        compare(apart, tmp_path / "new")
    with pytest.raises(CampaignError, match="nowhere: found no folder, expected one that"):
        compare(tmp_path / "nowhere", apart)
    for columns, said in (({"limit": 1}, "1 solution asked for"), ({"cold": True}, "cold")):
        other = folder(tmp_path / said, *runs(0, repeat=1, **columns))
        with pytest.raises(CampaignError, match=f"found different questions, .*{said}"):
            compare(tmp_path / "new", other)


def test_a_solver_that_is_asked_fewer_puzzles_is_not_the_equal_of_before(tmp_path: Path) -> None:
    """As quick as before on 11 of 40 puzzles, and not asked the others any more."""
    unasked = {puzzle.digest for puzzle in PUZZLES[11:]}
    outside = LATE | {"outcome": "UNSUPPORTED"}
    after = [
        *(run for run in runs(1, repeat=1) if run.puzzle not in unasked),
        *(run for run in runs(1, repeat=1, **outside) if run.puzzle in unasked),
    ]
    (line,) = compared(tmp_path, runs(0, repeat=1), iter(after)).lines
    assert (line.pair.puzzles, line.pair.different) == (11, False)
    assert line.standing == "solves fewer"
    (back,) = compare(tmp_path / "new", tmp_path / "old").lines
    assert back.standing == "solves more"
    assert "| solves fewer |" in report(compare(tmp_path / "old", tmp_path / "new")).markdown()


def test_a_solver_that_cannot_be_asked_in_one_campaign_has_no_ratio(tmp_path: Path) -> None:
    new = [*runs(1), *runs(1, solver="t", **LATE | {"outcome": "UNSUPPORTED"})]
    found = compared(tmp_path, iter([*runs(0), *runs(0, solver="t")]), iter(new))
    line = next(line for line in found.lines if line.new.name == "t")
    assert (line.pair.puzzles, line.changes) == (0, {})
    assert math.isnan(line.pair.ratio)
    assert "| t | 1 | 0 | - | - | - | - | - | 0 |" in report(found).markdown()
    assert json.loads(report(found).json())["lines"][1]["pair"]["ratio"] is None


def test_isomorphs_are_the_noise_where_there_are_any(tmp_path: Path) -> None:
    """Each form is 30 % better or worse at random, far beyond the 1 % of repetitions."""
    rng = numpy.random.default_rng(5)
    sides = [
        [
            row
            for isomorph in range(4)
            for luck in [numpy.exp(rng.normal(0, 0.3, len(PUZZLES)))]
            for row in runs(isomorph + side, luck.__getitem__, noise=0.01, isomorph=isomorph)
        ]
        for side in (0, 9)
    ]
    found = compared(tmp_path, iter(sides[0]), iter(sides[1]))
    (line,) = found.lines
    assert (line.noise.of, line.noise.degrees) == ("isomorphs", 3 * 40)
    assert line.noise.spread == pytest.approx(0.3 * math.sqrt(2), rel=0.2)
    assert line.changes["same"] >= 38
    other = folder(tmp_path / "other", *(run for run in sides[1] if not run.isomorph))
    alone = compare(tmp_path / "old", other)  # only the puzzles themselves are in both
    plain = folder(tmp_path / "plain", *(run for run in sides[0] if not run.isomorph))
    assert alone.isomorphs == (3, 0, 0)
    assert alone.lines[0].pair == compare(plain, other).lines[0].pair
    assert alone.lines[0].noise.of == "repetitions"
    assert "isomorphs: 3 old, 0 new; compared are the 0 that are the same." in notes(alone)
    seeds = folder(tmp_path / "seeds", *(Run(**vars(run) | {"seed": 1}) for run in sides[1]))
    assert compare(tmp_path / "old", seeds).isomorphs == (3, 3, 0)


def test_what_differs_besides_is_said(tmp_path: Path) -> None:
    facts = {"cpu": "fast", "python": "3.11", "packages": {"lib": "1", "same": "4"}}
    changed = facts | {"cpu": "slow", "packages": {"lib": "2", "same": "4", "more": "1"}}
    before, after = map(environment_hash, (facts, changed))
    old = folder(tmp_path / "old", *runs(0, repeat=1, environment=before, jobs=1))
    new = folder(tmp_path / "new", *runs(1, repeat=1, environment=after, jobs=2, memory_limit=8))
    for place, values in ((old, facts), (new, changed)):
        write_environment(place, values)
    assert notes(compare(old, new))[-4:] == [
        "runs at a time: 1 (old), 2 (new).",
        "memory limit (bytes): none (old), 8 (new).",
        "cpu: fast (old), slow (new).",
        "packages: lib 1 -> 2 and more none -> 1.",
    ]


def test_it_is_written_as_csv_markdown_and_json(tmp_path: Path) -> None:
    new = [*runs(1, lambda puzzle: 2.0), *runs(2, solver="n|ew")]
    new[:3] = [some_run(PUZZLES[0], **LATE, repetition=n) for n in range(3)]
    found = compared(tmp_path, iter([*runs(0), *runs(0, solver="n|ew")]), iter(new))
    rows = list(csv.DictReader(StringIO(report(found).csv())))
    assert len(rows) == 80
    first = next(row for row in rows if (row["name"], row["new"]) == ("p0", "s"))
    assert (first["change"], first["bound"], first["low"]) == ("worse", ">=", "")
    assert (first["old_solved"], first["new_solved"]) == ("3", "0")
    assert "n\\|ew" in report(found).markdown()
    assert "&gt;=" in report(found).markdown()
    whole = json.loads(report(found).json())
    assert " ".join(sorted(whole)) == KEYS
    assert " ".join(sorted(whole["lines"][0])) == KEYS_OF_A_LINE
    assert len(whole["changes"]) == 80
    assert whole["lines"][0]["pair"]["ratio"] == found.lines[0].pair.ratio
    assert "20 more puzzles changed: --format csv has every one." in notes(found)
    (chance,) = (note for note in notes(found) if note.startswith("better, worse:"))
    assert chance.endswith("of solvers without any change up to 9 % had one.")


def test_of_a_comparison_the_verdict_goes_last() -> None:
    headings = {*HEADINGS, "better", "worse", "same", "conflict", "unknown", "counters"}
    assert headings - {*SPARE} == {"solver", "over all"}
