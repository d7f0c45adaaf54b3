"""What `accord stats` prints, and how it ends."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

import accord
from accord.__main__ import cli
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion
from command_line import accord_here, run_here
from optional import library
from stored_rows import FOUR, LIE, NOTHING, put, some_run, written


def stats(folder: Path, *options: str) -> str:
    """What the command prints."""
    code, printed, said = accord_here("stats", folder, *options)
    assert (code, said) == (0, "")
    return printed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign of three solvers on two puzzles; one cannot be asked, one has a name for LaTeX."""
    library("scipy")
    put(tmp_path, *FOUR[:2])
    written(
        tmp_path,
        some_run(FOUR[0], wall_time=1.0, nodes=5),
        some_run(FOUR[1], wall_time=4.0, nodes=7),
        some_run(FOUR[0], solver="t", settings="a_b=1", wall_time=2.0, nodes=0),
        some_run(FOUR[1], solver="t", settings="a_b=1", outcome="TIMEOUT", **NOTHING),
        some_run(FOUR[0], solver="u", wall_time=3.0),
        some_run(FOUR[1], solver="u", outcome="UNSUPPORTED", **NOTHING),
    )
    return tmp_path


def cells(printed: str, *headings: str) -> list[list[str]]:
    """The rows of the table in Markdown that has these headings, these columns."""
    for part in printed.replace("&gt;", ">").replace("&lt;", "<").split("\n\n"):
        rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in part.splitlines()]
        if set(headings) <= set(rows[0]):
            places = [rows[0].index(heading) for heading in headings]
            return [[row[place] for place in places] for row in rows[2:]]
    raise AssertionError(headings)


def test_tables_say_what_is_a_bound_and_what_is_not_known(folder: Path) -> None:
    printed = stats(folder, "--format", "markdown")
    assert cells(printed, "solver", "solved", "PAR-2", "PAR-10") == [
        ["s", "2/2", "2.50 s", "2.50 s"],
        ["t:a_b=1", "1/2", "11.0 s", "51.0 s"],
        ["u", "1/1", "3.00 s", "3.00 s"],
    ]
    assert cells(printed, "median", "90 %", "mean", "mean up to limit", "nodes") == [
        ["1.00 s (1.00 s to >=10.0 s)", "4.00 s (1.00 s to >=10.0 s)", "2.50 s", "2.50 s", "6.00"],
        ["2.00 s (2.00 s to >=10.0 s)", ">=10.0 s", "-", "6.00 s", "-"],
        ["3.00 s (3.00 s to >=10.0 s)", "3.00 s (3.00 s to >=10.0 s)", "3.00 s", "3.00 s", "-"],
    ]
    assert cells(printed, "alone solves", "Shapley solved", "PAR-2 of all") == [
        ["1", "1.33", "2.50 s"],
        ["0", "0.33", "11.0 s"],
        ["0", "0.33", "11.5 s"],
    ]
    assert cells(printed, "solver", "other", "ratio", "p (Holm)") == [
        ["s", "t:a_b=1", "<=0.45", "1.00"],
        ["s", "u", "0.33", "1.00"],
        ["t:a_b=1", "u", "0.67", "1.00"],
    ]


def test_solvers_have_other_names_in_all_that_is_said_of_a_campaign(folder: Path) -> None:
    asked = ("-s", "t:a_b=1", "-s", "s", "--format", "csv")
    usual = list(csv.DictReader(StringIO(stats(folder, *asked))))
    said = list(csv.DictReader(StringIO(stats(folder, "--name", "t:a_b=1=T=2", *asked))))
    assert [row["solver"] for row in said] == ["s", "T=2"]
    assert [[*row.values()][2:] for row in said] == [[*row.values()][2:] for row in usual]
    names = {"t:a_b=1": "T=2"}
    for frame in (accord.table(folder, names=names), accord.stats(folder, names=names)):
        assert {*frame["solver"]} == {"s", "T=2", "u"}
    page = accord.report(folder, names=names).read_text()
    assert "T=2" in page
    assert "a_b=1" not in page
    drawn = accord.figures(folder, names=names)["cactus"].to_json()
    assert "T=2" in drawn
    assert "a_b=1" not in drawn


def test_sentences_below_say_how_to_read_it(folder: Path) -> None:
    said = stats(folder)
    assert said.count("too few puzzles") == 4  # three pairs, what it means
    assert said.count("not distinguishable") == 1  # what it means
    assert "Mean rank: over 1 of 2 puzzles that every solver was asked" in said
    assert "(not asked, or not known: u 1)" in said
    assert "2 puzzles, 0 of which no solver solved; wall time, 10 s limit." in said
    assert "single best: s, 2 of 2 solved, PAR-2 2.50 s; virtual best of all: 2 of 2 s" in said
    assert "in how many of 1,000 resamples" in said
    assert "Friedman's test, over 1 of 2 puzzles that every solver was asked: the solvers" in said
    assert "corrected for 3 pairs" in said
    assert "one puzzle in twenty is of another kind" in said
    assert "not comparable with others but in pairs: u;" in said


def test_counters_have_no_par_but_pairs_and_ranks(folder: Path) -> None:
    printed = stats(folder, "--measure", "nodes", "--format", "markdown")
    assert "PAR" not in printed
    assert cells(printed, "solver", "solved", "Borda", "mean rank") == [
        ["s", "2/2", "1.00", "1.50"],
        ["t:a_b=1", "1/2", "1.00", "1.50"],
    ]
    assert cells(printed, "solver", "other", "wins", "losses") == [["s", "t:a_b=1", "1", "1"]]
    assert "no ratio: of a run it needs, solved or not, the figure is not known" in printed


def test_csv_has_plain_numbers_of_solvers_or_pairs(folder: Path) -> None:
    lines = list(csv.DictReader(StringIO(stats(folder, "--format", "csv"))))
    assert [line["solver"] for line in lines] == ["s", "t:a_b=1", "u"]
    assert (lines[0]["par2"], lines[0]["median_nodes"]) == ("2.5", "6.0")
    assert (lines[1]["quantile_0.9"], lines[1]["mean"]) == ("", "")
    pairs = stats(folder, "--format", "csv", "--pairs", "ref", "-s", "s", "-s", "u")
    (pair,) = csv.DictReader(StringIO(pairs))
    assert (pair["solver"], pair["other"], pair["puzzles"]) == ("u", "s", "1")
    assert (pair["ratio"], pair["low"], pair["different"]) == ("3.0", "", "False")


def test_latex_is_escaped(folder: Path) -> None:
    said = stats(folder, "--format", "latex")
    assert r"t:a\_b=1 & 1/2 & 0 & 1 out of time & 11.0 &" in said
    assert r"$\geq$10.0" in said
    assert said.count(r"\begin{tabular}") == said.count(r"\bottomrule") == 3


def test_a_wrong_answer_counts_in_whatever_repetition_it_was(tmp_path: Path) -> None:
    library("scipy")
    put(tmp_path, *FOUR[:2])
    lie = {"solutions": (LIE,), "valid": 0}
    written(
        tmp_path,
        *(some_run(FOUR[0], repetition=each) for each in (0, 1, 2)),
        some_run(FOUR[1]),
        some_run(FOUR[0], repetition=3, **lie),
        some_run(FOUR[1], isomorph=1, **lie),
    )
    ran = CliRunner().invoke(cli, ["stats", str(tmp_path), "--format", "markdown", "--keep-wrong"])
    assert cells(ran.stdout, "solver", "wrong") == [["s", "2"]]
    refused = CliRunner().invoke(cli, ["stats", str(tmp_path)])
    assert "found a wrong answer of every solver (s)" in str(refused.exception)
    assert [each.exception.code for each in (ran, refused)] == [1, 1]  # type: ignore[union-attr]
    written(tmp_path, some_run(solver="t"))
    apart = CliRunner().invoke(cli, ["stats", str(tmp_path), "--format", "markdown"])
    assert cells(apart.stdout, "disqualified", "wrong") == [["s", "2"]]
    assert cells(apart.stdout, "solver", "wrong") == [["t", "0"]]


def test_a_campaign_that_is_not_finished_says_so(folder: Path) -> None:
    from accord.bench.analysis.compare import compare
    from accord.views.tables.compare import notes

    for repeat, said in ((1, False), (2, True)):
        question = RecordedQuestion("c", 2, "", ("s", "t:a_b=1", "u"), 2, 10.0, repeat, 0)
        (folder / "campaign.toml").write_text(question.toml())
        assert ("INCOMPLETE: 6 of 12 runs; solvers may have met" in stats(folder)) == said
    assert "INCOMPLETE" in stats(folder, "--measure", "nodes", "-s", "s", "--format", "latex")
    sentences = notes(compare(folder, folder))
    assert sum("INCOMPLETE: 6 of 12 runs" in each for each in sentences) == 2
    assert sentences[1].startswith("new: INCOMPLETE: 6 of 12 runs")


def test_one_puzzle_is_one(tmp_path: Path) -> None:
    library("scipy")
    put(tmp_path, FOUR[0])
    written(tmp_path, some_run(wall_time=1.0), some_run(solver="t", wall_time=2.0))
    said = stats(tmp_path, "--format", "markdown")
    assert "1 puzzle, 0 of which no solver solved; wall time" in said
    assert "1 puzzles" not in said
    compared = CliRunner().invoke(cli, ["compare", str(tmp_path), str(tmp_path)]).stdout
    assert "1 puzzle in both." in compared


def test_small_ratios_have_their_digits(tmp_path: Path) -> None:
    library("scipy")
    put(tmp_path, *FOUR[:2])
    times = {"s": (0.001, 0.002), "t": (1.0, 2.2), "u": (9.99, 2.0)}
    for name, each in times.items():
        runs = (some_run(FOUR[n], solver=name, wall_time=time) for n, time in enumerate(each))
        written(tmp_path, *runs)
    pairs = cells(
        stats(tmp_path, "--format", "markdown"), "solver", "other", "ratio", "95 % interval"
    )
    (small,) = (pair for pair in pairs if pair[:2] == ["s", "t"])
    assert small[2] == "0.000953"
    assert not re.search(r"\b0\.00\b", " ".join(small))


def test_bad_input_is_named(folder: Path) -> None:
    with pytest.raises(CampaignError, match=r"^u never reported its nodes; these did: s, t:a_b=1$"):
        stats(folder, "-s", "u", "--measure", "nodes")
    with pytest.raises(CampaignError, match="found the solver 'nobody', expected one of s, t:a_b"):
        stats(folder, "-s", "nobody")
    with pytest.raises(CampaignError, match="found no solver that reports its restarts"):
        stats(folder, "--measure", "restarts")


@pytest.mark.parametrize(
    "words",
    [
        ("table", "DIR", "--reference", "t:a_c=1"),
        ("table", "DIR", "--by", "size", "--reference", "t:a_c=1"),
        ("stats", "DIR", "-s", "s", "-s", "t:a_c=1"),
        ("report", "DIR", "--figures", "DIR/figures", "--pair", "s", "t:a_c=1"),
        ("compare", "DIR", "DIR", "--as", "s=t:a_c=1"),
    ],
    ids=lambda words: f"{words[0]} {words[-2]}",
)
def test_a_solver_that_did_not_run_is_named_before_anything_is_judged(
    folder: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("analysis.judging", "analysis.joint_judging"):
        monkeypatch.setattr(f"accord.bench.{module}.judge_claims", pytest.fail)
    done = run_here(*(each.replace("DIR", str(folder)) for each in words))
    assert done.returncode == 2
    near = "perhaps s=t:a_b=1; old: s, " if words[0] == "compare" else "t:a_b=1; one of s, t:a_b=1"
    assert near in done.stderr
    assert not (folder / "figures").exists()


def test_of_many_solvers_neighbours_and_the_reference_are_compared(tmp_path: Path) -> None:
    library("scipy")
    put(tmp_path, FOUR[0])
    names = ["a", "b", "backtracking-mrv", "c", "d", "e"]
    written(tmp_path, *(some_run(solver=name, wall_time=1.0 + n) for n, name in enumerate(names)))
    against = [[name, "backtracking-mrv"] for name in names if name != "backtracking-mrv"]
    neighbours = [["a", "b"], ["c", "d"], ["d", "e"]]
    for options, pairs in (((), neighbours + against), (("--pairs", "ref"), against)):
        printed = stats(tmp_path, "--format", "markdown", *options)
        assert cells(printed, "solver", "other") == pairs
    assert len(cells(stats(tmp_path, "--format", "markdown", "--pairs", "all"), "other")) == 15
    lines = stats(tmp_path, "--format", "csv", "--pairs", "all").splitlines()
    assert len(lines) == 1 + 15
