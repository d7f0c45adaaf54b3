"""Reasons, held against trying everything: smallest clashes, differences, clues, forced values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from random import Random

import pytest

from accord.bench.reasons import clash as clash_module
from accord.bench.reasons import fewest_clues as clues_module
from accord.bench.reasons.ambiguity import (
    Ambiguity,
    ambiguity,
    differences,
    is_deadly,
    is_rectangle,
)
from accord.bench.reasons.clash import Clash, ClashSearch
from accord.bench.reasons.fewest_clues import Clues, fewest_clues
from accord.bench.reasons.forced import ForcedValue, NoValueError, forced
from accord.bench.reasons.problem_parts import ProblemPart, ProblemParts
from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers, UndecidedError
from accord.puzzles import AllDifferent, Constraint, Problem, Solution
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import Table
from accord.puzzles.files.texts import read
from accord.puzzles.proofs.certificate import violation
from accord.views.narration.reasons import early_lines, forced_lines
from brute_force import brute_force, solutions_by_trying

Some = Callable[[int], Sequence[int]]
HARD = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."


@pytest.fixture(scope="module")
def asking() -> Iterator[TimedSolvers]:
    with TimedSolvers() as made:
        yield made


def muddle(seed: int) -> Problem:
    """Few variables, and constraints that often leave nothing."""
    random = Random(seed)
    number = random.choice((2, 3, 3, 4))
    domains = [random.sample(range(3), random.choice((1, 2, 3, 3))) for _ in range(number)]

    def constraint() -> Constraint:
        scope = tuple(random.sample(range(number), 2))
        which = random.randrange(3)
        if which == 0:
            return AllDifferent(scope)
        if which == 1:
            return Linear(scope, random.choice(("=", "<", ">=", "!=")), random.randrange(4))
        return Table(scope, tuple(random.sample([*product(range(3), repeat=2)], 4)))

    return Problem(domains, [constraint() for _ in range(random.randrange(2, 6))])


def smallest_clashes(parts: ProblemParts) -> set[frozenset[ProblemPart]]:
    """All of them, by trying each set of parts and each assignment."""
    found = set[frozenset[ProblemPart]]()
    for size in range(len(parts.parts) + 1):
        for chosen in map(frozenset, combinations(parts.parts, size)):
            if not any(each <= chosen for each in found) and not solved(parts, chosen):
                found.add(chosen)
    return found


def solved(parts: ProblemParts, chosen: frozenset[ProblemPart]) -> bool:
    return any(holds(chosen, values) for values in product(*parts.domains))


def holds(chosen: frozenset[ProblemPart], values: Solution) -> bool:
    said = (part.constraint for part in chosen)
    return all(each.holds([values[at] for at in each.scope]) for each in said)


@pytest.mark.parametrize("half", range(2))
def test_all_smallest_clashes_are_found_each_with_its_evidence(
    asking: TimedSolvers, some: Some, half: int
) -> None:
    several = 0
    for seed in {*some(240)[half::2], 4}:  # which has several of them
        problem = muddle(seed)
        parts = ProblemParts.of(problem)
        found = [*ClashSearch(parts, asking).clashes()]
        assert {frozenset(each.parts) for each in found} == smallest_clashes(parts)
        several += len(found) > 1
        for each in found:
            check(each, parts)
    assert several


def check(found: Clash, parts: ProblemParts) -> None:
    """Its certificate is about its parts, and each part is needed."""
    assert found.none.certificate is not None
    found.none.certificate.check()
    assert found.none.certificate.answer == "none"
    assert found.none.certificate.problem == found.problem == parts.stated(found.parts)
    assert not found.undecided
    for part, values in found.without.items():
        assert holds(frozenset(found.parts) - {part}, values)
        assert not holds(frozenset({part}), values)


@pytest.mark.parametrize("claimed", ["nothing", "everything", "at random"])
def test_a_core_is_a_hint_that_is_not_believed(
    asking: TimedSolvers,
    claimed: str,
    some: Callable[[int], Sequence[int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = Random(1)

    def core(certificate: object) -> frozenset[int]:
        drawn = frozenset(random.randrange(9) for _ in range(3))
        return {"nothing": frozenset[int](), "everything": frozenset(range(99))}.get(claimed, drawn)

    monkeypatch.setattr(clash_module, "named", core)
    for seed in some(30):
        parts = ProblemParts.of(muddle(seed))
        found = {frozenset(each.parts) for each in ClashSearch(parts, asking).clashes()}
        assert found == smallest_clashes(parts)


def test_as_few_parts_of_a_sort_as_there_can_be(asking: TimedSolvers) -> None:
    row = AllDifferent((0, 1, 2), name="row")
    problem = Problem(
        [[0], [0], range(2)], [row, Linear((0, 2), "=", 9, name="sum"), AllDifferent((1, 2))]
    )
    search = ClashSearch(ProblemParts.of(problem), asking)
    every = frozenset(search.parts.parts)
    found = search.clash(every, "given")
    assert isinstance(found, Clash)
    assert [each.constraint.name for each in found.parts] in (["row"], ["sum"])
    deep = ClashSearch(ProblemParts.of(read(HARD)), asking)
    sizes = {}
    for spare in ("given", "constraint"):
        found = deep.clash(deep.parts.parts, spare)
        assert isinstance(found, Clash)
        check(found, deep.parts)
        sizes[spare] = [
            sum(part.sort == sort for part in found.parts) for sort in ("given", "constraint")
        ]
    assert sizes["given"][0] <= sizes["constraint"][0]
    assert sizes["given"][1] >= sizes["constraint"][1]


def test_what_no_certificate_reaches_is_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    producer = "accord.bench.reasons.timed_solvers.default_producer"
    monkeypatch.setattr(producer, lambda: "no such producer")
    with TimedSolvers() as asking:
        found = ClashSearch(ProblemParts.of(read("3..3..2......4..")), asking).clash(
            ProblemParts.of(read("3..3..2......4..")).parts
        )
    assert isinstance(found, Clash)
    assert found.none.certificate is None
    assert found.none.claimed_by == "backtracking-mrv"
    assert "no such producer" in found.none.why_not
    assert not found.undecided


def test_time_that_is_over_is_said() -> None:
    with TimedSolvers(0) as asking, pytest.raises(UndecidedError, match="the time is over"):
        ClashSearch(
            ProblemParts.of(
                read("3..3..2......4.."),
            ),
            asking,
        ).clash(())


@pytest.mark.parametrize("at_most", [2, 1000])
def test_where_solutions_differ_whatever_is_looked_at(
    asking: TimedSolvers, at_most: int, some: Callable[[int], Sequence[int]]
) -> None:
    for seed in some(120):
        problem = muddle(seed)
        expected = [*solutions_by_trying(problem)]
        found = ambiguity(problem, asking, at_most)
        if len(expected) < 2:
            assert found == (expected[0] if expected else None)
            continue
        assert isinstance(found, Ambiguity)
        assert {*found.solutions} <= {*expected}
        assert found.all_known == (at_most == 1000)
        assert found.complete
        assert [*found.differing] == sorted(
            {at for one in expected for at in differences(one, expected[0])}
        )
        if found.all_known:
            least = min(len(differences(*two)) for two in combinations(expected, 2))
            assert len(found.pattern) == least


def test_the_closest_two_of_many(asking: TimedSolvers) -> None:
    tuples = (*((i, i, i) for i in range(400)), (500, 500, 500), (500, 500, 501))
    problem = Problem([range(502)] * 3, [Table((0, 1, 2), tuples)])
    found = ambiguity(problem, asking, 1000)
    assert isinstance(found, Ambiguity)
    assert found.pattern == (2,)


def test_the_fewest_clues_of_small_problems(asking: TimedSolvers, some: Some) -> None:
    sizes = set[int]()
    for seed in {*some(400), 17}:  # of which 17 alone needs three
        problem = muddle(seed)
        expected = [*solutions_by_trying(problem)]
        found = ambiguity(problem, asking, 1000)
        if not isinstance(found, Ambiguity):
            continue
        clues = fewest_clues(problem, found, asking)
        assert clues is not None
        assert clues.is_fewest
        assert clues.solution in expected
        assert only(expected, clues.variables, clues.solution)
        assert clues.only.certificate is not None
        assert clues.only.certificate.witnesses == (clues.solution,)
        assert len(clues.variables) == least(problem, expected)
        if len(clues.variables) > 1:
            assert isinstance(clues.why, NoSolution)
            assert clues.why.certificate is not None
        sizes.add(len(clues.variables))
    assert sizes >= {1, 2, 3}


def only(solutions: list[Solution], variables: tuple[int, ...], one: Solution) -> bool:
    return [each for each in solutions if all(each[at] == one[at] for at in variables)] == [one]


def least(problem: Problem, solutions: list[Solution]) -> int:
    """The size of the smallest set of values that one solution only has."""
    sets = chain.from_iterable(
        combinations(range(len(problem.domains)), size) for size in range(1, 5)
    )
    return len(next(each for each in sets if any(only(solutions, each, one) for one in solutions)))


def test_clues_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = read("................")
    with TimedSolvers() as asking:
        found = ambiguity(problem, asking, 1000)
        assert isinstance(found, Ambiguity)
        with monkeypatch.context() as patched:
            patched.setattr(clues_module, "_question", time_is_over)
            first: list[Clues] = []
            bounded = fewest_clues(problem, found, asking, first.append)
        assert [(each.variables, each.only.certificate) for each in first] == [
            (bounded and bounded.variables, None)
        ]
        assert bounded is not None
        assert bounded.only.certificate is not None
        assert (bounded.at_least, bounded.is_fewest, bounded.why) == (1, False, None)
        asking._ends = 0
        assert fewest_clues(problem, found, asking) is None


def time_is_over(*_: object) -> None:
    raise UndecidedError("the time is over")


@pytest.mark.parametrize("text", ["3..1..2.........", "12..34.........."])
def test_a_deadly_pattern(asking: TimedSolvers, text: str) -> None:
    problem = read(text)
    found = ambiguity(problem, asking, 1000)
    assert isinstance(found, Ambiguity)
    assert {*found.solutions} == {*map(tuple, brute_force(problem))}
    assert len(found.pattern) == 4
    assert is_deadly(problem, found.pair)
    assert is_rectangle(problem, found.pair)
    assert not is_deadly(problem.without_grid(), found.pair)
    tied = problem.with_shape(replace(problem.shape, extra=(Linear(found.pattern[:2], "<", 9),)))
    assert not is_deadly(tied, found.pair)


def test_why_a_value_and_why_not(asking: TimedSolvers, some: Some) -> None:
    for seed in some(60):
        problem = muddle(seed)
        expected = [*solutions_by_trying(problem)]
        for value in range(3):
            if value not in ProblemParts.of(problem).domains[0]:
                with pytest.raises(NoValueError, match=r"found x0 = \d, expected one of"):
                    forced(problem, 0, value, asking)
                continue
            found = forced(problem, 0, value, asking)
            values = {each[0] for each in expected}
            assert (
                ({*found.possible} == values) if value in values else ([*found.excluded] == [value])
            )
            assert found.is_only == (values == {value})
            assert (found.whole is not None) == found.is_only
            if found.whole is not None:
                others = [each for each in ProblemParts.of(problem).domains[0] if each != value]
                check(found.whole, ProblemParts.of(problem).with_domain(0, others))
            for each, solution in found.possible.items():
                assert solution[0] == each
                assert not violation(problem, solution)
            for each, clash in found.excluded.items():
                check(clash, ProblemParts.of(problem).with_domain(0, [each]))


def test_parts_are_told_before_the_fewest_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """And these are not more."""
    problem, told = read("3..1..2......4.."), list[ForcedValue]()
    monkeypatch.setattr(TimedSolvers, "remind", lambda self, seconds, call: call())
    with TimedSolvers(60) as asking:
        found = forced(problem, 1, 2, asking, told=told.append)
    assert found.is_decided
    (early,) = told
    assert early.whole
    assert found.whole
    assert len(early.whole.parts) >= len(found.whole.parts) == 4
    assert [*early_lines(problem, early)][-1] == "fewer parts are looked for"
    lines = [*forced_lines(problem, found)]
    assert lines[0].startswith("r1c2 = 2 in each solution, by 4 parts (certified, ")
    assert lines[2:4] == [
        "each is needed: without it r1c2 may have another value, which was verified",
        "it cannot be",
    ]


def test_a_value_is_decided_though_another_one_is_hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first value takes its share of the time, and not all of it."""
    problem = Problem([range(4), range(2)], [AllDifferent((0, 1))])
    plain, now = TimedSolvers.solutions, 0.0

    def slow(self: TimedSolvers, asked: Problem, at_most: int) -> tuple[tuple[Solution, ...], str]:
        nonlocal now
        if [*asked.domains[0]] == [0]:
            now = self._ends
            raise UndecidedError("the time is over")
        return plain(self, asked, at_most)

    monkeypatch.setattr("accord.bench.reasons.timed_solvers.monotonic", lambda: now)
    monkeypatch.setattr(TimedSolvers, "solutions", slow)
    with TimedSolvers(600) as asking:
        found = forced(problem, 0, 0, asking)
    assert {*found.possible} == {1, 2, 3}
    assert (found.undecided, found.not_asked, found.is_decided) == ((0,), 0, False)


def test_a_false_claim_about_the_value_makes_it_no_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = Problem([range(3), range(2)], [AllDifferent((0, 1))])
    plain = TimedSolvers.solutions

    def lies(self: TimedSolvers, asked: Problem, at_most: int) -> tuple[tuple[Solution, ...], str]:
        return ((), "liar") if [*asked.domains[0]] == [0] else plain(self, asked, at_most)

    monkeypatch.setattr(TimedSolvers, "solutions", lies)
    with TimedSolvers() as asking:
        found = forced(problem, 0, 0, asking)
    assert not found.is_only
    assert not found.is_decided


def test_fewest_clues_where_it_is_not_known_which_variables_differ(
    asking: TimedSolvers, some: Some
) -> None:
    unknown = 0
    for seed in {*some(150), 10}:  # which needs a variable that is not listed
        problem = muddle(seed)
        expected = [*solutions_by_trying(problem)]
        found = ambiguity(problem, asking, 1000)
        if isinstance(found, Ambiguity) and len(expected) > 2:
            two = (found.solutions[0], found.solutions[1])
            listed = replace(
                found, solutions=two, pair=two, all_known=False, complete=False,
                differing=tuple(differences(*two)),
            )  # fmt: skip
            clues = fewest_clues(problem, listed, asking)
            assert clues is not None
            assert clues.is_fewest
            assert not clues.of_differing
            assert len(clues.variables) == least(problem, expected)
            unknown += {*clues.variables} > {*listed.differing} or len(clues.variables) > 1
    assert unknown
