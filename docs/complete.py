"""What the reference generates from the code, and what it has to name.

`GENERATED` are texts that conf.py puts in the place of a line `% generated: NAME` of a page.
`lacking` compares the tables and headings of the pages in reference/ with the code: a command, a
format, a column, an event of a trace or an exit code that is not there is named.  The build of the
site fails on each, and tests/docs/test_reference.py asks the same without building it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import getsource, isclass, isroutine
from pathlib import Path
from typing import Any, get_args

PAGES = Path(__file__).parent / "reference"
TYPES = {
    "VARCHAR": "text",
    "BIGINT": "whole number",
    "DOUBLE": "number",
    "BOOLEAN": "true or false",
    "VARCHAR[]": "list of text",
}
COMPUTED = {  # columns of `accord.load` that no row stores
    "status": "VARCHAR",
    "decided": "BOOLEAN",
    "category": "VARCHAR",
    "refutations": "VARCHAR[]",
    "certificate": "VARCHAR",
    "verdict": "VARCHAR",
    "backend": "VARCHAR",
}
RENAMED = {"flags": "marks"}  # as they are stored, and in a DataFrame, which has `flags` itself


def section(page: str, heading: str) -> str:
    """The text below a heading of a page of the reference, with its subsections; or empty."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(heading)}\n", text, re.MULTILINE)
    if not found:
        return ""
    rest = text[found.end() :]
    after = re.search(rf"^#{{1,{len(found[1])}}} ", re.sub(_FENCED, _blanked, rest), re.MULTILINE)
    return rest[: after.start()] if after else rest


_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def _blanked(block: re.Match[str]) -> str:
    return " " * len(block[0])


def rows(page: str, heading: str) -> dict[str, list[str]]:
    """The rows of the tables below a heading, by the name in their first cell."""
    lines = section(page, heading).splitlines()
    cells = ([cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines)
    return {row[0].strip("`"): row[1:] for row in cells if re.fullmatch("`[^`]+`", row[0])}


def type_of(row: list[str]) -> str:
    """The type in a row of a column, without its unit."""
    return row[0].partition(",")[0]


def headings(page: str) -> list[str]:
    """The names in code that are headings of a page."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(r"^#+ `([^`]+)`$", text, re.MULTILINE)


def lacking() -> Iterator[tuple[str, str]]:
    """Pages of the reference, each with a sentence about what it lacks, or has too much."""
    for page, what, of_code, of_page in _held_together():
        expected, found = {*of_code}, {*of_page}
        for name in sorted(expected - found):
            yield page, f"{what}: found no `{name}`, expected it"
        for name in sorted(found - expected):
            yield page, f"{what}: found `{name}`, which the code does not have"
    yield from _wrong_types()
    for name in without_example():
        yield "commands", f"accord {name}: found no example, expected one in its help"


def _held_together() -> Iterator[tuple[str, str, Iterable[str], Iterable[str]]]:
    """Page, what it lists, the names that the code has, and those of the page."""
    from accord.bench.analysis.table import ANSWERS, TableLine
    from accord.bench.campaigns.deduplicate import COLUMNS as OF_PUZZLES
    from accord.bench.campaigns.deduplicate import OF_PROBLEMS
    from accord.bench.campaigns.folder import RecordedQuestion
    from accord.bench.campaigns.run import OUTCOMES
    from accord.bench.campaigns.sessions import Session
    from accord.bench.campaigns.withdrawn import Withdrawal
    from accord.bench.grading import tasks
    from accord.bench.grading.marks import STATES
    from accord.cli import commands
    from accord.cli.options.hypothesis_file import HypothesisTable
    from accord.cli.options.question import CampaignFile
    from accord.puzzles.fields import keys
    from accord.puzzles.formats import json_object
    from accord.puzzles.formats.registry import formats
    from accord.puzzles.proofs import certificate_folder
    from accord.solvers.backend import Family
    from accord.solvers.budget import COUNTERS
    from accord.solvers.traces import events, reasons
    from accord.views.tables.table import numbers_by_answer

    yield "columns", "columns of a run", [*columns()], rows("columns", "A run")
    of_lines = [*_fields(TableLine), *numbers_by_answer(tuple(ANSWERS), {})]
    of_lines.remove("answers")
    yield "columns", "columns of table.csv", of_lines, rows("columns", "table.csv")
    of_puzzles = [*OF_PUZZLES.split(", "), *OF_PROBLEMS]
    yield "columns", "columns of puzzles.parquet", of_puzzles, rows("columns", "puzzles.parquet")
    yield "columns", "outcomes", OUTCOMES, rows("columns", "Outcomes")
    yield "columns", "counters", COUNTERS, rows("columns", "Counters")
    stated, page = [*_fields(RecordedQuestion), "format"], "campaign-folder"
    yield page, "keys of campaign.toml", stated, rows(page, "campaign.toml")
    yield page, "keys of a file that asks", keys(CampaignFile), rows(page, "A file of your own")
    yield page, "keys of a claim", keys(HypothesisTable), rows(page, "A file of claims")
    yield page, "fields of a session", _fields(Session), rows(page, "sessions.jsonl")
    yield page, "fields of a withdrawal", _fields(Withdrawal), rows(page, "withdrawn.jsonl")
    yield page, "facts of a machine", _facts(), rows(page, "environments")
    families = get_args(Family)
    yield "solvers", "families", families, rows("solvers", "Families and engines")
    yield "formats", "formats", formats(), headings("formats")
    of_json = [*json_object.KEYS, *json_object.OF_RECORDS]
    yield "formats", "keys of JSON", of_json, rows("formats", "Keys of JSON")
    notes = re.findall("`([^`]+)`", section("formats", "Notes"))
    yield "formats", "notes of JSON", json_object.NOTES, notes
    yield "formats", "expectations", json_object.CLAIMS, rows("formats", "Expectations")
    yield "traces", "events", [*events.KINDS, "end"], rows("traces", "Events")
    yield "traces", "fields of the first line", _of_header(), rows("traces", "The first line")
    of_end = [*_fields(events.End), "event"]
    yield "traces", "fields of the last line", of_end, rows("traces", "The last line")
    yield "traces", "reasons", reasons.KINDS, rows("traces", "Reasons")
    further = {*reasons.CHECKS} - {*reasons.KINDS}
    yield "traces", "keys of reasons", further, rows("traces", "Further keys of a reason")
    of_claim = rows("certificate-folder", "certificate.json")
    yield "certificate-folder", "keys", keys(certificate_folder.FolderClaim), of_claim
    yield "tasks", "keys of tasks", keys(tasks.AssignmentFile), rows("tasks", "Keys")
    yield "tasks", "keys of a task", keys(tasks.TaskFile), rows("tasks", "Keys of a task")
    answered = "Keys of a task whose answers are models"
    yield "tasks", "keys of a model", keys(tasks.ModelTask), rows("tasks", answered)
    yield "tasks", "answers", STATES, rows("tasks", "The rule of points")
    codes = (commands.FINDING, commands.BAD_INPUT, commands.MISSING, commands.UNDECIDED)
    expected = map(str, (0, *codes, commands.FALSE_THEOREM, commands.INTERRUPTED))
    yield "exit-codes", "exit codes", expected, rows("exit-codes", "The codes")


@cache
def _facts() -> list[str]:
    """The keys of the file that describes a machine; two are left out where all can be used."""
    from accord.bench.run.environment import environment

    return [*dict.fromkeys((*environment(), "usable_cores", "usable_cpus"))]


def columns() -> dict[str, str]:
    """The columns of `accord.load`, each with its type in DuckDB."""
    from accord.bench.campaigns.run import COLUMNS

    return {RENAMED.get(name, name): kind for name, kind in COLUMNS.items()} | COMPUTED


def _of_header() -> list[str]:
    """The fields of the first line of a trace."""
    import json

    from accord.puzzles import Problem
    from accord.puzzles.files.texts import read
    from accord.solvers.traces.events import Header
    from accord.solvers.traces.files import header_line

    asked = read("1..............."), Problem([range(2)])
    return [
        *dict.fromkeys(key for each in asked for key in json.loads(header_line(Header(each, ""))))
    ]


def _fields(kind: type) -> list[str]:
    return [each.name for each in fields(kind)]


def _wrong_types() -> Iterator[tuple[str, str]]:
    named = rows("columns", "A run")
    for name, kind in columns().items():
        if name in named and (found := type_of(named[name])) != TYPES[kind]:
            yield "columns", f"{name}: found the type {found}, expected {TYPES[kind]}"


def commands() -> dict[str, Any]:
    """Each command of `accord` by its name, imported."""
    import click

    from accord.__main__ import cli

    context = click.Context(cli, info_name="accord")
    return {name: cli.get_command(context, name) for name in cli.list_commands(context)}


def without_example() -> list[str]:
    """The commands whose help has no example."""
    shown = {name: bool(getattr(each, "examples", ())) for name, each in commands().items()}
    return [name for name, there in shown.items() if not there]


def undocumented(objects: Iterable[str]) -> Iterator[str]:
    """Public names of accord that are missing among these objects, or have no docstring."""
    known = {*objects}
    for module in ("accord", "accord.solvers.interface"):
        public = import_module(module)
        for name in public.__all__:
            thing = getattr(public, name)
            if f"{module}.{name}" not in known and f"accord.{name}" not in known:
                yield f"{module}.{name}: found it on no page, expected it on reference/api"
            told = isclass(thing) or isroutine(thing)
            if told and not (thing.__doc__ or "").strip():
                yield f"{module}.{name}: found no docstring, expected one"


def described(kind: type) -> Iterator[str]:
    """The fields of a dataclass with types, defaults and comments, in reStructuredText."""
    own = {each.name for each in fields(kind) if not each.name.startswith("_")}
    for name, hint, default, beside, below in re.findall(_FIELD, getsource(kind)):
        if name in own:
            usual = "" if "(" in default else default.strip()
            yield f"``{name}``: ``{hint.strip()}``" + (f" = ``{usual}``" if usual else "")
            if about := " ".join((beside or below).split()):
                yield f"    {about}"
            yield ""


_FIELD = re.compile(
    r'^    (\w+): ([^=#\n]+)(?:= ([^#\n]*))?(?:# ([^\n]*))?$(?:\n    """(.*?)""")?',
    re.MULTILINE | re.DOTALL,
)


def _commands() -> str:
    """A heading for each section and each command, and a directive that shows its help."""
    from accord.cli import commands as place
    from accord.cli.help_pages import SECTIONS, section_of, summary_of

    files = {name: Path(place.__path__[0]) / f"{name}.py" for name in commands()}
    sources = {name: file.read_text(encoding="utf-8") for name, file in files.items()}
    summaries = {name: summary_of(source) for name, source in sources.items()}
    text = ["| command | what it does |", "|---|---|"]
    text += [f"| [`{name}`](#accord-{name}) | {about} |" for name, about in summaries.items()]
    by_section: dict[str, list[str]] = {each.capitalize(): [] for each in SECTIONS}
    for name, source in sources.items():
        by_section[section_of(source).capitalize()].append(name)
    for title, names in by_section.items():
        text += ["", f"## {title}"]
        for name in names:
            text += ["", f"### accord {name}", ""]
            text += ["```{eval-rst}", f".. command:: {name}", "```"]
    return "\n".join(text)


def _solvers() -> str:
    from accord.solvers.registry import backends
    from accord.views.tables.solvers import matrix
    from accord.views.tables.text import markdown_table

    return markdown_table(*matrix(backends())[:3])


def _settings() -> str:
    from accord.solvers.registry import backends
    from accord.views.tables.solvers import settings_table
    from accord.views.tables.text import markdown_table

    return markdown_table(*settings_table(backends())[:3])


def _families() -> str:
    """A line for each family, with its engines and solvers."""
    from accord.solvers.registry import backends
    from accord.views.tables.text import markdown_table

    found: dict[str, dict[str, list[str]]] = {}
    for name, backend in backends().items():
        variants = {each.engine for each in backend.variants.values()} or {backend.engine}
        for engine in sorted(variants):
            found.setdefault(backend.family, {}).setdefault(engine, []).append(name)
    lines = [
        (family if not number else "", engine, " ".join(names))
        for family, engines in sorted(found.items())
        for number, (engine, names) in enumerate(sorted(engines.items()))
    ]
    return markdown_table(("family", "engine", "solvers"), lines, 3)


def _encodings() -> str:
    from accord.encodings.encoding import encodings
    from accord.views.tables.text import markdown_table

    lines = [
        (name, each.language, each.suffix, each.about)
        for name, each in encodings().items()
        if "+" not in name
    ]
    return markdown_table(("encoding", "language", "file", "what it is"), lines, 4)


def _variants() -> str:
    from accord.encodings.encoding import encodings

    parts = [name.split("+") for name in encodings() if "+" in name]
    basic = ", ".join(dict.fromkeys(f"`{name}`" for name, _ in parts))
    added = ", ".join(dict.fromkeys(f"`+{way}`" for _, way in parts))
    return f"Encodings that take one: {basic}. Ways: {added}."


GENERATED: dict[str, Callable[[], str]] = {
    "commands": _commands,
    "solvers": _solvers,
    "settings": _settings,
    "families": _families,
    "encodings": _encodings,
    "variants of encodings": _variants,
}
