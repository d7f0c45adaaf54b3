"""The doctor: what is installed here, what the machine does to timings, which limits hold.

It gathers facts and loads no solver's library: versions come from the metadata of packages and from
the programs themselves.  Known faults are looked up for every version found, whether a solver of
accord's uses it or not; advice follows from the facts (bench/run/quiet.py).  Of 0.6 s, 0.26 go
to watching other processes, and 0.09 to asking programs for their versions.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from accord.bench.run.enforcement import Enforcement, enforcement
from accord.bench.run.environment import environment
from accord.bench.run.lacking import Lack, lacking
from accord.bench.run.machine import Clock, Machine, clocks, machine
from accord.bench.run.minizinc_solver import how_found
from accord.bench.run.quiet import Advice, advice
from accord.bench.run.sandbox import obstacle
from accord.puzzles.version import VERSION
from accord.solvers.backend import Backend, outside_of
from accord.solvers.known_faults import InstalledFault, faults_of
from accord.solvers.registry import backends
from accord.solvers.settings import settings_of

FOR_DEVELOPERS = "dev"  # the extra whose packages no solver needs


@dataclass(frozen=True)
class Package:
    """A distribution that accord requires or can use, with its installed version."""

    name: str
    version: str  # empty where it is not installed
    expected: str  # versions, as a specifier; empty for any
    extra: str  # that asks for it; empty where accord cannot do without
    outside: str = ""  # a sentence, where CPMpy expects other versions

    @property
    def fits(self) -> bool:
        """Whether an expected version is installed, or none is needed."""
        if not self.version:
            return bool(self.extra)
        return Requirement(f"x{self.expected}").specifier.contains(self.version, prereleases=True)


@dataclass(frozen=True)
class ListedSolver:
    """A backend, or one of the engines that its principal setting chooses."""

    name: str
    family: str
    engine: str
    version: str
    missing: str  # what is needed; empty where it can run
    warning: str  # what is wrong with what is installed


@dataclass(frozen=True)
class Diagnosis:
    """The doctor's findings on this machine and this installation."""

    version: str  # of accord
    environment: Mapping[str, Any]  # as campaigns record it (bench/run/environment.py)
    packages: tuple[Package, ...]
    solvers: tuple[ListedSolver, ...]
    machine: Machine
    clocks: tuple[Clock, ...]
    limits: tuple[Enforcement, ...]
    lacks: tuple[Lack, ...]
    faults: tuple[InstalledFault, ...]
    advice: tuple[Advice, ...]
    minizinc: str = ""  # how MiniZinc finds accord as a solver, or what is to be done for that

    @property
    def makes_answers_wrong(self) -> bool:
        """Whether an installed package has a fault that makes accord's answers wrong."""
        return any(finding.makes_answers_wrong for finding in self.faults)


def diagnose(slots: int | None = None) -> Diagnosis:
    """The facts of this machine and this installation.

    Args:
        slots: runs at a time for which advice is given; by default one for each physical core.
    """
    facts = environment()
    observed = machine(facts["cpu"])  # before anything here keeps a processor busy
    measured = clocks()
    known = solvers(backends())
    asked_for = packages(metadata.requires("accord") or (), backends().values())
    return Diagnosis(
        version=VERSION,
        environment=facts,
        packages=asked_for,
        solvers=known,
        machine=observed,
        clocks=measured,
        limits=enforcement(),
        lacks=lacking(sandbox=obstacle()),
        faults=tuple(faults_of(installed(asked_for, known))),
        advice=tuple(advice(observed, measured, slots)),
        minizinc=how_found(),
    )


def packages(requirements: Iterable[str], declared: Iterable[Backend]) -> tuple[Package, ...]:
    """The distributions that accord requires, and those its backends found, in order of names.

    Args:
        requirements: as in the metadata of accord, those of its developers included.
        declared: backends, whose needs name distributions, too.
    """
    found = {
        name: Package(name, version, "", "") for name, version in _of_backends(declared).items()
    }
    outside = outside_of("cpmpy")
    for requirement in map(Requirement, requirements):
        name, extra = canonicalize_name(requirement.name), _extra(requirement)
        if extra != FOR_DEVELOPERS and name != "accord":
            found[name] = Package(name, _version(name), str(requirement.specifier), extra)
    return tuple(replace(found[name], outside=outside.get(name, "")) for name in sorted(found))


def _of_backends(declared: Iterable[Backend]) -> dict[str, str]:
    """The versions of the distributions that backends have found, by name."""
    needs = {
        need
        for backend in declared
        for of in (backend.needs, *(each.needs for each in backend.variants.values()))
        for need in of
    }
    return {
        canonicalize_name(name): version
        for need in needs
        for name, version in need.installed.items()
    }


def _extra(requirement: Requirement) -> str:
    """The extra that requires a distribution; empty where the core does."""
    named = str(requirement.marker or "").partition("extra ==")[2]
    return named.strip().strip("\"'")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def solvers(declared: Mapping[str, Backend]) -> tuple[ListedSolver, ...]:
    """Each backend with its default settings, followed by its other engines."""
    return tuple(
        ListedSolver(
            *(name, chosen.family, chosen.engine, "" if chosen.missing else chosen.version),
            *(chosen.missing, chosen.warning),
        )
        for backend_name, backend in declared.items()
        for name, chosen in _chosen(backend_name, backend)
    )


def _chosen(name: str, backend: Backend) -> Iterator[tuple[str, Backend]]:
    yield name, backend.chosen_by({})
    principal = next(iter(settings_of(backend.solve).values()), None)
    for value in backend.variants:
        if principal is not None and value != str(principal.default):
            yield f"{name}:{value}", backend.chosen_by({principal.name: value})


def installed(asked_for: Iterable[Package], known: Iterable[ListedSolver]) -> dict[str, str]:
    """The versions of all distributions and programs found, by name in lower case.

    Programs are taken from the versions of solvers: `minizinc 2.6.4 with Gecode 6.2.0`.
    """
    found = {package.name: package.version for package in asked_for if package.version}
    for part in (part for solver in known for part in solver.version.split(" with ")):
        name, _, version = part.rpartition(" ")
        if name:
            found.setdefault(canonicalize_name(name), version)
    return found
