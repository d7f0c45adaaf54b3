"""A scenario of ASlib, for learning to select algorithms.

Bischl et al., ASlib: a benchmark library for algorithm selection, Artificial Intelligence 237,
2016; the format as its specification (coseal/aslib-spec, format.md) has it.

    description.txt          what was measured, which algorithms and features there are (YAML)
    algorithm_runs.arff      wall time and status of each run
    feature_values.arff      see below, one feature step: `instance`
    feature_runstatus.arff   all ok: nothing is computed that could fail
    cv.arff                  ten folds, drawn by a hash of the seed and the puzzle
    ground_truth.arff        none, unique or multiple, where that is certified or agreed
    readme.txt               what the format has no place for

    category                      runstatus
    ---------------------------   --------------------------------------------------------------
    correct                       ok
    unknown: time-out; otherwise  timeout; other
    error: memory; crash; killed  memout; crash; other (from outside: no fault of the algorithm)
    missing                       not_applicable
    wrong                         other: whatever it says, it is no success

Everything that is not `ok` takes the whole time limit.  Repetitions are numbered 1, 2, ... for each
algorithm and instance, isomorphs among them.  A campaign where runs are missing is refused.  The
reasons, readers tried, and costs: docs/explanation/exports.md.

Features of a puzzle are cheap figures that may say which solver suits it.  They come from what
every solver is given, without search or propagation to a fixed point; only the givens are crossed
out of the domains of their peers, once.  So a rotated or renumbered puzzle has the features of its
original, but for the shape of its boxes.  A 9x9 puzzle takes 0.12 ms, a 36x36 puzzle 4 ms.

    size, box_rows, box_columns      of the shape; 0 x 0 without boxes
    houses                           rows and columns, and all that the rules add to them
    clues, blank_share               givens, and the share of the cells that are not given
    clues_per_house_min, _max        in the emptiest and the fullest house
    clues_per_value_min, _max        of the value that is given most rarely, and most often
    clues_per_value_deviation        of how often each value is given (population)
    candidates                       values left in all blank cells
    candidates_min, _mean, _max      per blank cell; 0 where none is blank
    naked_singles                    blank cells with one candidate
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any
from urllib.parse import quote

from accord.bench.analysis.exports.rows import Exported, Row, delivery, exported
from accord.bench.analysis.judging import Evidence
from accord.bench.campaigns.deduplicate import problem_of
from accord.bench.campaigns.folder import CampaignError
from accord.bench.judge.judge import Verdict
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.puzzle import Puzzle, expect_puzzle
from accord.puzzles.sudoku.shape import Shape
from accord.puzzles.version import VERSION

FOLDS, SEED = 10, 0
README = "aslib_readme.txt"  # a template
STEP = "instance"
TRUTHS = "none", "satisfiable", "unique", "multiple"
ENDINGS = "ok", "timeout", "memout", "not_applicable", "crash", "other"
FEATURE_ENDINGS = "ok", "timeout", "memout", "presolved", "crash", "other"
_ID = [("instance_id", "STRING"), ("repetition", "NUMERIC")]

Attributes = list[tuple[str, str]]


def write(folder: Path, out: Path, steps: ShowStep = not_shown) -> list[Path]:
    """Write the scenario of the campaign in `folder` to `out`; returns the paths of its files.

    Args:
        folder: of the campaign.
        out: new, or empty.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is no campaign, or runs are missing.
        InputError: there is something in `out`.
    """
    truths: dict[str, str] = {}

    def watch(puzzle: Evidence, verdict: Verdict) -> None:
        if verdict.grade in ("certified", "agreed"):
            truths[verdict.problem.digest] = verdict.answer

    with delivery(out) as unfinished, exported(folder, watch, steps) as campaign:
        _check_complete(campaign)
        name = f"ACCORD-{re.sub('[^A-Za-z0-9_.-]+', '-', campaign.name)}"
        description = json.dumps(_description(campaign, name), indent=2) + "\n"
        (unfinished / "description.txt").write_text(description, encoding="ascii")
        (unfinished / "readme.txt").write_text(_readme(campaign, name), encoding="ascii")
        for kind, attributes, rows in _tables(campaign, truths):
            with (unfinished / f"{kind}.arff").open("w", encoding="ascii") as file:
                file.writelines(_arff(f"{kind.upper()}_{name}", attributes, rows))
        return [out / path.name for path in sorted(unfinished.iterdir())]


Table = tuple[str, Attributes, Iterable[Iterable[object]]]


def _tables(campaign: Exported, truths: dict[str, str]) -> Iterator[Table]:
    """Each ARFF file: its name, attributes and rows."""
    base, ids = campaign.base, "SELECT name, 1 FROM named ORDER BY place"
    measured = [("algorithm", "STRING"), ("runtime", "NUMERIC"), ("runstatus", _nominal(ENDINGS))]
    yield "algorithm_runs", [*_ID, *measured], _runs(campaign)
    yield "feature_values", [*_ID, *((each, "NUMERIC") for each in FEATURES)], _values(campaign)
    statuses = ((name, number, "ok") for name, number in base.rows(ids))
    yield "feature_runstatus", [*_ID, (STEP, _nominal(FEATURE_ENDINGS))], statuses
    yield "cv", [*_ID, ("fold", "NUMERIC")], base.rows(_FOLDS)
    puzzles = base.rows("SELECT name, puzzle FROM named ORDER BY place")
    known = ((name, truths.get(puzzle)) for name, puzzle in puzzles)
    yield "ground_truth", [_ID[0], ("solutions", _nominal(TRUTHS))], known


def _nominal(values: tuple[str, ...]) -> str:
    return f"{{{', '.join(values)}}}"


def _check_complete(campaign: Exported) -> None:
    """Complain unless every algorithm ran on every puzzle."""
    asked = "SELECT count(DISTINCT puzzle) FROM exported WHERE run_set IN ({})"
    puzzles = campaign.base.value("SELECT count(*) FROM named")
    for algorithm in dict.fromkeys(each.algorithm for each in campaign.run_sets):
        own = (str(n) for n, each in enumerate(campaign.run_sets) if each.algorithm == algorithm)
        found = campaign.base.value(asked.format(", ".join(own)))
        if found < puzzles:
            raise CampaignError(
                f"found runs of {algorithm} on {found} puzzles, expected them on all {puzzles}: "
                "ASlib has no missing runs"
            )


def _cutoff(campaign: Exported) -> float:
    """Seconds."""
    return float(max(run_set.key["time_limit"] for run_set in campaign.run_sets))


def _runs(campaign: Exported) -> Iterator[tuple[object, ...]]:
    """The lines of algorithm_runs.arff, algorithm by algorithm."""
    cutoff = _cutoff(campaign)
    algorithm, repetitions = "", dict[str, int]()
    for run_set, rows in campaign.rows():
        if run_set.algorithm != algorithm:
            algorithm, repetitions = run_set.algorithm, {}
        for row in rows:
            name, ended = row["name"], ending(row)
            repetitions[name] = repetitions.get(name, 0) + 1
            seconds = row["wall_time"] if ended == "ok" else cutoff
            yield name, repetitions[name], algorithm, seconds, ended


def ending(row: Row) -> str:
    """The `runstatus` of a run: see the table above."""
    if row["category"] == "correct":
        return "ok" if row["wall_time"] is not None else "other"
    if row["category"] == "missing":
        return "not_applicable"
    endings = {"unknown": {"TIMEOUT": "timeout"}, "error": {"MEMOUT": "memout", "ERROR": "crash"}}
    return endings.get(row["category"], {}).get(row["outcome"], "other")


def _values(campaign: Exported) -> Iterator[tuple[object, ...]]:
    """The lines of feature_values.arff."""
    query = "SELECT name, text FROM puzzles JOIN named USING (puzzle)"
    for name, text in campaign.base.rows(query):
        yield (
            name,
            1,
            *features(expect_puzzle(problem_of(text, campaign.folder), "a feature of ASlib")),
        )


_FOLDS = f"""
SELECT name, 1, 1 + (row_number() OVER (ORDER BY md5('{SEED} ' || puzzle)) - 1) % {FOLDS}
FROM named ORDER BY place
"""


def _arff(relation: str, attributes: Attributes, rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """The lines of an ARFF file; None is a value that is not known."""
    yield f"@RELATION {relation}\n\n"
    for name, kind in attributes:
        yield f"@ATTRIBUTE {name} {kind}\n"
    yield "\n@DATA\n"
    for row in rows:
        yield ",".join(map(_cell, row)) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return "?"
    if not isinstance(value, str):
        return str(value)
    name = plain(value)
    return name if re.fullmatch(r"[\w.+-][\w.+:/@=-]*", name, re.ASCII) else f"'{name}'"


def plain(name: str) -> str:
    """The name with everything percent-encoded that ARFF and YAML may take for something else."""
    return quote(name, safe=" !#$&()*+,/:;<=>@[]^`|")


def _description(campaign: Exported, name: str) -> dict[str, Any]:
    """The contents of description.txt."""
    limits = [run_set.key["memory_limit"] for run_set in campaign.run_sets]
    memory = "?" if None in limits else max(limits) // 10**6
    settings = {each.algorithm: each.key["settings"] for each in campaign.run_sets}
    configured = {
        plain(algorithm): {"configuration": plain(text), "deterministic": True}
        for algorithm, text in settings.items()
    }
    return {
        "scenario_id": name,
        "performance_measures": ["runtime"],
        "maximize": [False],
        "performance_type": ["runtime"],
        "algorithm_cutoff_time": _cutoff(campaign),
        "algorithm_cutoff_memory": memory,
        "features_cutoff_time": "?",
        "features_cutoff_memory": "?",
        "algorithms_deterministic": list(configured),
        "algorithms_stochastic": [],
        "metainfo_algorithms": configured,
        "number_of_feature_steps": 1,
        "feature_steps": {STEP: {"provides": list(FEATURES)}},
        "default_steps": [STEP],
        "features_deterministic": list(FEATURES),
        "features_stochastic": [],
    }


def _readme(campaign: Exported, name: str) -> str:
    """The contents of readme.txt."""
    base = campaign.base
    count = "SELECT category, count(*) FROM exported GROUP BY category ORDER BY category"
    categories = ", ".join(f"{number} {category}" for category, number in base.rows(count))
    versions = dict.fromkeys(
        f"    {plain(each.algorithm)}: {plain(each.key['solver_version'])} on "
        f"{plain(each.key['host'])}, asked for {each.asked}"
        for each in campaign.run_sets
    )
    machines = [
        f"    {plain(str(facts.get('cpu', '?')))}, {facts.get('memory', '?')} bytes of memory, "
        f"{plain(str(facts.get('system', '?')))}, {plain(str(facts.get('python', '?')))}"
        for hash_ in sorted({hash_ for each in campaign.run_sets for hash_ in each.environments})
        if (facts := campaign.environment(hash_))
    ]
    text = resources.files(__package__).joinpath(README).read_text(encoding="ascii")
    return text.format(
        name=name,
        version=VERSION,
        began=min(each.began for each in campaign.run_sets),
        puzzles=base.value("SELECT count(*) FROM named"),
        runs=base.value("SELECT count(*) FROM exported"),
        categories=categories,
        algorithms="\n".join(versions),
        machines="\n".join(machines) or "    not known",
        cutoff=_cutoff(campaign),
        seed=SEED,
        folds=FOLDS,
    )


EXPORT = "{out} is a scenario; its readme.txt says what is what"


FEATURES = (
    *("size", "box_rows", "box_columns", "houses", "clues", "blank_share"),
    *("clues_per_house_min", "clues_per_house_max"),
    *("clues_per_value_min", "clues_per_value_max", "clues_per_value_deviation"),
    *("candidates", "candidates_min", "candidates_mean", "candidates_max", "naked_singles"),
)


def features(puzzle: Puzzle) -> tuple[float, ...]:
    """The features of a puzzle, in the order of FEATURES."""
    rows, columns = puzzle.box or (0, 0)
    counts = Counter(puzzle.givens)
    clues = len(puzzle.givens) - counts[0]
    per_value = [counts[value] for value in range(1, puzzle.size + 1)]
    per_house = [sum(puzzle.givens[cell] > 0 for cell in house.cells) for house in puzzle.houses]
    left = list(_candidates(puzzle)) or [0]
    return (
        *(puzzle.size, rows, columns, len(puzzle.houses), clues, counts[0] / len(puzzle.givens)),
        *(min(per_house), max(per_house)),
        *(min(per_value), max(per_value), pstdev(per_value)),
        *(sum(left), min(left), fmean(left), max(left), left.count(1)),
    )


def _candidates(puzzle: Puzzle) -> Iterator[int]:
    """For each blank cell, how many values it may have besides those given to its peers."""
    givens = puzzle.givens
    for cell, peers in enumerate(_peers(puzzle.shape)):
        if not givens[cell]:
            yield len(puzzle.domains[cell].difference([givens[peer] for peer in peers]))


@lru_cache(8)
def _peers(shape: Shape) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, shape.peers))
