"""The ladder: one puzzle said in model after model, each with its size, strength and search.

A model of a puzzle can be small and say little to a solver, or large and say much.  What it says
shows before anybody searches, in the candidates that its own propagation leaves at the root; what
that is worth shows in the nodes of a search on it, and what it costs in the time.  That the same
problem has many models, and that they differ in just this, is an old insight of the field (Barbara
Smith, "Modelling", in the Handbook of Constraint Programming, 2006); a student believes it when the
search stays the same and only the model changes.  So each group of models has one solver:

    group                what its models are                           searched by
    ------------------   -------------------------------------------   -----------------------------
    search               disequalities of two cells, and with values   backtracking-mrv
                         that need a place; AllDifferent
    python-constraint,   disequalities and AllDifferent, of weaker     the backend of this name
    choco, ...           kinds too
    cp-sat               AllDifferent, and exactly one of Booleans     cpsat, cpsat-bool
    exact-cover          options that cover items                      dancing-links and another one
    clauses              every encoding of encodings/clauses           one SAT solver, which counts
    linear               a 0/1 linear program                          highs, scip
    others               bit vectors, integers, rules, MiniZinc ...    every backend with one model

The groups follow from the declarations of the backends, so that a new one has its rung.  Its size
is that of the encoding it reads, or of AllDifferents where it posts the constraints itself.

A model whose solver is missing here keeps its rung and says what it needs; its size and its root
do not depend on that.  Solvers run in processes of their own under a time limit, each grid is
verified and each claim judged (bench/judging/check.py), so that models which differ in a solution
are found out, and the wrong one is named.

The candidates at the root are computed by accord: with the filters of the handwritten search
(solvers/search/filters.py), and for clauses by unit propagation (encodings/clauses/propagation.py).
What "exactly one" of an exact cover or of a linear row says by itself is what unit propagation sees
in `extended`, whose clauses are these sums and nothing else. Where a library decides for itself how
much it concludes, nothing is said. In an exact cover a variable is an option, chosen or not, and a
constraint an item, so that its size compares with those of the others.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from accord.bench.campaigns.run import Run
from accord.bench.judging.check import check
from accord.bench.judging.judge import Judgement, Verdict, judge
from accord.encodings import exact_cover
from accord.encodings.clauses import cnf
from accord.encodings.clauses.propagation import candidates, propagate, solved
from accord.encodings.encoding import Size
from accord.encodings.registry import encoding, encodings
from accord.encodings.scopes import full_and_short, pairwise_size, scopes
from accord.puzzles.puzzle import Puzzle
from accord.solvers.backend import Backend
from accord.solvers.budget import Budget
from accord.solvers.registry import MissingBackendError, backends, select, usable
from accord.solvers.search.filters import FILTERS
from accord.solvers.search.network import ConflictError, network
from accord.solvers.settings import settings_of

End = Literal["solved", "conflict", "search"]


@dataclass(frozen=True)
class Root:
    """How far a model comes by propagation alone."""

    candidates: int  # left, in all cells; 0 after a conflict
    end: End  # "search": nothing is decided


@dataclass(frozen=True)
class Model:
    """A way to say a puzzle, and who searches on it."""

    name: str
    solvers: tuple[str, ...]  # with settings; the first that can run here is asked
    size: Callable[[Puzzle], Size]
    propagation: str = ""  # what is concluded at the root, where that is known
    root: Callable[[Puzzle], Root] | None = None


@dataclass(frozen=True)
class Rung:
    """A model of one puzzle: what it costs, what it sees, and how it was searched."""

    group: str
    model: str
    solver: str  # with settings
    size: Size
    propagation: str  # empty where it is not known what is concluded at the root
    root: Root | None
    missing: str  # what its solver needs; empty when it was asked
    judged: Judgement | None  # None when its solver is missing

    @property
    def run(self) -> Run | None:
        """The run of its solver."""
        run = self.judged.run if self.judged else None
        return run if isinstance(run, Run) else None

    @property
    def nodes(self) -> int | None:
        """Nodes of the search tree, or decisions of a solver that has no tree."""
        run = self.run
        return None if run is None else run.nodes if run.nodes is not None else run.decisions

    @property
    def conflicts(self) -> int | None:
        """Conflicts, or the backtracks of a search that counts these."""
        run = self.run
        if run is None:
            return None
        return run.conflicts if run.conflicts is not None else run.backtracks

    @property
    def cpu_time(self) -> float | None:
        """CPU seconds, to make the model and to search."""
        return self.run.cpu_time if self.run else None

    @property
    def answered(self) -> bool:
        """It found as many solutions as were asked for, or all there are, and is not refuted."""
        return self.judged is not None and self.judged.category == "correct"


@dataclass(frozen=True)
class Ladder:
    """The rungs of one puzzle, group by group, in each those that see least first."""

    puzzle: Puzzle
    limit: int | None  # solutions asked for; None for all
    rungs: tuple[Rung, ...]
    verdict: Verdict

    @property
    def same(self) -> bool | None:
        """Whether all models that answered have the same solutions; None: they need not.

        They need not where there are more than were asked for: each may have found other ones.
        """
        if self.verdict.refuted:
            return False
        counts = {rung.run.valid for rung in self.rungs if rung.run and rung.answered}
        known = self.verdict.exhausted and counts == {self.verdict.count}
        return True if known else None


def ladder(
    puzzle: Puzzle,
    *,
    limit: int | None = 2,
    seconds: float = 10.0,
    only: Collection[str] = (),
    every: bool = False,
    progress: Callable[[str], object] = lambda what: None,
) -> Ladder:
    """The models of a puzzle, measured and searched.

    Args:
        puzzle: of any shape.
        limit: solutions asked for: 2 decides uniqueness, None wants all.
        seconds: wall time that each search may take.
        only: names of groups; all of them where there is none.
        every: every way to say "at most one", too.
        progress: called with what is being measured.

    Raises:
        KeyError: there is no such group.
        UnsupportedError: a constraint is no AllDifferent.
    """
    known = groups(every)
    chosen = [
        (group, model, *_solver(model))
        for group in dict.fromkeys(only or known)
        for model in known[group]
    ]
    asked = list(dict.fromkeys(solver for _, _, solver, missing in chosen if not missing))
    measured = []
    for group, model, solver, missing in chosen:
        progress(f"{group}: {model.name}")
        root = model.root(puzzle) if model.root else None
        measured.append((group, model, solver, missing, model.size(puzzle), root))
    progress(f"searches: {len(asked)}")
    verdict = check(puzzle, asked, limit=limit, seconds=seconds) if asked else judge(puzzle, ())
    judged = {each.run.label: each for each in verdict.runs}
    rungs = [
        Rung(group, model.name, solver, size, model.propagation, root, missing, judged.get(solver))
        for group, model, solver, missing, size, root in measured
    ]
    return Ladder(puzzle, limit, tuple(_upwards(rungs)), verdict)


def _solver(model: Model) -> tuple[str, str]:
    """The solver that is asked, in canonical form; and what it needs, where it cannot run here."""
    missing = ""
    for name in model.solvers:
        try:
            return str(usable(name)), ""
        except MissingBackendError as error:
            missing = missing or str(error)
    return str(select(model.solvers[0])), missing


def _upwards(rungs: Sequence[Rung]) -> Iterator[Rung]:
    """The rungs of each group, those that leave most candidates first; of equals as they stand."""
    for group in dict.fromkeys(rung.group for rung in rungs):
        own = [rung for rung in rungs if rung.group == group]
        yield from sorted(own, key=lambda rung: -rung.root.candidates if rung.root else 1)


def filtered(puzzle: Puzzle, name: str) -> Root:
    """What a filter of the handwritten search leaves of the puzzle."""
    domains = list(puzzle.domains)
    if not all(domains):
        return Root(0, "conflict")
    try:
        decided = FILTERS[name](network(puzzle), domains, range(len(domains)), Budget())
    except ConflictError:
        return Root(0, "conflict")
    end: End = "solved" if len(set(decided)) == len(domains) else "search"
    return Root(sum(map(len, domains)), end)


def unit_propagated(puzzle: Puzzle, name: str) -> Root:
    """What unit propagation leaves of the puzzle in an encoding to clauses."""
    formula = cnf.encode(puzzle, name)
    fixed = propagate(formula)
    if fixed.conflict:
        return Root(0, "conflict")
    left = sum(map(len, candidates(formula, fixed)))
    return Root(left, "solved" if solved(formula, fixed) else "search")


def all_different_size(puzzle: Puzzle) -> Size:
    """The price of a language of AllDifferents."""
    every = scopes(puzzle)
    cells = sum(map(len, every))
    return Size(len(puzzle.domains), len(every), len({frozenset(s) for s in every}), cells)


def placed_size(puzzle: Puzzle) -> Size:
    """The price of disequalities, and of a disjunction for each value of each full constraint."""
    pairs, (full, _) = pairwise_size(puzzle), full_and_short(puzzle)
    n = puzzle.size
    return Size(
        pairs.variables,
        pairs.constraints + n * len(full),
        pairs.distinct + n * len({frozenset(scope) for scope in full}),
        pairs.literals + n * sum(map(len, full)),
    )


def exactly_one_size(puzzle: Puzzle) -> Size:
    """The price of an exact cover in Booleans, one for each option, and sums, one for each item."""
    cover = exact_cover.encode(puzzle)
    covering: list[list[int]] = [[] for _ in cover.items]
    for number, option in enumerate(cover.options):
        for item in option:
            covering[item].append(number)
    distinct = len({(item < cover.primary, *said) for item, said in enumerate(covering)})
    literals = sum(map(len, covering))
    return Size(len(cover.options), len(covering), distinct, literals)


FORWARD = ("forward checking", partial(filtered, name="forward"))
ARC = ("arc consistency", partial(filtered, name="singles"))
PLACES = ("arc consistency and hidden singles", partial(filtered, name="hidden"))
GAC = ("generalized arc consistency", partial(filtered, name="gac"))
SUMS = ("exactly one, to a fixed point", partial(unit_propagated, name="extended"))
Seen = tuple[str, Callable[[Puzzle], Root] | None]
UNSEEN: Seen = ("", None)
SEEN: dict[
    str, Seen
] = {  # what is concluded at the root, where that is known: by solver, or by what it reads
    "backtracking-mrv:filter=forward": FORWARD,
    "backtracking-mrv:filter=singles": ARC,
    "backtracking-mrv:filter=hidden": PLACES,
    "backtracking-mrv:filter=gac": GAC,
    "python-constraint": FORWARD,
    "choco:constraints=disequalities": ARC,
    "choco:constraints=alldifferent": GAC,
    "minizinc": GAC,
    "exact-cover": SUMS,
    "linear": SUMS,
}
SAID = {  # models that a setting of a backend chooses: its name, its value, how each is said
    "filter": {
        "forward": ("x != y, forward checking", pairwise_size),
        "singles": ("x != y, arc consistent", pairwise_size),
        "hidden": ("+ a place for each value", placed_size),
        "gac": ("AllDifferent", all_different_size),
    },
    "constraints": {
        "disequalities": ("x != y", pairwise_size),
        "alldifferent-bounds": ("AllDifferent, bounds", all_different_size),
        "alldifferent": ("AllDifferent", all_different_size),
    },
}
SAT_SOLVERS = ("sat-cadical", "sat-pycosat")  # PicoSAT reports no counters
AT_MOST_ONE = ("sequential", "product", "bitwise")  # besides pairwise, of `extended`
FAMILIES = {"cp-sat": "cp-sat", "exact-cover": "exact-cover", "sat": "clauses", "milp": "linear"}
LAST = (*FAMILIES.values(), "others")


def groups(every: bool = False) -> dict[str, list[Model]]:
    """The models by group; with `every` variant where that is wanted.

    A backend that posts its constraints in several ways has a group of its own.
    """
    found: dict[str, list[Model]] = {"search": [], "clauses": list(_clauses(every))}
    for name, backend in backends().items():
        if models := _own_models(name, backend):
            found.setdefault("search" if backend.family == "search" else name, []).extend(models)
        elif backend.model != "cnf":
            group = found.setdefault(FAMILIES.get(backend.family, "others"), [])
            group.append(_only_model(name, backend))
    return {name: found[name] for name in sorted(found, key=_place)}


def _place(group: str) -> tuple[bool, int, str]:
    return group != "search", LAST.index(group) if group in LAST else -1, group


def _own_models(name: str, backend: Backend) -> list[Model]:
    """The models that a setting chooses, of a backend that posts the constraints itself."""
    if backend.model != name or name in encodings():
        return []
    found = []
    for setting in settings_of(backend.solve).values():
        for value, (said, size) in SAID.get(setting.name, {}).items():
            if isinstance(setting.values, tuple) and value in setting.values:
                solver = f"{name}:{setting.name}={value}"
                seen = SEEN.get(solver) or SEEN.get(name) or UNSEEN
                found.append(Model(said, (solver,), size, *seen))
    return found


def _only_model(name: str, backend: Backend) -> Model:
    """The model of a backend that has one: what it reads, or AllDifferents."""
    size: Callable[[Puzzle], Size] = all_different_size
    if backend.model == "exact-cover":
        size = exactly_one_size
    elif backend.model in encodings():
        size = encoding(backend.model).size
    return Model(name, (name,), size, *SEEN.get(backend.model, UNSEEN))


def _clauses(every: bool) -> Iterator[Model]:
    """Every encoding to clauses, through one SAT solver."""
    few = {f"{cnf.DEFAULT}+{way}" for way in AT_MOST_ONE}
    for name in cnf.NAMES:
        if every or "+" not in name or name in few:
            solvers = tuple(f"{solver}:encoding={name}" for solver in SAT_SOLVERS)
            root = partial(unit_propagated, name=name)
            yield Model(name, solvers, encoding(f"cnf-{name}").size, "unit propagation", root)
