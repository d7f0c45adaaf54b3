"""Backtracking on the variables in their order, by what the constraints mean.

The two searches that look only back, never ahead: backtracking_naive.py and backtracking_first.py.
One list of values is filled and emptied again.  A constraint is looked at when all its variables
have values, an AllDifferent on those that have.  Nothing is inferred.  Asked for the best solution
they give up where the objective's variable has a value that is no better (branch_and_bound.py); an
objective that is no variable is computed when all variables have values.

A trace says for each wrong value which constraint it breaks, and of `values_that_fit` what a
variable loses when its turn comes.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal, cast

from accord.puzzles import Problem, Solution
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.clauses import clause_by_clause
from accord.puzzles.constraints.constraint import Constraint
from accord.puzzles.objective import Value
from accord.solvers.interface import Budget
from accord.solvers.search.branch_and_bound import Incumbent, incumbent_of
from accord.solvers.search.network import Network, can_hold, network
from accord.solvers.search.propagators.all_different import all_different
from accord.solvers.search.propagators.posts import MEANING, by_meaning
from accord.solvers.search.propagators.propagator import Propagator
from accord.solvers.traces.trace import Trace

Values = list[int | None]  # for each variable; None while it is open


def every_value(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Try every value and look at every constraint each time."""
    trace = budget.trace
    incumbent = incumbent_of(problem, budget.trace)

    def choices(values: Values, variable: int) -> Iterator[int]:
        budget.spend(nodes=1)
        domain = sorted(problem.domains[variable])
        if incumbent is not None and variable == incumbent.variable:
            domain = incumbent.best_first(domain)
        for value in domain:
            values[variable] = value
            if trace is not None:
                trace.branched(variable, value, domain, "first")
            is_cut = _is_cut(values, incumbent)
            valid = not is_cut and _keeps(values, constraints)
            budget.spend(guesses=1, backtracks=not valid)
            if valid:
                yield value
            elif trace is not None and not is_cut:
                _write_broken(trace, problem)
            if trace is not None:
                trace.backtrack()

    constraints = [*clause_by_clause(problem.constraints)]
    yield from _asked(problem, budget, _fillings(problem, budget, choices, incumbent))


def values_that_fit(problem: Problem, budget: Budget) -> Iterator[Solution]:
    """Try the values that break no constraint of the variable."""
    net, trace = network(problem, "forward"), budget.trace
    incumbent = incumbent_of(problem, budget.trace)
    others: list[list[Constraint]] = [
        [] for _ in problem.domains
    ]  # of each variable, those that are not pairwise
    for level in net.levels:
        for each in clause_by_clause(problem.constraints[number] for number in level.propagators):
            for variable in {*each.scope}:
                others[variable].append(each)

    def fits(values: Values, variable: int, value: int) -> bool:
        budget.check_time()
        values[variable] = value
        return _keeps(values, others[variable])

    def choices(values: Values, variable: int) -> Iterator[int]:
        values[variable] = None
        held = {values[other] for other in net.different[variable]}
        left: Collection[int] = problem.domains[variable]
        if incumbent is not None and variable == incumbent.variable:
            left = incumbent.cut(frozenset(left))
        fitting = sorted(value for value in left if value not in held)
        if others[variable]:
            fitting = [value for value in fitting if fits(values, variable, value)]
        if incumbent is not None and variable == incumbent.variable:
            fitting = incumbent.best_first(fitting)
        budget.spend(nodes=1, backtracks=not fitting)
        if trace is not None and left:
            _write_lost(trace, problem, net, variable)
        for value in fitting:
            budget.spend(guesses=len(fitting) > 1)
            if trace is not None:
                trace.branched(variable, value, fitting, "first")
            values[variable] = value
            if _is_cut(values, incumbent):
                budget.spend(backtracks=1)
            else:
                yield value
            if trace is not None and len(fitting) > 1:
                trace.backtrack()

    yield from _asked(problem, budget, _fillings(problem, budget, choices, incumbent))


def _asked(problem: Problem, budget: Budget, found: Iterator[Solution]) -> Iterator[Solution]:
    """All solutions; or where there is an objective those that are better than all before."""
    if (goal := problem.goal) is None:
        yield from found
        return
    best: Value | None = None
    for solution in found:
        has_value = not any(goal.violations(solution, problem.names))
        if has_value and (best is None or goal.is_better(goal.value(solution), best)):
            best = goal.value(solution)
            yield solution
        else:
            budget.spend(backtracks=1)


def _is_cut(values: Values, incumbent: Incumbent | None) -> bool:
    """Whether the objective's variable has a value that is no better; a trace then says so."""
    if incumbent is None or (own := values[incumbent.variable]) is None:
        return False
    return not incumbent.cut(frozenset({own}))


def _fillings(
    problem: Problem,
    budget: Budget,
    choices: Callable[[Values, int], Iterator[int]],
    incumbent: Incumbent | None,
) -> Iterator[Solution]:
    """Every way to give the open variables values, first to last.

    Without recursion: `untried` has, for each open variable that was reached, the values to come.
    """
    MEANING.flatten(problem)  # which refuses what is too large
    budget.spend(nodes=0, guesses=0, backtracks=0)
    budget.enter("search")
    trace = budget.trace
    if not can_hold(problem):
        if trace is not None:
            trace.contradiction()
        return
    values: Values = [next(iter(each)) if len(each) == 1 else None for each in problem.domains]
    if trace is not None:
        trace.seen(variable for variable, value in enumerate(values) if value is not None)
    if not _keeps(values, [*clause_by_clause(problem.constraints)]):
        if trace is not None:
            _write_broken(trace, problem)
        return
    blanks = [variable for variable, value in enumerate(values) if value is None]
    if not blanks:
        yield problem.solution(cast("list[int]", values))
        return
    untried = [choices(values, blanks[0])]
    while untried:
        variable = blanks[len(untried) - 1]
        values[variable] = next(untried[-1], None)
        if values[variable] is None:
            untried.pop()
        elif len(untried) < len(blanks):
            untried.append(choices(values, blanks[len(untried)]))
        else:
            solution = problem.solution(cast("list[int]", values))
            if incumbent is not None:
                incumbent.replace(solution)
            yield solution


def _keeps(values: Values, constraints: Sequence[Constraint]) -> bool:
    """Whether the values so far break none of the constraints."""
    for constraint in constraints:
        own = [value for variable in constraint.scope if (value := values[variable]) is not None]
        full = len(own) == len(constraint.scope)
        if (full or isinstance(constraint, AllDifferent)) and not constraint.holds(own):
            return False
    return True


def _write_broken(trace: Trace, problem: Problem) -> None:
    """Write which constraint the values break: the first one."""
    domains = trace.board.domains
    for number, constraint in enumerate(problem.constraints):
        check = _looking("check", constraint) if constraint.scope else None
        if check is not None and (kept := check(domains)):
            trace.propagated(number, check, domains, kept)
            trace.conflict_in(number)
            return


def _looking(name: Literal["check", "forward"], constraint: Constraint) -> Propagator:
    """The propagator that concludes what `_keeps` sees, and no more."""
    if isinstance(constraint, AllDifferent):
        return all_different(constraint, name)
    return by_meaning(name, constraint)


def _write_lost(trace: Trace, problem: Problem, net: Network, variable: int) -> None:
    """Write which values a variable loses to those before it, or that all of them go."""
    domains = trace.board.domains
    for other in net.different[variable]:
        if other != variable and len(domains[other]) == 1:
            trace.taken(other, [variable])
            if trace.is_contradicted or not domains[variable]:
                trace.conflict_in(net.shared(variable, other))
                return
    for number in net.constraints_of[variable]:
        if number in net.all_different_of[variable]:
            continue
        look = _looking("forward", problem.constraints[number])
        kept = [
            (each, values)
            for each, values in look(domains)
            if each == variable or len(domains[each]) == 1  # it does not look ahead
        ]
        if kept:
            trace.propagated(number, look, domains, kept)
            if trace.is_contradicted:
                trace.conflict_in(number)
                return
