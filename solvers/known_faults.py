"""Known faults: which versions of solvers' libraries answer wrongly, and whether it reaches accord.

The faults stand in known_faults.toml: which versions, what is wrong with them, what to do, how
accord stands to it, and the source.

    reached          what accord does with the part that is wrong
    ---------------  -----------------------------------------------------------------
    no               it does not use it, or avoids it as the row explains
    possibly         it uses it, and no puzzle is known on which it is wrong
    yes              its answers are wrong, or its runs end so

A fault is `reproduced` (tests/solvers/test_known_faults.py repeats it) or `reported` by
others.  A version is matched as PEP 440 orders it; what is no such version (a program's `sc2021`)
has no row.  What counts as a fault, and how "possibly" was tested: docs/explanation/measuring.md.
Of a program that reads problems, `misreads` says which constraints the fault is about: they are
refused where it gets a file that accord has not written (solvers/programs/originals.py).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

from accord.puzzles.fields import read_fields

Kind = Literal["wrong answer", "crash", "slow", "other reading"]
Reached = Literal["no", "possibly", "yes"]
Evidence = Literal["reproduced", "reported"]

ORDER: tuple[Reached, ...] = ("yes", "possibly", "no")


@dataclass(frozen=True)
class Beside:
    """Another package, in some versions, with which alone a fault shows."""

    package: str
    versions: str


@dataclass(frozen=True)
class Misreading:
    """The constraints that a program reads wrongly in a file of another's."""

    engines: tuple[str, ...]  # of the programs
    kinds: tuple[str, ...]
    when: str = ""  # which of these, by the name of a condition; all of them where it is empty


@dataclass(frozen=True)
class Fault:
    """A known fault of some versions of a package."""

    name: str
    package: str  # a distribution, or a program
    versions: str  # a specifier as of PEP 440
    kind: Kind
    what: str  # is wrong
    remedy: str  # for users of the library
    reached: Reached
    accord: str  # why it is reached or not
    evidence: Evidence
    source: str
    beside: Beside | None = None
    misreads: Misreading | None = None


@dataclass(frozen=True)
class InstalledFault:
    """A known fault of a package in the version that is installed."""

    fault: Fault
    version: str

    @property
    def makes_answers_wrong(self) -> bool:
        """Whether the fault makes answers of accord wrong."""
        return self.fault.kind == "wrong answer" and self.fault.reached == "yes"


@dataclass(frozen=True)
class _FaultsFile:
    fault: tuple[Fault, ...]


def _shipped_faults() -> tuple[Fault, ...]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return _FaultsFile(**read_fields(_FaultsFile, table)).fault


FAULTS = _shipped_faults()


def faults_of(installed: Mapping[str, str]) -> list[InstalledFault]:
    """The known faults of installed packages, those first that reach accord.

    Args:
        installed: the version of each package, names in lower case with hyphens.
    """
    found = [
        InstalledFault(fault, installed[fault.package])
        for fault in FAULTS
        if _is_affected(fault, installed) and _is_affected(fault.beside, installed)
    ]
    return sorted(found, key=lambda each: ORDER.index(each.fault.reached))


def _is_affected(part: Fault | Beside | None, installed: Mapping[str, str]) -> bool:
    """Whether the installed version of a package is one with the fault."""
    if part is None:
        return True
    try:
        version = Version(installed.get(part.package, ""))
    except InvalidVersion:  # not installed, or not of the kind that can be compared
        return False
    return SpecifierSet(part.versions).contains(version, prereleases=True)
