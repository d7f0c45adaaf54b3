"""Clues: the fewest values that, given in addition, make a problem unique.

Whether k values are enough is a problem itself, in the words of every other: a solution of the
problem, and k of its variables chosen such that each other solution that is known has another value
at one of them.  Its answer is a proposal.  If the problem has a second solution with these values,
that one becomes known, and the question is asked again (counterexample-guided, as in J. Marques-
Silva and others, "Minimal sets over monotone predicates in Boolean formulae", CAV 2013).  If there
is no answer, k values are never enough: what is asked of the known solutions is less than what is
asked of all.  So k grows from 1, and each step is a lower bound, with a certificate where that
reaches.  A value of a variable that is the same in all solutions tells nothing apart, so that only
those are asked about that differ; where it is not known whether these are all, every variable is.

A first set of values is found greedily, and is the answer when the time is over.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from accord.bench.reasons.ambiguity import Ambiguity, differences
from accord.bench.reasons.timed_solvers import NoSolution, TimedSolvers, UndecidedError
from accord.puzzles import Constraint, Domain, Problem, Solution
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Table

FIRST = 3.0  # seconds of looking for fewer before the first set is told
AT_ONCE = 8  # rivals that are added to a question


@dataclass(frozen=True)
class Clues:
    """Values that make a problem unique.

    Args:
        variables: at which they are given, from 0.
        solution: the one that is left, which has the values.
        only: that there is no other solution with them.
        at_least: so many are needed.
        why: that one fewer is not enough; None where 1 is, or where it is not known.
        of_differing: whether that is about the variables that differ alone.
    """

    variables: tuple[int, ...]
    solution: Solution
    only: NoSolution
    at_least: int
    why: NoSolution | None = None
    of_differing: bool = False

    @property
    def is_fewest(self) -> bool:
        """Whether it is proved that fewer clues do not make the puzzle unique."""
        return self.at_least == len(self.variables)


def fewest_clues(
    problem: Problem,
    found: Ambiguity,
    asking: TimedSolvers,
    told: Callable[[Clues], object] = lambda clues: None,
) -> Clues | None:
    """The fewest values that make a problem unique, or as few as were found in time.

    Args:
        problem: has several solutions.
        found: how they differ.
        asking: who is asked, and how long.
        told: takes the first set of values, where a smaller one takes longer than FIRST.

    Returns:
        None if the time was over before any were found.
    """
    known = dict.fromkeys(found.solutions)
    try:
        best = _greedy(problem, known, asking)
    except UndecidedError:
        return None
    search = _ClueSearch(problem, found, asking, known, [*found.pair], best)
    with suppress(UndecidedError):
        with suppress(UndecidedError), asking.within(min(1.0, FIRST / asking.left)):
            search.run()
        if not search.is_over:
            told(search.clues(certify=False))
            search.run()
        search.prove()
    return search.clues()


@dataclass
class _ClueSearch:
    """The search for fewer values, which goes on where the time was over.

    Args:
        problem: has several solutions.
        found: how they differ.
        asking: who is asked, and how long.
        known: solutions.
        rivals: those that a proposal has to tell apart.
        best: variables whose values in a solution make it the only one.
        at_least: so many are needed.
        last: the question without an answer that says so.
        why: the proof of that.
    """

    problem: Problem
    found: Ambiguity
    asking: TimedSolvers
    known: dict[Solution, None]
    rivals: list[Solution]
    best: tuple[list[int], Solution]
    at_least: int = 1
    last: Problem | None = None
    why: NoSolution | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing smaller is left to look for."""
        return self.at_least == len(self.best[0])

    def run(self) -> None:
        """Look for fewer values until there are none, or the time is over (UndecidedError)."""
        problem, number = self.problem, len(self.problem.domains)
        open_ = self.found.differing if self.found.complete else tuple(problem.shown)
        while not self.is_over:
            question, places = _question(problem, self.rivals, open_, self.at_least)
            answers, _ = self.asking.solutions(question, 1)
            if not answers:
                self.at_least, self.last = self.at_least + 1, question
                continue
            solution, choices = answers[0][:number], answers[0][number:]
            chosen = [at for at, is_chosen in zip(places, choices, strict=False) if is_chosen]
            if new := _rivals(problem, chosen, solution, self.asking, self.known):
                self.rivals += (each for each in new[:AT_ONCE] if each not in self.rivals)
            else:
                self.best = chosen, solution

    def prove(self) -> None:
        """Certify that one fewer is not enough."""
        if self.last is not None and isinstance(
            answer := self.asking.solution(self.last), NoSolution
        ):
            self.why = answer

    def clues(self, *, certify: bool = True) -> Clues:
        """What is known."""
        variables, solution = self.best
        only = self.asking.no_other(with_clues(self.problem, *self.best), certify=certify)
        parts = tuple(sorted(variables)), solution, only, self.at_least, self.why
        return Clues(*parts, self.found.complete)


def _greedy(
    problem: Problem, known: dict[Solution, None], asking: TimedSolvers
) -> tuple[list[int], Solution]:
    """Variables whose values in a solution make it the only one; none of them is superfluous."""
    target, chosen = next(iter(known)), list[int]()
    while rivals := _rivals(problem, chosen, target, asking, known):
        apart = [at for each in rivals for at in problem.shown if each[at] != target[at]]
        chosen.append(max(dict.fromkeys(apart), key=apart.count))
    for at in [*chosen]:
        fewer = [each for each in chosen if each != at]
        if not _rivals(problem, fewer, target, asking, known):
            chosen = fewer
    return chosen, target


def _rivals(
    problem: Problem,
    chosen: Sequence[int],
    solution: Solution,
    asking: TimedSolvers,
    known: dict[Solution, None],
) -> list[Solution]:
    """Other solutions with the values of this one at the chosen variables, the closest first.

    They are known ones, or a new one, which becomes known.
    """
    own = problem.projected(solution)
    others = (each for each in known if problem.projected(each) != own)
    rivals = [each for each in others if _agree(each, solution, chosen)]
    if not rivals:
        found, _ = asking.solutions(with_clues(problem, chosen, solution), 2)
        rivals = [each for each in found if problem.projected(each) != own]
        known |= dict.fromkeys(rivals)
    return sorted(rivals, key=lambda each: len(differences(each, solution)))


def _agree(one: Solution, other: Solution, chosen: Iterable[int]) -> bool:
    return all(one[at] == other[at] for at in chosen)


def with_clues(problem: Problem, chosen: Sequence[int], solution: Solution) -> Problem:
    """The problem where these variables have the values of a solution."""
    domains = [*map(Domain.of, problem.domains)]
    for at in chosen:
        domains[at] = Domain.of([solution[at]])
    return problem.changed(domains)


def _question(
    problem: Problem, rivals: Collection[Solution], open_: Sequence[int], number: int
) -> tuple[Problem, list[int]]:
    """The problem that asks for `number` values of a solution that no rival has all of.

    Returns:
        The problem, and for the variables behind its own of which variable each says that it is
        chosen and has some value.  The last ones say of each rival whether it is the solution.
    """
    domains = [*map(Domain.of, problem.domains)]
    pairs = [(at, value) for at in open_ for value in domains[at]]
    chosen = {pair: len(domains) + place for place, pair in enumerate(pairs)}
    rules: list[Constraint] = [*problem.constraints]
    rules += (Table((there, at), ((0, STAR), (1, value))) for (at, value), there in chosen.items())
    rules.append(Linear(tuple(chosen.values()), "=", number))
    first = len(domains) + len(pairs)
    for same, rival in enumerate(rivals, first):
        rules += (
            Table((same, at), ((0, STAR), (1, rival[at])))
            for at in problem.shown
            if len(domains[at]) > 1
        )
        apart = (there for (at, value), there in chosen.items() if value != rival[at])
        rules.append(Linear((same, *apart), ">=", 1))
    domains += [Domain.of((0, 1))] * (len(pairs) + len(rivals))
    return Problem(domains, rules), [at for at, _ in pairs]
