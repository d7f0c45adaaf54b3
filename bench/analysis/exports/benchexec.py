"""BenchExec's result files, for its `table-generator`.

Beyer, Löwe, Wendler: Reliable benchmarking: requirements and solutions, STTT 21, 2019.

One file per run set (rows.py): a solver's second repetition is a run definition of its own.  Times
are of the solver's own work, in seconds, and memory is in bytes.  The property of the limit is
`solvable`, `unique` or `count`, and the column `solutions` says how many there are; where the best
solution is asked for it is `optimum`, the status `true` or `false(none)`, and four columns more say
how far a run came, proved or not: `answer`, `value` (of the last solution), `bound` (as it claims)
and `walltime-value`, when it had that value:

    claim of a run that answered        limit 1   limit 2            all, or another number
    ---------------------------------   -------   ----------------   ----------------------
    no solution                         false     false(none)        done
    one                                 true      true               done
    several                             true      false(multiple)    done

    answer       what a run claims that is asked for the best
    ----------   ------------------------------------------------------------
    optimal      nothing is better than its value
    satisfied    the value, and no proof; whatever the status, as `TIMEOUT`
    infeasible   there is no solution

A run without an answer has the status `unknown`, `TIMEOUT`, `OUT OF MEMORY`, `KILLED`, `ERROR
(...)` or `unsupported (...)`.  The category is that of accord's judge, in a column of its own.
Where BenchExec differs, and what `table-generator` needs: docs/explanation/exports.md.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import XMLGenerator

from accord.bench.analysis.exports.rows import Exported, Row, RunSet, delivery, exported
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.version import VERSION
from accord.solvers.budget import COUNTERS

PROPERTIES = {1: "solvable", 2: "unique"}
BEST = "answer", "value", "bound", "walltime-value"  # of runs that are asked for the best
SHOWN = "status", "category", "cputime", "walltime", "memory", "solutions", *BEST
COLUMNS = {"cputime": ("cpu_time", "s"), "walltime": ("wall_time", "s")}
COLUMNS |= {"memory": ("peak_memory", "B"), "solutions": ("count", ""), "value": ("value", "")}
COLUMNS |= {"bound": ("bound", ""), "walltime-value": ("value_time", "s")}
COLUMNS |= {counter: (counter, "") for counter in COUNTERS}
HIDDEN = {f"walltime-{phase}": (f"{phase}_time", "s") for phase in ("encode", "search", "decode")}
HIDDEN |= {"walltime-first-solution": ("first_solution_time", "s"), "host": ("host", "")}
HIDDEN |= {"started": ("started", ""), "refutation": ("refutation", ""), "reason": ("reason", "")}
CATEGORIES = {"found": "unknown"}  # BenchExec has no word for a solution without a proof
OUTCOMES = {"TIMEOUT": "TIMEOUT", "MEMOUT": "OUT OF MEMORY", "KILLED": "KILLED"}


def write(folder: Path, out: Path, steps: ShowStep = not_shown) -> list[Path]:
    """Write the result files of the campaign in `folder` to `out`; returns their paths.

    Args:
        folder: of the campaign.
        out: new, or empty.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is no campaign, or it has no runs.
        InputError: there is something in `out`.
    """
    names: list[str] = []
    with delivery(out) as unfinished, exported(folder, steps=steps) as campaign:
        for run_set, rows in campaign.rows():
            names.append(_file_name(campaign, run_set, len(names) + 1))
            with _document(unfinished / names[-1]) as document:
                _write_result(document, campaign, run_set, rows, names[-1])
    return [out / name for name in names]


def _file_name(campaign: Exported, run_set: RunSet, number: int) -> str:
    """The name that BenchExec would give it; the number keeps order, and like names apart."""
    began = min(each.began for each in campaign.run_sets)[:19].replace("T", "_")
    parts = (campaign.name, began, "results", f"{number:03}")
    return ".".join(_plain(part) for part in (*parts, run_set.name[:80])) + ".xml"


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_+=-]+", "-", text).strip("-")


class _Document:
    """An XML file that is written from the top; text that XML cannot hold becomes U+FFFD."""

    def __init__(self, generator: XMLGenerator) -> None:
        self._generator = generator
        self._depth = 0

    @contextmanager
    def element(self, tag: str, /, **attributes: object) -> Iterator[None]:
        """Write an element around what the block writes; attributes that are None are left out."""
        self._start(tag, attributes)
        self._depth += 1
        yield
        self._depth -= 1
        self._generator.endElement(tag)

    def leaf(self, tag: str, /, **attributes: object) -> None:
        """Write an element with nothing in it."""
        self._start(tag, attributes)
        self._generator.endElement(tag)

    def _start(self, tag: str, attributes: dict[str, object]) -> None:
        known = {name: _xml_text(value) for name, value in attributes.items() if value is not None}
        self._generator.ignorableWhitespace("\n" + "  " * self._depth)
        self._generator.startElement(tag, known)  # type: ignore[arg-type]  # a mapping is enough

    def text(self, text: str) -> None:
        """Write text."""
        self._generator.characters(_xml_text(text))


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _xml_text(value: object) -> str:
    return _NOT_XML.sub("\ufffd", str(value))


@contextmanager
def _document(path: Path) -> Iterator[_Document]:
    with path.open("w", encoding="utf-8") as file:
        generator = XMLGenerator(file, "utf-8", short_empty_elements=True)
        generator.startDocument()
        yield _Document(generator)
        generator.endDocument()


def _write_result(
    document: _Document, campaign: Exported, run_set: RunSet, rows: Iterator[Row], name: str
) -> None:
    key = run_set.key
    memory = key["memory_limit"]
    with document.element(
        "result",
        name=run_set.name,
        benchmarkname=campaign.name,
        date=f"{run_set.began[:19].replace('T', ' ')} UTC",
        starttime=run_set.began,
        endtime=run_set.ended,
        tool=key["solver"],
        toolmodule="accord",
        version=key["solver_version"],
        options=key["settings"],
        timelimit=f"{key['time_limit']}s",
        memlimit=None if memory is None else f"{memory}B",
        generator=f"accord {VERSION}",
    ):
        with document.element("description"):
            document.text(_description(run_set))
        with document.element("columns"):
            for title in (*SHOWN, *COUNTERS):
                document.leaf("column", title=title)
        _write_systems(document, campaign, run_set)
        for row in rows:
            _write_run(document, row, name)


def _description(run_set: RunSet) -> str:
    """The question, in words."""
    key = run_set.key
    processor = "none" if key["cpu_limit"] is None else f"{key['cpu_limit']} s"
    return (
        f"Asked for {run_set.asked}. Time limit: {key['time_limit']} s of wall time; limit of CPU "
        f"time: {processor}. Categories are those of accord's judge: unknown is a run without an "
        "answer, in time or not; missing a puzzle that the solver cannot be asked."
    )


def _write_systems(document: _Document, campaign: Exported, run_set: RunSet) -> None:
    """Write the machines; a run set has one host, but may have been continued after an update."""
    for environment in run_set.environments:
        facts = campaign.environment(environment)
        memory = facts.get("memory")
        with document.element("systeminfo", hostname=run_set.key["host"]):
            document.leaf("os", name=facts.get("system", "unknown"))
            model, cores = facts.get("cpu", "unknown"), facts.get("threads", "unknown")
            document.leaf("cpu", model=model, cores=cores)
            document.leaf("ram", size="unknown" if memory is None else f"{memory}B")
            with document.element("environment"):
                for name in ("python", "compiler", "commit"):
                    with document.element("var", name=name):
                        document.text(str(facts.get(name, "")))


def _write_run(document: _Document, row: Row, file_name: str) -> None:
    """Write a run; there is no log but what stands here, so links to logs lead to this file."""
    asked_for, name, category = _asked_for(row), row["name"], row["category"]
    with document.element("run", name=name, properties=asked_for, logfile=file_name):
        document.leaf("column", title="status", value=status(row))
        document.leaf("column", title="category", value=CATEGORIES.get(category, category))
        if said := answer(row):
            document.leaf("column", title="answer", value=said)
        for columns, hidden in ((COLUMNS, None), (HIDDEN, "true")):
            for title, (column, unit) in columns.items():
                if (value := row[column]) not in (None, ""):
                    document.leaf("column", title=title, value=f"{value}{unit}", hidden=hidden)


def status(row: Row) -> str:
    """The status of a run in BenchExec's words: see the table above."""
    outcome, why = row["outcome"], f" ({row['reason']})" if row["reason"] else ""
    if outcome == "UNSUPPORTED":
        return f"unsupported{why}"
    if outcome != "OK":
        return OUTCOMES.get(outcome) or f"ERROR{why}"
    if not row["decided"]:
        return "unknown"
    count, asked_for = row["count"], _asked_for(row)
    if asked_for == "solvable":
        return "true" if count else "false"
    if asked_for == "optimum":
        return "true" if count else "false(none)"
    if asked_for == "unique":
        return {0: "false(none)", 1: "true"}.get(count, "false(multiple)")
    return "done"


def answer(row: Row) -> str:
    """What a run claims that is asked for the best, in a word; empty where it has nothing."""
    if not row["sense"]:
        return ""
    if row["decided"] and row["outcome"] == "OK":
        return "optimal" if row["count"] else "infeasible"
    return "satisfied" if row["valid"] else ""


def _asked_for(row: Row) -> str:
    """The property that was asked for."""
    return "optimum" if row["sense"] else PROPERTIES.get(row["limit"], "count")


EXPORT = "table-generator {out}/*.xml"
