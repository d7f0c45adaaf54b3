"""Atoms: a constant or a variable as literals, and what it says that one is below another."""

from collections.abc import Iterator

from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.proofs.literals import Clause, Literals
from accord.puzzles.proofs.quantity import FALSE, TRUE, Quantity

Atom = int | Variable


def values_of(atom: Atom, literals: Literals) -> list[int]:
    """The values that it can have."""
    return [*literals.values(atom.number)] if isinstance(atom, Variable) else [atom]


def equal(atom: Atom, value: int, literals: Literals) -> int:
    """The literal that it has a value."""
    if isinstance(atom, Variable):
        return literals.equal(atom.number, value)
    return TRUE if atom == value else FALSE


def quantity_of(atom: Atom, literals: Literals) -> Quantity:
    """It as a quantity; a variable has at least one value."""
    return literals.quantity(atom.number) if isinstance(atom, Variable) else Quantity([atom], [])


def ends_before(
    condition: int, origin: Quantity, length: Quantity, behind: Quantity
) -> Iterator[Clause]:
    """What a literal says: origin + length <= behind; without those that others imply."""
    for size in length.values:
        last = TRUE
        for value in origin.values:
            said = behind.at_least(value + size)
            if said != last:
                yield -condition, -origin.at_least(value), -length.at_least(size), said
            last = said
