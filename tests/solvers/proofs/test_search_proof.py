"""Searches prove what they claim: their traces become accepted proofs, and lies do not.

Where `alone` stands, no other solver derives what does not follow by unit propagation.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.bench.certify.certify import certify
from accord.bench.make.instances.collection import named
from accord.bench.make.random_problems import random_problem
from accord.puzzles import AllDifferent, Domain, Grid, Problem, Puzzle, shape
from accord.puzzles.classics.examples import EXAMPLES
from accord.puzzles.classics.graph_colouring import graph_colouring
from accord.puzzles.files.texts import read
from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.puzzles.puzzle import expect_puzzle
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.deciding import first_two_of
from accord.solvers.interface import UnsupportedError
from accord.solvers.proofs import search_proof as searching
from accord.solvers.proofs.elaborate import ElaborationError, elaborated
from accord.solvers.proofs.produce import HasModelError
from accord.solvers.proofs.search_proof import KERNEL, LEARNING, SEARCHES, search_proof
from accord.solvers.registry import MissingBackendError, available, select
from accord.solvers.traces.events import End, Event
from accord.solvers.traces.record import follow, record
from brute_force import brute_force, solutions_by_trying
from optional import library

COMPILED = (KERNEL, LEARNING)
TRACED = [name for name in SEARCHES if name not in COMPILED]
BINARY = "backtracking-mrv:branching=binary,filter=gac"
GENERAL = [*(name for name in TRACED if available()[name].traces_problems), BINARY]
INTERVALS = f"{LEARNING}:intervals=true"
SLOW = ("backtracking-naive", "backtracking-first")
THREE = read("..3..4...1...3..")  # solutions
# A hub and five nodes around it: no 3-colouring; with four, the 30 3-colourings of a ring of five.
WHEEL = "p edge 6 10\n" + "".join(f"e 1 {n + 2}\ne {n + 2} {(n + 1) % 5 + 2}\n" for n in range(5))
PUZZLES = st.builds(
    lambda rules, givens: Puzzle(shape(4, rules=rules), Grid(map(givens.get, range(16), [0] * 16))),
    st.sampled_from([[], ["latin"], ["diagonals"]]),
    st.dictionaries(st.integers(0, 15), st.integers(1, 4), min_size=3, max_size=7),
)
REFUSED = "does not follow|expected one that follows|no conflict by unit propagation at the end"
Receive = Callable[[Event], None]


@contextmanager
def alone() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "missing", lambda _: "needs python-sat")
        yield


def proves_exactly(problem: Problem, search: str, solutions: set[tuple[int, ...]]) -> None:
    """It proves that these are all, and of all but one it meets the one."""
    witnesses = sorted(map(tuple, solutions))
    formula = ReferenceFormula(problem, witnesses)
    check(formula, elaborated(formula, search_proof(problem, formula, search)))
    if witnesses:
        *others, last = witnesses
        with pytest.raises(HasModelError) as found:
            search_proof(problem, ReferenceFormula(problem, others), search)
        assert found.value.model == {formula.literal(*each) for each in enumerate(last)}


@pytest.mark.parametrize("search", SEARCHES)
@given(PUZZLES)
@settings(max_examples=15)
def test_a_puzzle_has_the_solutions_that_trying_finds(search: str, puzzle: Puzzle) -> None:
    with alone():
        proves_exactly(puzzle, search, {*map(tuple, brute_force(puzzle))})


@pytest.mark.parametrize("search", [*GENERAL, LEARNING, INTERVALS])
@given(st.integers(0, 10**6).map(random_problem))
@settings(max_examples=30)
def test_a_problem_has_the_solutions_that_trying_finds(search: str, problem: Problem) -> None:
    library("pysat")
    proves_exactly(problem, search, solutions_by_trying(problem))


@pytest.mark.parametrize("search", SEARCHES)
def test_certificates_of_a_search_count_what_others_have_counted(search: str) -> None:
    with alone():
        instance = named("9x9/9x9-easy-4" if search in SLOW else "9x9/9x9-hard-20")
        assert instance is not None
        assert certify(instance.problem, search).certificate.answer == "unique"
        assert certify(THREE, search).certificate.answer == "exactly 3 solutions"
        if search in GENERAL:
            three, four = (certify(graph_colouring(WHEEL, colours), search) for colours in (3, 4))
            assert three.certificate.answer == "none"
            assert four.certificate.answer == f"exactly {4 * 30} solutions"


class BranchLost:
    """What is received of a search that skips a branch, or takes it back without having seen it."""

    def __init__(self, receive: Receive, branch: int, taken_back: bool) -> None:
        self.receive, self.branch, self.taken_back = receive, branch, taken_back
        self.decided = 0
        self.above: int | None = None  # within the branch, how many decisions stand above it

    def __call__(self, event: Event) -> None:
        if event.kind == "decide":
            self.decided += 1
            if self.decided == self.branch:
                assert event.depth is not None
                self.above = event.depth - 1
                if self.taken_back:
                    self.receive(event)
                return
        if self.above is None:
            self.receive(event)
        elif event.kind == "backtrack" and event.depth is not None and event.depth <= self.above:
            if self.taken_back or event.depth < self.above:
                self.receive(event)
            self.above = None


def losing(branch: int, taken_back: bool) -> Callable[..., End]:
    return lambda header, chosen, receive, *limits: follow(
        header, chosen, BranchLost(receive, branch, taken_back), *limits
    )


def branches(events: Iterable[Event], solution: tuple[int, ...]) -> tuple[int, set[int]]:
    """How many a search enters, and the numbers of those in which it meets the solution."""
    standing, around, decided = list[int](), set[int](), 0
    for event in events:
        if event.kind == "decide":
            decided += 1
            standing.append(decided)
        elif event.kind == "backtrack":
            del standing[event.depth :]
        elif event.kind == "solution" and event.grid == solution:
            around = {*standing}
    return decided, around


def expect_lost_branches_missed(search: str) -> None:
    """A branch that is lost is refused if a solution is in it; else the search meets that."""
    *others, solution = sorted(brute_force(THREE))
    formula = ReferenceFormula(THREE, others)
    events = record(select(search), THREE, None).events
    number, around = branches(events, solution)
    assert around
    for branch, taken_back in product({*around, *range(1, number + 1, 5)}, (False, True)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(searching, "follow", losing(branch, taken_back))
            with pytest.raises(ElaborationError if branch in around else HasModelError) as raised:
                elaborated(formula, search_proof(THREE, formula, search))
            assert branch not in around or re.search(REFUSED, str(raised.value))


@pytest.mark.parametrize("search", TRACED)
def test_a_branch_in_which_a_solution_is_cannot_be_lost(search: str) -> None:
    with alone():
        expect_lost_branches_missed(search)


@pytest.mark.parametrize("search", TRACED)
def test_nor_can_it_where_cadical_helps(search: str) -> None:
    library("pysat")
    expect_lost_branches_missed(search)


@pytest.mark.parametrize("search", ["backtracking-mrv", "propagate-search", "dancing-links"])
def test_a_refuted_branch_that_is_lost_is_missed_unless_cadical_derives_it(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library("pysat")
    instance = named("9x9/9x9-hard-20")
    assert instance is not None
    formula = ReferenceFormula(instance.problem, [*first_two_of(instance.problem)])
    monkeypatch.setattr(searching, "follow", losing(1, taken_back=True))
    check(formula, elaborated(formula, search_proof(instance.problem, formula, search)))
    with alone(), pytest.raises(ElaborationError, match="does not follow by unit propagation"):
        elaborated(formula, search_proof(instance.problem, formula, search))


def test_of_the_9x9_kernel_no_branch_can_be_lost() -> None:
    library("numba")
    from accord.solvers.kernels import observed_nine

    instance, observe = named("famous/golden-nugget"), observed_nine.observe
    assert instance is not None
    puzzle = expect_puzzle(instance.problem)
    solution = tuple(first_two_of(puzzle)[0])
    events = list[Event]()
    observe(puzzle, events.append)
    number, around = branches(events, solution)
    assert around
    for branch in {*around, *range(1, number + 1, number // 4)}:

        def losing(puzzle: Puzzle, receive: Receive, branch: int = branch) -> None:
            observe(puzzle, BranchLost(receive, branch, taken_back=True))

        with pytest.MonkeyPatch.context() as patch, alone():
            patch.setattr(observed_nine, "observe", losing)
            none, unique = ReferenceFormula(puzzle), ReferenceFormula(puzzle, [solution])
            with pytest.raises(ElaborationError if branch in around else HasModelError):
                elaborated(none, search_proof(puzzle, none, KERNEL))
            if branch == 1:  # a large one, which does not follow by unit propagation
                with pytest.raises(ElaborationError, match=REFUSED):
                    elaborated(unique, search_proof(puzzle, unique, KERNEL))


def test_of_the_general_kernel_no_clause_can_be_invented_and_needed_ones_not_be_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library("numba")
    from accord.solvers.kernels import observed_general

    instance, observe = named("16x16/16x16-minimal-9"), observed_general.observe
    assert instance is not None
    puzzle = expect_puzzle(instance.problem)
    (solution,) = first_two_of(puzzle)
    formula = ReferenceFormula(puzzle, [tuple(solution)])
    blank = puzzle.givens.index(0)

    def losing(puzzle: Puzzle, receive: Receive, learnt: Callable[[Any], None]) -> None:
        observe(puzzle, receive, lambda clause: learnt(clause) if len(clause) == 1 else None)

    def inventing(puzzle: Puzzle, receive: Receive, learnt: Callable[[Any], None]) -> None:
        learnt([(blank, solution[blank], False)])
        observe(puzzle, receive, learnt)

    for lying in (losing, inventing):
        monkeypatch.setattr(observed_general, "observe", lying)
        with alone(), pytest.raises(ElaborationError, match=REFUSED):
            elaborated(formula, search_proof(puzzle, formula, KERNEL))


PROVED_ALONE = {
    "send-more": "unique",  # sums
    "golomb-5-10": "none",  # and bounds
    "all-interval-6": "exactly 24 solutions",
    "mycielski-11-3": "none",
}


@pytest.mark.parametrize("name", PROVED_ALONE)
def test_what_is_learnt_of_values_and_bounds_is_a_proof_by_itself(name: str) -> None:
    library("numba")
    instance = named(f"classics/{name}")
    assert instance is not None
    with alone():
        certified = certify(instance.problem, LEARNING)
    assert certified.certificate.answer == PROVED_ALONE[name]


def test_of_the_search_that_learns_no_clause_can_be_invented_and_needed_ones_not_be_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library("numba")
    from accord.solvers.kernels.problems import observed

    problem, observe = EXAMPLES["send-more"].problem(), observed.observe
    (solution,) = first_two_of(problem)
    formula = ReferenceFormula(problem, [tuple(solution)])

    def losing(problem: Problem, budget: Budget, receive: Receive, learnt: Any) -> None:
        observe(problem, budget, receive, lambda clause: None)

    def inventing(problem: Problem, budget: Budget, receive: Receive, learnt: Any) -> None:
        learnt([(0, solution[0], False)])
        observe(problem, budget, receive, learnt)

    for lying in (losing, inventing):
        monkeypatch.setattr(observed, "observe", lying)
        with alone(), pytest.raises(ElaborationError, match=REFUSED):
            elaborated(formula, search_proof(problem, formula, LEARNING))


def test_what_propagation_does_not_see_is_derived_by_glucose() -> None:
    """Three variables need three values, so the fourth has none of them."""
    library("pysat")
    few, more = Domain.of([1, 2, 3]), Domain.of([1, 2, 3, 4, 5])
    problem = Problem([few, few, few, more], [AllDifferent((0, 1, 2, 3))])
    search = "backtracking-mrv:filter=gac"
    witnesses = [(*p, last) for p in permutations((1, 2, 3)) for last in (4, 5)]
    proves_exactly(problem, search, {*witnesses})
    formula = ReferenceFormula(problem, witnesses)
    removal = -formula.literal(3, 1)
    with alone():
        lemmas = search_proof(problem, formula, search)
    assert (removal,) in lemmas
    with pytest.raises(ElaborationError, match="does not follow by unit propagation"):
        elaborated(formula, lemmas)


def test_other_solvers_have_no_such_proof() -> None:
    problem = EXAMPLES["queens-5"].problem()
    with pytest.raises(UnsupportedError, match="expected one of backtracking-naive"):
        search_proof(problem, ReferenceFormula(problem), "cpsat")


@pytest.mark.parametrize("search", COMPILED)
def test_a_search_that_is_not_installed_is_missing(
    search: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accord.solvers.backend.util.find_spec", lambda _: None)
    with pytest.raises(MissingBackendError, match=search):
        search_proof(THREE, ReferenceFormula(THREE), search)


def test_a_proof_of_too_many_literals_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    library("numba")
    monkeypatch.setattr(searching, "LITERALS", 10)
    instance = named("classics/mycielski-11-3")
    assert instance is not None
    formula = ReferenceFormula(instance.problem)
    with pytest.raises(GaveUpError, match=r"of \d+ literals, expected at most 1,000,000 of 10"):
        search_proof(instance.problem, formula, LEARNING)
