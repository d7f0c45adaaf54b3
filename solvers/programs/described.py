"""The backend that a user's description makes of a program, by what the program reads."""

from pathlib import Path

from accord.solvers.backend import Backend
from accord.solvers.programs.descriptions import Description, read_description
from accord.solvers.programs.external import of_clauses, of_lines
from accord.solvers.programs.instances import of_instances

BACKENDS = {"dimacs": of_clauses, "puzzle": of_lines, "xcsp3": of_instances}


def described(path: Path) -> tuple[Backend, str]:
    """The backend that a file describes, and its version: of the file and of the program.

    Raises:
        DescriptionError: it describes none.
    """
    description = read_description(path)
    backend = backend_of(description)
    return backend, f"sha256 {description.digest} {backend.version}".strip()


def backend_of(description: Description) -> Backend:
    """The backend that runs this program."""
    return BACKENDS[description.input](description)
