"""Replays patterns of houses and cells: singles, sets, fish, wings, colorings and the like."""

from collections import Counter

from accord.puzzles import Cell, Value
from accord.solvers.logic.chains.coloring import BothColors, Coloring, ColorTwice
from accord.solvers.logic.engine.boards import Board
from accord.solvers.logic.techniques.deadly import Grave
from accord.solvers.logic.techniques.empty_rectangles import DualEmptyRectangle, EmptyRectangle
from accord.solvers.logic.techniques.fish import FinnedFish, Fish, SiameseFish
from accord.solvers.logic.techniques.pair_exclusion import Excluded, PairExclusion
from accord.solvers.logic.techniques.singles import HiddenSingle, Intersection, NakedSingle, Seen
from accord.solvers.logic.techniques.subsets import HiddenSet, NakedSet
from accord.solvers.logic.techniques.sue_de_coq import Shared
from accord.solvers.logic.techniques.wings import BentSet, Wings
from replay.entailed import Entailed, entailed, need, removes
from replay.sight import candidates, left_to, may_hold, places, seeing, sees

# Singles, naked and hidden sets, and intersections.


@entailed.register
def _by_seen(reason: Seen, board: Board) -> Entailed:
    need(board.values[reason.cell] == reason.value, "the cell holds another value")
    return removes(board, seeing(board, [reason.cell]), [reason.value])


@entailed.register
def _by_naked_single(reason: NakedSingle, board: Board) -> Entailed:
    need(
        left_to(board, [reason.cell]) == {reason.value}, "the value is not the cell's one candidate"
    )
    return Entailed(placed=frozenset({(reason.cell, reason.value)}))


@entailed.register
def _by_hidden_single(reason: HiddenSingle, board: Board) -> Entailed:
    left = places(board, reason.value, reason.house.cells)
    need(left == {reason.cell}, "the cell is not the value's one place in the house")
    return Entailed(placed=frozenset({(reason.cell, reason.value)}))


@entailed.register
def _by_naked_set(reason: NakedSet, board: Board) -> Entailed:
    cells, values = set(reason.cells), set(reason.values)
    need(len(cells) == len(reason.cells) == len(values), "not as many values as cells")
    need(cells <= set(reason.house.cells), "a cell is outside the house")
    for cell in cells:
        left = left_to(board, [cell])
        need(left and left <= values, "a cell is placed or has other candidates")
    return removes(board, set(reason.house.cells) - cells, values)


@entailed.register
def _by_hidden_set(reason: HiddenSet, board: Board) -> Entailed:
    cells, values = set(reason.cells), set(reason.values)
    need(len(values) == len(reason.values) == len(cells), "not as many cells as values")
    for value in values:
        left = places(board, value, reason.house.cells)
        need(left and left <= cells, "a value is placed or has other places in the house")
    return removes(board, cells, set(range(1, board.size + 1)) - values)


@entailed.register
def _by_intersection(reason: Intersection, board: Board) -> Entailed:
    left = places(board, reason.value, reason.house.cells)
    need(left, "the value has no place in the house")
    need(left == set(reason.cells), "the cells are not the value's places in the house")
    need(left <= set(reason.crossing.cells), "a place is outside the crossing house")
    others = set(reason.crossing.cells) - set(reason.house.cells)
    return removes(board, others, [reason.value])


# Fish, with and without fins.


@entailed.register
def _by_fish(reason: Fish, board: Board) -> Entailed:
    return removes(board, _fish(reason, board, set()), [reason.value])


@entailed.register
def _by_finned_fish(reason: FinnedFish, board: Board) -> Entailed:
    fins = set(reason.fins)
    need(fins and len(fins) == len(reason.fins), "no fin, or one is named twice")
    return removes(board, _fish(reason, board, fins) & seeing(board, fins), [reason.value])


@entailed.register
def _by_siamese_fish(reason: SiameseFish, board: Board) -> Entailed:
    one, other = reason.fish
    need(one.value == other.value, "the fish are of two values")
    need(one.houses == other.houses, "the fish are not in the same lines")
    need(one.fins != other.fins, "the same fins")
    return Entailed(removed=entailed(one, board).removed | entailed(other, board).removed)


def _fish(reason: Fish, board: Board, fins: set[Cell]) -> set[Cell]:
    """The cells that lose the value if no fin holds it."""
    lines, others = set(reason.houses), set(reason.crossing)
    alike = len(reason.houses) == len(lines) == len(reason.crossing) == len(others)
    need(alike, "not as many crossing lines")
    rows, columns = set(board.layout.rows), set(board.layout.columns)
    by_row, by_column = lines <= rows and others <= columns, lines <= columns and others <= rows
    need(by_row != by_column, "not rows and columns")
    covered = {cell for house in reason.crossing for cell in house.cells}
    outside: set[Cell] = set()
    for house in reason.houses:
        left = places(board, reason.value, house.cells)
        need(left, "a line has no place for the value")
        outside |= left - covered
    need(outside == fins, "the fins are not the places outside the crossing lines")
    return covered - {cell for house in reason.houses for cell in house.cells}


# Wings: from the candidates of their cells alone.


@entailed.register
def _by_wings(reason: Wings, board: Board) -> Entailed:
    hinge, value = left_to(board, [reason.hinge]), reason.value
    need(len(set(reason.wings)) == len(reason.wings) == 2, "not two wings")
    met: set[Value] = set()
    for wing in reason.wings:
        need(sees(board, reason.hinge, wing), "a wing does not see the hinge")
        left = left_to(board, [wing])
        need(len(left) == 2 and value in left, "a wing has not the value and one other")
        met |= left - {value}
    need(met == hinge - {value}, "the hinge has other candidates than the wings")
    ends = {*reason.wings, *([reason.hinge] if value in hinge else [])}
    need(len(reason.cells) == len(ends) and set(reason.cells) == ends, "not the cells of the value")
    return removes(board, seeing(board, ends), [value])


@entailed.register
def _by_bent_set(reason: BentSet, board: Board) -> Entailed:
    cells, values, twice = set(reason.cells), set(reason.values), reason.twice
    several = len(cells) == len(reason.cells) == len(values) == len(reason.values)
    need(several, "not as many values as cells")
    need(not twice or twice in values, "the free value is none of them")
    held = {value: {c for c in cells if may_hold(board, c, value)} for value in values}
    for cell in cells:
        left = left_to(board, [cell])
        need(left and left <= values, "a cell is placed or has other candidates")
    need(all(held.values()), "a value is a candidate of none of the cells")
    for value in values - {twice}:
        for one in held[value]:
            linked = held[value] - {one} <= seeing(board, [one])
            need(linked, "two cells that do not see each other have the same value")
    sure = {twice} if twice else values
    gone = (candidates(board, seeing(board, held[value]), [value]) for value in sure)
    return Entailed(removed=frozenset().union(*gone))


# Empty rectangles.


@entailed.register
def _by_empty_rectangle(reason: EmptyRectangle, board: Board) -> Entailed:
    need(
        {reason.near, reason.far, reason.line} <= {*board.layout.lines},
        "what should be a line is none",
    )
    need({reason.near.kind, reason.far.kind} == {"row", "column"}, "the lines do not cross")
    need(reason.house in board.layout.boxes, "the box is none")
    box, near, far = (set(each.cells) for each in (reason.house, reason.near, reason.far))
    inside = places(board, reason.value, box)
    need(inside, "the box has no place for the value")
    need(inside <= near | far, "the box has a place beside the lines")
    first, second = reason.cells
    pair = places(board, reason.value, reason.line.cells)
    both = first != second and pair == {first, second}
    need(both, "the cells are not the value's places in the line")
    need(first in near - box, "the first cell is not in the near line outside the box")
    return removes(board, (far - box) & seeing(board, [second]), [reason.value])


@entailed.register
def _by_dual_empty_rectangle(reason: DualEmptyRectangle, board: Board) -> Entailed:
    one, other = reason.rectangles
    need(one != other, "the same rectangle twice")
    need(one.value == other.value and one.house == other.house, "rectangles of two values or boxes")
    return Entailed(removed=entailed(one, board).removed | entailed(other, board).removed)


# Sue de Coq.


@entailed.register
def _by_shared(reason: Shared, board: Board) -> Entailed:
    at = board.layout
    need(reason.line in at.lines, "the line is no row and no column")
    need(reason.box in at.boxes, "the box is none")
    line, box = set(reason.line.cells), set(reason.box.cells)
    parts = reason.crossing, reason.line_cells, reason.box_cells
    chosen = [cell for part in parts for cell in part]
    need(len(chosen) == len(set(chosen)), "a cell is named twice")
    need(all(parts), "a part has no cells")
    need(set(reason.crossing) <= line & box, "a cell is not where the houses cross")
    need(set(reason.line_cells) <= line - box, "a cell is not in the rest of the line")
    need(set(reason.box_cells) <= box - line, "a cell is not in the rest of the box")
    need(not any(board.values[cell] for cell in chosen), "a cell is placed")
    middle, beside, inside = (left_to(board, part) for part in parts)
    need(not middle & beside & inside, "a value of the crossing is in both rests")
    # How often a value can stand in the cells: once in the line, once in the box, but where the
    # crossing has it, or only one of the rests, once in all.
    often = Counter(middle | beside) + Counter(inside - middle)
    need(often.total() == len(chosen), "not as many values as cells")
    in_line, in_box = beside | (middle - inside), inside | (middle - beside)
    need(sorted(reason.line_values) == sorted(in_line), "other values are used up in the line")
    need(sorted(reason.box_values) == sorted(in_box), "other values are used up in the box")
    removed = candidates(board, line - set(chosen), in_line)
    removed |= candidates(board, box - set(chosen), in_box)
    return Entailed(removed=frozenset(removed))


# Aligned pair exclusion.


@entailed.register
def _by_pair_exclusion(reason: PairExclusion, board: Board) -> Entailed:
    one, other = reason.cells
    left, beside = left_to(board, [one]), left_to(board, [other])
    need(left and beside, "one of the two cells has no candidates")
    for excluded in reason.excluded:
        _need_excluded(board, reason.cells, excluded)
    pairs = {excluded.values for excluded in reason.excluded}
    need(len(pairs) == len(reason.excluded), "a pair of values is named twice")
    alone = {(one, v) for v in left if {(v, w) for w in beside} <= pairs}
    alone |= {(other, w) for w in beside if {(v, w) for v in left} <= pairs}
    need(sorted(alone) == sorted(reason.candidates), "other candidates go with nothing")
    needed = all({(one, v), (other, w)} & alone for v, w in pairs)
    need(needed, "a pair of values is named that nothing rests on")
    return Entailed(removed=frozenset(alone))


def _need_excluded(board: Board, pair: tuple[Cell, Cell], excluded: Excluded) -> None:
    first, second = excluded.values
    need(may_hold(board, pair[0], first), "the first cell has no such candidate")
    need(may_hold(board, pair[1], second), "the second cell has no such candidate")
    if first == second:
        need(not excluded.cells, "a set is named for a single value")
        need(sees(board, *pair), "the cells do not see each other")
        return
    cells = set(excluded.cells)
    need(len(cells) == len(excluded.cells), "a cell of the set is named twice")
    linked = all(cells - {cell} <= seeing(board, [cell]) for cell in cells)
    need(linked, "two cells of the set do not see each other")
    need(cells <= seeing(board, pair), "a cell of the set is not seen by both")
    need(not any(board.values[cell] for cell in cells), "a cell of the set is placed")
    values = left_to(board, cells)
    need(len(values) == len(cells) + 1, "the set has not one value more than cells")
    need({first, second} <= values, "the set has not both values")


# Simple coloring: every pair, and that the pairs join all that is colored.


def _need_coloring(reason: Coloring, board: Board) -> None:
    """Refuse a coloring unless all of one color stand, or all of the other."""
    one, other = (set(cells) for cells in reason.colors)
    colored = one | other
    need(one and other, "a color is empty")
    need(len(colored) == sum(len(cells) for cells in reason.colors), "a cell is colored twice")
    for pair in reason.pairs:
        left = places(board, reason.value, pair.house.cells)
        need(left == set(pair.cells), "a pair is not the value's places in its house")
        need(len(left & one) == len(left & other) == 1, "a pair has not one cell of each color")
    joined, size = {reason.colors[0][0]}, 0
    while len(joined) > size:
        size = len(joined)
        for pair in reason.pairs:
            if joined & set(pair.cells):
                joined |= set(pair.cells)
    need(joined == colored, "the pairs do not join the colored cells")


@entailed.register
def _by_color_twice(reason: ColorTwice, board: Board) -> Entailed:
    _need_coloring(reason, board)
    need(set(reason.cells) <= set(reason.colors[0]), "the two cells are not of the first color")
    need(sees(board, *reason.cells), "the two cells do not see each other")
    return removes(board, reason.colors[0], [reason.value])


@entailed.register
def _by_both_colors(reason: BothColors, board: Board) -> Entailed:
    _need_coloring(reason, board)
    one, other = ({c for cell in color for c in seeing(board, [cell])} for color in reason.colors)
    colored = {cell for color in reason.colors for cell in color}
    return removes(board, (one & other) - colored, [reason.value])


# BUG: counts the candidates of every cell, and the places of every value.


@entailed.register
def _by_grave(reason: Grave, board: Board) -> Entailed:
    extra = (reason.cell, reason.value)
    need(not board.layout.shape.extra, "there are rules besides houses")
    need(may_hold(board, *extra), "the candidate is not there")
    cells, values = board.layout.shape.cells, range(1, board.size + 1)
    left = candidates(board, cells, values) - {extra}
    for cell in cells:
        if not board.values[cell]:
            need(sum(one[0] == cell for one in left) == 2, "a cell has not two candidates")
    for house in board.layout.houses:
        for value in values:
            count = sum((cell, value) in left for cell in house.cells)
            placed = any(board.values[cell] == value for cell in house.cells)
            need(count == (0 if placed else 2), "a value has not two places in a house")
    return Entailed(placed=frozenset({extra}))
