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
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from accord.bench.analysis.table import MEASURES
from accord.cli.options.question import beside, option_in_file, solver_beside
from accord.puzzles.fields import FILE, Check, MisfitError, OwnJson, misfit, read_fields
from accord.solvers.budget import COUNTERS

if TYPE_CHECKING:
    from accord.bench.analysis.hypothesis import Hypothesis

MEASURED = (*MEASURES, *COUNTERS)


def _read_quantity(found: Any, numbers: object) -> str:
    from accord.bench.analysis.statistics.quantities import QUANTITIES

    if found not in QUANTITIES:
        raise misfit(found, f"one of {', '.join(QUANTITIES)}", FILE)
    return str(found)


Name = Annotated[
    str,
    Check(lambda text: bool(re.fullmatch(r"\w[\w.-]*", text)), "letters, digits, '-', '_' and '.'"),
]
Solver = Annotated[str, Check(bool, "the name of a solver")]
Measured = Annotated[str, Check(MEASURED.__contains__, f"one of {', '.join(MEASURED)}")]


@dataclass(frozen=True)
class HypothesisTable:
    """The keys of a hypothesis, as `Hypothesis` has them."""

    solver: Solver
    against: Solver
    collection: Annotated[str, Check(bool, "the name of a collection, or a file")]
    at_least: Annotated[float, Check(lambda n: 0 < n < 1e9, "a number of times, above 0")]
    name: Name = ""
    quantity: Annotated[str, OwnJson(_read_quantity)] = ""
    measure: Measured = ""
    confidence: Annotated[float, Check(lambda n: 0.5 <= n <= 0.9999, "0.5 to 0.9999")] = 0
    time_limit: Annotated[float | None, option_in_file("time_limit")] = None
    limit: Annotated[int | None, option_in_file("limit")] = None
    repeat: Annotated[int | None, option_in_file("repeat")] = None
    isomorphs: Annotated[int | None, option_in_file("isomorphs")] = None


def read_hypotheses(path: Path, measure: str | None = None) -> "tuple[Hypothesis, ...]":
    """The hypotheses in a file.

    Args:
        path: of the file.
        measure: of those that name none, where it is not the usual one.

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
    common = values.get("name", path.stem)
    values = ({"measure": measure} if measure else {}) | values
    hypotheses = []
    for number, table in enumerate(tables, start=1):
        several = len(tables) > 1
        where = f"{path}: claim {number}" if several else str(path)
        try:
            found = _checked(values | table, path.parent)
        except MisfitError as error:
            raise CampaignError(f"{where}: {error}") from None
        numbered = several and "name" not in table
        name = f"{common}-{number}" if numbered else found.get("name", common)
        asked = {key: found.pop(key) for key in ASKED if key in found}
        hypotheses.append(Hypothesis(**found | {"name": name}, asked=asked))
    if not hypotheses:
        raise CampaignError(f"{path}: found no claim, expected one")
    return tuple(hypotheses)


def _checked(table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The arguments of a hypothesis in a file of this folder.

    Raises:
        MisfitError: a key or a value is none.
    """
    from accord.bench.analysis.statistics.quantities import OF_TIMES_ONLY
    from accord.solvers.registry import canonical

    found = read_fields(HypothesisTable, table)
    found["collection"] = beside(folder, found["collection"])
    for key in ("solver", "against"):
        found[key] = solver_beside(folder, found[key])
    if canonical(found["solver"]) == canonical(found["against"]):
        raise MisfitError(
            f"against: found {found['against']!r}, the same as {found['solver']!r}, "
            "expected another solver"
        )
    if found.get("quantity") in OF_TIMES_ONLY and found.get("measure") in COUNTERS:
        raise MisfitError(
            f"measure: found {found['measure']!r}, expected one of {', '.join(MEASURES)} "
            f"for the quantity {found['quantity']}"
        )
    return found | {"at_least": float(found["at_least"])}
