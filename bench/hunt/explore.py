"""Exploring: hypothesis chooses random problems, and makes the first one with a fault smaller.

What makes random problems takes its choices from a source; here the source takes them from
hypothesis (MacIver, Hatfield-Dodds and others, "Hypothesis: a new approach to property-based
testing", JOSS 4(43), 2019), which tries fewer and smaller ones again, as long as the fault is
there.  So what makes random problems for tests and audits (bench/make) is shrunk without a
line about it, and with it what a relation makes of a problem, which shrink.py does not know.

The smallest finding is remembered here, and not taken from the last run of hypothesis: a solver may
be wrong now and then only.  `explore` needs the extra `fuzz`; no other file imports hypothesis.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from accord.bench.hunt.ask import ALL, FINDINGS, Asker, JudgedAnswer
from accord.bench.hunt.finding import AGAIN, Finding, versions_outside
from accord.bench.hunt.relations import RELATIONS, Relation, Told
from accord.puzzles.errors import InputError
from accord.puzzles.objective import value_text
from accord.puzzles.problem import Problem
from accord.solvers.registry import MissingBackendError, install_extra

MOST_SMALLER = 300  # runs that may make a finding smaller
WORD = 16  # bits of a number from 0 to 1
COLLECT = "_get_local_constants"  # the function of hypothesis that collects constants of modules

Look = Callable[[Random], Finding | None]


def expect_hypothesis() -> None:
    """Complain where hypothesis is not installed.

    Raises:
        MissingBackendError: it is not; says how to install it.
    """
    if find_spec("hypothesis") is None:
        raise MissingBackendError(
            f"found no hypothesis, expected what draws random problems: {install_extra('fuzz')}"
        )


def found_on(
    asker: Asker, column: str, problem: Problem, numbers: Sequence[int | None] = (ALL,)
) -> Finding | None:
    """The first finding from asking one problem once for each limit; None if there is none."""
    numbers = numbers if problem.goal is None else (ALL,)
    found = (_finding(asker, column, each) for each in asker.ask(problem, numbers))
    return next(filter(None, found), None)


def found_between(
    asker: Asker, column: str, relation: Relation, problem: Problem, others: Sequence[Problem]
) -> Finding | None:
    """A finding from one of the answers, or from what breaks a relation; else None."""
    told: list[Told] = []
    for answered in asker.ask_all([problem, *others]):
        if (found := _finding(asker, column, answered)) is not None:
            return found
        if answered.count is None:
            return None
        told.append(answered.count if problem.goal is None else answered.value)
    asker.relations[relation.name] += 1
    if relation.relates(problem, told):
        return None
    first, *rest = ("nothing" if each is None else value_text(each) for each in told)
    said = f"counts {first} solutions" if problem.goal is None else f"calls {first} the best"
    why = f"{said}, and {' and '.join(rest)} of what is made of it"
    evidence = f"{relation.expected_of(problem)}, by the relation {relation.name}"
    broken = _finding(asker, column, JudgedAnswer(problem, "wrong", why, evidence))
    return broken and replace(broken, relation=relation.name, others=tuple(others))


def _finding(asker: Asker, column: str, answered: JudgedAnswer) -> Finding | None:
    """The finding that an answer is; None where it is none."""
    if answered.state not in FINDINGS:
        return None
    return Finding(
        solver=str(asker.declared),
        version=asker.declared.version,
        column=column,
        state=answered.state,
        problem=answered.problem,
        why=answered.why,
        evidence=answered.evidence,
        limit=answered.limit,
        outside=versions_outside(str(asker.declared)),
    )


def asked_again(asker: Asker, finding: Finding) -> Finding:
    """A finding with how often it is seen again in a fresh process."""
    seen, last = 0, finding
    for _ in range(AGAIN):
        asker.begin_anew()
        if finding.others:
            relation = _named(finding.relation)
            problems = (finding.problem, finding.others)
            found = found_between(asker, finding.column, relation, *problems)
        else:
            found = found_on(asker, finding.column, finding.problem, [finding.limit])
        if found is not None and found.state == finding.state:
            seen, last = seen + 1, replace(found, tried=finding.tried)
        if finding.state == "did not end":  # once is slow enough
            seen *= AGAIN
            break
    return replace(last, seen=seen)


def _named(name: str) -> Relation:
    """The relation of this name, which a file says."""
    for each in RELATIONS:
        if each.name == name:
            return each
    names = ", ".join(each.name for each in RELATIONS)
    raise InputError(f"found the relation {name!r:.80}, expected one of {names}")


class ChosenRandom(Random):
    """A source of numbers that hypothesis chooses; the simplest are 0, and nearly 1.

    So the simplest choice is the first one, and what happens with some probability does not.
    """

    def __init__(self, whole_number: Callable[[int], int]) -> None:
        self._whole_number = whole_number  # of so many bits
        super().__init__(0)

    def __new__(cls, *_: object) -> "ChosenRandom":
        """A source without a seed."""
        return super().__new__(cls)

    def seed(self, *_: Any, **__: Any) -> None:
        """Do nothing: the numbers come from elsewhere."""

    def random(self) -> float:
        """A number from 0 to 1."""
        return 1 - (1 + self.getrandbits(WORD)) / (1 << WORD)

    def getrandbits(self, k: int, /) -> int:
        """A whole number of so many bits."""
        return self._whole_number(k)


@contextmanager
def _no_constants_of_modules() -> Iterator[None]:
    """A context in which hypothesis takes no constants from imported modules.

    It would collect them for seconds, and the seed alone would not decide what is asked.
    """
    module: Any = sys.modules.get("hypothesis.internal.conjecture.providers")
    collect = getattr(module, COLLECT, None)
    if collect is None:  # an older version takes none
        yield
        return
    nothing = module.Constants()
    setattr(module, COLLECT, lambda: nothing)
    try:
        yield
    finally:
        setattr(module, COLLECT, collect)


class _FoundError(Exception):
    """Tells hypothesis that there is a finding."""


def explore(look: Look, number: int, problems: int, folder: Path) -> Finding | None:
    """The smallest finding that comes of looking at random problems; None where there is none.

    Args:
        look: makes one with a source of random choices, and says what is found.
        number: the seed.
        problems: how many are made at most, until there is a finding.
        folder: where hypothesis keeps its own files.
    """
    from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
    from hypothesis import strategies as st
    from hypothesis.configuration import set_hypothesis_home_dir
    from hypothesis.errors import Flaky

    set_hypothesis_home_dir(folder)
    bits = [st.integers(0, (1 << number) - 1) for number in range(65)]
    smallest: Finding | None = None
    left = 0

    @seed(number)
    @settings(
        max_examples=problems,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=[*HealthCheck],
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        print_blob=False,
    )
    @given(st.data())
    def once(data: st.DataObject) -> None:
        nonlocal smallest, left
        if smallest is not None:
            if left == 0:
                return
            left -= 1
        found = look(ChosenRandom(lambda number: data.draw(bits[number])))
        if found is None or (smallest is not None and found.state != smallest.state):
            return
        if smallest is None:
            left = 0 if found.state == "did not end" else MOST_SMALLER  # each takes a limit
        if smallest is None or found.size <= smallest.size:
            smallest = found
        raise _FoundError

    with _no_constants_of_modules(), suppress(_FoundError, Flaky):  # wrong now and then only
        once()
    return smallest
