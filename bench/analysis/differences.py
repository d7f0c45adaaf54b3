"""In what the circumstances of two campaigns differ: machines, versions, limits, load.

A ratio of times says nothing about its cause.  What may be one stands here: what the rows say of
how they were made, what the environments say of the machine, the system and the packages, and how
busy the machine was.
Environments that only one row has count like any other; where a file is lost nothing is known.
"""

from pathlib import Path
from typing import Any

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.folder import read_environment
from accord.bench.campaigns.sessions import read_sessions

COLUMNS = {
    "host": "host",
    "jobs": "runs at a time",
    "memory_limit": "memory limit (bytes)",
    "cpu_limit": "CPU limit (seconds)",
    "limits": "limits",
}
PACKAGE = "package "

Differences = dict[str, tuple[tuple[str, ...], tuple[str, ...]]]


def differences(old: tuple[Path, Database], new: tuple[Path, Database]) -> Differences:
    """The circumstances that differ, by name, with the values of each campaign."""
    found = [_facts(folder, base) for folder, base in (old, new)]
    values = {name: tuple(side.get(name, ()) for side in found) for name in found[0] | found[1]}
    return {name: (old, new) for name, (old, new) in values.items() if old != new}


def _facts(folder: Path, base: Database) -> dict[str, tuple[str, ...]]:
    """The values that each circumstance has in a campaign, sorted."""
    facts: dict[str, set[str]] = {}
    for column, words in COLUMNS.items():
        query = f"SELECT DISTINCT {column} FROM runs"
        facts[words] = {_text(value) for (value,) in base.execute(query).fetchall()}
    for (name,) in base.execute("SELECT DISTINCT environment FROM runs").fetchall():
        for fact, value in _environment(folder, name).items():
            facts.setdefault(fact, set()).add(_text(value))
    found = {name: tuple(sorted(values)) for name, values in facts.items()}
    return found | {"load": _load(folder)}


def _load(folder: Path) -> tuple[str, ...]:
    """The least and the largest load before or after sessions, as text."""
    sessions = read_sessions(folder)
    loads = [x for each in sessions for x in (*each.load_before[:1], *each.load_after[:1])]
    return (f"{min(loads):.2f} to {max(loads):.2f}",) if loads else ()


def _environment(folder: Path, name: str) -> dict[str, Any]:
    """The facts of an environment by name, each package as one."""
    facts = read_environment(folder, name)
    packages = facts.pop("packages", {})
    facts.pop("host", None)  # which the rows say
    return facts | {f"{PACKAGE}{each}": version for each, version in packages.items()}


def _text(value: Any) -> str:
    return "none" if value in (None, "") else str(value)
