"""What a solver is, found out before it is asked anything."""

import warnings

from accord.bench.isolation.report import Declaration
from accord.bench.isolation.supervisor import CannotRunError, CannotStartError, Worker
from accord.solvers.registry import MissingBackendError, backends, usable


def declare(solver: str) -> Declaration:
    """What a solver is; code from outside is loaded in a process of its own to be asked.

    Raises:
        CannotStartError: the solver from outside cannot be loaded.
        UnknownSolverError: there is no such solver.
        MissingBackendError: what it needs is not installed.
        SettingError: it has no such setting.
    """
    name = solver.partition(":")[0]
    if "." in name and name not in backends() and not name.endswith(".toml"):
        with Worker(solver) as worker:
            try:
                return worker.start()
            except CannotRunError as error:
                raise MissingBackendError(str(error)) from None
            except CannotStartError as error:
                raise CannotStartError(f"{solver}: {error}") from None
    chosen = usable(solver)
    if chosen.backend.warning:
        warnings.warn(f"{chosen.name}: {chosen.backend.warning}", stacklevel=2)
    return Declaration.of(chosen)
