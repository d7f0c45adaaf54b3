"""Producers: SAT solvers that write down why there is no model, as DRUP or DRAT.

A line of these formats adds a clause, or deletes one after a `d`.  In DRUP what is added follows
from what is there by unit propagation (Van Gelder, "Verifying RUP proofs of propositional
unsatisfiability", ISAIM 2008); DRAT (Wetzler, Heule and Hunt, SAT 2014) may also say what a new
variable is to mean.  Of both, the clauses that are added are read, in their order.

    cadical103, cadical153, cadical195, glucose4, lingeling, maplechrono    through PySAT
    cadical, kissat                                                         programs, by files

Kissat and newer versions of CaDiCaL add variables.  Not used: CP-SAT and Pumpkin, whose proofs are
not about the clauses that they were given.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from accord.solvers.budget import Budget
from accord.solvers.interface import UnsupportedError
from accord.solvers.programs.external import SHIPPED
from accord.solvers.programs.program import run

Clause = tuple[int, ...]

LIBRARY = ("cadical103", "cadical153", "cadical195", "glucose4", "lingeling", "maplechrono")
PROGRAMS = ("cadical", "kissat")
PRODUCERS = (*LIBRARY, *PROGRAMS)
DEFAULT = "cadical153"


class ClauseList(Protocol):
    """A formula as producers and the elaborator read it: its clauses, numbered from 1."""

    @property
    def variables(self) -> int: ...
    @property
    def clauses(self) -> int: ...
    def __iter__(self) -> Iterator[Clause]: ...


class ProducerError(Exception):
    """A program has failed, or what it has written is neither a model nor a proof."""


class HasModelError(ValueError):
    """The formula has a model, which the producer claims this to be."""

    def __init__(self, model: Iterable[int]) -> None:
        super().__init__("found a model, expected that there is none")
        self.model = frozenset(model)  # literals that are true


def produce(
    formula: ClauseList, producer: str = DEFAULT, budget: Budget | None = None
) -> list[Clause]:
    """The clauses that a producer derives from a formula, the empty one the last of them.

    Args:
        formula: what is to be refuted.
        producer: one of PRODUCERS.
        budget: what it may spend; kept by programs only.

    Raises:
        HasModelError: it has found a model.
        UnsupportedError: there is no such producer, or it is not installed.
        GaveUpError: the time is over.
        ProducerError: a program has failed, or has written no proof.
    """
    if producer in LIBRARY:
        return _by_library(formula, producer)
    if producer in PROGRAMS:
        return _by_program(formula, producer, budget or Budget())
    raise UnsupportedError(f"found {producer!r}, expected one of {', '.join(PRODUCERS)}")


def missing(producer: str) -> str:
    """The missing library of a proof producer, in words; empty where none is missing."""
    if producer in PROGRAMS:
        return SHIPPED[producer].need.missing
    from importlib.util import find_spec

    return "" if find_spec("pysat") else "needs python-sat"


def read_added(lines: Iterable[str]) -> list[Clause]:
    """The clauses that are added in lines of DRUP or DRAT, in their order.

    Raises:
        ValueError: something is no number.
    """
    added = list[Clause]()
    for line in lines:
        if line and not line.startswith("d"):
            *literals, zero = map(int, line.split())
            if zero or 0 in literals:
                raise ValueError(f"found {line[:40]!r}, expected literals and a 0 at the end")
            added.append(tuple(literals))
    return added


def write_cnf(formula: ClauseList, path: Path) -> None:
    """Write a formula as programs read it."""
    with path.open("w", encoding="ascii") as file:
        file.write(f"p cnf {formula.variables} {formula.clauses}\n")
        file.writelines(f"{' '.join(map(str, clause))} 0\n" for clause in formula)


def _by_library(formula: ClauseList, producer: str) -> list[Clause]:
    if lacking := missing(producer):
        raise UnsupportedError(f"{producer} {lacking}")
    from pysat.solvers import Solver

    with Solver(producer, bootstrap_with=formula, with_proof=True) as solver:
        if solver.solve():
            raise HasModelError(solver.get_model())
        return read_added(solver.get_proof())


def _by_program(formula: ClauseList, producer: str, budget: Budget) -> list[Clause]:
    if lacking := missing(producer):
        raise UnsupportedError(f"{producer} {lacking}")
    with TemporaryDirectory(prefix="accord-") as folder:
        cnf, proof = Path(folder) / "formula.cnf", Path(folder) / "proof.drat"
        write_cnf(formula, cnf)
        path = SHIPPED[producer].need.path
        try:
            ended = run([path, "-q", "--no-binary", str(cnf), str(proof)], budget)
            if ended.code == 20:
                with proof.open(encoding="ascii") as lines:
                    return read_added(lines)
            model = _model(ended.output.splitlines()) if ended.code == 10 else None
        except (OSError, RuntimeError, ValueError) as error:
            raise ProducerError(f"{producer}: {error}") from error
    if model is None:
        raise ProducerError(f"{producer}: {ended.manner}; expected exit code 10 or 20")
    raise HasModelError(model)


def _model(output: Sequence[str]) -> list[int]:
    """The literals of the lines that begin with v, without the zero at their end."""
    found = (int(word) for line in output if line.startswith("v") for word in line.split()[1:])
    return [literal for literal in found if literal]
