"""The capability matrix: every backend by what its declaration says."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from accord.solvers.backend import Backend
from accord.solvers.settings import in_words, settings_of
from accord.views.tables.text import as_table

if TYPE_CHECKING:
    from rich.table import Table


def capabilities(name: str, backend: Backend) -> dict[str, Any]:
    """One backend, with its default settings, as an object that a machine may read."""
    backend = backend.chosen_by({})
    return {
        "name": name,
        "family": backend.family,
        "engine": backend.engine,
        "model": backend.model,
        "available": not backend.missing,
        "missing": backend.missing,
        "version": backend.version,
        "about": backend.summary,
        "capabilities": {
            "sizes": [backend.sizes[0], backend.sizes[-1]],
            "constraints": sorted(kind.__name__ for kind in backend.constraints),
            "variants": _variants(backend),
            "enumerates": backend.enumerates,
            "proves": backend.proves,
            "complete": backend.complete,
        },
        "settings": {
            setting.name: {"values": _values(setting.values), "default": setting.default}
            for setting in settings_of(backend.solve).values()
        },
    }


def matrix(backends: Mapping[str, Backend]) -> "Table":
    """One line per backend."""
    rows = [
        (
            name,
            backend.family,
            backend.engine,
            backend.model,
            f"{backend.sizes[0]}-{backend.sizes[-1]}",
            _mark(backend.enumerates),
            _mark(backend.proves),
            _mark(backend.complete),
            backend.missing or backend.version,
        )
        for name, backend in ((name, each.chosen_by({})) for name, each in backends.items())
    ]
    what = ("solver", "family", "engine", "model", "sizes")
    headings = (*what, "all", "proof", "complete", "version")
    return as_table(headings, rows, left=len(headings))


def settings_table(backends: Mapping[str, Backend]) -> "Table":
    """One line per setting, the principal one of each backend first."""
    rows = [
        (name, setting.name, _shown(setting.values), str(setting.default).lower())
        for name, backend in backends.items()
        for setting in settings_of(backend.solve).values()
    ]
    return as_table(("solver", "setting", "values", "default"), rows, left=4)


def _variants(backend: Backend) -> list[str]:
    """The rules it takes: all of them are made of AllDifferent."""
    kinds = {kind.__name__ for kind in backend.constraints}
    every = ["sudoku", "jigsaw", "latin", "diagonals", "windoku"]
    return every if "AllDifferent" in kinds else []


def _values(values: tuple[str, ...] | range | type) -> list[str] | str:
    return list(values) if isinstance(values, tuple) else _shown(values)


def _shown(values: tuple[str, ...] | range | type) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    return in_words(values, " ") if isinstance(values, tuple) else values.__name__


def _mark(can: bool) -> str:
    return "yes" if can else "no"
