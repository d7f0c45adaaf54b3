"""The capability matrix: every backend by what its declaration says."""

from collections.abc import Mapping
from typing import Any

from accord.solvers.backend import Backend
from accord.solvers.kinds import OPERATORS, supported
from accord.solvers.settings import in_words, settings_of
from accord.views.tables.text import TextTable

CAN = ("enumerates", "proves", "complete")


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
            **{what: getattr(backend, what) for what in CAN},
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
    headings = (*("solver", "family", "engine", "model", "sizes"), "all", "proof", "complete")
    return TextTable((*headings, "version"), rows, left=len(headings) + 1)


def settings_table(backends: Mapping[str, Backend]) -> TextTable:
    """One line per setting, the principal one of each backend first."""
    rows = [
        (name, setting.name, _shown(setting.values), str(setting.default).lower())
        for name, backend in backends.items()
        for setting in settings_of(backend.solve).values()
    ]
    return TextTable(("solver", "setting", "values", "default"), rows, left=4)


def kinds_table(backends: Mapping[str, Backend]) -> TextTable:
    """One line per backend that takes problems, one column per kind of constraint.

    Of expressions the number of operators that are native, of all that it takes.
    """
    kinds = ("all-different", "linear", "table", "element")
    rows = []
    for name, backend in backends.items():
        found = supported(backend.chosen_by({}))
        taken = [each for operator in OPERATORS if (each := found[operator]).how != "refused"]
        native = sum(each.how == "native" for each in taken)
        if any(each.how != "refused" for each in found.values()):
            cells = [found[kind].how for kind in kinds]
            rows.append((name, *cells, f"{native} of {len(taken)}"))
    return TextTable(("solver", *kinds, "expression"), rows, left=len(kinds) + 1)


def kinds_record(name: str, backend: Backend) -> dict[str, Any]:
    """What a backend does with each kind and operator, as an object that a machine may read."""
    found = supported(backend.chosen_by({}))
    return {"name": name, "kinds": {kind: each._asdict() for kind, each in found.items()}}


def _values(values: tuple[str, ...] | range | type) -> list[str] | str:
    return list(values) if isinstance(values, tuple) else _shown(values)


def _shown(values: tuple[str, ...] | range | type) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    return in_words(values, " ") if isinstance(values, tuple) else values.__name__
