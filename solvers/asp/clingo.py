"""clingo on the answer set program of a problem: gringo grounds the rules, clasp searches.

The text is that of encodings/problems/asp.py, the same that goes into a file.  clasp is
conflict-driven search, like a SAT solver's, over atoms and counts (M. Gebser, B. Kaufmann and T.
Schaub, "Conflict-driven answer set solving: From theory to practice", Artificial Intelligence 187,
2012).  It enumerates by itself, without a clause for each answer, and reports whether the search
was exhaustive: only then is there a proof.  Where an objective is minimised each answer is better
than the last, by branch and bound.

A call of clingo reacts neither to signals nor to the clock.  It therefore searches in a thread of
its own, which is checked every tenth of a second; grounding cannot be interrupted.

Measured: docs/solvers/asp.md.
"""

import atexit
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Annotated, Any, Literal

from accord.encodings.naming import identifiers
from accord.encodings.problems import asp
from accord.solvers.backend import Backend, Need
from accord.solvers.interface import Budget, GaveUpError, Problem, Solution
from accord.solvers.settings import Limit

LOOK_AGAIN = 0.1  # seconds; as long may Ctrl-C take
RANDOM = 0.02  # the share of decisions that a seed makes by chance


def solve(
    problem: Problem,
    budget: Budget,
    *,
    configuration: Literal[
        "auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy"
    ] = "auto",
    seed: Annotated[int, range(2**31)] = 0,
    conflicts: Limit = 0,
) -> Iterator[Solution]:
    """clingo, answer set programming: counts over variables and values, grounded and searched."""
    budget.enter("encode")
    arguments = ["--models=0", f"--configuration={configuration}"]
    if problem.goal is None:  # else it looks for ever better ones
        arguments.append("--project=show")
    if seed:
        arguments += [f"--seed={seed}", f"--rand-freq={RANDOM}"]
    if conflicts:
        arguments.append(f"--solve-limit={conflicts}")
    control = _ground(asp.write(problem), arguments)
    names = identifiers(problem, asp.spell)
    budget.enter("search")
    with ExitStack() as opened:
        opened.callback(_count, control, budget)
        handle = opened.enter_context(control.solve(yield_=True, async_=True))
        atexit.register(opened.close)  # the thread of an open search would abort the program
        opened.callback(atexit.unregister, opened.close)
        while (model := _next(handle, budget)) is not None:
            budget.enter("decode")
            yield _solution(problem, names, model)
            handle.resume()
        result = handle.get()
    if conflicts and not result.exhausted:
        raise GaveUpError(f"stopped after {conflicts} conflicts")
    if not result.exhausted:
        raise GaveUpError(f"clingo says {result} and does not call the search exhausted")


def _solution(problem: Problem, names: Sequence[str], model: Any) -> Solution:
    """The solution in an answer set."""
    shown = (symbol.arguments for symbol in model.symbols(shown=True))
    values = {str(variable): value.number for variable, value in shown}
    return problem.solution(values[name] for name in names)


def _ground(text: Iterator[str], arguments: list[str]) -> Any:
    """A program, its rules grounded.

    Raises:
        RuntimeError: clingo does not accept it; says why.
    """
    import clingo

    messages: list[str] = []
    control = clingo.Control(arguments, logger=lambda code, text: messages.append(text))
    try:
        control.add("base", [], "".join(text))
        control.ground([("base", [])])
    except RuntimeError as error:
        raise RuntimeError(f"{error}: {' '.join(messages)}") from error
    return control


def _next(handle: Any, budget: Budget) -> Any:
    """The next answer set, None if there is no other.

    Raises:
        GaveUpError: the time is over.
    """
    while not handle.wait(min(LOOK_AGAIN, budget.seconds_left())):
        budget.check_time()
    return handle.model()


def _count(control: Any, budget: Budget) -> None:
    counted = control.statistics["solving"]["solvers"]
    names = {"conflicts": "conflicts", "decisions": "choices", "restarts": "restarts"}
    budget.spent.update({ours: int(counted[theirs]) for ours, theirs in names.items()})


SOLVERS = {
    "clingo": Backend(
        solve,
        engine="clasp",
        model="asp",
        family="asp",
        needs=(Need("clingo", ("clingo",)),),
        posts=asp.POSTS,
        optimizes="variable",
    )
}
