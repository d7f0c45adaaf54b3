"""What fuzzing needs besides what accord needs anyway: the extra `fuzz`."""

from importlib.util import find_spec

from accord.solvers.registry import MissingBackendError
from accord.solvers.requirements import install_extra


def check() -> None:
    """Complain where hypothesis is not installed.

    Raises:
        MissingBackendError: it is not; says how to install it.
    """
    if find_spec("hypothesis") is None:
        raise MissingBackendError(
            f"found no hypothesis, expected what draws random problems: {install_extra('fuzz')}"
        )
