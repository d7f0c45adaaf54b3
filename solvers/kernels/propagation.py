"""Propagation of the general kernel: what follows from a literal, and taking it back.

A candidate made true excludes all others in its masks; one that is excluded takes a bit from each
of its masks, and a mask with one bit left makes a candidate true.  A learnt clause is looked at
when one of the two literals that it watches has become false (Moskewicz and others, "Chaff", DAC
2001).  Locked candidates are looked for before each guess.
"""

from accord.solvers.kernels import state
from accord.solvers.kernels.board import ShapeTables
from accord.solvers.kernels.loading import compiled, lowest
from accord.solvers.kernels.state import SearchState, append, assign, long


@compiled
def propagate(b: ShapeTables, s: SearchState) -> bool:
    """Draw all consequences; whether there is a conflict."""
    numbers, masks, value, trail, head, arena = (
        s.numbers,
        s.masks,
        s.value,
        s.trail,
        s.head,
        s.arena,
    )
    n = b.n
    at, end, depth = numbers[state.AT], numbers[state.END], numbers[state.DEPTH]
    begin = at
    clauses = numbers[state.LEARNED] > 0
    conflict = False
    while at < end and not conflict:
        literal = trail[at]
        at += 1
        x = long(literal >> 1)
        cell = long(b.cell[x])
        v = x - cell * n
        if literal & 1:
            for j in range(b.first[cell] - 1, b.first[cell + 1]):
                if j < b.first[cell]:
                    k = cell
                    left = masks[k] & ~(1 << v)
                else:
                    k = b.house[j] + v
                    left = masks[k] & ~(1 << b.bit[j])
                masks[k] = left
                if left & (left - 1) == 0 and b.full[k]:
                    if left == 0:
                        conflict = True
                    else:
                        y = b.places[b.offset[k] + lowest(left)] + b.add[k]
                        sign = value[2 * y]
                        if sign == 0:
                            assign(s, 2 * y, (k << 2) | state.PLACES, end, depth)
                            end += 1
                        conflict = sign < 0
                    if conflict:
                        s.weight[k] += 1
                        numbers[state.CAUSE] = (k << 2) | state.PLACES
                        break
        else:
            for j in range(b.first[cell] - 1, b.first[cell + 1]):
                if j < b.first[cell]:
                    k = cell
                    rest = masks[k] & ~(1 << v)
                else:
                    k = b.house[j] + v
                    rest = masks[k] & ~(1 << b.bit[j])
                while rest:
                    y = b.places[b.offset[k] + lowest(rest)] + b.add[k]
                    rest &= rest - 1
                    sign = value[2 * y]
                    if sign == 0:
                        assign(s, 2 * y + 1, (x << 2) | state.PEER, end, depth)
                        end += 1
                    elif sign > 0:
                        s.weight[k] += 1
                        numbers[state.CAUSE] = (x << 2) | state.PEER
                        numbers[state.OTHER] = y
                        conflict = True
                        break
                if conflict:
                    break
        if clauses and not conflict:
            wrong = literal ^ 1
            before = -1
            node = head[wrong]
            while node:
                ref = node >> 1
                slot = node & 1
                following = arena[ref + 2 + slot]
                other = arena[ref + state.HEADER + 1 - slot]
                sign = value[other]
                moved = False
                if sign <= 0:
                    for i in range(ref + state.HEADER + 2, ref + state.HEADER + arena[ref]):
                        candidate = arena[i]
                        if value[candidate] >= 0:
                            arena[i] = wrong
                            arena[ref + state.HEADER + slot] = candidate
                            arena[ref + 2 + slot] = head[candidate]
                            head[candidate] = node
                            moved = True
                            break
                if moved:
                    if before < 0:
                        head[wrong] = following
                    else:
                        arena[before] = following
                else:
                    before = ref + 2 + slot
                    if sign == 0:
                        assign(s, other, (ref << 2) | state.CLAUSE, end, depth)
                        end += 1
                    elif sign < 0:
                        numbers[state.CAUSE] = (ref << 2) | state.CLAUSE
                        conflict = True
                        break
                node = following
    numbers[state.AT], numbers[state.END] = at, end
    numbers[state.PROPAGATIONS] += at - begin
    return conflict


@compiled
def cancel(b: ShapeTables, s: SearchState, depth: int) -> None:
    """Take back everything beyond this depth."""
    numbers = s.numbers
    if numbers[state.DEPTH] <= depth:
        return
    stop = s.start[depth]
    at = numbers[state.AT]
    for i in range(numbers[state.END] - 1, stop - 1, -1):
        literal = s.trail[i]
        x = long(literal >> 1)
        s.value[literal] = 0
        s.value[literal ^ 1] = 0
        if literal & 1 and i < at:
            cell = long(b.cell[x])
            v = x - cell * b.n
            s.masks[cell] |= 1 << v
            for j in range(b.first[cell], b.first[cell + 1]):
                s.masks[b.house[j] + v] |= 1 << b.bit[j]
    numbers[state.END] = numbers[state.AT] = stop
    numbers[state.DEPTH] = depth


@compiled
def lock(b: ShapeTables, s: SearchState) -> int:
    """Remove what locked candidates exclude; how many."""
    numbers = s.numbers
    before = numbers[state.END]
    n = b.n
    for m in range(0, b.meets.size, 4):
        one, two, in_one, in_two = b.meets[m], b.meets[m + 1], b.meets[m + 2], b.meets[m + 3]
        for v in range(n):
            if s.masks[one + v] & ~in_one == 0:
                k = two + v
                rest = s.masks[k] & ~in_two
                while rest:
                    y = b.places[b.offset[k] + lowest(rest)] + b.add[k]
                    rest &= rest - 1
                    if s.value[2 * y] == 0:
                        append(s, 2 * y + 1, state.PLACES)
    return long(numbers[state.END] - before)
