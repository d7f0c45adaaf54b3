"""The capability matrix: every backend by what its declaration says."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.puzzles.phrasing import alternatives
from accord.solvers.backend import Backend
from accord.solvers.kinds import OPERATORS, Support, examples, supported
from accord.solvers.settings import settings_of
from accord.views.tables.text import PrintedReport, TextTable

CAN = {"enumerates": "all", "proves": "proof", "optimizes": "best", "complete": "complete"}


def capabilities(name: str, backend: Backend) -> dict[str, Any]:
    """One backend, with its default settings, as an object that a machine may read."""
    backend = backend.chosen_by({})
    return {
        "name": name,
        **{what: getattr(backend, what) for what in ("family", "engine", "model")},
        "available": not backend.missing,
        "missing": backend.missing,
        "version": backend.version,
        "about": backend.summary,
        "capabilities": {
            "sizes": [backend.sizes[0], backend.sizes[-1]],
            "constraints": ["AllDifferent"],
            "variants": ["sudoku", "jigsaw", "latin", "diagonals", "windoku"],
            **{what: bool(getattr(backend, what)) for what in CAN},
        },
        "settings": {
            setting.name: {"values": _values(setting.values), "default": setting.default}
            for setting in settings_of(backend.solve).values()
        },
    }


def matrix(backends: Mapping[str, Backend]) -> TextTable:
    """One line per backend."""
    rows = [
        (
            *(name, backend.family, backend.engine, backend.model),
            f"{backend.sizes[0]}-{backend.sizes[-1]}",
            *("yes" if getattr(backend, what) else "no" for what in CAN),
            backend.missing or backend.version,
        )
        for name, backend in ((name, each.chosen_by({})) for name, each in backends.items())
    ]
    headings = ("solver", "family", "engine", "model", "sizes", *CAN.values())
    spare = ("model", "engine", "complete", "all", "proof", "sizes", "best")  # not what is missing
    return TextTable((*headings, "version"), rows, len(headings) + 1, spare)


def settings_table(backends: Mapping[str, Backend]) -> TextTable:
    """One line per setting, the principal one of each backend first."""
    rows = [
        (name, setting.name, _setting_values(setting.values), str(setting.default).lower())
        for name, backend in backends.items()
        for setting in settings_of(backend.solve).values()
    ]
    return TextTable(("solver", "setting", "values", "default"), rows, left=4)


def kinds_table(backends: Mapping[str, Backend]) -> PrintedReport:
    """One line per kind of constraint, and per set of operators that the same solvers post.

    With notes: which solvers the table is about, and what its words mean.
    """
    takers, others = _taking(backends)
    kinds: dict[str, list[str]] = {}
    for kind in examples():
        said = _whose(takers, kind)
        shared = f"expression: {said}" if kind in OPERATORS else kind
        kinds.setdefault(shared, [said]).append(kind)
    rows = []
    for shared, (said, *found) in kinds.items():
        of = f"{', '.join(found)}: " if found[0] in OPERATORS else ""
        rows.append((shared.partition(":")[0], f"{of}{said}"))
    refusing = [f"takes puzzles only, and is not in the table: {', '.join(others)}"] * bool(others)
    notes = (
        f"native: posted as it is; each other of these solvers decomposes it: {', '.join(takers)}",
        *refusing,
    )
    return PrintedReport([TextTable(("kind", "native in"), rows, left=2)], notes, close=True)


def _taking(backends: Mapping[str, Backend]) -> tuple[dict[str, dict[str, Support]], list[str]]:
    """Support of kinds by each solver that takes any, and the names of the other solvers."""
    found = {name: supported(backend.chosen_by({})) for name, backend in backends.items()}
    takes = {name for name, own in found.items() if any(e.how != "refused" for e in own.values())}
    taking = {name: own for name, own in found.items() if name in takes}
    return taking, [name for name in found if name not in takes]


def _whose(takers: Mapping[str, Mapping[str, Support]], kind: str) -> str:
    """Solvers in which a kind is native, and those that refuse it, in words."""
    ways: dict[str, list[str]] = {"native": [], "decomposed": [], "refused": []}
    for name, found in takers.items():
        ways[found[kind].how].append(name)
    rest = [*ways["decomposed"], *ways["refused"]]
    said = ", ".join(_families(ways["native"], takers)) or "none"
    if len(rest) < len(ways["native"]):
        said = f"all but {', '.join(_families(rest, takers))}" if rest else "all"
    refused = ", ".join(_families(ways["refused"], takers))
    return f"{said}; refused by {refused}" if refused else said


def _families(names: Sequence[str], known: Iterable[str]) -> list[str]:
    """The names, where all that begin alike are there as one: sat-*."""
    begins: dict[str, list[str]] = {}
    for name in known:
        begins.setdefault(name.partition("-")[0], []).append(name)
    whole = {
        name: f"{begin}-*"
        for begin, own in begins.items()
        if len(own) > 1 and {*own} <= {*names}
        for name in own
    }
    return list(dict.fromkeys(whole.get(name, name) for name in names))


def kinds_record(name: str, backend: Backend) -> dict[str, Any]:
    """Support of each kind and operator by a backend, as an object for JSON."""
    found = supported(backend.chosen_by({}))
    return {"name": name, "kinds": {kind: each._asdict() for kind, each in found.items()}}


def _values(values: tuple[str, ...] | range | type) -> list[str] | str:
    return list(values) if isinstance(values, tuple) else _setting_values(values)


def _setting_values(values: tuple[str, ...] | range | type) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    return alternatives(values, " ") if isinstance(values, tuple) else values.__name__
