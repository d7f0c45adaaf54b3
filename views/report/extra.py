"""What reports are made with, besides what accord needs anyway: the extra `report`."""

from collections.abc import Sequence
from importlib.util import find_spec

from accord.solvers.registry import MissingBackendError, install_extra

NEEDED = ("altair", "jinja2", "scipy", "vl_convert")


def check(needed: Sequence[str] = NEEDED, extra: str = "report") -> None:
    """Complain of what is not installed.

    Raises:
        MissingBackendError: something is not; says how to install it.
    """
    if missing := [name for name in needed if find_spec(name) is None]:
        what = "draws reports" if extra == "report" else "computes statistics"
        raise MissingBackendError(
            f"found no {' and no '.join(missing)}, expected what {what}: {install_extra(extra)}"
        )
