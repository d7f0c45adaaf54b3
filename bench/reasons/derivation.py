"""Derivation: few constraints from which clauses derive a contradiction by unit propagation.

Each literal that follows is kept with the constraints by which it does, and the one that takes the
fewest goes first, as in a search for shortest paths (D. E. Knuth, "A generalization of Dijkstra's
algorithm", Information Processing Letters 6, 1977).  Of unions of sets that is not exact, as two
literals may share constraints: what comes out is few, and not always the fewest.
"""

from collections import defaultdict
from heapq import heappop, heappush
from itertools import count

from accord.puzzles.proofs.reference import ReferenceFormula

Places = frozenset[int]  # constraints, from 0


def contradiction(formula: ReferenceFormula) -> Places | None:
    """Few constraints whose clauses contradict each other; None where propagation finds none."""
    clauses = list(formula)
    holding = defaultdict[int, list[int]](list)  # clauses by the literals in them
    for number, clause in enumerate(clauses):
        for literal in clause:
            holding[literal].append(number)
    left = [len(clause) for clause in clauses]  # literals that are not false yet
    by = dict[int, Places]()  # for each literal that is true its constraints
    turn = count()
    queue = list[tuple[int, int, int, Places]]()  # number of constraints, turn, literal or 0

    def derive(number: int) -> None:
        """Enqueue the literal left of a clause, or 0 for a contradiction, by its constraints."""
        clause = clauses[number]
        place = formula.constraint_of(number + 1)
        used = frozenset[int]() if place is None else frozenset({place})
        literal = 0
        for each in clause:
            if -each in by:
                used |= by[-each]
            else:
                literal = each
        heappush(queue, (len(used), next(turn), literal, used))

    for number, length in enumerate(left):
        if length < 2:
            derive(number)
    while queue:
        _, _, literal, used = heappop(queue)
        if not literal:
            return used
        if literal in by:
            continue
        by[literal] = used
        for number in holding[-literal]:
            left[number] -= 1
            if left[number] < 2:
                derive(number)
    return None
