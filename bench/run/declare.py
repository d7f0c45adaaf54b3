"""What a solver is, found out before it is asked anything.

A solver from outside is imported for that, or its program started, in a process of its own and
under a limit: what is imported could replace the judge's code.  Where its import fails, what can be
known without is declared, so that the other solvers can be asked all the same.
"""

import warnings
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from accord.bench.run.report import Declaration
from accord.bench.run.supervisor import (
    CannotRunError,
    CannotStartError,
    FailedImportError,
    ForkServers,
    Worker,
)
from accord.bench.run.terms import IMPORT_LIMIT
from accord.puzzles.files.outside_file import OutsideFileError, read_outside
from accord.solvers.registry import (
    MissingBackendError,
    is_from_outside,
    name_and_settings,
    runnable,
)
from accord.solvers.source import MOST_CODE


def declare_all(
    solvers: Iterable[str], fork_servers: ForkServers, import_limit: float
) -> list[Declaration]:
    """The declarations of these solvers, each once; from outside only, where an import fails.

    Args:
        solvers: as people write them.
        fork_servers: of those who will ask them; they remember which imports have failed.
        import_limit: seconds that each may take to be imported.

    Raises:
        CannotStartError: what stands at the place of one is no solver.
        UnknownSolverError, MissingBackendError, SettingError: as `declare`.
    """
    found = []
    for solver in dict.fromkeys(solvers):
        try:
            found.append(declare(solver, fork_servers, import_limit))
        except FailedImportError:
            found.append(_undeclared(solver))
    return list({str(each): each for each in found}.values())


def _undeclared(solver: str) -> Declaration:
    """The declaration of a solver from outside that cannot be imported: name, version and file."""
    name, settings = name_and_settings(solver)
    file = Path(name.partition(":")[0])
    try:
        content = read_outside(file, most=MOST_CODE)
    except (OSError, OutsideFileError):
        content = b""
    version = f"sha256 {sha256(content).hexdigest()[:12]}" if content else ""
    return Declaration(name, settings, version, "other", file.name, file.name)


def declare(
    solver: str, fork_servers: ForkServers | None = None, import_limit: float = IMPORT_LIMIT
) -> Declaration:
    """The declaration of a solver; one from outside is imported in a process of its own.

    Args:
        solver: as people write it.
        fork_servers: of those who will ask it; by default one that is ended at once.
        import_limit: seconds that it may take to be imported.

    Raises:
        CannotStartError: what stands there is no solver.
        FailedImportError: its import fails, or takes longer.
        UnknownSolverError: there is no such solver.
        MissingBackendError: what it needs is not installed.
        SettingError: it has no such setting.
    """
    if is_from_outside(solver):
        with Worker(solver, fork_servers=fork_servers) as worker:
            return started(worker, import_limit)
    chosen = runnable(solver)
    if chosen.backend.warning:
        warnings.warn(f"{chosen.name}: {chosen.backend.warning}", stacklevel=2)
    return Declaration.of(chosen)


def started(worker: Worker, import_limit: float = IMPORT_LIMIT) -> Declaration:
    """Start a worker; the declaration of its solver.

    Raises:
        CannotStartError, FailedImportError, MissingBackendError: as `declare`.
    """
    solver = worker.solver
    try:
        return worker.start(import_limit)
    except CannotRunError as error:
        raise MissingBackendError(str(error)) from None
    except CannotStartError as error:
        name = solver.partition(":")[0]
        named = str(error).startswith((f"{name}:", f"found the solver {name!r}"))
        raise type(error)(str(error) if named else f"{solver}: {error}") from None
