"""A formula too large for accord's checker: the solver's own proof, checked by somebody's program.

A formula of clauses is itself, so that no reference formula is needed: its clauses and one for each
solution that is known are written as DIMACS, CaDiCaL refutes them, and a checker on the path says
whether the refutation is one.  Such a result has the checker's name in its grade.  It is no
certificate: accord has verified the solutions, and nothing of the proof.

    cadical with --lrat (version 2 and above)    cake_lpr, else lrat-check
    any cadical                                  drat-trim

cake_lpr is itself verified down to its machine code (Y. Tan, M. Heule and M. Myreen, "cake_lpr:
verified propagation redundancy checking in CakeML", TACAS 2021); the others are the usual C.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.phrasing import counted, seconds
from accord.puzzles.problem import Problem, Solution
from accord.solvers.budget import Budget, GaveUpError
from accord.solvers.programs.program import printed_by, run

SOLVER = "cadical"
REFUTED = 20  # its exit code
OF_LRAT, OF_DRAT = ("cake_lpr", "lrat-check"), ("drat-trim",)
CHECKERS = (*OF_LRAT, *OF_DRAT)
_VERIFIED = re.compile(r"^[sc] VERIFIED(?: UNSAT)?[ \t]*$", re.MULTILINE)
TIME = 2_000_000_000  # seconds that drat-trim has by itself: its limit is ours


@dataclass(frozen=True)
class CheckedElsewhere:
    """That there are no solutions but some, and the program that has checked a proof of it."""

    solutions: tuple[Solution, ...]  # verified
    checker: str
    clauses: int
    size: int  # bytes of the proof
    cpu: float  # seconds, of solver and checker

    def __str__(self) -> str:
        number = len(self.solutions)
        answer = ("none", "unique")[number] if number < 2 else counted(number, "solution")
        return (
            f"{answer} (checked by {self.checker}, not by accord): {SOLVER}, "
            f"{counted(self.clauses, 'clause')}, {counted(self.size, 'byte')}, "
            f"{seconds(self.cpu)} CPU"
        )


def checked_elsewhere(
    problem: Problem, known: Iterable[Solution], within: float = inf
) -> CheckedElsewhere | None:
    """Have it refuted and checked that a formula of clauses has other solutions.

    Args:
        problem: any; one of something else than clauses is not refuted.
        known: its verified solutions.
        within: seconds that solver and checker may take.

    Returns:
        None if a program is missing, gives up, or has not refuted or verified it.
    """
    is_formula = all(isinstance(each, Clauses) for each in problem.constraints)
    if problem.goal is not None or not is_formula or (path := shutil.which(SOLVER)) is None:
        return None
    has_lrat = "--lrat" in printed_by(path, ["--help"])
    there = [each for each in CHECKERS if shutil.which(each) and (has_lrat or each in OF_DRAT)]
    if not there:
        return None
    checker, solutions = there[0], _different(problem, known)
    options = ["--lrat"] if checker in OF_LRAT else []
    checking = ["-t", str(TIME)] if checker in OF_DRAT else []
    budget = Budget(within)
    budget.resume()
    with TemporaryDirectory(prefix="accord-") as folder:
        formula, proof = Path(folder, "formula.cnf"), Path(folder, "proof")
        number = _write(problem, solutions, formula)
        try:
            solved = run([path, "-q", "--no-binary", *options, str(formula), str(proof)], budget)
            if solved.code != REFUTED:
                return None
            checked = run([str(shutil.which(checker)), str(formula), str(proof), *checking], budget)
        except (GaveUpError, OSError, RuntimeError):
            return None
        if checked.code or not _VERIFIED.search(checked.output):
            return None
        size = proof.stat().st_size
    budget.pause()
    return CheckedElsewhere(solutions, checker, number, size, budget.total.cpu)


def _different(problem: Problem, known: Iterable[Solution]) -> tuple[Solution, ...]:
    """Verified solutions, one of those with the same shown values."""
    valid = (tuple(each) for each in known if not any(problem.violations(each)))
    return tuple({problem.projected(each): each for each in valid}.values())


def _write(problem: Problem, solutions: Iterable[Solution], path: Path) -> int:
    """Write the clauses, and those that forbid solutions; returns how many there are."""
    clauses = [*_clauses(problem, solutions)]
    with path.open("w", encoding="ascii") as file:
        file.write(f"p cnf {len(problem.domains)} {len(clauses)}\n")
        file.writelines(f"{' '.join(map(str, [*clause, 0]))}\n" for clause in clauses)
    return len(clauses)


def _clauses(problem: Problem, solutions: Iterable[Solution]) -> Iterator[list[int]]:
    for variable, domain in enumerate(problem.domains, 1):
        if 1 not in domain:
            yield [-variable]
        if 0 not in domain:
            yield [variable]
    for constraint in problem.constraints:
        assert isinstance(constraint, Clauses)
        own = [variable + 1 for variable in constraint.scope]
        yield from constraint.said(own, [-literal for literal in own])
    for solution in solutions:
        yield [-each - 1 if solution[each] else each + 1 for each in problem.shown]
