"""Discovery: which modules of a package define something by a given name.

A registry finds its members by their files alone: a module is one if a line of its source begins
with the name that members define (`SOLVERS`, `ENCODINGS`).  Only these are imported, so that a new
member is one new file that no list names, and everything else in the tree is loaded when needed.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any


def modules_defining(name: str, package: str) -> Iterator[str]:
    """The full names of a package's modules, at any depth, that define `name`; sorted.

    Files whose names no import can say, such as locks and copies that editors leave, are none.
    """
    defines = re.compile(rf"^{name}\s*[:=]".encode(), re.MULTILINE)
    for folder in map(Path, import_module(package).__path__):
        for file in sorted(folder.rglob("*.py")):
            place = file.relative_to(folder).with_suffix("")
            if all(map(str.isidentifier, place.parts)) and defines.search(file.read_bytes()):
                yield ".".join((package, *place.parts)).removesuffix(".__init__")


def members(name: str, package: str) -> dict[str, Any]:
    """What the modules of a package define by `name`, dicts by name, in one dict sorted by name."""
    return dict(sorted(members_by(name, package).items()))


def members_by(name: str, package: str) -> dict[Any, Any]:
    """What the modules of a package define by `name`, dicts by anything, in one dict."""
    found: dict[Any, Any] = {}
    for module in modules_defining(name, package):
        found |= getattr(import_module(module), name)
    return found
