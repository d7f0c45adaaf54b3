"""The registry of solvers, and how to install what they need.

Every module of this floor that defines SOLVERS, a dict from names to backends, is one, and so is
every entry point of the group `accord.solvers` in other packages.  There is no list of their
names.  A solver may also come from outside: `package.module:OBJECT` or `file.py:OBJECT` is a
Backend or a plain generator function, `FILE.toml` describes a program
(solvers/programs/descriptions.py).  Nothing here imports a backend's library.

What is imported can replace whatever else its process holds.  So a process that judges, or that
reads rows of others, looks names up with `registered` and `canonical`, which import no code from
outside; `select` and `usable` do, and of names that the source does not say are for the process
that asks the solver (bench/run).

How to install what is missing is said by the names of the packages themselves and not by
`accord[EXTRA]`: accord is installed from a clone, and nobody has published a package of that name,
so that a stranger might.
"""

import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module, util
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from accord.puzzles.discovery import Members
from accord.puzzles.errors import InputError
from accord.puzzles.phrasing import nearest, similar
from accord.puzzles.problem import Problem
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, Grid, Puzzle, Settings, UnsupportedError
from accord.solvers.settings import SettingError, read_settings, settings_of, written

if TYPE_CHECKING:
    from importlib import metadata

    from packaging.requirements import Requirement


class UnknownSolverError(InputError, ValueError):
    """No solver has this name, or nothing usable stands at this place."""


class CannotImportError(UnknownSolverError):
    """The code of a solver from outside is there, and fails when it is imported."""


class MissingBackendError(Exception):
    """The solver is known, but what it needs is not installed."""


@dataclass(frozen=True)
class Selection:
    """A backend chosen by name, with its settings."""

    name: str
    backend: Backend
    settings_text: str  # canonical
    origin: str | None = None  # a hash of the file it comes from, or what its description says

    @property
    def settings(self) -> Settings:
        """The settings to pass to `backend.solve`."""
        return read_settings(self.settings_text, self.backend.solve) if self.settings_text else {}

    @property
    def version(self) -> str:
        """The version of its library or file; looked up when read: 0.2 ms."""
        return self.backend.version if self.origin is None else self.origin

    @property
    def takes_arrays(self) -> bool:
        """Whether it takes an array of puzzles in one call: with the default settings only."""
        return self.backend.many is not None and not self.settings_text

    def check(self, problem: Problem) -> None:
        """Refuse a problem that it cannot be asked.

        Raises:
            UnsupportedError: it cannot; says who, and why.
        """
        if reason := self.backend.unsupported(problem):
            raise UnsupportedError(f"{self.name}: {reason}")

    def __str__(self) -> str:
        return f"{self.name}:{self.settings_text}" if self.settings_text else self.name


class Backends(Mapping[str, Backend]):
    """Every backend by name, available or not; sorted.

    One that is looked up is imported alone, as that is a tenth of all.
    """

    def __init__(self) -> None:
        self._own = Members("SOLVERS", "accord.solvers")

    @cached_property
    def others(self) -> dict[str, Backend]:
        """The backends of other packages, by name, from their entry points."""
        from importlib import metadata

        entries = metadata.entry_points(group="accord.solvers")
        return {entry.name: _from_entry(entry) for entry in entries if entry.name not in self._own}

    def __getitem__(self, name: str) -> Backend:
        # None of accord's has a point in its name; to look for one would import all of them.
        backend: Backend | None = None if "." in name else self._own.get(name)
        return self.others[name] if backend is None else backend

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*self._own, *self.others}))

    def __len__(self) -> int:
        return len(self._own) + len(self.others)


@cache
def backends() -> Backends:
    """The backends, those of this process."""
    return Backends()


def available() -> dict[str, Backend]:
    """The backends that can run here with their default settings, by name."""
    chosen = {name: backend.chosen_by({}) for name, backend in backends().items()}
    return {name: backend for name, backend in chosen.items() if not backend.missing}


def expect_name(solver: object) -> str:
    """The name of a solver, if it is a text.

    Raises:
        UnknownSolverError: it is no text, but perhaps the solver's function.
    """
    if isinstance(solver, str):
        return solver
    raise UnknownSolverError(
        f"found {solver!r:.80} as a solver, expected its name, such as cpsat or file.py:solve"
    )


def select(text: str | Callable[..., Any]) -> Selection:
    """The solver that `NAME[:SETTINGS]`, `PLACE:OBJECT[:SETTINGS]` or `FILE.toml[:SETTINGS]` names.

    A function is one too, in this process.

    Raises:
        UnknownSolverError: there is no such solver; names the nearest.
        SettingError: it has no such setting.
    """
    if callable(text):
        name = getattr(text, "__name__", "solve")
        return Selection(name, as_backend(text, name), "", "")
    if not is_from_outside(text):
        return registered(text)
    name, settings = name_and_settings(text)
    backend, version = (_described if name.endswith(".toml") else _from_outside)(name)
    read = _settings(name, settings, backend)
    return Selection(name, backend.chosen_by(read), written(read), version)


def is_registered(text: str) -> bool:
    """Whether a text names a registered backend, rather than a place or nothing."""
    return text.partition(":")[0] in backends()


def is_from_outside(text: str) -> bool:
    """Whether a solver stands at a place, as code or a description, rather than being registered.

    Raises:
        UnknownSolverError: it is no text.
    """
    return "." in expect_name(text).partition(":")[0] and not is_registered(text)


def name_and_settings(text: str) -> tuple[str, str]:
    """The name of a solver and the text of its settings; `PLACE:OBJECT` is one name."""
    name, _, settings = text.partition(":")
    if is_from_outside(text) and not name.endswith(".toml"):
        thing, _, settings = settings.partition(":")
        name = f"{name}:{thing}"
    return name, settings


def registered(text: str) -> Selection:
    """The registered backend that `NAME[:SETTINGS]` names; a name from outside is unknown here.

    Raises:
        UnknownSolverError: no backend has this name; names the nearest.
        SettingError: it has no such setting.
    """
    name, _, settings = expect_name(text).partition(":")
    if (backend := backends().get(name)) is None:
        known = [*backends()]
        meant = "" if similar(name, known) else _with_setting(name)
        raise UnknownSolverError(
            f"found the solver {name!r}, expected {meant}{nearest(name, known)}"
        )
    read = _settings(name, settings, backend) if settings else {}
    return Selection(name, backend.chosen_by(read), written(read) if read else "")


def _with_setting(word: str) -> str:
    """The first solver whose principal setting takes a word, as `minizinc:gecode; `; or nothing."""
    for name, backend in backends().items():
        first = next(iter(settings_of(backend.solve).values()), None)
        if first and isinstance(first.values, tuple) and word in first.values:
            return f"{name}:{word}; "
    return ""


def _settings(name: str, text: str, backend: Backend) -> Settings:
    """The settings of a solver as people write them.

    Raises:
        SettingError: it has no such setting; names the solver.
    """
    try:
        return read_settings(text, backend.solve)
    except SettingError as error:
        raise SettingError(f"{name}: {error}") from None


def canonical(text: str) -> str:
    """A registered backend's name with its settings as rows have them; another text as it is."""
    with suppress(UnknownSolverError, SettingError):
        return str(registered(text))
    return text


def usable(text: str | Callable[..., Any]) -> Selection:
    """The solver that `text` names or is, like `select`, if it can run here.

    Raises:
        MissingBackendError: what it needs is not installed.
        UnknownSolverError, SettingError: as `select`.
    """
    return _expect_usable(select(text))


def runnable(text: str) -> Selection:
    """The registered backend that `text` names, like `registered`, if it can run here.

    Raises:
        MissingBackendError: what it needs is not installed.
        UnknownSolverError, SettingError: as `registered`.
    """
    return _expect_usable(registered(text))


def _expect_usable(chosen: Selection) -> Selection:
    """The solver, if it can run here.

    Raises:
        MissingBackendError: what it needs is not installed.
    """
    if missing := chosen.backend.missing:
        how = remedy(chosen.backend)
        what = f"{missing}: {how}" if how else missing
        raise MissingBackendError(f"{chosen.name} cannot run here: {what}")
    return chosen


def remedy(backend: Backend) -> str:
    """The command that installs what the backend is missing; empty where no package has it."""
    known = (need.distributions for need in backend.needs if need.missing)
    names = [distributions[0] for distributions in known if distributions]
    return install(names) if names else ""


def meant(text: str, known: Collection[str]) -> str:
    """The known solver that a text names, however its settings are written; else the text."""
    return text if text in known else canonical(text)


def as_backend(thing: Any, name: str, lineage: str = "") -> Backend:
    """A backend, or a generator function declared as one that stands for itself alone.

    Args:
        thing: what was found; a function whose first parameter is called `problem` takes problems.
        name: what it is called in messages.
        lineage: where its code comes from; two functions of one file are not independent.

    Raises:
        UnknownSolverError: it is neither.
    """
    if isinstance(thing, Backend):
        return thing
    if callable(thing):
        _expect_two_arguments(thing, name)
        lineage = lineage or name
        problems = _first_parameter(thing) == "problem"
        return Backend(thing, engine=lineage, model=lineage, family="other", problems=problems)
    raise UnknownSolverError(f"{name}: found {thing!r:.60}, expected a Backend or a function")


def _first_parameter(solve: Callable[..., Any]) -> str:
    try:
        return next(iter(signature(solve).parameters), "")
    except ValueError:  # of a function that is not written in Python
        return ""


def _expect_two_arguments(solve: Callable[..., Any], name: str) -> None:
    """Check that a function can be called as a solver is.

    Raises:
        UnknownSolverError: it cannot.
    """
    try:
        taken = signature(solve)
    except ValueError:  # of a function that is not written in Python
        return
    try:
        taken.bind(None, None)
    except TypeError:
        raise UnknownSolverError(
            f"{name}: found {getattr(solve, '__name__', name)}{taken}, expected "
            "solve(puzzle, budget), which yields grids"
        ) from None


def _from_entry(entry: "metadata.EntryPoint") -> Backend:
    """The backend of an entry point; one that cannot be loaded is there and says why."""
    try:
        return as_backend(entry.load(), entry.name)
    except Exception as error:  # of another package: whatever it raises
        problem = Need(problem=f"{entry.value} cannot be loaded: {type(error).__name__}: {error}")
        return Backend(_broken, entry.value, entry.value, family="other", needs=(problem,))


def _broken(puzzle: Puzzle, budget: Budget) -> Iterator[Grid]:
    """A solver whose package cannot be loaded."""
    raise UnsupportedError("its package cannot be loaded")
    yield


def _from_outside(name: str) -> tuple[Backend, str]:
    """The backend at PLACE:OBJECT, and its version: a hash of the file it comes from."""
    place, _, attribute = name.rpartition(":")
    if not attribute:
        raise UnknownSolverError(f"found no object in it, expected one, as {place}:solve")
    if place.endswith(".py") and not Path(place).is_file():
        raise UnknownSolverError(f"found no such file {place}, expected one of Python")
    if "/" in place and not place.endswith(".py"):
        raise UnknownSolverError(f"found the path {place}, expected a file of Python, NAME.py")
    try:
        module = _load_file(Path(place)) if place.endswith(".py") else _load_module(place)
    except Exception as error:
        kind = UnknownSolverError if _is_absent(place, error) else CannotImportError
        raise kind(f"{place}: cannot be imported: {type(error).__name__}: {error}") from error
    thing: Any = module
    for part in attribute.split("."):
        thing = getattr(thing, part, None)
    if thing is None:
        raise UnknownSolverError(f"{place}: found no {attribute!r} in it")
    file = Path(module.__file__ or place)
    version = f"sha256 {sha256(file.read_bytes()).hexdigest()[:12]}"
    return as_backend(thing, name, lineage=file.name), version


def _is_absent(place: str, error: Exception) -> bool:
    """Whether it is the file or the module itself that was not found, or a package around it."""
    name = error.name if isinstance(error, ImportError) else None
    return name is not None and f"{place}.".startswith(f"{name}.")


def _described(name: str) -> tuple[Backend, str]:
    """The backend that a description makes of a program, and its version."""
    from accord.solvers.programs.descriptions import DescriptionError
    from accord.solvers.programs.instances import described

    try:
        return described(Path(name))
    except DescriptionError as error:
        raise UnknownSolverError(str(error)) from None


def _load_module(name: str) -> ModuleType:
    """A module that is installed, or stands in the current folder."""
    _look_in(Path.cwd())
    return import_module(name)


@cache
def _load_file(path: Path) -> ModuleType:
    spec = util.spec_from_file_location(f"accord_outside_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ImportError(f"no such file: {path}", name=str(path))
    _look_in(path.resolve().parent)
    module = sys.modules[spec.name] = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _look_in(folder: Path) -> None:
    """Let what is loaded from a folder import its neighbours, after everything installed."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


SAME_SEARCH = (
    "same search: the first open variable by number, x = v and then x != v for its least value v; "
    "all-different domain consistent, other constraints as strong as each solver has them. "
    "Nodes: the root and both branches, those that fail included."
)


def is_same_search(solver: str) -> bool:
    """Whether a solver, as it is written in a campaign, has the settings of this search."""
    try:
        chosen = registered(solver)
    except (InputError, ValueError):  # it is not known here
        return False
    settings = chosen.backend.same_search
    return bool(settings) and str(chosen) == canonical(f"{chosen.name}:{settings}")


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
