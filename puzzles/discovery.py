"""Discovery: which modules of a package define something by a given name.

A registry finds its members by their files alone: a module is one if a line of its source begins
with the name that members define (`SOLVERS`, `ENCODINGS`).  Only these are imported, so that a new
member is one new file that no list names, and everything else in the tree is loaded when needed.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType


def modules_defining(name: str, package: ModuleType) -> Iterator[str]:
    """The full names of the package's modules, at any depth, that define `name`; sorted."""
    defines = re.compile(rf"^{name}\b".encode(), re.MULTILINE)
    for folder in map(Path, package.__path__):
        for file in sorted(folder.rglob("*.py")):
            if defines.search(file.read_bytes()):
                place = file.relative_to(folder).with_suffix("")
                yield ".".join((package.__name__, *place.parts)).removesuffix(".__init__")
