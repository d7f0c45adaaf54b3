"""Traces of problems, verified by trying: what a reason says is held against `holds` alone.

    a removal      no values of the constraint's scope satisfy it, where the variable has one of the
                   values removed, those that the reason names have what they have left, and all
                   others any value of the problem
    a conflict     the same without a removal; or a variable has no value
    a bound        is the value of the last solution, and the values of the objective's variable
                   that are removed, or all that it has, are no better
    a decision     is of an open variable, the one that its order takes, with what it has left
    a search tree  is complete: a decision is left after a conflict or a solution, and not before
                   all its values have been tried; so a trace that claims to be exhaustive is a
                   proof.  A restart is counted
    a solution     is one, new, and what is settled; after a restart an old one is met again; where
                   the best is asked for it is better than the last
    the end        is that of what happened

Nothing of the propagators and of their explanations is used.  Where trying would take too long,
sums are added up value by value, and different values matched (test_problem_traces.py compares).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from accord.puzzles import Domain, Problem
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.linear import COMPARISONS, Linear
from accord.solvers.traces.events import MOST_INTERVALS, Event, Recording
from trace_verifier.refused import NotJustifiedError, need

MOST_TRIED = 20_000  # assignments
FOUND = "found as many solutions as it was asked for: "
Domains = Mapping[int, frozenset[int]]


def possible(constraint: Constraint, domains: Domains) -> bool:
    """Whether some values of these domains satisfy the constraint."""
    variables = [*dict.fromkeys(constraint.scope)]
    if prod(len(domains[each]) for each in variables) <= MOST_TRIED:
        return tried(constraint, domains)
    if isinstance(constraint, Linear):
        return summed(constraint, domains)
    if isinstance(constraint, AllDifferent) and not constraint.excepted:
        return matched(constraint, domains)
    raise AssertionError(f"too large to be tried: {constraint}")


@lru_cache(maxsize=100_000)  # which traces share that differ in one event
def _possible(constraint: Constraint, domains: frozenset[tuple[int, frozenset[int]]]) -> bool:
    return possible(constraint, dict(domains))


def tried(constraint: Constraint, domains: Domains) -> bool:
    """By trying all assignments."""
    variables = [*dict.fromkeys(constraint.scope)]
    for values in product(*(domains[each] for each in variables)):
        own = dict(zip(variables, values, strict=True))
        if constraint.holds([own[each] for each in constraint.scope]):
            return True
    return False


def summed(constraint: Linear, domains: Domains) -> bool:
    """By the set of all sums."""
    sums = {0}
    for variable, weight in constraint.weights.items():
        sums = {total + weight * value for total in sums for value in domains[variable]}
    compare = COMPARISONS[constraint.operator]
    return any(compare(total, constraint.constant) for total in sums)


def matched(constraint: AllDifferent, domains: Domains) -> bool:
    """By a matching of variables with values."""
    holder: dict[int, int] = {}

    def place(variable: int, seen: set[int]) -> bool:
        for value in domains[variable] - seen:
            seen.add(value)
            if value not in holder or place(holder[value], seen):
                holder[value] = variable
                return True
        return False

    twice = len(set(constraint.scope)) < len(constraint.scope)
    return not twice and all(place(variable, set()) for variable in constraint.scope)


@dataclass
class TriedDecision:
    """A decision that stands: how it was before, and what is left to be tried."""

    domains: list[frozenset[int]]
    settled: set[int]
    variable: int
    untried: set[tuple[int, bool]] = field(default_factory=set)  # a value, and whether it holds


def verify_problem(recording: Recording) -> None:
    """Check every event of a trace of a problem, and its end.

    Raises:
        NotJustifiedError: one is not justified.
    """
    verifier = ProblemVerifier(recording)
    for number, event in enumerate(recording.events):
        try:
            verifier.check(event)
        except NotJustifiedError as error:
            raise NotJustifiedError(f"event {number}, {event.kind}: {error}") from None
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise NotJustifiedError(f"event {number}, {event.kind}: {error!r}") from error
    verifier.check_end()


class ProblemVerifier:
    """What is known between two events."""

    def __init__(self, recording: Recording) -> None:
        self.recording, header = recording, recording.header
        self.problem: Problem = header.problem
        self.initial = [frozenset(domain) for domain in self.problem.domains]
        self.domains = [*self.initial]
        self.settled = {each for each, own in enumerate(self.domains) if len(own) == 1}
        self.levels: list[TriedDecision] = []
        self.left: TriedDecision | None = None  # just taken back, with more to be tried
        self.closed = False  # nothing is left to be found here
        self.found: list[tuple[int, ...]] = []
        self.order = str(header.settings.get("order", "mrv"))
        self.infers = header.settings.get("filter") != "check"
        self.binary = header.settings.get("branching") == "binary"
        if header.solver in ("backtracking-naive", "backtracking-first"):
            self.order, self.infers = "first", header.solver != "backtracking-naive"

    def check(self, event: Event) -> None:
        """Check one event, and do what it says."""
        if event.kind not in ("backtrack", "restart"):
            need(not self.closed, "nothing is left to be found here")
            need(event.kind == "decide" or self.left is None, "other values are left to be tried")
        checks: dict[str, Callable[[Event], None]] = {
            "assign": self._assign, "remove": self._remove, "decide": self._decide,
            "conflict": self._conflict, "backtrack": self._backtrack, "restart": self._restart,
            "solution": self._solution, "bound": self._bound,
        }  # fmt: skip
        checks[event.kind](event)
        whole = len(self.settled) == len(self.domains)
        self.closed |= whole and bool(self.levels) and self._values() in self.found

    def _values(self) -> tuple[int, ...]:
        return tuple(min(domain) for domain in self.domains)

    def _assign(self, event: Event) -> None:
        assert event.cell is not None
        need(event.cell not in self.settled, "it is settled already")
        need(event.reason == {"domain": [event.value]}, "this is no reason for it")
        need(self.domains[event.cell] == {event.value}, "it has other values")
        self.settled.add(event.cell)

    def _remove(self, event: Event) -> None:
        need(self.infers or self.problem.goal is not None, "the solver infers nothing")
        need(event.cell is not None and (event.value is None) != (event.values is None), "of what?")
        assert event.cell is not None
        own, gone = self.domains[event.cell], frozenset(event.removed)
        need(bool(gone) and gone <= own, "it has not all these values")
        need(gone < own, "that leaves nothing, which is a conflict")
        if "bound" in (event.reason or {}):
            self._need_no_better(event, gone)
        else:
            need(self.infers, "the solver infers nothing")
            self._need_impossible(event.reason or {}, {event.cell: gone})
        self.domains[event.cell] = own - gone

    def _need_impossible(self, reason: Mapping[str, Any], own: Domains) -> None:
        """Refuse it unless the constraint has no values in these domains and those it names."""
        need({*reason} == {"constraint", "cells", "domains"}, "this is no reason for it")
        constraint, cells = self.problem.constraints[reason["constraint"]], reason["cells"]
        scope = {*constraint.scope}
        need({*cells, *own} <= scope and len({*cells}) == len(cells), "not all are in the scope")
        need(not {*cells} & {*own}, "it rests on itself")
        texts = [_text(self.domains[cell]) for cell in cells]
        need(reason["domains"] == texts, "these have other values left")
        domains = {each: self.initial[each] for each in scope}
        domains |= {each: self.domains[each] for each in cells} | dict(own)
        need(not _possible(constraint, frozenset(domains.items())), "the constraint can hold")

    def _need_no_better(self, event: Event, values: frozenset[int]) -> None:
        """Refuse it unless these values of the objective are no better than the last solution's."""
        goal = self.problem.goal
        need(goal is not None and bool(self.found), "nothing is known to be better")
        assert goal is not None
        best = goal.value(self.found[-1])
        need(goal.terms == (Variable(event.cell or 0),), "it is not the objective")
        need(event.reason == {"bound": best}, "another value is the best so far")
        need(not any(goal.is_better(value, best) for value in values), "a value is better")

    def _decide(self, event: Event) -> None:
        variable, value = event.cell, event.value
        assert variable is not None
        assert value is not None
        need(variable not in self.settled, "it is settled already")
        need(event.depth == len(self.levels) + 1, "other decisions stand")
        domain = self.domains[variable]
        reason = {"decision": self.order, "values": str(Domain.of(domain))}
        need(event.reason == reason, "the order is another, or what there was to choose from")
        need(len(domain) > 1, "it is no guess")
        self._check_order(variable)
        level, self.left = self.left, None
        if level is None:
            choices = self._choices(variable, domain)
            level = TriedDecision([*self.domains], {*self.settled}, variable, choices)
        branch = (value, event.holds)
        need(
            level.variable == variable and branch in level.untried, "another branch is to be tried"
        )
        need(event.holds or len(level.untried) == 1, "x != v is tried before x = v")
        level.untried.remove(branch)
        self.levels.append(level)
        if event.holds:
            self.domains[variable] = frozenset({value})
            self.settled.add(variable)
        else:
            self.domains[variable] = domain - {value}

    def _choices(self, variable: int, domain: frozenset[int]) -> set[tuple[int, bool]]:
        """The branches below a node: one for each value; or the least one, and all others.

        Of an objective that is maximised the largest one is taken.
        """
        if self.binary:
            goal = self.problem.goal
            largest = goal is not None and goal.sense == "maximize" and variable in goal.scope
            first = max(domain) if largest else min(domain)
            return {(first, True), (first, False)}
        return {(each, True) for each in domain}

    def _check_order(self, variable: int) -> None:
        sizes = {
            each: len(self.domains[each])
            for each in range(len(self.domains))
            if each not in self.settled
        }
        if self.order == "first":
            need(variable == min(sizes), "it is not the first open variable")
        if self.order in ("mrv", "mrv-degree"):
            need(sizes[variable] == min(sizes.values()), "another variable has fewer values")

    def _conflict(self, event: Event) -> None:
        if "bound" in (event.reason or {}):
            self._need_no_better(event, self.domains[event.cell or 0])
        elif event.cell is not None:
            need(event.reason == {"domain": []}, "this is no reason for it")
            need(not self.domains[event.cell], "the variable has values")
        else:
            self._need_impossible(event.reason or {}, {})
        self.closed = True

    def _solution(self, event: Event) -> None:
        values = event.grid
        assert values is not None
        need(not any(self.problem.violations(values)), "it is no solution")
        need(values not in self.found, "it was found before")
        need(len(self.settled) == len(self.domains), "not all is settled")
        need(values == self._values(), "it is not what is settled")
        if self.found and (goal := self.problem.goal) is not None:
            need(goal.is_better(goal.value(values), goal.value(self.found[-1])), "it is no better")
        self.found.append(values)
        self.closed = True

    def _bound(self, event: Event) -> None:
        goal, own = self.problem.goal, event.value
        assert goal is not None
        assert own is not None
        (term,) = goal.terms
        assert isinstance(term, Variable)
        need(not self.levels, "a decision stands")
        values = self.domains[term.number]
        need(not any(goal.is_better(each, own) for each in values), "the objective has a better")

    def _backtrack(self, event: Event) -> None:
        need(event.depth == len(self.levels) - 1, "not the last decision is taken back")
        need(self.closed and self.left is None, "it leaves what has not been searched")
        level = self.levels.pop()
        self.domains, self.settled = [*level.domains], {*level.settled}
        self.left = level if level.untried else None
        self.closed = not level.untried

    def _restart(self, event: Event) -> None:
        need(self.recording.header.settings.get("restarts") is True, "it never restarts")
        need(event.depth == 0, "after a restart no decision stands")
        if self.levels:
            self.domains, self.settled = [*self.levels[0].domains], {*self.levels[0].settled}
        elif self.left is not None:
            self.domains, self.settled = [*self.left.domains], {*self.left.settled}
        self.levels, self.left, self.closed = [], None, False

    def check_end(self) -> None:
        """Check what is said at the end."""
        end, counts, limit = (
            self.recording.end, self.recording.counts, self.recording.header.limit,
        )  # fmt: skip
        need(end.left_out == 0 and end.events == len(self.recording.events), "end: other events")
        need(end.exhausted == (not end.why), "end: why did it stop?")
        complete = self.closed and not self.levels and self.left is None
        need(complete or not end.exhausted, "end: not all has been searched")
        need(
            end.exhausted or end.why == f"{FOUND}{limit}" == f"{FOUND}{len(self.found)}", "end: why"
        )
        status = "SAT" if self.found else "UNSAT"
        need(end.status == status, f"end: the status is {status}")
        counted = {"decide": "guesses", "restart": "restarts"}
        for kind, counter in counted.items():
            need(counts.get(kind, 0) == end.counters.get(counter, 0), f"end: other {counter}")
        before = end.counters["nodes"] == 0 and not self.found  # a conflict that is no node's
        backtracks = end.counters["backtracks"] + before
        need(counts.get("conflict", 0) == backtracks, "end: other backtracks")
        settled = (
            min(domain) if each in self.settled and len(domain) == 1 else None
            for each, domain in enumerate(self.domains)
        )
        need(end.grid == (self.found[-1] if self.found else tuple(settled)), "end: other values")


def _text(values: Iterable[int]) -> str:
    """The text of a domain, of one in too many pieces between its ends."""
    domain = Domain.of(values)
    if len(domain.intervals) > MOST_INTERVALS:
        return f"{domain.min}..{domain.max}"
    return str(domain)


def solutions_of(recording: Recording) -> Sequence[tuple[int, ...]]:
    """What a trace claims."""
    return [event.grid for event in recording.events if event.grid is not None]
