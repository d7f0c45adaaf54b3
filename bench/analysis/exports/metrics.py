"""The CSV file and configuration of Metrics (Falque, Wallon, Wattez, CRIL: crillab-metrics).

Its reader, Scalpel, takes any CSV file with a header, and a YAML file that says what the columns
mean.  JSON is YAML, so that is what is written, without another library.

    campaign.csv    one line per run
    metrics.yml     what its columns mean; it names campaign.csv relative to the folder, since
                    Scalpel looks from where it is started

Where there are several repetitions or isomorphs an input is a puzzle *in* a repetition.  Only what
accord's judge calls `correct` counts as a success.  Metrics' names for columns of its own (`name`,
`timeout`, `success`, `error`, `missing`) are avoided.  More, and costs:
docs/explanation/exports.md.
"""

import csv
import json
from pathlib import Path
from typing import Any

from accord.bench.analysis.exports.rows import COLUMNS, Exported, Row, RunSet, delivery, exported
from accord.bench.judge.steps import ShowStep, not_shown
from accord.puzzles.outside_data import inert

TABLE, CONFIGURATION = "campaign.csv", "metrics.yml"
COLUMN_NAMES = ("puzzle_name", "experiment_ware", *(name for name in COLUMNS if name != "name"))


def write(folder: Path, out: Path, steps: ShowStep = not_shown) -> list[Path]:
    """Write the CSV file of the campaign in `folder`, and its configuration; returns their paths.

    Args:
        folder: of the campaign.
        out: new, or empty.
        steps: called before each puzzle is judged.

    Raises:
        CampaignError: there is no campaign, or it has no runs.
        InputError: there is something in `out`.
    """
    with delivery(out) as unfinished, exported(folder, steps=steps) as campaign:
        with (unfinished / TABLE).open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, COLUMN_NAMES, lineterminator="\n")
            table.writeheader()
            for run_set, rows in campaign.rows():
                table.writerows(_line(run_set, row) for row in rows)
        text = json.dumps(_configuration(campaign), indent=2, ensure_ascii=False) + "\n"
        (unfinished / CONFIGURATION).write_text(text, encoding="utf-8")
    return [out / TABLE, out / CONFIGURATION]


def _line(run_set: RunSet, row: Row) -> Row:
    """The cells of a run; the CPU time is always a number."""
    cells = {name: row[name] for name in COLUMNS if name != "name"}
    if row["cpu_time"] is None:
        cells["cpu_time"] = row["time_limit"]
    named = cells | {"puzzle_name": row["name"], "experiment_ware": run_set.algorithm}
    return {name: inert(cell) for name, cell in named.items()}


def _configuration(campaign: Exported) -> dict[str, Any]:
    """The configuration that Scalpel reads."""
    keys = [run_set.key for run_set in campaign.run_sets]
    memory = max((key["memory_limit"] or 0 for key in keys), default=0)
    several = [name for name in ("isomorph", "repetition") if len({key[name] for key in keys}) > 1]
    setup: dict[str, Any] = {"timeout": max(key["time_limit"] for key in keys)}
    if memory:
        setup["memout"] = memory / 1e6  # megabytes
    for environment in campaign.run_sets[0].environments[:1]:
        facts = campaign.environment(environment)
        setup |= {name: str(facts[fact]) for name, fact in _FACTS.items() if fact in facts}
    return {
        "name": campaign.name,
        "date": min(run_set.began for run_set in campaign.run_sets),
        "setup": setup,
        "source": {"path": TABLE, "format": "csv", "is-success": '${category} == "correct"'},
        "data": {"mapping": {"input": ["puzzle_name", *several]}},
    }


_FACTS = {"os": "system", "cpu": "cpu", "ram": "memory"}

EXPORT = "cd {out}, then metrics.wallet.BasicAnalysis('metrics.yml')"
