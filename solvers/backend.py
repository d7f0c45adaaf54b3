"""A backend: a solver with what must be known about it before it is asked.

A module of this folder that ends in `SOLVERS = {name: Backend(...)}` is a backend.  It imports
only accord and the standard library at its top, and its own library inside `solve`, so that the
capabilities of all backends can be listed without loading any of them.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from accord.encodings.posts import Posts
from accord.puzzles.constraints.constraint import TooLargeError
from accord.puzzles.optimization import with_value
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle, is_plain
from accord.puzzles.version import VERSION
from accord.solvers.interface import (
    Answers,
    Budget,
    Many,
    Settings,
    Solution,
    Solver,
    UnsupportedError,
    Within,
)
from accord.solvers.optimizing import improving
from accord.solvers.programs.program import path_of, version_of
from accord.solvers.projection import are_determined, batch_by_batch, with_one_forbidden
from accord.solvers.settings import MOST_THREADS, SettingError, settings_of, written

if TYPE_CHECKING:
    from accord.puzzles.batch import Batch

Family = Literal[
    "search", "logic", "cp", "cp-sat", "sat", "exact-cover", "smt", "milp", "asp", "pb", "other"
]


@dataclass(frozen=True)
class Need:
    """Something that has to be installed: a module, a program or a file of a distribution.

    With the distributions it may come from; the first one found says the version of a module or a
    file.
    """

    module: str = ""
    distributions: tuple[str, ...] = ()
    program: str = ""  # its name, or its path
    problem: str = ""  # what is known to be wrong, in words
    says_version: tuple[str, ...] = ("--version",)  # to this argument; none: the program cannot

    @property
    def missing(self) -> str:
        """The missing distribution or program, in words; empty when all is there."""
        if self.problem:
            return self.problem
        if not (self.module or self.program or self.installed):
            return f"needs {self.distributions[0]}" if self.distributions else ""
        if self.module and util.find_spec(self.module.partition(".")[0]) is None:
            return f"needs {self.distributions[0] if self.distributions else self.module}"
        if self.program and not self.path:
            return " or ".join((f"needs the program {self.program}", *self.distributions))
        return ""

    @property
    def path(self) -> str:
        """The path of the program; empty where there is none."""
        return path_of(self.program, self.distributions) if self.program else ""

    @property
    def version(self) -> str:
        """`distribution version` or `program version`; empty where it is not there."""
        if path := self.path:
            return f"{Path(path).name} {version_of(path, self.says_version)}"
        return next((f"{name} {version}" for name, version in self.installed.items()), "")

    @property
    def installed(self) -> Mapping[str, str]:
        """The version of each distribution that is installed."""
        from importlib import metadata

        versions = {}
        for name in self.distributions:
            try:
                versions[name] = metadata.version(name)
            except metadata.PackageNotFoundError:
                continue
        return versions

    @property
    def warning(self) -> str:
        """The known fault of the installed version; empty when there is none."""
        if len(self.installed) < 2:
            return ""
        found = listed(f"{name} {version}" for name, version in self.installed.items())
        return (
            f"found {found}, which overwrite each other's module `{self.module}`, expected one of "
            f"them: uninstall both, then install {self.distributions[0]}"
        )


def outside_of(distribution: str) -> dict[str, str]:
    """The installed packages that a distribution, or an extra of it, expects in other versions.

    Returns:
        By the name of each a sentence: what is expected and found, and what follows from it.
    """
    from importlib import metadata

    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    found: dict[str, str] = {}
    with suppress(metadata.PackageNotFoundError):
        about = metadata.distribution(distribution)
        extras = ["", *(about.metadata.get_all("Provides-Extra") or ())]
        for each in map(Requirement, about.requires or ()):
            other = Need(distributions=(each.name,)).installed.get(each.name)
            if other is None or each.specifier.contains(other, prereleases=True):
                continue
            if each.marker is None or any(each.marker.evaluate({"extra": x}) for x in extras):
                expected = f"{distribution} {about.version} expects {each.name}{each.specifier}"
                found[canonicalize_name(each.name)] = (
                    f"{expected}, found {other}: "
                    f"with it a wrong answer is no fault of {distribution}"
                )
    return found


READS_ITSELF = "reads=itself"  # of a program that gets the file from which a problem was read
POSTS_ORIGINAL = "posts=original"  # of a library that is asked the model that a program makes


SEARCH_OF_MODEL = "search=model"  # of a solver that follows the search that a source proposes


def asks_original(settings: str) -> bool:
    """Whether a solver with these settings gets what the file or model of a problem says."""
    of_the_source = {READS_ITSELF, POSTS_ORIGINAL, SEARCH_OF_MODEL}
    return not of_the_source.isdisjoint(settings.split(","))


@dataclass(frozen=True)
class EngineVariant:
    """The engine that one value of a backend's principal setting chooses."""

    engine: str
    needs: tuple[Need, ...] = ()  # besides those of the backend
    own_reader: Posts | None = None  # as of the backend
    original: Posts | None = None


@dataclass(frozen=True)
class Backend:
    """A solver and its declaration.

    `engine` and `model` say how independent two solvers are: the lineage of the search code, and
    the encoder whose output it reads (itself where it posts the constraints).
    """

    solve: Solver  # yields the grids
    engine: str  # the lineage of the search code
    model: str  # the encoder whose output it reads, or its own name
    family: Family  # what kind of solver it is, for people
    needs: tuple[Need, ...] = ()  # what has to be installed
    sizes: range = range(1, 37)  # the sizes of puzzles it takes
    posts: Posts | None = None
    """What it says in its own words; None where it reads the all-different sets of a puzzle."""
    pairwise: Posts | None = None
    """Its posts with `constraints=disequalities`; None where it has no such setting."""
    own_reader: Posts | None = None
    """What it reads of the file of a problem, with `reads=itself`; None without such a setting."""
    original: Posts | None = None
    """What it posts of the program of a problem, with `posts=original`; None without that."""
    problems: bool = False
    """Whether it takes problems that are no puzzles though it posts nothing; it may refuse some."""
    enumerates: bool = True  # can be asked for more than one solution
    proves: bool = True  # can claim that there are no more
    projects: bool = False  # takes hidden variables: forbids the shown values that it has yielded
    complete: bool = True  # given time it decides every puzzle it takes
    finds_one: tuple[str, ...] = ()
    """Values of the principal setting with which it finds one solution at most, and proves
    nothing."""
    optimizes: Literal["", "variable", "objective"] = ""
    """What it minimises or maximises: nothing, a variable that has the value of the objective, or
    any objective as it stands."""
    cores: str | int = 1  # that it works on at a time, or the setting that says how many
    traces: bool = False  # writes to the budget's trace, where there is one
    traces_problems: bool = False  # the same for problems that are no puzzles of all-different sets
    films_best: bool = False  # of a best solution it writes its solutions and bounds alone
    variants: Mapping[str, "EngineVariant"] = field(default_factory=dict)
    """By value of the principal setting, where this chooses the engine."""
    prepare: Callable[..., None] | None = None
    """Called with a puzzle and the settings before the clock starts; makes and keeps what the
    constraints alone determine.  What a puzzle's own cells say is the solver's work."""
    filters: Mapping[str, str] = field(default_factory=dict)
    """By value of its setting `constraints`: the filter of search/filters.py that concludes the
    same before any search, where that is known."""
    same_search: str = ""
    """Settings of the one static search that solvers can be compared in: the first open variable
    by number, x = v and then x != v for its least value v, all-different domain consistent; it
    counts as `nodes` the root and both branches, those that fail included.  Empty: it has none,
    because it learns, or because it cannot be told to search like this."""
    compiled: bool = False
    """Whether `prepare` compiles its code where that was never done, which takes some seconds."""
    many: Many | None = None
    """Takes an array of puzzles of one shape in one call; the default settings only."""
    within: Within | None = None
    """As `many`, with a time limit for each puzzle; those that might take longer are UNDECIDED."""
    start_up: Callable[..., None] | None = None
    """Called with a budget and the settings; has its program answer an empty question, so that all
    the time goes into starting it.  Raises where it does not; None where there is no program."""

    def chosen_by(self, settings: Settings) -> "Backend":
        """This backend with the engine, the needs and the posts that the settings choose."""
        principal = next(iter(settings_of(self.solve).values()), None)
        chosen = self
        if self.variants and principal is not None:
            variant = self.variants[str(settings.get(principal.name, principal.default))]
            chosen = replace(
                self,
                engine=variant.engine,
                needs=(*variant.needs, *self.needs),
                variants={},
                own_reader=variant.own_reader,
                original=variant.original,
            )
        if principal is not None and settings.get(principal.name) in self.finds_one:
            chosen = replace(chosen, enumerates=False, proves=False, complete=False)
        said = written(settings).split(",")
        for posts, asked in ((chosen.own_reader, READS_ITSELF), (chosen.original, POSTS_ORIGINAL)):
            if posts is not None and asked in said:
                if chosen.original is not None:  # a library of models
                    chosen = replace(chosen, projects=True, optimizes="objective")
                model = chosen.engine if asked == READS_ITSELF else f"{chosen.model}-original"
                return replace(chosen, posts=posts, model=model)
        if self.pairwise is not None and settings.get("constraints") == "disequalities":
            return replace(chosen, posts=self.pairwise)
        return chosen

    def cores_with(self, settings: Settings) -> int:
        """The number of cores that it works on at a time, with these settings.

        Raises:
            SettingError: that is no number of cores, or no setting.
        """
        name, number = "cores", self.cores
        if isinstance(number, str) and number in (known := settings_of(self.solve)):
            name, number = number, settings.get(number, known[number].default)
        if type(number) is not int or not 1 <= number <= MOST_THREADS:
            raise SettingError(
                f"{name}: found {number!r}, expected the number of cores that the solver works "
                f"on, from 1 to {MOST_THREADS}, or the name of the setting that says it"
            )
        return number

    @property
    def summary(self) -> str:
        """The first line of what `solve` says of itself."""
        return (self.solve.__doc__ or "").strip().partition("\n")[0]

    @property
    def missing(self) -> str:
        """The reason why it cannot run here; empty when it can."""
        return next((need.missing for need in self.needs if need.missing), "")

    @property
    def warning(self) -> str:
        """The known fault of what is installed for it; empty when there is none."""
        return "; ".join(need.warning for need in self.needs if need.warning)

    @property
    def outside(self) -> str:
        """Sentences on its libraries that expect others of them in other versions; else empty."""
        names = [name for need in self.needs for name in need.installed]
        said = (outside_of(name) for name in names)
        return "; ".join(each[name] for each in said for name in names if name in each)

    @property
    def version(self) -> str:
        """The version of its library or program with its name; accord's own if handwritten."""
        for need in self.needs:
            if version := need.version:
                return version
        return f"accord {VERSION}" if not self.needs else ""

    def unsupported(self, problem: Problem) -> str:
        """The reason why it cannot be asked this problem; empty when it can."""
        if reason := self.refusal(problem):
            return reason
        try:
            posed = self.posed(problem)
            if self.posts is not None and not is_plain(problem):
                self.posts.flatten(posed)
        except UnsupportedError as error:
            return str(error)
        return ""

    def refusal(self, problem: Problem) -> str:
        """As `unsupported`, without flattening the problem, which `solve` does itself."""
        if problem.goal is not None and not self.optimizes:
            return "it looks for any solution, and not for the best: see --ignore-objective"
        if isinstance(problem, Puzzle):
            if problem.size not in self.sizes:
                low, high = self.sizes[0], self.sizes[-1]
                return f"size {problem.size} is outside its sizes {low} to {high}"
            if not problem.shape.others:
                return ""
        if self.posts is None and not self.problems:
            if not isinstance(problem, Puzzle):
                reason = "it takes puzzles only, of n x n cells that differ in rows and columns"
                takes_all = "; a function that takes all calls its first parameter `problem`"
                return reason + takes_all * (self.family == "other")
            return f"it cannot post {problem.shape.others[0].kind}"
        return ""

    def check(self, problem: Problem) -> None:
        """Refuse a problem that it cannot be asked.

        Raises:
            UnsupportedError: it cannot; says why.
        """
        if reason := self.unsupported(problem):
            raise UnsupportedError(reason)

    def posed(self, problem: Problem) -> Problem:
        """The problem as `solve` gets it: with a variable that has the value of the objective.

        Raises:
            UnsupportedError: the value may be too large for a variable.
        """
        if problem.goal is None or self.optimizes != "variable":
            return problem
        try:
            return with_value(problem)
        except TooLargeError as error:
            raise UnsupportedError(f"the objective: {error}") from None

    def grids(self, problem: Problem, budget: Budget, settings: Settings) -> Iterator[Solution]:
        """Call `solve` with a problem that it can be asked: the way to every solver.

        The problem is not flattened to see whether it can, as `solve` does that and refuses it.

        Raises:
            UnsupportedError: it cannot be asked this problem; most constraints are looked at only
                when the first solution is asked for.
        """
        itself = asks_original(written(settings))  # then nothing is flattened
        if reason := self.unsupported(problem) if itself else self.refusal(problem):
            raise UnsupportedError(reason)
        budget.search = problem.search  # what is made of the problem has the same variables first
        solve = partial(self.solve, **settings)
        if problem.goal is not None:  # which is the best does not depend on what is shown
            if self.optimizes == "objective":
                return solve(problem, budget)
            problem = problem.showing_all()
            if self.optimizes == "variable":
                return improving(solve, problem, self.posed(problem), budget)
        if problem.shows_all or self.projects:
            return solve(problem, budget)
        if budget.limit == 1 or not self.forbids(problem):
            return solve(problem.showing_all(), budget)
        if budget.trace is not None:
            raise UnsupportedError(
                "found a trace of several solutions of a problem that hides variables, expected "
                "one of 1 solution: for each further one there is another search"
            )
        self.check(with_one_forbidden(problem))
        return batch_by_batch(lambda asked: solve(asked, budget), problem, budget)

    def forbids(self, problem: Problem) -> bool:
        """Whether it is asked again and again, with constraints against what it has found."""
        natively = self.projects or not self.enumerates or problem.goal is not None
        return not (natively or problem.shows_all or are_determined(problem))

    def answers(
        self, batch: "Batch", limit: int | None, threads: int = 1, seconds: float | None = None
    ) -> Answers:
        """Call `many`, or `within` if there are seconds: the way to every array call.

        It gets copies, which it may write to.

        Raises:
            UnsupportedError: it cannot be asked these, or takes no arrays, or no time limit.
        """
        self.check(batch.blank)
        if self.many is None:
            raise UnsupportedError("it takes no arrays")
        copies = batch.shape.copy(), batch.givens.copy()
        if seconds is None:
            return self.many(*copies, limit, threads)
        if self.within is None:
            raise UnsupportedError("it takes no arrays with a time limit")
        return self.within(*copies, limit, threads, seconds)
