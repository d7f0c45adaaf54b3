"""The proof of one of our own searches, read from its trace.

A search that refutes a branch says: not all of these decisions.  That is a clause, and so is a
candidate that it removes: not all of these decisions, or not this candidate (Goldberg and Novikov,
"Verification of proofs of unsatisfiability for CNF formulas", DATE 2003, for learnt clauses).  The
search itself is not changed; its events are translated one by one:

    remove, assign    the candidate that is lost or left, or one of the decisions does not hold
    backtrack         one of the decisions does not hold; so for each that is taken back
    solution          forbidden by a clause of the formula, where it is a witness

What numba compiles writes no trace and is observed from outside (accord.solvers.kernels): of the
9x9 kernel there are the same events, of the general one and of the search that learns their
clauses.

What one clause of the formula says, as that two cells differ or that a cell has a value, is no line
of its own: unit propagation sees it anyway, and each line costs it time.
A clause that does not follow by unit propagation is derived by Glucose, under the assumption that
it is false; for that PySAT is needed, and without it the elaborator refuses the clause by name.
Restarts, and searches that jump back over several decisions, are not translated.
"""

from collections.abc import Sequence
from math import inf

from accord.puzzles.grid import Cell, Value
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.interface import UnsupportedError
from accord.solvers.kernels.backtracking_kernel import observe
from accord.solvers.kernels.problems.backtracking_learning import observe as observe_learning
from accord.solvers.proofs.elaborate import ElaborationError
from accord.solvers.proofs.produce import Clause, HasModelError, missing, read_added
from accord.solvers.registry import runnable
from accord.solvers.traces.events import Event
from accord.solvers.traces.record import follow, header_of

KERNEL, LEARNING = "backtracking-kernel", "backtracking-learning"
SEARCHES = (
    "backtracking-naive",
    "backtracking-first",
    "backtracking-mrv",
    "propagate-search",
    "dancing-links",
    "exact-cover-bits",
    KERNEL,
    LEARNING,
)
DERIVING = "glucose4"  # of PRODUCERS; it takes clauses between two questions, and proves both
MOST = 1_000_000  # events of a search, and clauses
LITERALS = 20_000_000  # of all its clauses, 40 bytes each


def search_proof(
    problem: Problem, formula: ReferenceFormula, search: str, seconds: float = inf
) -> list[Clause]:
    """The clauses that a search derives, the empty one the last of them.

    Args:
        problem: what is searched.
        formula: its reference formula, in which witnesses are forbidden.
        search: one of SEARCHES, with settings as in `NAME:KEY=VALUE`.
        seconds: how long it may search, and what does not follow may be derived.

    Raises:
        HasModelError: it has found a solution that is no witness.
        MissingBackendError: what it needs is not installed.
        UnsupportedError: the search is none of these, or does not take the problem.
        GaveUpError: the search was stopped, or is too long.
        ElaborationError: it has refuted what holds.
    """
    chosen = runnable(search)
    if chosen.name not in SEARCHES:
        raise UnsupportedError(f"found {search!r}, expected one of {', '.join(SEARCHES)}")
    translation = _EventTranslation(problem, formula, set(formula))
    budget = Budget(seconds)
    budget.resume()
    if chosen.name == KERNEL:
        chosen.check(problem)
        observe(expect_puzzle(problem, KERNEL), translation.receive, translation.learn)
    elif chosen.name == LEARNING:
        receive, learn = translation.receive, translation.learn
        observe_learning(problem, budget, receive, learn, **chosen.settings)
    else:
        header = header_of(chosen, problem.showing_all(), None)
        end = follow(header, chosen, translation.receive, seconds, MOST)
        if end.left_out:
            raise GaveUpError(f"found {end.events:,} events, expected at most {MOST:,}")
        if not end.exhausted:
            raise GaveUpError(end.why)
    return _derived(formula, [*translation.lemmas, ()], budget)


class _EventTranslation:
    """The decisions that stand, and the clauses of the events so far."""

    def __init__(self, problem: Problem, formula: ReferenceFormula, clauses: set[Clause]) -> None:
        self.problem, self.formula, self.clauses = problem, formula, clauses
        self.refuted: list[int] = []  # by decision the literal that it is false
        self.lemmas: list[Clause] = []
        self.literals = 0  # of what was learnt

    def receive(self, event: Event) -> None:
        """Translate an event."""
        if _is_one_step(event):
            return
        if event.kind == "decide":
            literal = self._literal(event)
            self.refuted.append(-literal if event.holds else literal)
        elif event.kind == "assign":
            self.lemmas.append((*self.refuted, self._literal(event)))
        elif event.kind == "remove":
            assert event.cell is not None
            for value in event.removed:
                self.lemmas.append((*self.refuted, -self.formula.literal(event.cell, value)))
        elif event.kind == "backtrack":
            while len(self.refuted) > (event.depth or 0):
                self.lemmas.append(tuple(self.refuted))
                self.refuted.pop()
        elif event.kind == "restart":
            raise UnsupportedError("found a search that restarts, expected one that does not")
        elif event.kind == "solution":
            assert event.grid is not None
            self._expect_witness(event.grid)

    def learn(self, clause: Sequence[tuple[Cell, Value, bool]]) -> None:
        """Take a clause over cells, values, and whether the cell has the value.

        Raises:
            GaveUpError: there are too many.
        """
        lemma = list[int]()
        for cell, value, has in clause:
            if value in self.problem.domains[cell]:
                literal = self.formula.literal(cell, value)
                lemma.append(literal if has else -literal)
            elif not has:
                return  # it is always true
        self.lemmas.append(tuple(lemma))
        self.literals += len(lemma)
        if len(self.lemmas) > MOST or self.literals > LITERALS:
            found = f"{len(self.lemmas):,} clauses of {self.literals:,} literals"
            raise GaveUpError(f"found {found}, expected at most {MOST:,} of {LITERALS:,}")

    def _literal(self, event: Event) -> int:
        assert event.cell is not None
        assert event.value is not None
        return self.formula.literal(event.cell, event.value)

    def _expect_witness(self, solution: Solution) -> None:
        model = [self.formula.literal(cell, value) for cell, value in enumerate(solution)]
        if tuple(-model[cell] for cell in self.problem.shown) not in self.clauses:
            raise HasModelError(model)


def _is_one_step(event: Event) -> bool:
    """Whether one clause of the formula says it: of a domain, or of two cells that differ."""
    reason = event.reason or {}
    if event.kind == "assign":
        return "domain" in reason
    alone = len(reason.get("cells", ())) == 1
    return event.kind == "remove" and alone and "domains" not in reason


def _derived(formula: ReferenceFormula, lemmas: list[Clause], budget: Budget) -> list[Clause]:
    """The lemmas, each after what it needs in order to follow by unit propagation.

    Glucose notes what it learns, and of a clause that it is given what it leaves out of it.  Each
    lemma is given with a literal that is false, so that the proof has it where it was given.

    Raises:
        ElaborationError: a lemma does not follow at all.
        GaveUpError: the time is over.
    """
    if missing(DERIVING):
        return lemmas
    from pysat.solvers import Solver

    false = formula.variables + 1
    with Solver(DERIVING, bootstrap_with=[*formula, (-false,)], with_proof=True) as solver:
        for lemma in lemmas:
            budget.check_time()
            if solver.solve(assumptions=[-literal for literal in lemma]):
                raise ElaborationError(
                    f"found the lemma {lemma}, which does not follow from the rest"
                )
            solver.add_clause([*lemma, false])
        # an empty clause after each question that was answered with no
        return [*filter(None, read_added(solver.get_proof())), ()]
