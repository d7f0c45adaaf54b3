"""Hypotheses as a file: what `accord claim FILE.toml` asks about.

    collection = "seeds"         # of this and further keys: common to all hypotheses
    time_limit = "10s"

    [[claim]]
    solver = "cpsat"
    against = "backtracking-mrv"
    at_least = 2                 # times as fast
    quantity = "typical"         # of what: see bench/analysis/statistics/quantities.py

A file with a single hypothesis needs no [[claim]]: its keys stand at the top.  Its name is that of
the file, and a number where there are several, unless one is given.
"""

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from accord.bench.analysis.table import MEASURES
from accord.cli.options.question import KeyReader, as_asked, read_keys, read_value
from accord.solvers.budget import COUNTERS

if TYPE_CHECKING:
    from accord.bench.analysis.hypothesis import Hypothesis

NEEDED = ("solver", "against", "collection", "at_least")


def read_hypotheses(path: Path) -> "tuple[Hypothesis, ...]":
    """The hypotheses in a file.

    Raises:
        OutsideFileError: it cannot be read.
        CampaignError: a key or a value is none of a hypothesis; names the key, what was found and
            what was expected.
    """
    from accord.bench.analysis.hypothesis import ASKED, Hypothesis
    from accord.bench.campaigns.folder import CampaignError
    from accord.puzzles.files.outside_file import toml_file

    if not path.exists():
        raise CampaignError(f"{path}: found no file, expected one of claims")
    values = toml_file(path)
    if "claim" not in values and not values.keys().isdisjoint(("solvers", "digest")):
        raise CampaignError(
            f"{path}: found a campaign, expected claims; see "
            f"`accord bench {shlex.quote(str(path))}`"
        )
    tables = values.pop("claim", [{}])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise CampaignError(f"{path}: claim: found {tables!r}, expected tables [[claim]]")
    common = values.setdefault("name", path.stem)
    hypotheses = []
    for number, table in enumerate(tables, start=1):
        several = len(tables) > 1
        where = f"{path}: claim {number}" if several else str(path)
        found = _checked(path, where, values | table)
        if several and "name" not in table:
            found["name"] = f"{common}-{number}"
        asked = {key: found.pop(key) for key in ASKED if key in found}
        hypotheses.append(Hypothesis(**found, asked=asked))
    if not hypotheses:
        raise CampaignError(f"{path}: found no claim, expected one")
    return tuple(hypotheses)


def _checked(path: Path, where: str, values: dict[str, Any]) -> dict[str, Any]:
    """The keys of a hypothesis, read."""
    from accord.bench.analysis.statistics.quantities import OF_TIMES_ONLY
    from accord.bench.campaigns.folder import CampaignError
    from accord.solvers.registry import canonical

    read = read_keys(where, values, KEYS, path)
    for key in NEEDED:
        if key not in read:
            raise CampaignError(f"{where}: found no {key}, expected one")
    if canonical(read["solver"]) == canonical(read["against"]):
        raise CampaignError(
            f"{where}: against: found {read['against']!r}, the same as {read['solver']!r}, "
            "expected another solver"
        )
    if read.get("quantity") in OF_TIMES_ONLY and read.get("measure") in COUNTERS:
        raise CampaignError(
            f"{where}: measure: found {read['measure']!r}, expected one of {', '.join(MEASURES)} "
            f"for the quantity {read['quantity']}"
        )
    return read


def _name(path: Path, key: str, value: Any) -> str:
    if value == path.stem:  # as it is called without a name
        return path.stem
    if not isinstance(value, str) or not re.fullmatch(r"\w[\w.-]*", value):
        raise click.BadParameter(f"found {value!r}, expected letters, digits, '-', '_' and '.'")
    return value


def _solver(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise click.BadParameter(f"found {value!r}, expected the name of a solver")
    (found,) = read_value("solvers", [value], path.parent)
    return str(found)


def _measure(path: Path, key: str, value: Any) -> str:
    if value not in (*MEASURES, *COUNTERS):
        known = ", ".join((*MEASURES, *COUNTERS))
        raise click.BadParameter(f"found {value!r}, expected one of {known}")
    return str(value)


def _quantity(path: Path, key: str, value: Any) -> str:
    from accord.bench.analysis.statistics.quantities import QUANTITIES

    if value not in QUANTITIES:
        raise click.BadParameter(f"found {value!r}, expected one of {', '.join(QUANTITIES)}")
    return str(value)


def _at_least(path: Path, key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e9:
        raise click.BadParameter(f"found {value!r}, expected a number of times, above 0")
    return float(value)


def _confidence(path: Path, key: str, value: Any) -> float:
    if not isinstance(value, float) or not 0.5 <= value <= 0.9999:
        raise click.BadParameter(f"found {value!r}, expected 0.5 to 0.9999")
    return value


KEYS: dict[str, KeyReader] = {
    "name": _name,
    "solver": _solver,
    "against": _solver,
    "collection": as_asked,
    "measure": _measure,
    "at_least": _at_least,
    "quantity": _quantity,
    "confidence": _confidence,
    **dict.fromkeys(("time_limit", "limit", "repeat", "isomorphs"), as_asked),
}
