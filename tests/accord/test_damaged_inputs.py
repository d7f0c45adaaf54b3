"""Whatever stands in a file, each reader reads it or refuses it in a sentence.

Any other exception would end a command in a traceback.

`--damaged=N` says how many damaged inputs each reader gets; others with each commit.
"""

import json
import tomllib
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory
from urllib.parse import quote

import click
import duckdb
import pytest

from accord.__main__ import run
from accord.bench.campaigns.folder import RecordedQuestion, read_environment, read_question
from accord.bench.campaigns.sessions import SESSIONS, read_sessions
from accord.bench.campaigns.withdrawn import withdrawals
from accord.bench.grading.tasks import read_tasks
from accord.bench.hunt.finding import kept
from accord.bench.hunt.record import read as read_audit
from accord.bench.make.instances.collection import instances_of
from accord.bench.make.random_problems import KINDS, random_problem
from accord.cli.options.hypothesis_file import read_hypotheses
from accord.cli.options.question import read_question as read_campaign_file
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.files.assignment import read_assignment
from accord.puzzles.files.texts import FormatError, read, read_grid, read_many, read_problem, write
from accord.puzzles.formats.draft import Variant
from accord.puzzles.formats.fpuzzles.extensions import EXTENSIONS
from accord.puzzles.formats.fpuzzles.rules import NEGATIVE, OF_F_PUZZLES
from accord.puzzles.formats.registry import formats
from accord.puzzles.problem import Problem
from accord.puzzles.proofs.certificate_file import written_line
from accord.puzzles.proofs.certificate_folder import write_certificate
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.programs import descriptions
from accord.solvers.registry import select
from accord.solvers.traces.files import write as write_trace
from certified import certified
from damage import damaged
from format_samples import BOARDS, NAKED, PAIRS, SEARCH, SOLVED
from fpuzzle_objects import fpuzzle
from optional import library, slow
from places import ROOT
from random_traces import invented

Read = Callable[[Path], object]
TEXTS = tomllib.loads(Path(__file__).with_name("damaged_inputs.toml").read_text(encoding="utf-8"))
SHIPPED = sorted(Path(descriptions.__file__).parent.glob("*.toml"))
PUZZLES = (read(NAKED), read("12..34..1.4...2."), read("." * 36), read("1.3.5.7.9" * 9))
KINDS_OF_PROBLEMS = [random_problem(seed, kind) for kind in KINDS for seed in (1, 2)]
RULES = {**OF_F_PUZZLES, **EXTENSIONS}
ENTRY = {
    "cells": ["R1C1", "R1C2"],
    "lines": [["R1C1", "R1C2", "R1C3"]],
    "cell": "R0C1",
    "value": "3",
    "direction": "DR",
    "cloneCells": ["R3C1", "R3C2"],
    "values": [1, 2],
}


def _text(name: str) -> bytes:
    return str(TEXTS[name]).encode()


@cache
def _samples(form: str) -> list[bytes]:
    """Texts of a format, and of what is like it."""
    texts = list(LIKE.get(form, ()))
    for puzzle in PUZZLES:
        with suppress(FormatError):
            texts.append(write(puzzle, form))
    if formats()[form].write_problem:
        for problem in KINDS_OF_PROBLEMS:
            with suppress(FormatError):
                texts.append(write(problem, form))
    return [text.encode() for text in texts]


def _fpuzzles() -> list[str]:
    """Objects with one rule each, and links that hold one."""
    texts = []
    for key, rule in RULES.items():
        entry = {each: ENTRY[each] for each in rule.keys}
        if "cells" not in rule.keys and key in ("even", "odd", "minimum", "maximum"):
            entry["cell"] = "R1C1"
        negative = [key] if key in NEGATIVE else []
        texts.append(fpuzzle(4, **{key: [entry]}, negative=negative))
    return [*texts, fpuzzle(antiknight=True, solution="1234" * 4, title="T", author="A")]


LIKE = {
    "line": [f"{NAKED}\n{PAIRS}  # hard\n{SEARCH}\n", SOLVED, "1 2 3 4 " * 4],
    "boxed": ["\n".join(BOARDS)],
    "spaces": ["\n".join(NAKED[at : at + 9].replace(".", " ") for at in range(0, 81, 9))],
    "flat": [str([*map(int, NAKED.replace(".", "0"))]), "[[1, None], ['2', \"\"]]"],
    "csv": [
        f"puzzle,solution,name\n{NAKED},{SOLVED},a\n{PAIRS},,b\n",
        f"id;quizzes;count\n1;{NAKED};1\n",
    ],
    "json": [
        *_fpuzzles(),
        json.dumps({"puzzle": NAKED, "expected": {"count": 1, "solution": SOLVED}, "tags": ["x"]}),
        json.dumps([{"size": 4, "givens": [[1, 0, 0, 0]] * 4, "extra": [[0, 5]], "box": [2, 2]}]),
        json.dumps(
            {"size": 4, "regions": [0] * 16, "rules": ["latin"], "candidates": [[1, 2]] * 16}
        ),
    ],
    "fpuzzles": [
        "https://f-puzzles.com/?load=" + quote(_fpuzzles()[0]),
        "fpuzzles" + _fpuzzles()[3].replace(" ", ""),
    ],
    "bank": [f"0000183b305c {NAKED.replace('.', '0')}  1.2\n000023a2b1c9 {PAIRS}  7.1"],
    "nested": [
        "int b[2][2] =\n{\n  {1, 0}, // x\n  {0, -1}\n};",
        "np.array([[1, 0], [0, 2]], dtype=int)",
    ],
    "ruled": ["[1 .|. 2]\n[. .|. .]\n[---+---]\n[. .|. .]\n[. 3|. .]"],
    "sudokuwiki": [f"https://a.example/?p={NAKED}"],
    "xcsp3": [TEXTS["xcsp3"] % each for each in TEXTS["constraints"]],
    "flatzinc": TEXTS["formulas"]["flatzinc"],
    "opb": TEXTS["formulas"]["opb"],
    "wcnf": TEXTS["formulas"]["wcnf"],
    "dimacs": TEXTS["formulas"]["dimacs"],
}


def _as_puzzles(form: str) -> Read:
    """A file of this format, read in every way in which a text of it is."""

    def read_all(path: Path) -> None:
        text = path.read_bytes().decode(errors="replace")
        ways: Sequence[Callable[[], object]] = (
            lambda: [*instances_of(str(path))],
            lambda: [*read_many(text.splitlines(keepends=True), format=form)],
            lambda: read_problem(text),
            lambda: read_grid(text),
        )
        for way in ways:
            with suppress(InputError):
                found = way()
                for each in found if isinstance(found, list) else []:
                    _used(each.problem)

    return read_all


def _used(problem: object) -> None:
    """Written again, and said as clauses: what is done with each problem that is read."""
    assert isinstance(problem, Problem)
    for form in ("json", "xcsp3"):
        with suppress(InputError):
            write(problem, form)
    if sum(Domain.of(each).size for each in problem.domains) < 300:
        with suppress(InputError):
            formula = ReferenceFormula(problem)
            for _ in islice(formula, 200):
                pass


@pytest.mark.parametrize("form", [*formats()])
def test_puzzles_of_any_format(form: str, drawn: int, number: int, tmp_path: Path) -> None:
    _damage(_samples(form), _as_puzzles(form), f"{form} {drawn}", number, tmp_path / "x.txt")


def _damage(samples: list[bytes], read: Read, seed: str, number: int, path: Path) -> None:
    """Read so many damaged files.

    Raises:
        AssertionError: one ended in an exception of Python's; says what stood in it.
    """
    for place in range(number):
        draw = Random(f"{seed} {place}")
        data = damaged(draw.choice(samples), draw)
        path.write_bytes(data)
        try:
            with warnings.catch_warnings(action="ignore"):
                read(path)
        except (InputError, click.ClickException):
            continue
        except Exception as error:
            raise AssertionError(f"{seed} {place}: {data[:2000]!r}") from error


@pytest.fixture
def number(pytestconfig: pytest.Config) -> int:
    """How many damaged inputs each reader gets."""
    found: int = pytestconfig.option.damaged
    return found


PUZZLE = "12..34..1.4...2."
PROBLEM = random_problem(3, "linear")
BOOLEANS = Problem([range(2)] * 3)
CERTIFIED = certified(read("1234341221434321"))


def _of_texts(write: Callable[..., object]) -> Read:
    """A reader of text that stands in a file."""
    return lambda path: write(path.read_bytes().decode(errors="replace"))


def _of_folder(name: str, read: Read) -> Read:
    """A reader of the folder in which a file has this name."""

    def read_folder(path: Path) -> object:
        file = path.parent / name
        file.parent.mkdir(parents=True, exist_ok=True)
        path.replace(file)
        return read(path.parent)

    return read_folder


def _command(*words: str) -> Read:
    """A command of accord, given the file."""
    return lambda path: run([str(path) if word == "FILE" else word for word in words])


def _certificate_folder(name: str) -> Read:
    def read_one(path: Path) -> object:
        write_certificate(CERTIFIED, path.parent / "proved")
        path.replace(path.parent / "proved" / name)
        return run(["certificate", str(path.parent / "proved")])

    return read_one


def _certificate_files() -> dict[str, bytes]:
    with TemporaryDirectory() as folder:
        write_certificate(CERTIFIED, Path(folder))
        return {each.name: each.read_bytes() for each in Path(folder).iterdir()}


TRACES = ["\n".join(write_trace(invented(read(PUZZLE), 12, seed))).encode() for seed in range(3)]
OF_CERTIFICATE = _certificate_files()
ASKED = (
    RecordedQuestion(
        "4x4",
        3,
        "d",
        ("backtracking-bitset",),
        2,
        1.0,
        1,
        0,
        shard="1/2",
        reading="--box 2x2",
        rules="xcsp3-2025",
        score="XCSP3",
        wrong="out",
    )
    .toml()
    .encode()
)


def _read_claims(path: Path) -> object:
    library("scipy")
    return read_hypotheses(path)


OTHERS: dict[str, tuple[Sequence[bytes], Read]] = {
    "a grid": (
        [SOLVED.encode(), write(read(SOLVED), "nested").encode()],
        _command("verify", NAKED, "FILE"),
    ),
    "values of a problem": (
        [b"[1, -2, 5]", b"x0=1, x1=-2, x2=5", b'{"x0": 1, "x1": -2}', b"1 -2 5"],
        _of_texts(lambda text: read_assignment(text, PROBLEM)),
    ),
    "an answer about a formula": (
        [each.encode() for each in TEXTS["formulas"]["answers"]],
        _of_texts(lambda text: read_assignment(text, BOOLEANS)),
    ),
    "regions": (
        [b"1122 1122\n3344 3344", b"10 10 11 11 " * 4],
        _of_texts(lambda text: read(PUZZLE, Variant(regions=text))),
    ),
    "a trace": (TRACES, _command("show", "FILE")),
    "a file of certificates": (
        [
            written_line("a", CERTIFIED)
            + b'{"format":1,"name":"b","puzzle":"0","producer":"c","failure":"none","reason":"r"}'
        ],
        _command("certificate", "FILE"),
    ),
    **{
        f"a certificate: {name}": ([data], _certificate_folder(name))
        for name, data in OF_CERTIFICATE.items()
    },
    "a campaign to be run": ([_text("campaign"), ASKED], read_campaign_file),
    "a campaign": ([ASKED], _of_folder("campaign.toml", read_question)),
    "sessions": ([_text("session")], _of_folder(SESSIONS, read_sessions)),
    "an environment": (
        [b'{"cpu": "x", "memory": 1}'],
        _of_folder(
            "environments/0123456789abcdef.json",
            lambda folder: read_environment(folder, "0123456789abcdef"),
        ),
    ),
    "withdrawn rows": ([_text("withdrawn")], _of_folder("withdrawn.jsonl", withdrawals)),
    "claims": ([_text("claim")], _read_claims),
    "tasks": ([_text("tasks")], read_tasks),
    "a program": (
        [_text("program"), *map(Path.read_bytes, SHIPPED)],
        lambda path: select(str(path.rename(path.with_suffix(".toml")))),
    ),
    "a finding": (
        [b'{"solver": "a", "others": 0, "kind": "x"}'],
        _of_folder("one/finding.json", lambda folder: [*kept(folder, "a")]),
    ),
    **{
        f"an answer in {name}": (
            [answer.encode()],
            _command("decode", NAKED, "FILE", "--from", name),
        )
        for name, answer in TEXTS["answers"].items()
    },
    **{
        f"an answer on a problem in {name}": (
            [answer.encode()],
            _command("decode", "classics/send-more", "FILE", "--from", name),
        )
        for name, answer in TEXTS["answers"].items()
        if name != "exact-cover"
    },
}


@pytest.mark.parametrize("what", [*OTHERS])
def test_everything_else_that_is_read(what: str, drawn: int, number: int, tmp_path: Path) -> None:
    samples, read_one = OTHERS[what]
    _damage([*samples], read_one, f"{what} {drawn}", number, tmp_path / "x")


CAMPAIGN = ROOT / "results" / "tour"
OF_CAMPAIGN = [
    *("campaign.toml", "sessions.jsonl", "puzzles.parquet"),
    *("runs/journal.jsonl", "runs/part-00001.parquet"),
]


@pytest.mark.parametrize("name", OF_CAMPAIGN)
def test_each_file_of_a_campaign(name: str, drawn: int, number: int, tmp_path: Path) -> None:
    """The commands that read it; a tenth of the number, as they take long."""
    slow()
    folder = tmp_path / "campaign"
    copytree(CAMPAIGN, folder, ignore=ignore_patterns("report.html", "table.*"))
    if name == "runs/journal.jsonl":
        part = folder / "runs" / "part-00001.parquet"
        duckdb.sql(f"COPY (FROM '{part}' LIMIT 3) TO '{folder / name}' (FORMAT json)")
        part.unlink()
    samples = [(folder / name).read_bytes()]

    def read_one(path: Path) -> None:
        path.replace(folder / name)
        run(["table", str(folder)])
        run(["merge", str(folder), "-o", str(path.parent / "merged")])
        rmtree(path.parent / "merged", ignore_errors=True)

    _damage(samples, read_one, f"{name} {drawn}", -(-number // 10), tmp_path / "x")


def test_the_record_of_an_audit(drawn: int, number: int, tmp_path: Path) -> None:
    lines = (ROOT / "results" / "audit" / "audit.jsonl").read_bytes().splitlines(keepends=True)
    samples = [b"".join(lines[:3])]
    read_one = _of_folder("audit.jsonl", read_audit)
    _damage(samples, read_one, f"audit {drawn}", number, tmp_path / "x")
