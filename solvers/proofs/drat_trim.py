"""drat-trim as elaborator of long proofs, where it is on the path.

It trims a proof and adds hints, as ours does (Wetzler, Heule and Hunt, SAT 2014), in C.  What it
writes is checked here; where it fails, or is refused, ours is asked.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from accord.puzzles.proofs.checker import check
from accord.puzzles.proofs.lrat import ProofError
from accord.puzzles.proofs.reference import ReferenceFormula
from accord.solvers.budget import Budget
from accord.solvers.programs.program import run
from accord.solvers.proofs.elaborate import LARGE, elaborated
from accord.solvers.proofs.produce import Clause, write_cnf

PROGRAM = "drat-trim"
SECONDS = 20_000  # that it may take by itself, beyond any limit of ours


def trimmed(formula: ReferenceFormula, proof: Iterable[Clause], large: int = LARGE) -> bytes:
    """The proof as LRAT text, trimmed and with hints.

    Args:
        formula: what is refuted.
        proof: the clauses that a producer has added, in their order.
        large: of so many clauses, formula and proof together, drat-trim is asked if it is there.

    Raises:
        ElaborationError: the proof does not refute the formula.
    """
    clauses = list(proof)
    if formula.clauses + len(clauses) >= large and (path := shutil.which(PROGRAM)):
        found = _by_program(formula, clauses, path)
        try:
            check(formula, found)
            return found
        except ProofError:  # or it has failed, and found nothing
            pass
    return elaborated(formula, clauses)


def _by_program(formula: ReferenceFormula, clauses: list[Clause], path: str) -> bytes:
    """The output of drat-trim; empty where it has failed."""
    with TemporaryDirectory(prefix="accord-") as folder:
        cnf, drat, lrat = (Path(folder) / name for name in ("formula.cnf", "proof.drat", "lrat"))
        write_cnf(formula, cnf)
        drat.write_bytes(b"".join(map(_binary, clauses)))
        budget = Budget()
        budget.resume()
        try:
            run([path, str(cnf), str(drat), "-t", str(SECONDS), "-L", str(lrat)], budget)
            return lrat.read_bytes()
        except (OSError, RuntimeError):
            return b""


def _binary(clause: Clause) -> bytes:
    """The addition of a clause in binary DRAT, which is not mistaken for text."""
    found = bytearray(b"a")
    for literal in dict.fromkeys(clause):
        code = 2 * abs(literal) + (literal < 0)
        while code > 127:
            found.append(128 | code & 127)
            code >>= 7
        found.append(code)
    return bytes(found) + b"\0"
