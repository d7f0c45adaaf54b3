"""Formulas in DIMACS' format for CNF, which other programs read."""

from typing import TextIO

from accord.puzzles.proofs.reference import ReferenceFormula


def write_dimacs(formula: ReferenceFormula, file: TextIO) -> None:
    """Write all clauses, in the order of their numbers."""
    file.write(f"c reference formula, version {formula.version}\n")
    file.write(f"p cnf {formula.variables} {formula.clauses}\n")
    for clause in formula:
        file.write(" ".join(map(str, (*clause, 0))) + "\n")
