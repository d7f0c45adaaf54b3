"""The reference: it names all that the code has, and what it shows is so."""

import json
import re
from collections.abc import Iterable
from fnmatch import fnmatch
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import copytree
from typing import Any

import duckdb
import pytest

import accord
from accord.bench.make.instances.collection import instances_of
from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.files.texts import read, read_problem, write
from accord.puzzles.formats.draft import USUAL, Variant
from accord.puzzles.formats.registry import detect, format_named, formats
from accord.puzzles.formats.source import Source
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle
from accord.solvers.traces.files import event_line
from format_samples import NAKED
from places import ROOT
from small_campaigns import run


@cache
def _complete() -> Any:
    spec = spec_from_file_location("docs_complete", ROOT / "docs" / "complete.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


complete = _complete()
PUZZLE = accord.puzzle("12.43..221.34..1")
LATIN = Variant(rules=frozenset({"latin"}))
BANK = (
    "0000183b305c "
    "050703060007000800000816000000030000005000100730040086906000204840572093000409000  1.2"
)
READ_ONLY = {
    "bank": BANK,
    "flatzinc": "var 1..2: x :: output_var;",
    "fpuzzles": "https://www.f-puzzles.com/?load=N4IgzglgXgpiBc",
    "opb": "min: +1 x1 ;",
    "spaces": "12 4\n3  2\n21 3\n4  1",
    "wcnf": "h 1 0",
}
EXAMPLES: dict[str, Problem] = {
    "dimacs": Problem(
        [range(2)] * 3, [Clauses((0, 1, 2), FlatClauses.of([(1, -2), (2, 3)]))], shown=[0, 2]
    ),
    "flatzinc": Problem([range(6)] * 2 + [range(2)]),
    "opb": Problem([range(2)] * 4),
    "wcnf": Problem([range(2)] * 3),
    "sukaku": read("1234.2345.3451.45.2..123.", LATIN),
    "sudokuwiki": read(NAKED),
    "hodoku": read(NAKED),
    "bank": read(BANK.split()[1]),
}


def test_the_reference_names_all_that_the_code_has() -> None:
    assert list(complete.lacking()) == []


@pytest.mark.parametrize(
    ("page", "found", "written", "complaint"),
    [
        ("columns", "| `valid` |", "| valid |", "columns of a run: found no `valid`"),
        ("columns", "| `valid` | whole number", "| `valid` | text", "expected whole number"),
        ("columns", "| `par2` |", "| `par3` |", "columns of table.csv: found no `par2`"),
        ("columns", "| `KILLED` |", "| KILLED |", "outcomes: found no `KILLED`"),
        ("formats", "### `sdk`", "### sdk", "formats: found no `sdk`"),
        ("formats", "| `regions` |", "| regions |", "keys of JSON: found no `regions`"),
        ("traces", "| `restart` |", "| restart |", "events: found no `restart`"),
        ("traces", "| `left_out` |", "| left |", "fields of the last line: found no `left_out`"),
        ("exit-codes", "| `124` |", "| `125` |", "exit codes: found `125`, which the code does"),
        ("solvers", "| `milp` |", "| mip |", "families: found no `milp`"),
        ("tasks", "| `megabytes` |", "| megabytes |", "keys of tasks: found no `megabytes`"),
        ("campaign-folder", "| `cold` |", "| cold |", "found no `cold`"),
    ],
)
def test_what_the_reference_lacks_is_named(
    page: str,
    found: str,
    written: str,
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copytree(complete.PAGES, tmp_path / "reference")
    monkeypatch.setattr(complete, "PAGES", tmp_path / "reference")
    file = tmp_path / "reference" / f"{page}.md"
    text = file.read_text(encoding="utf-8")
    assert found in text
    file.write_text(text.replace(found, written, 1), encoding="utf-8")
    assert any(where == page and complaint in said for where, said in complete.lacking())


def test_a_command_without_an_example_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = complete.commands()
    monkeypatch.setattr(commands["solve"], "examples", [])
    assert complete.without_example() == ["solve"]


def test_a_public_name_that_is_on_no_page_is_named() -> None:
    every = {f"accord.{name}" for name in accord.__all__}
    every |= {f"accord.solvers.interface.{name}" for name in _interface()}
    assert list(complete.undocumented(every)) == []
    (sentence,) = complete.undocumented(every - {"accord.load"})
    assert sentence.startswith("accord.load: found it on no page")


def test_a_public_name_without_a_docstring_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accord.load, "__doc__", None)
    every = {f"accord.{name}" for name in accord.__all__}
    every |= {f"accord.solvers.interface.{name}" for name in _interface()}
    assert list(complete.undocumented(every)) == ["accord.load: found no docstring, expected one"]


def _interface() -> Iterable[str]:
    from accord.solvers import interface

    return interface.__all__


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference") / "campaign"
    run(folder, list(instances_of("4x4"))[:2], ["backtracking-mrv", "sat-pycosat"])
    return folder


def test_the_columns_of_a_campaign_are_those_of_the_page(campaign: Path) -> None:
    page = complete.rows("columns", "A run")
    assert {*accord.load(campaign).columns} == {*page}
    with duckdb.connect() as base:
        described = base.execute(f"DESCRIBE FROM '{campaign}/runs/part-*.parquet'").fetchall()
    stored = {
        complete.RENAMED.get(name, name): complete.TYPES[kind] for name, kind, *_ in described
    }
    assert stored == {
        name: complete.type_of(row) for name, row in page.items() if name not in complete.COMPUTED
    }


def test_the_files_of_a_campaign_are_those_of_the_page(campaign: Path) -> None:
    page = complete.rows("campaign-folder", "The files")
    known = [each for cell in page for each in cell.split("`, `")]
    known = [name.replace("HASH", "*") for name in known]
    for file in campaign.rglob("*"):
        name = str(file.relative_to(campaign))
        assert file.is_dir() or any(fnmatch(name, each) for each in known), name


def test_the_facts_of_a_machine_are_those_of_the_page(campaign: Path) -> None:
    (file,) = (campaign / "environments").iterdir()
    usable = ("usable_cores", "usable_cpus")  # which are left out where all are
    facts = {*json.loads(file.read_bytes()), *usable}
    assert facts == {*complete.rows("campaign-folder", "environments")}


@pytest.mark.filterwarnings("ignore:a space is read as a blank")
@pytest.mark.parametrize("name", formats())
def test_the_example_of_a_format_is_what_it_writes_and_reads(name: str) -> None:
    found = re.search(
        r"^```text\n(.*?)\n```", complete.section("formats", f"`{name}`"), re.MULTILINE | re.DOTALL
    )
    assert found is not None
    puzzle = EXAMPLES.get(name, PUZZLE)
    if name not in READ_ONLY:
        written = write(puzzle, name)
        assert [line.rstrip() for line in written.split("\n")] == [
            line.rstrip() for line in found[1].split("\n")
        ]
    variant = Variant.of(puzzle) if isinstance(puzzle, Puzzle) and name != "xcsp3" else USUAL
    for again in (read_problem(found[1], variant, format=name), read_problem(found[1], variant)):
        assert [*map(set, again.domains)] == [*map(set, puzzle.domains)]


def test_formats_are_detected_in_the_order_of_the_page() -> None:
    page = [*complete.rows("formats", "Detection order")]
    assert [formats()[name].rank for name in page] == sorted(
        form.rank for form in formats().values() if form.rank
    )
    for name in page:
        text = READ_ONLY.get(name) or write(EXAMPLES.get(name, PUZZLE), name)
        assert detect(Source(text)) is format_named(name)


def test_the_events_of_a_trace_have_the_fields_of_the_page() -> None:
    page = complete.rows("traces", "Events")
    keys = {
        *complete.rows("traces", "Reasons"),
        *complete.rows("traces", "Further keys of a reason"),
    }
    for solver in ("backtracking-mrv", "backtracking-naive", "dancing-links", "logic"):
        for event in accord.trace(PUZZLE, solver).events:
            fields = json.loads(event_line(event))
            further = {*re.findall("`([^`]+)`", page[fields["event"]][0])}
            assert fields.keys() - {"event"} <= further
            assert fields.get("reason", {}).keys() <= keys


def test_the_words_of_the_glossary_are_in_order() -> None:
    text = (complete.PAGES / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^(\w.*)\n    ", text, re.MULTILINE)
    assert len(words) > 50
    assert words == sorted(words, key=str.lower)
