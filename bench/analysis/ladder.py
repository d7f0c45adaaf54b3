"""The ladder: one problem in model after model, each with its size, strength and search.

A small model may tell a solver little, and a large one much.  How much shows in the candidates that
the model's own propagation leaves at the root; what that is worth shows in the nodes of a search on
it, and what it costs in the time (Barbara Smith, "Modelling", in the Handbook of Constraint
Programming, 2006).  To compare models and not solvers, each group of models has one solver; where
each solver has one model, a group has one family:

    group                what its models are                           searched by
    ------------------   -------------------------------------------   -----------------------------
    search               disequalities of two cells, and with values   backtracking-mrv
                         that need a place; AllDifferent
    python-constraint,   disequalities and AllDifferent, of weaker     the backend of this name
    choco, ...           kinds too
    cp-sat               AllDifferent, and exactly one of Booleans     cpsat, cpsat-bool
    exact-cover          options that cover items                      dancing-links and another one
    clauses              every encoding of encodings/clauses, and      one SAT solver with counters
                         of other problems every way to say sums
    sat                  the default encoding                          every SAT solver
    linear               a 0/1 linear program                          highs, scip
    others               bit vectors, integers, rules, MiniZinc ...    every backend with one model

Of a problem that is no puzzle of all-different alone, other settings that choose between models of
a puzzle choose nothing: each backend has one model, of the constraints that it posts, beside the
clauses and the filters of backtracking-mrv.  What cannot say the problem is a rung too, with the
reason.

Each solver runs in a process of its own under a time limit, and is judged as by `accord check`: a
model that loses or adds a solution is found.  How sizes and candidates are counted:
docs/explanation/analysis.md.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from accord.bench.judge.judge import Judgement, Verdict, judge
from accord.bench.judge.steps import ShowStep, not_shown, stepwise
from accord.bench.run.check import check
from accord.bench.run.declare import declare
from accord.bench.run.report import ReportedClaim
from accord.bench.run.terms import Terms
from accord.encodings import exact_cover
from accord.encodings.clauses import cnf, dimacs
from accord.encodings.clauses.kinds.integers import SUMS
from accord.encodings.clauses.kinds.problem import POSTS
from accord.encodings.clauses.propagation import Root, root
from accord.encodings.encoding import Size, encoding, encodings
from accord.encodings.model import UnsupportedError
from accord.encodings.scopes import disequalities, full_and_short, scopes
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle, is_plain
from accord.solvers.backend import Backend
from accord.solvers.registry import (
    MissingBackendError,
    backends,
    canonical,
    is_from_outside,
    registered,
)
from accord.solvers.search.backtracking_mrv import propagated
from accord.solvers.search.propagators.posts import FilterName
from accord.solvers.settings import settings_of


@dataclass(frozen=True)
class Model:
    """A model of a puzzle, and the solvers that can search on it."""

    name: str
    solvers: tuple[str, ...]  # with settings; the first that can run here is asked
    size: Callable[[Any], Size]  # of what it is a model of: a puzzle, or any problem
    propagation: str = ""  # what is concluded at the root, where that is known
    root: Callable[[Any], Root] | None = None


@dataclass(frozen=True)
class Rung:
    """A model of one problem: its size, its candidates at the root, and the search on it."""

    group: str
    model: str
    solver: str  # with settings
    size: Size | None  # None: it cannot say the problem
    propagation: str  # empty where it is not known what is concluded at the root
    root: Root | None
    missing: str  # what its solver needs; empty when it was asked
    refused: str = ""  # why it cannot say the problem; empty when it can
    judged: Judgement | None = None  # None when its solver is missing or refuses

    @property
    def run(self) -> ReportedClaim | None:
        """The run of its solver."""
        run = self.judged.run if self.judged else None
        return run if isinstance(run, ReportedClaim) else None

    @property
    def nodes(self) -> int | None:
        """Nodes of the search tree, or decisions of a solver that has no tree."""
        return self._first("nodes", "decisions")

    @property
    def conflicts(self) -> int | None:
        """Conflicts, or the backtracks of a search that counts these."""
        return self._first("conflicts", "backtracks")

    def _first(self, *counters: str) -> int | None:
        """The first of these that its solver counts."""
        known = self.run.report.counters if self.run else {}
        return next((known[name] for name in counters if name in known), None)

    @property
    def cpu_time(self) -> float | None:
        """CPU seconds, to make the model and to search."""
        return self.run.report.cost.get("cpu_time") if self.run else None

    @property
    def wrong(self) -> bool:
        """Whether its claim is refuted."""
        return self.judged is not None and self.judged.category == "wrong"

    @property
    def answered(self) -> bool:
        """Whether it found the solutions asked for, or all there are, and is not refuted."""
        return self.judged is not None and self.judged.category == "correct"


@dataclass(frozen=True)
class Ladder:
    """The rungs of one problem, group by group, in each group the weakest propagation first."""

    problem: Problem
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


DECIDING = Terms(limit=2)  # whether there is one solution: models that agree have the same


def ladder(
    problem: Problem,
    terms: Terms = DECIDING,
    *,
    only: Collection[str] = (),
    every: bool = False,
    steps: ShowStep = not_shown,
) -> Ladder:
    """The models of a problem, measured and searched.

    Args:
        problem: of any shape, or another problem.
        terms: how many solutions each search is asked for, and what it may use.
        only: names of groups; all of them where there is none.
        every: every way to say "at most one", too.
        steps: called with the models that are measured, then with the searches that have ended.

    Raises:
        KeyError: there is no such group of models of it.
    """
    known, measured = groups_of(problem, every), cache(lambda measure: measure(problem))
    chosen = [(group, model) for group in dict.fromkeys(only or known) for model in known[group]]
    rungs = []
    for group, model in stepwise("measuring models", chosen, steps):
        (solver, missing), left = _solver(model), None
        try:
            if not (is_plain(problem) or is_from_outside(solver)):
                registered(solver).backend.check(problem)
            size: Size | None = measured(model.size)
            left, refused = measured(model.root) if model.root else None, ""
        except UnsupportedError as error:
            size, refused = None, str(error)
        rungs.append(
            Rung(group, model.name, solver, size, model.propagation, left, missing, refused)
        )
    able = (rung.solver for rung in rungs if not (rung.missing or rung.refused))
    asked = list(dict.fromkeys(able))
    verdict = judge(problem, ())
    if asked:
        verdict = check(problem, asked, terms, steps=steps)
    judged = {each.run.label: each for each in verdict.runs}
    rungs = [
        rung if rung.refused else replace(rung, judged=judged.get(rung.solver)) for rung in rungs
    ]
    return Ladder(problem, terms.limit_on(problem), tuple(_upwards(rungs)), verdict)


def _solver(model: Model) -> tuple[str, str]:
    """The solver that is asked, in canonical form; and what it needs, where it cannot run here."""
    missing = ""
    for name in model.solvers:
        try:
            return str(declare(name)), ""
        except MissingBackendError as error:
            missing = missing or str(error)
    return canonical(model.solvers[0]), missing


def _upwards(rungs: Sequence[Rung]) -> Iterator[Rung]:
    """The rungs of each group, those that leave most candidates first; of equals as they stand."""
    for group in dict.fromkeys(rung.group for rung in rungs):
        own = [rung for rung in rungs if rung.group == group]
        yield from sorted(own, key=lambda rung: -rung.root.candidates if rung.root else 1)


def groups_of(problem: Problem, every: bool = False) -> dict[str, list[Model]]:
    """The models of a problem by group; with `every` variant where that is wanted."""
    return groups(every) if is_plain(problem) else problem_groups(problem, every)


def filtered(problem: Problem, name: FilterName) -> Root:
    """The domains that a filter of the handwritten search leaves."""
    domains, solved = propagated(problem, name)
    end: Any = "solved" if solved else "search" if all(domains) else "conflict"
    return Root(sum(map(len, domains)), end)


def unit_propagated(problem: Problem, name: str = cnf.DEFAULT, way: str = cnf.SUM) -> Root:
    """The domains that unit propagation leaves in an encoding to clauses with a way to say sums."""
    return root(cnf.encode(problem, name, way))


def summed_size(problem: Problem, way: str) -> Size:
    """The size of the clauses with a way to say sums."""
    return dimacs.size(cnf.encode(problem, sum_way=way))


def all_different_size(puzzle: Puzzle) -> Size:
    """The size of a model of AllDifferents."""
    every = scopes(puzzle)
    cells = sum(map(len, every))
    return Size(len(puzzle.domains), len(every), len({frozenset(s) for s in every}), cells)


def pairwise_size(puzzle: Puzzle) -> Size:
    """The size of a model of disequalities, each a constraint over two variables."""
    pairs = len(disequalities(puzzle))
    return Size(len(puzzle.domains), pairs, pairs, 2 * pairs)


def placed_size(puzzle: Puzzle) -> Size:
    """The size of disequalities, and of a disjunction for each value of each full constraint."""
    pairs, (full, _) = pairwise_size(puzzle), full_and_short(puzzle)
    n = puzzle.size
    return Size(
        pairs.variables,
        pairs.constraints + n * len(full),
        pairs.distinct + n * len({frozenset(scope) for scope in full}),
        pairs.literals + n * sum(map(len, full)),
    )


def exactly_one_size(puzzle: Puzzle) -> Size:
    """The size of an exact cover in Booleans, one for each option, and sums, one for each item."""
    cover = exact_cover.encode(puzzle)
    covering: list[list[int]] = [[] for _ in cover.items]
    for number, option in enumerate(cover.options):
        for item in option:
            covering[item].append(number)
    distinct = len({(item < cover.primary, *options) for item, options in enumerate(covering)})
    literals = sum(map(len, covering))
    return Size(len(cover.options), len(covering), distinct, literals)


RootPropagation = tuple[str, Callable[[Puzzle], Root] | None]
NOT_KNOWN: RootPropagation = ("", None)
FILTERED: dict[
    str, RootPropagation
] = {  # what is concluded at the root, by the filter that does the same
    "forward": ("forward checking", partial(filtered, name="forward")),
    "singles": ("arc consistency", partial(filtered, name="singles")),
    "hidden": ("arc consistency and hidden singles", partial(filtered, name="hidden")),
    "gac": ("generalized arc consistency", partial(filtered, name="gac")),
}
EXACTLY_ONE = ("exactly one, to a fixed point", partial(unit_propagated, name="extended"))
ROOT_PROPAGATION: dict[str, RootPropagation] = {  # by what a backend reads
    "minizinc": FILTERED["gac"],
    "exact-cover": EXACTLY_ONE,
    "linear": EXACTLY_ONE,
    "cnf": ("unit propagation", partial(unit_propagated, name=cnf.DEFAULT)),
}
SIZES = {"exact-cover": exactly_one_size, "cnf": encoding(f"cnf-{cnf.DEFAULT}").size}
SETTING_MODELS = {  # by setting of a backend and its value: the name of the model, its size
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
OF_PROBLEMS: dict[
    FilterName, tuple[str, str]
] = {  # by filter of the search on problems: the name of the model, what is concluded
    "forward": ("forward checking", "forward checking"),
    "singles": ("fixed point", "propagators, to a fixed point"),
    "gac": ("+ GAC of all-different", "the same, generalized arc consistency of all-different"),
}
AT_MOST_ONE = ("sequential", "product", "bitwise")  # besides pairwise, of `extended`
LAST = ("cp-sat", "exact-cover", "clauses", "sat", "linear", "others")


def groups(every: bool = False) -> dict[str, list[Model]]:
    """The models by group; with `every` variant where that is wanted.

    A backend that posts its constraints in several ways has a group of its own.
    """
    found: dict[str, list[Model]] = {"search": [], "clauses": list(_clauses(every))}
    for name, backend in backends().items():
        if models := _own_models(name, backend):
            found.setdefault("search" if backend.family == "search" else name, []).extend(models)
        else:
            family = "linear" if backend.family == "milp" else backend.family
            group = found.setdefault(family if family in LAST else "others", [])
            group.append(_only_model(name, backend))
    return {name: found[name] for name in sorted(found, key=_place)}


def problem_groups(problem: Problem, every: bool = False) -> dict[str, list[Model]]:
    """The models of a problem that is no puzzle of all-different alone, by group."""
    found = {"search": [], "clauses": list(_clauses(every))}
    if _may_have_sums(problem):
        found["clauses"] += _sums()
    for name, backend in backends().items():
        family = "linear" if backend.family == "milp" else backend.family
        group = found.setdefault(family if family in ("search", *LAST) else "others", [])
        size = partial(posted_size, name=name)
        if "filter" in settings_of(backend.solve):
            group += _filters(name, size)
            continue
        propagation = ROOT_PROPAGATION["cnf"] if backend.model == "cnf" else NOT_KNOWN
        group.append(Model(name, (name,), size, *propagation))
    return {name: found[name] for name in sorted(found, key=_place)}


def _filters(name: str, size: Callable[[Problem], Size]) -> Iterator[Model]:
    """The models of a search that has filters."""
    for filter, (model, concluded) in OF_PROBLEMS.items():
        left = partial(filtered, name=filter)
        yield Model(model, (f"{name}:filter={filter}",), size, concluded, left)


def posted_size(problem: Problem, name: str) -> Size:
    """The size of what a backend reads of a problem: an encoding, or the constraints it posts."""
    backend = backends()[name]
    known = encodings().get({"cnf": f"cnf-{cnf.DEFAULT}"}.get(backend.model, backend.model))
    if known is not None and not known.puzzles_only:
        return known.size(problem)
    if backend.posts is None:
        parts, variables = problem.constraints, len(problem.domains)
    else:
        flat = backend.posts.flatten(problem)
        parts, variables = flat.constraints, len(flat.domains)
    literals = sum(len(each.scope) for each in parts)
    return Size(variables, len(parts), len({*parts}), literals)


def _place(group: str) -> tuple[bool, int, str]:
    return group != "search", LAST.index(group) if group in LAST else -1, group


def _own_models(name: str, backend: Backend) -> list[Model]:
    """The models that a setting chooses, of a backend that posts the constraints itself."""
    if backend.model != name or name in encodings():
        return []
    found = []
    for setting in settings_of(backend.solve).values():
        for value, (model, size) in SETTING_MODELS.get(setting.name, {}).items():
            if isinstance(setting.values, tuple) and value in setting.values:
                solver = f"{name}:{setting.name}={value}"
                same = value if setting.name == "filter" else backend.filters.get(value, "")
                found.append(Model(model, (solver,), size, *FILTERED.get(same, NOT_KNOWN)))
    return found


def _only_model(name: str, backend: Backend) -> Model:
    """The model of a backend that has one: what it reads, or AllDifferents."""
    sizes = {known: each.size for known, each in encodings().items()}
    size = {**sizes, **SIZES}.get(backend.model, all_different_size)
    return Model(name, (name,), size, *ROOT_PROPAGATION.get(backend.model, NOT_KNOWN))


def _clauses(every: bool) -> Iterator[Model]:
    """Every encoding to clauses, through one SAT solver."""
    few = {f"{cnf.DEFAULT}+{way}" for way in AT_MOST_ONE}
    for name in cnf.NAMES:
        if every or "+" not in name or name in few:
            measures = encoding(f"cnf-{name}").size, partial(unit_propagated, name=name)
            yield _searched_by_sat(name, "encoding", name, *measures)


def _may_have_sums(problem: Problem) -> bool:
    """Whether a constraint that is said in clauses may be a sum of more than two terms."""
    try:
        constraints = POSTS.flatten(problem).constraints
    except UnsupportedError:
        return False
    return any(
        isinstance(each, Linear | Expression) and len({*each.scope}) > 2 for each in constraints
    )


def _sums() -> Iterator[Model]:
    """Every way to say sums in clauses beside the one by size, through one SAT solver."""
    for way in SUMS[1:]:
        measures = partial(summed_size, way=way), partial(unit_propagated, way=way)
        yield _searched_by_sat(f"{way} sums", "sum", way, *measures)


def _searched_by_sat(
    name: str, setting: str, value: str, size: Callable[[Any], Size], root: Callable[[Any], Root]
) -> Model:
    """A model of clauses, through a solver that has a setting; best one that says what it does.

    (Such a one counts decisions and conflicts, which not all of them do.)
    """
    takes = [name for name, each in backends().items() if setting in settings_of(each.solve)]
    takes.sort(key=lambda name: not backends()[name].traces)
    solvers = tuple(f"{solver}:{setting}={value}" for solver in takes)
    return Model(name, solvers, size, "unit propagation", root)
