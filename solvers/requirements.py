"""What accord asks of other packages, and how to install it.

Advice names the packages themselves and not `accord[EXTRA]`: accord is installed from a clone, and
nobody has published a package of that name, so that a stranger might.
"""

import shlex
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from packaging.requirements import Requirement


def install(distributions: Collection[str]) -> str:
    """The command that installs these packages in versions that accord takes."""
    wanted = {each.name: each for each in _requirements() if each.name in distributions}
    return _command(
        [f"{name}{wanted[name].specifier}" if name in wanted else name for name in distributions]
    )


def install_extra(extra: str) -> str:
    """The command that installs what an extra of accord brings."""
    return _command([f"{each.name}{each.specifier}" for each in _of_extra(extra)])


def lacking(error: ImportError, extra: str) -> str:
    """The complaint about a package that an extra of accord brings, with how to install it."""
    return f"found no {error.name}, expected it: {install_extra(extra)}"


def _of_extra(extra: str) -> "Iterator[Requirement]":
    for each in _requirements():
        if each.marker and "extra" in str(each.marker) and each.marker.evaluate({"extra": extra}):
            if each.name == "accord":
                for other in each.extras:
                    yield from _of_extra(other)
            else:
                yield each


def _command(packages: Collection[str]) -> str:
    return f"pip install {shlex.join(packages)}"


def _requirements() -> "list[Requirement]":
    """The requirements of accord as installed; empty where it is not installed."""
    from importlib import metadata

    from packaging.requirements import Requirement

    try:
        return [Requirement(text) for text in metadata.requires("accord") or []]
    except metadata.PackageNotFoundError:
        return []
