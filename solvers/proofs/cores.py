"""Cores: under which assumptions a library says that clauses have no model.

Assumptions are literals that a solver takes to be true for one question, and a core is some of them
that cannot be (Eén and Sörensson, "Temporal induction by incremental SAT solving", BMC 2003).

    sat-cadical, sat-glucose, sat-lingeling, sat-maplechrono, sat-minisat   through PySAT
    cpsat                                                                   OR-Tools, one thread

A core is a claim, and is returned here as it came: whoever asks has to judge it.  One real case: of
the clauses `1` and `-1 2` and the assumptions 1 and -2, CP-SAT 9.15 returns -1, which is none.
"""

from collections.abc import Sequence

from accord.solvers.proofs.produce import Clause
from accord.solvers.registry import backends
from accord.solvers.sat.pysat import ENGINES

CPSAT = "cpsat"
LIBRARIES = (*ENGINES, CPSAT)


def libraries() -> list[str]:
    """The libraries for cores that are installed here."""
    return [name for name in LIBRARIES if not backends()[name].missing]


def core(
    clauses: Sequence[Clause], variables: int, assumed: Sequence[int], library: str
) -> object | None:
    """The core that a library returns, unchecked; None where it says there is a model.

    Args:
        clauses: literals are numbers of variables, negative where they are false.
        variables: how many there are.
        assumed: literals.
        library: one of LIBRARIES.

    Raises:
        RuntimeError: it says neither.
    """
    if library == CPSAT:
        return _of_cpsat(clauses, variables, assumed)
    from pysat import solvers

    with getattr(solvers, ENGINES[library].library)(bootstrap_with=clauses) as solver:
        returned: object = None if solver.solve(assumptions=assumed) else solver.get_core()
        return returned


def _of_cpsat(
    clauses: Sequence[Clause], variables: int, assumed: Sequence[int]
) -> list[int] | None:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    positive = [model.new_bool_var("") for _ in range(variables)]

    def literal(number: int) -> cp_model.LiteralT:
        variable = positive[abs(number) - 1]
        return variable if number > 0 else ~variable

    for clause in clauses:
        model.add_bool_or(map(literal, clause))
    model.add_assumptions(map(literal, assumed))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # its handler would stay, and swallow Ctrl-C
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    if status != cp_model.INFEASIBLE:
        raise RuntimeError(f"found the status {solver.status_name(status)}")
    indices = solver.sufficient_assumptions_for_infeasibility()  # from 0; -1 says: not variable 0
    return [index + 1 if index >= 0 else index for index in indices]
